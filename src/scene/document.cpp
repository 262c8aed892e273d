#include "scene/document.hpp"

#include <fmt/format.h>

// The parser asserts that a table header does not begin like "[=", and then refuses such a text in good
// order. Its assertions would stop the program, or under NDEBUG become promises to the optimiser: they
// are switched off in either case.
#undef NDEBUG
#define TOML_ASSERT(expr) static_assert(true)
#define TOML_HEADER_ONLY 1
#include <toml++/toml.h>

#include <algorithm>
#include <charconv>
#include <optional>
#include <tuple>

namespace floc::scene {
namespace {

constexpr std::size_t largest_text = std::size_t{1} << 28;
constexpr int deepest_key = 16;

// Looks a text over before the parser sees it, for two things the parser does not survive: keys of
// endless depth, over which it recurses, and characters beyond ASCII outside of strings and comments,
// which TOML does not allow and for which its tables have no answer.
class Screen {
 public:
  explicit Screen(std::string_view text) : text_(text) {
    if (text_.substr(0, 3) == "\xEF\xBB\xBF") at_ = 3;  // the mark of UTF-8 some editors put first
  }

  // What is wrong, with its place; nothing for a text that may be parsed.
  std::optional<Diagnostic> look(const std::string& name) {
    int dots = 0;
    while (at_ < text_.size()) {
      const char c = text_[at_];
      if (c == '#') {
        while (at_ < text_.size() && text_[at_] != '\n') advance();
      } else if ((c == '"' || c == '\'') && string_next_) {
        skip_string(c);
        string_next_ = false;
      } else {
        if (static_cast<unsigned char>(c) >= 0x80)
          return Diagnostic{name, line_, column_, "a character beyond ASCII outside of a string"};
        if (c == '.' && ++dots >= deepest_key)
          return Diagnostic{name, line_, column_, fmt::format("a key has more than {} parts", deepest_key)};
        if (c == '\n' || c == '=' || c == ',' || c == '{') dots = 0;
        follow(c);
        advance();
      }
    }
    return {};
  }

 private:
  // Where a string may begin: the parser looks ahead over anything glued to a number, quotes included.
  void follow(char c) {
    const bool separates = std::string_view(" \t\r\n,[{").find(c) != std::string_view::npos;
    string_next_ = separates || ((c == '=' || c == '.') && !in_value_);
    if (c == '=') {
      in_value_ = true;
    } else if (c == '{' || (c == '[' && in_value_)) {  // any other bracket opens the name of a table
      open_ += c;
      in_value_ = c == '[';
    } else if ((c == '}' || c == ']') && !open_.empty()) {
      open_.pop_back();
      in_value_ = true;
    } else if (c == ',' || (c == '\n' && open_.empty())) {
      in_value_ = !open_.empty() && open_.back() == '[';
    }
  }

  void advance() {
    if (at_ == text_.size()) return;  // a backslash before broken UTF-8 may have been the last character
    if (text_[at_] == '\n') ++line_, column_ = 0;
    do ++at_;
    while (at_ < text_.size() && (static_cast<unsigned char>(text_[at_]) & 0xC0u) == 0x80u);
    ++column_;
  }

  // A string in single or triple quotes; one that is not closed ends with its line, or with the text.
  void skip_string(char quote) {
    const std::string triple(3, quote);
    const bool long_string = text_.substr(at_, 3) == triple;
    const std::string quotes = long_string ? triple : std::string(1, quote);
    for (std::size_t k = 0; k < quotes.size(); ++k) advance();
    while (at_ < text_.size() && text_.substr(at_, quotes.size()) != quotes && (long_string || text_[at_] != '\n')) {
      if (quote == '"' && text_[at_] == '\\' && at_ + 1 < text_.size() && text_[at_ + 1] != '\n') advance();
      advance();
    }
    const int most = long_string ? 5 : 1;  // two quotes may stand before the three that close
    for (int k = 0; k < most && at_ < text_.size() && text_[at_] == quote; ++k) advance();
  }

  std::string_view text_;
  std::size_t at_ = 0;
  int line_ = 1, column_ = 1;
  std::string open_;         // brackets of arrays and inline tables
  bool in_value_ = false;    // behind the = of a pair, or in an array
  bool string_next_ = true;  // a quote here begins a string
};

class Converter {
 public:
  Converter(std::string_view text, int source) : source_(source) {
    for (std::size_t begin = 0; begin <= text.size();) {
      const std::size_t end = std::min(text.find('\n', begin), text.size());
      lines_.push_back(text.substr(begin, end - begin));
      begin = end + 1;
    }
  }

  Node convert(const toml::node& from) const {
    Node to;
    to.place = place(from.source().begin);
    if (const toml::table* table = from.as_table()) {
      to.type = Node::Type::table;
      for (const auto& [key, value] : *table) {
        Node entry = convert(value);
        entry.name = std::string(key.str());
        entry.key = place(key.source().begin);
        to.items.push_back(std::move(entry));
      }
      std::stable_sort(to.items.begin(), to.items.end(), [](const Node& a, const Node& b) {
        return std::tie(a.key.line, a.key.column) < std::tie(b.key.line, b.key.column);
      });
    } else if (const toml::array* array = from.as_array()) {
      to.type = Node::Type::array;
      to.items.reserve(array->size());
      for (const toml::node& item : *array) to.items.push_back(convert(item));
    } else if (const auto* text = from.as_string()) {
      to.type = Node::Type::text;
      to.text = text->get();
      to.inside = inside(to.place, to.text);
    } else if (const auto* integer = from.as_integer()) {
      to.type = Node::Type::integer;
      to.integer = integer->get();
      to.number = static_cast<double>(to.integer);
    } else if (const auto* number = from.as_floating_point()) {
      to.type = Node::Type::number;
      to.number = number->get();
    } else if (const auto* boolean = from.as_boolean()) {
      to.type = Node::Type::boolean;
      to.boolean = boolean->get();
    } else {
      to.type = Node::Type::date;
    }
    return to;
  }

 private:
  Place place(const toml::source_position& p) const {
    return {source_, static_cast<int>(p.line), static_cast<int>(p.column)};
  }

  // The first character of a string that stands in the file letter by letter between two quotes.
  Place inside(const Place& quote, const std::string& text) const {
    constexpr int far = 4096;  // columns are counted in characters, from the beginning of the line
    if (quote.line < 1 || quote.line > static_cast<int>(lines_.size()) || quote.column > far) return {};
    const std::string_view line = lines_[static_cast<std::size_t>(quote.line - 1)];
    std::size_t at = 0;
    for (int column = 1; column < quote.column && at < line.size(); ++column) do
        ++at;
      while (at < line.size() && (static_cast<unsigned char>(line[at]) & 0xC0u) == 0x80u);
    const std::size_t end = at + 1 + text.size();
    if (end >= line.size() || line.substr(at + 1, text.size()) != text || line[end] != line[at]) return {};
    return {quote.source, quote.line, quote.column + 1};
  }

  int source_;
  std::vector<std::string_view> lines_;
};

void set_source(Node& node, const Place& place) {
  node.key = node.place = place;
  node.inside = {};
  for (Node& item : node.items) set_source(item, place);
}

// The value of an override: TOML where it parses as one value, otherwise the text itself.
Node value_of(const std::string& text, const Place& place) {
  Node node;
  node.type = Node::Type::text;
  node.text = text;
  try {
    const std::string line = "v = " + text;
    if (!Screen(line).look("") && text.find('\n') == std::string::npos) {
      const toml::table table = toml::parse(line);
      node = Converter(line, place.source).convert(*table.get("v"));
    }
  } catch (const toml::parse_error&) {
  }
  set_source(node, place);
  return node;
}

// Sets the value of `path` below `root`; the empty string, or what stands in the way.
std::string put(Node& root, std::string_view path, Node value) {
  Node* node = &root;
  std::string_view rest = path;
  for (int depth = 0; depth <= deepest_key; ++depth) {
    const std::size_t dot = rest.find('.');
    const std::string part(rest.substr(0, dot));
    if (part.empty()) break;
    const std::string_view done = path.substr(0, path.size() - rest.size());
    const std::string above = done.empty() ? "the scene" : fmt::format("\"{}\"", done.substr(0, done.size() - 1));
    if (node->type == Node::Type::table) {
      auto entry = std::find_if(node->items.begin(), node->items.end(), [&](const Node& n) { return n.name == part; });
      if (entry == node->items.end()) {
        Node table;
        table.name = part;
        table.key = table.place = value.place;
        entry = node->items.insert(node->items.end(), std::move(table));
      }
      node = &*entry;
    } else if (node->type == Node::Type::array) {
      std::size_t index = 0;
      const auto [end, fault] = std::from_chars(part.data(), part.data() + part.size(), index);
      if (fault != std::errc{} || end != part.data() + part.size() || index >= node->items.size())
        return fmt::format("{} is a list of {}, counted from 0: it has no \"{}\"", above, node->items.size(), part);
      node = &node->items[index];
    } else {
      return fmt::format("{} is {}, it has no \"{}\"", above, describe(node->type), part);
    }
    if (dot == std::string_view::npos) {
      value.name = node->name;
      *node = std::move(value);
      return {};
    }
    rest.remove_prefix(dot + 1);
  }
  return "must read key=value, with a key such as time.step or particles.0.count";
}

}  // namespace

const Node* Node::find(std::string_view entry) const {
  const auto it = std::find_if(items.begin(), items.end(), [&](const Node& n) { return n.name == entry; });
  return type == Type::table && it != items.end() ? &*it : nullptr;
}

const char* describe(Node::Type type) {
  switch (type) {
    case Node::Type::table: return "a table";
    case Node::Type::array: return "a list";
    case Node::Type::text: return "a string";
    case Node::Type::integer: return "an integer";
    case Node::Type::number: return "a number";
    case Node::Type::boolean: return "a boolean";
    case Node::Type::date: return "a date";
  }
  return "nothing";
}

Document parse_document(const std::string& text, const std::string& name, const std::vector<std::string>& overrides,
                        std::vector<Diagnostic>& errors) {
  Document document;
  document.sources.push_back(name);
  document.root.place = {0, 1, 1};
  if (text.size() > largest_text) {
    errors.push_back({name, 0, 0, "is larger than any scene: 256 MiB"});
    return document;
  }
  if (std::optional<Diagnostic> fault = Screen(text).look(name)) {
    errors.push_back(std::move(*fault));
    return document;
  }
  try {
    const toml::table table = toml::parse(text, name);
    document.root = Converter(text, 0).convert(table);
    document.root.place = {0, 1, 1};
    document.readable = true;
  } catch (const toml::parse_error& error) {
    const auto& at = error.source().begin;
    errors.push_back({name, static_cast<int>(at.line), static_cast<int>(at.column), std::string(error.description())});
    return document;
  }
  put_overrides(document, overrides, errors);
  return document;
}

void put_overrides(Document& document, const std::vector<std::string>& overrides, std::vector<Diagnostic>& errors) {
  for (const std::string& setting : overrides) {
    document.sources.push_back("--set " + setting);
    const std::size_t equals = setting.find('=');
    const Place place{static_cast<int>(document.sources.size()) - 1, 0, 0};
    std::string fault =
        put(document.root, equals == std::string::npos ? "" : std::string_view(setting).substr(0, equals),
            value_of(equals == std::string::npos ? "" : setting.substr(equals + 1), place));
    if (!fault.empty()) errors.push_back({document.sources.back(), 0, 0, std::move(fault)});
  }
}

}  // namespace floc::scene
