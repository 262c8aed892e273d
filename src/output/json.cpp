#include "output/json.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>

#include "core/error.hpp"
#include "output/files.hpp"
#include "output/json_text.hpp"

namespace floc {
namespace {

class Reader {
 public:
  Reader(std::string_view text, const std::string& name) : text_(text), name_(name) {}

  Json whole() {
    Json value = any(0);
    blank();
    if (at_ != text_.size()) fail("something follows the end");
    return value;
  }

 private:
  [[noreturn]] void fail(const std::string& why) const {
    const auto line = 1 + std::count(text_.begin(), text_.begin() + static_cast<std::ptrdiff_t>(at_), '\n');
    throw Error(fmt::format("{}: not JSON at line {}: {}", name_, line, why));
  }

  void blank() { at_ = std::min(text_.find_first_not_of(" \n\r\t", at_), text_.size()); }
  bool take(char c) {
    blank();
    if (at_ >= text_.size() || text_[at_] != c) return false;
    ++at_;
    return true;
  }
  void expect(char c) {
    if (!take(c)) fail(fmt::format("'{}' expected", c));
  }

  Json any(int depth) {
    if (depth > 32) fail("nested too deeply");
    if (take('{')) {
      Json value = Json::object();
      if (take('}')) return value;
      do {
        const std::string key = string();
        if (std::ranges::any_of(value.members(), [&](const Json::Member& m) { return m.first == key; }))
          fail("\"" + key + "\" stands there twice");
        expect(':');
        value.set(key, any(depth + 1));
      } while (take(','));
      expect('}');
      return value;
    }
    if (take('[')) {
      Json value = Json::list();
      if (take(']')) return value;
      do value.add(any(depth + 1));
      while (take(','));
      expect(']');
      return value;
    }
    blank();
    if (at_ < text_.size() && text_[at_] == '"') return string();
    const std::size_t end = std::min(text_.find_first_of(" \n\r\t,]}", at_), text_.size());
    if (end == at_) fail("a value expected");
    const std::string word(text_.substr(at_, end - at_));
    try {
      Json value = Json::plain(word);
      at_ = end;
      return value;
    } catch (const Error& error) {
      fail(error.what());
    }
  }

  std::string string() {
    expect('"');
    std::string value;
    while (at_ < text_.size() && text_[at_] != '"') {
      if (text_[at_] != '\\') {
        value += text_[at_++];
        continue;
      }
      if (++at_ >= text_.size()) break;
      const char c = text_[at_++];
      if (c == 'u') {
        unsigned code = 0;
        const char* from = text_.data() + at_;
        if (text_.size() - at_ < 4 || std::from_chars(from, from + 4, code, 16).ptr != from + 4 || code > 0x7f)
          fail("bad \\u");
        value += static_cast<char>(code);
        at_ += 4;
      } else {
        value += c == 'n' ? '\n' : c == 't' ? '\t' : c;
      }
    }
    if (at_ >= text_.size()) fail("a text without end");
    ++at_;
    return value;
  }

  std::string_view text_;
  const std::string& name_;
  std::size_t at_ = 0;
};

bool simple(const Json& value) { return value.items().empty() && value.members().empty(); }

}  // namespace

Json::Json(double value) : kind_(std::isfinite(value) ? Kind::number : Kind::null), word_(json_number(value)) {}

Json Json::plain(std::string word) {
  Json value;
  if (word == "true" || word == "false") {
    value.kind_ = Kind::boolean;
  } else if (word != "null") {
    double x = 0;
    const auto [end, reason] = std::from_chars(word.data(), word.data() + word.size(), x);
    if (reason == std::errc::invalid_argument || end != word.data() + word.size() || !std::isfinite(x))
      throw Error("neither a number nor true, false or null: " + word);
    value.kind_ = Kind::number;
  }
  value.word_ = std::move(word);
  return value;
}

Json Json::list(std::vector<Json> items) {
  Json value;
  value.kind_ = Kind::list;
  value.items_ = std::move(items);
  return value;
}

Json Json::object() {
  Json value;
  value.kind_ = Kind::object;
  return value;
}

double Json::number() const { return number(std::numeric_limits<double>::quiet_NaN()); }

double Json::number(double otherwise) const {
  if (kind_ != Kind::number) return otherwise;
  double x = otherwise;
  std::from_chars(word_.data(), word_.data() + word_.size(), x);
  return x;
}

const Json& Json::operator[](std::string_view key) const {
  static const Json nothing;
  const auto found = std::ranges::find(members_, key, &Member::first);
  return found == members_.end() ? nothing : found->second;
}

Json& Json::set(std::string_view key, Json value) {
  auto found = std::ranges::find(members_, key, &Member::first);
  if (found == members_.end()) found = members_.insert(members_.end(), {std::string(key), Json()});
  found->second = std::move(value);
  return found->second;
}

void Json::erase(std::string_view key) {
  std::erase_if(members_, [&](const Member& m) { return m.first == key; });
}

void Json::write(std::string& out, int depth) const {
  if (kind_ == Kind::text) {
    out += json_text(word_);
  } else if (kind_ != Kind::list && kind_ != Kind::object) {
    out += is_null() ? "null" : word_;
  } else {
    const bool is_list = kind_ == Kind::list;
    const bool flat = std::ranges::all_of(items_, simple) &&
                      std::ranges::all_of(members_, [](const Member& m) { return simple(m.second); });
    const std::string next = flat ? " " : fmt::format("\n{:{}}", "", 2 * depth + 2);
    std::size_t count = 0;
    const auto separate = [&] {
      if (count++ > 0) out += ',';
      if (!flat || count > 1) out += next;
    };
    out += is_list ? '[' : '{';
    for (const Json& item : items_) {
      separate();
      item.write(out, depth + 1);
    }
    for (const auto& [key, value] : members_) {
      separate();
      out += json_text(key) + ": ";
      value.write(out, depth + 1);
    }
    if (!flat) out += fmt::format("\n{:{}}", "", 2 * depth);
    out += is_list ? ']' : '}';
  }
}

std::string Json::to_text() const {
  std::string out;
  write(out, 0);
  return out + "\n";
}

Json parse_json(std::string_view text, const std::string& name) { return Reader(text, name).whole(); }
Json read_json(const std::string& path) { return parse_json(read_text(path), path); }

}  // namespace floc
