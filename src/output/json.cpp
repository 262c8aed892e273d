#include "output/json.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <iterator>
#include <limits>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>

#include "core/error.hpp"
#include "output/files.hpp"

namespace floc {
namespace {

constexpr std::size_t deepest = 32;

// The characters of a text, which remember how far they were read: the parser tells no place with its events.
class Characters {
 public:
  using iterator_category = std::input_iterator_tag;
  using value_type = char;
  using difference_type = std::ptrdiff_t;
  using pointer = const char*;
  using reference = const char&;

  Characters(const char* at, const char*& reached) : at_(at), reached_(&reached) {}
  const char& operator*() const { return *at_; }
  Characters& operator++() {
    *reached_ = ++at_;
    return *this;
  }
  void operator++(int) { ++*this; }
  bool operator==(const Characters& other) const { return at_ == other.at_; }

 private:
  const char* at_;
  const char** reached_;
};

// Makes the tree of what the parser finds, and refuses what we do not want in a file.
class Builder {
 public:
  Builder(std::string_view text, const std::string& name) : text_(text), name_(name), reached_(text.data()) {}

  Json build() {
    const char* unused = nullptr;
    nlohmann::json::sax_parse(Characters(text_.data(), reached_), Characters(text_.data() + text_.size(), unused),
                              this);
    return std::move(whole_);
  }

  bool null() { return put({}); }
  bool boolean(bool value) { return put(value); }
  bool number_integer(std::int64_t value) { return put(value); }
  bool number_unsigned(std::uint64_t value) { return put(value); }
  bool number_float(double, const std::string& digits) { return put(Json::digits(digits)); }
  bool string(std::string& text) { return put(std::move(text)); }
  bool binary(nlohmann::json::binary_t&) { return false; }  // JSON has none
  bool start_object(std::size_t) { return begin(); }
  bool start_array(std::size_t) { return begin(); }
  bool end_object() { return end(Json::object(std::move(open_.back().members))); }
  bool end_array() { return end(Json::list(std::move(open_.back().items))); }
  bool key(std::string& key) {
    if (!open_.back().keys.insert(key).second) fail("\"" + key + "\" stands there twice");
    open_.back().key = std::move(key);
    return true;
  }
  // "[…] parse error at line 3, column 2: syntax error while parsing array - unexpected …; expected ']'"
  bool parse_error(std::size_t, const std::string&, const nlohmann::json::exception& error) {
    const std::string_view told = error.what(), expected = "; expected ", dash = " - ";
    if (const auto at = told.rfind(expected); at != told.npos)
      fail(fmt::format("{} expected", told.substr(at + expected.size())));
    const auto at = told.find(dash);
    fail(std::string(at == told.npos ? told.substr(told.find("] ") + 2) : told.substr(at + dash.size())));
  }

 private:
  // A list or an object that has not ended yet.
  struct Open {
    Json::Items items = {};
    Json::Members members = {};
    std::optional<std::string> key = {};  // of the value to come, in an object
    std::set<std::string> keys = {};      // all of them, so that large objects are not searched for each
  };

  [[noreturn]] void fail(const std::string& why) const {
    const auto line = 1 + std::count(text_.data(), reached_, '\n');
    throw Error(fmt::format("{}: not JSON at line {}: {}", name_, line, why));
  }
  bool put(Json value) {
    if (open_.empty())
      whole_ = std::move(value);
    else if (Open& in = open_.back(); in.key)
      in.members.emplace_back(std::move(*in.key), std::move(value));
    else
      in.items.push_back(std::move(value));
    return true;
  }
  bool begin() {
    if (open_.size() == deepest) fail("nested too deeply");
    open_.emplace_back();
    return true;
  }
  bool end(Json value) {
    open_.pop_back();
    return put(std::move(value));
  }

  std::string_view text_;
  const std::string& name_;
  const char* reached_;
  std::vector<Open> open_;
  Json whole_;
};

// Bytes that are no UTF-8, which JSON is, become the character that stands for those.
std::string quoted(const std::string& text) {
  return nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

bool simple(const Json& value) { return value.items().empty() && value.members().empty(); }

// What a value has of one kind; an empty one where it is of another.
template <class T, class V>
const T& part_of(const V& value) {
  static const T none{};
  const T* found = std::get_if<T>(&value);
  return found ? *found : none;
}

}  // namespace

Json::Json(double value) {
  if (std::isfinite(value)) value_ = Number{fmt::format("{}", value)};
}

Json Json::digits(std::string number) {
  double x = 0;
  const auto [end, reason] = std::from_chars(number.data(), number.data() + number.size(), x);
  if (reason == std::errc::invalid_argument || end != number.data() + number.size() || !std::isfinite(x))
    throw Error("not a number: " + number);
  return Json(Value(Number{std::move(number)}));
}

Json Json::numbers(std::span<const double> values) { return list({values.begin(), values.end()}); }

const std::string& Json::word() const {
  return kind() == Kind::number ? std::get<Number>(value_).digits : part_of<std::string>(value_);
}

double Json::number() const { return number(std::numeric_limits<double>::quiet_NaN()); }

double Json::number(double otherwise) const {
  if (kind() != Kind::number) return otherwise;
  double x = otherwise;
  std::from_chars(word().data(), word().data() + word().size(), x);
  return x;
}

const Json::Items& Json::items() const { return part_of<Items>(value_); }
const Json::Members& Json::members() const { return part_of<Members>(value_); }

const Json& Json::operator[](std::string_view key) const {
  static const Json nothing;
  const auto found = std::ranges::find(members(), key, &Member::first);
  return found == members().end() ? nothing : found->second;
}

void Json::add(Json item) {
  if (is_null()) value_ = Items{};
  std::get<Items>(value_).push_back(std::move(item));
}

Json& Json::set(std::string_view key, Json value) {
  if (is_null()) value_ = Members{};
  Members& members = std::get<Members>(value_);
  auto found = std::ranges::find(members, key, &Member::first);
  if (found == members.end()) found = members.insert(members.end(), {std::string(key), Json()});
  found->second = std::move(value);
  return found->second;
}

void Json::erase(std::string_view key) {
  if (Members* members = std::get_if<Members>(&value_))
    std::erase_if(*members, [&](const Member& m) { return m.first == key; });
}

void Json::write(std::string& out, int depth, bool compact) const {
  switch (kind()) {
    case Kind::null: out += "null"; return;
    case Kind::boolean: out += truth() ? "true" : "false"; return;
    case Kind::number: out += word(); return;
    case Kind::text: out += quoted(word()); return;
    case Kind::list:
    case Kind::object: break;
  }
  const bool one_line = compact || (std::ranges::all_of(items(), simple) &&
                                    std::ranges::all_of(members(), [](const Member& m) { return simple(m.second); }));
  const auto new_line = [&](int indent) {
    if (!one_line) out.append("\n").append(static_cast<std::size_t>(2 * indent), ' ');
  };
  bool first = true;
  const auto separate = [&] {
    if (!first) out += one_line && !compact ? ", " : ",";
    first = false;
    new_line(depth + 1);
  };
  out += kind() == Kind::list ? '[' : '{';
  for (const Json& item : items()) {
    separate();
    item.write(out, depth + 1, compact);
  }
  for (const auto& [key, value] : members()) {
    separate();
    out += quoted(key) + (compact ? ":" : ": ");
    value.write(out, depth + 1, compact);
  }
  if (!first) new_line(depth);
  out += kind() == Kind::list ? ']' : '}';
}

std::string Json::to_text() const {
  std::string out;
  write(out, 0, false);
  return out + "\n";
}

std::string Json::to_compact_text() const {
  std::string out;
  write(out, 0, true);
  return out;
}

Json parse_json(std::string_view text, const std::string& name) { return Builder(text, name).build(); }
Json read_json(const std::string& path) { return parse_json(read_text(path), path); }

}  // namespace floc
