#include "scene/read_values.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "scene/nodes.hpp"

namespace floc::scene {
namespace {

// A path of the scene, from its folder.
std::string absolute(const std::string& path, const std::filesystem::path& folder) {
  std::error_code ignored;
  const auto whole = std::filesystem::absolute(folder / path, ignored);
  return (ignored ? folder / path : whole).lexically_normal().string();
}

// Why a constant cannot have this name.
std::string fault_of_name(const std::string& name) {
  for (const char* taken : {"x", "y", "z", "t", "pi", "e", "stage_start"})
    if (name == taken) return "is the name of something else in expressions";
  const auto letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; };
  const auto allowed = [&](char c) { return letter(c) || (c >= '0' && c <= '9'); };
  if (name.empty() || !letter(name[0]) || !std::all_of(name.begin(), name.end(), allowed))
    return "is not a name: letters, digits and _, not beginning with a digit";
  try {
    Expression("0", {}, {{name, 1.0}});
  } catch (const ExpressionError&) {
    return "is the name of something else in expressions";
  }
  return {};
}

}  // namespace

std::string in_words(const std::vector<std::string>& words, std::string_view last) {
  std::string s;
  for (std::size_t i = 0; i < words.size(); ++i)
    s += fmt::format("{}\"{}\"", i == 0 ? "" : i + 1 == words.size() ? fmt::format(" {} ", last) : ", ", words[i]);
  return s;
}

void ReadLog::error(const Place& place, std::string message) const {
  errors.push_back({sources[static_cast<std::size_t>(place.source)], place.line, place.column, std::move(message)});
}

void ValueReader::read(const Node& node, Slot& slot, const Asked& asked) {
  std::visit([&](auto& ref) { read_into(node, ref, asked); }, slot);
}

std::string ValueReader::below(std::string_view name) const {
  return path.empty() ? std::string(name) : fmt::format("{}.{}", path, name);
}

std::string ValueReader::say(std::string_view name) const {
  return fmt::format("\"{}\" in {}", alias.empty() ? name : std::string_view(alias), label);
}

bool ValueReader::faulty(std::string_view name) const {
  return std::find(faulty_.begin(), faulty_.end(), name) != faulty_.end();
}

void ValueReader::wrong(const Node& node, const Asked& asked, std::string_view must) {
  blame(asked.name);
  log_.error(node.place, fmt::format("{} must be {}", say(asked.name), must));
}

void ValueReader::mismatch(const Node& node, const Asked& asked, std::string_view expected) {
  wrong(node, asked, fmt::format("{}, not {}", expected, describe(node.type)));
}

bool ValueReader::read_number(const Node& node, double& to, const Asked& asked, std::string_view expected) {
  if (node.type != Node::Type::number && node.type != Node::Type::integer)
    return mismatch(node, asked, expected), false;
  if (!std::isfinite(node.number)) return wrong(node, asked, fmt::format("finite, not {}", node.number)), false;
  if (!within(node, node.number, asked)) return false;
  to = node.number;
  return true;
}

bool ValueReader::read_integer(const Node& node, std::int64_t& to, const Asked& asked, std::string_view expected) {
  if (node.type != Node::Type::integer) return mismatch(node, asked, expected), false;
  if (!within(node, node.number, asked)) return false;
  to = node.integer;
  return true;
}

bool ValueReader::within(const Node& node, double v, const Asked& asked) {
  const Key& k = asked.about;
  std::string bound;
  if (k.above && !(v > *k.above))
    bound = fmt::format("above {}", *k.above);
  else if (k.at_least && !(v >= *k.at_least))
    bound = fmt::format("at least {}", *k.at_least);
  else if (k.below && !(v < *k.below))
    bound = fmt::format("below {}", *k.below);
  else if (k.at_most && !(v <= *k.at_most))
    bound = fmt::format("at most {}", *k.at_most);
  if (bound.empty()) return true;
  wrong(node, asked,
        node.type == Node::Type::integer ? fmt::format("{}, not {}", bound, node.integer)
                                         : fmt::format("{}, not {}", bound, v));
  return false;
}

bool ValueReader::read_word(const Node& node, std::string& to, const Asked& asked,
                            const std::vector<std::string>& choices) {
  const std::string expected = choices.size() == 1 ? in_words(choices, "") : "one of " + in_words(choices, "or");
  if (node.type != Node::Type::text) return mismatch(node, asked, expected), false;
  if (std::find(choices.begin(), choices.end(), node.text) == choices.end())
    return wrong(node, asked, fmt::format("{}, not \"{}\"{}", expected, node.text, did_you_mean(node.text, choices))),
           false;
  to = node.text;
  return true;
}

bool ValueReader::read_list(const Node& node, std::size_t length, const Asked& asked, const std::string& expected) {
  if (node.type != Node::Type::array) return mismatch(node, asked, expected), false;
  if (length == 0 || node.items.size() == length) return true;
  return wrong(node, asked, fmt::format("{}, not of {}", expected, node.items.size())), false;
}

bool ValueReader::long_enough(const Node& node, const Asked& asked, std::string_view what) {
  if (node.items.size() >= asked.about.length) return true;
  return wrong(node, asked, fmt::format("a list of at least {} {}", asked.about.length, what)), false;
}

std::string ValueReader::of_length(std::string_view what) const {
  return scene_.dimension == 0
             ? fmt::format("a list of {}s", what)
             : fmt::format("a list of {} {}{}", scene_.dimension, what, scene_.dimension == 1 ? "" : "s");
}

bool ValueReader::read_vector(const Node& node, Vec3& to, const Asked& asked) {
  if (!read_list(node, static_cast<std::size_t>(scene_.dimension), asked, of_length("number"))) return false;
  Vec3 v{};
  bool good = true;
  for (std::size_t k = 0; k < std::min<std::size_t>(3, node.items.size()); ++k)
    good = read_number(node.items[k], v[static_cast<int>(k)], asked, of_length("number")) && good;
  if (good) to = v;
  return good;
}

std::optional<Expression> ValueReader::read_expression(const Node& node, const Asked& asked,
                                                       const std::string& expected) {
  std::string text = node.text;
  if (node.type == Node::Type::number || node.type == Node::Type::integer) {
    double v = 0;
    if (!read_number(node, v, asked)) return {};
    text = fmt::format("{}", v);
  } else if (node.type != Node::Type::text) {
    return mismatch(node, asked, expected), std::nullopt;
  }
  try {
    return Expression(text, asked.about.variables, scene_.constants);
  } catch (const ExpressionError& fault) {
    Place at = node.inside.line > 0 ? node.inside : node.place;
    if (node.inside.line > 0) at.column += static_cast<int>(std::min(fault.position, node.text.size()));
    log_.error(at, fmt::format("{}: {} (character {} of the expression \"{}\")", say(asked.name), fault.message,
                               fault.position + 1, node.text));
    return {};
  }
}

// ---- one function a type of key ----

void ValueReader::read_into(const Node& node, Ref<bool>& ref, const Asked& asked) {
  if (node.type == Node::Type::boolean)
    ref.set(node.boolean);
  else
    mismatch(node, asked, "true or false");
}

void ValueReader::read_into(const Node& node, Ref<std::int64_t>& ref, const Asked& asked) {
  if (std::int64_t v = 0; read_integer(node, v, asked)) ref.set(v);
}

void ValueReader::read_into(const Node& node, Ref<double>& ref, const Asked& asked) {
  if (double v = 0; read_number(node, v, asked)) ref.set(v);
}

void ValueReader::read_into(const Node& node, Ref<std::string>& ref, const Asked& asked) {
  std::string v;
  if (!asked.about.choices.empty()) {
    if (read_word(node, v, asked, asked.about.choices)) ref.set(v);
  } else if (node.type != Node::Type::text) {
    mismatch(node, asked, "a string");
  } else if (node.text.size() < asked.about.length) {
    wrong(node, asked, "a string that is not empty");
  } else {
    ref.set(asked.about.file ? absolute(node.text, log_.folder) : node.text);
  }
}

void ValueReader::read_into(const Node& node, Ref<NumberOrWord>& ref, const Asked& asked) {
  NumberOrWord v;
  if (node.type == Node::Type::text ? read_word(node, v.word, asked, asked.about.choices)
                                    : read_number(node, v.number, asked, "a number or a string"))
    ref.set(v);
}

void ValueReader::read_into(const Node& node, Ref<Interval>& ref, const Asked& asked) {
  const std::string expected = "a list of 2 numbers";
  Interval v;
  if (!read_list(node, 2, asked, expected) || !read_number(node.items[0], v.low, asked, expected) ||
      !read_number(node.items[1], v.high, asked, expected))
    return;
  if (v.low > v.high) return wrong(node, asked, fmt::format("in order, not [{}, {}]", v.low, v.high));
  ref.set(v);
}

void ValueReader::read_into(const Node& node, Ref<Vec3>& ref, const Asked& asked) {
  if (Vec3 v; read_vector(node, v, asked)) ref.set(v);
}

void ValueReader::read_into(const Node& node, Ref<Expression>& ref, const Asked& asked) {
  if (const auto v = read_expression(node, asked, "a number or an expression")) ref.set(*v);
}

void ValueReader::read_into(const Node& node, Ref<Expressions>& ref, const Asked& asked) {
  const std::string expected = of_length("expression");
  if (!read_list(node, static_cast<std::size_t>(scene_.dimension), asked, expected)) return;
  Expressions all;
  for (const Node& item : node.items)
    if (auto v = read_expression(item, asked, expected)) all.push_back(std::move(*v));
  if (all.size() == node.items.size()) ref.set(std::move(all));
}

void ValueReader::read_into(const Node& node, Ref<std::vector<std::int64_t>>& ref, const Asked& asked) {
  // One a direction, unless a length is said.
  const bool list = asked.about.length > 0;
  const std::string expected = list ? "a list of integers" : of_length("integer");
  if (!read_list(node, list ? 0 : static_cast<std::size_t>(scene_.dimension), asked, expected) ||
      (list && !long_enough(node, asked, "integer")))
    return;
  std::vector<std::int64_t> all(node.items.size());
  bool good = true;
  for (std::size_t k = 0; k < all.size(); ++k) good = read_integer(node.items[k], all[k], asked, expected) && good;
  if (good) ref.set(std::move(all));
}

void ValueReader::read_into(const Node& node, Ref<std::vector<double>>& ref, const Asked& asked) {
  if (!read_list(node, 0, asked, "a list of numbers") || !long_enough(node, asked, "number")) return;
  std::vector<double> all(node.items.size());
  bool good = true;
  for (std::size_t k = 0; k < all.size(); ++k)
    good = read_number(node.items[k], all[k], asked, "a list of numbers") && good;
  if (good) ref.set(std::move(all));
}

void ValueReader::read_into(const Node& node, Ref<std::vector<std::string>>& ref, const Asked& asked) {
  if (!read_list(node, 0, asked, "a list of strings")) return;
  std::vector<std::string> all(node.items.size());
  bool good = true;
  for (std::size_t k = 0; k < all.size(); ++k) {
    const Node& item = node.items[k];
    if (asked.about.any_words && item.type == Node::Type::text)
      all[k] = item.text;
    else
      good = read_word(item, all[k], asked, asked.about.choices) && good;
  }
  if (good) ref.set(std::move(all));
}

void ValueReader::read_into(const Node& node, Ref<std::vector<Vec3>>& ref, const Asked& asked) {
  if (!read_list(node, 0, asked, "a list of points") || !long_enough(node, asked, "points")) return;
  std::vector<Vec3> all(node.items.size());
  bool good = true;
  for (std::size_t k = 0; k < all.size(); ++k) good = read_vector(node.items[k], all[k], asked) && good;
  if (good) ref.set(std::move(all));
}

void ValueReader::read_into(const Node& node, Ref<IdPairs>& ref, const Asked& asked) {
  const std::string expected = "a list of pairs of integers";
  if (!read_list(node, 0, asked, expected) || !long_enough(node, asked, "pairs")) return;
  IdPairs all(node.items.size());
  bool good = true;
  for (std::size_t k = 0; k < all.size(); ++k) {
    const Node& pair = node.items[k];
    good = read_list(pair, 2, asked, "a list of 2 integers") &&
           read_integer(pair.items[0], all[k][0], asked, expected) &&
           read_integer(pair.items[1], all[k][1], asked, expected) && good;
  }
  if (good) ref.set(std::move(all));
}

void ValueReader::read_into(const Node& node, Ref<std::map<std::string, double>>& ref, const Asked& asked) {
  if (node.type != Node::Type::table) return mismatch(node, asked, "a table of numbers");
  ValueReader inside(scene_, log_, below(asked.name), fmt::format("[{}]", below(asked.name)));
  std::map<std::string, double> all;
  for (const Node& entry : node.items) {
    double v = 0;
    inside.read_number(entry, v, {entry.name, asked.about});
    if (const std::string fault = fault_of_name(entry.name); fault.empty())
      all[entry.name] = v;
    else
      log_.error(entry.key, fmt::format("{} {}", inside.say(entry.name), fault));
  }
  ref.set(std::move(all));
}

void ValueReader::read_into(const Node& node, Ref<Overrides>& ref, const Asked& asked) {
  if (node.type != Node::Type::table) return mismatch(node, asked, "a table of keys of the scene");
  ref.set({values_below(node)});
}

}  // namespace floc::scene
