// JSON as a tree of values, to be read and written again. The one source behind it, json.cpp, is the only place that
// knows of nlohmann-json, whose header takes seconds to compile.
//
//   const Json file = read_json("summary.json");
//   file["seconds"]["rows"].number();
//
// What is missing is null, and a null has no member, no item and no number (NaN): a reader that can do without a
// value need not ask whether it is there. Numbers keep their digits as they stand in the file.
#pragma once

#include <concepts>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace floc {

class Json {
 public:
  enum class Kind { null, boolean, number, text, list, object };  // in the order of `value_`
  using Items = std::vector<Json>;
  using Member = std::pair<std::string, Json>;
  using Members = std::vector<Member>;

  Json() = default;
  Json(double value);  // not finite: null
  template <std::integral T>
  requires(!std::same_as<T, bool>) Json(T value) : value_(Number{std::to_string(value)}) {}
  template <std::same_as<bool> T>
  Json(T value) : value_(value) {}
  Json(std::string text) : value_(std::move(text)) {}
  Json(std::string_view text) : Json(std::string(text)) {}
  Json(const char* text) : Json(std::string(text)) {}
  // A number with the digits as given; throws Error where it is none.
  static Json digits(std::string number);
  static Json list(Items items = {}) { return Json(Value(std::move(items))); }
  static Json numbers(std::span<const double> values);
  static Json object(Members members = {}) { return Json(Value(std::move(members))); }

  Kind kind() const { return static_cast<Kind>(value_.index()); }
  bool is_null() const { return kind() == Kind::null; }
  // A number as it stands in the file, a text without its quotes; empty for anything else.
  const std::string& word() const;
  double number() const;  // NaN for anything else
  double number(double otherwise) const;
  bool truth() const { return kind() == Kind::boolean && std::get<bool>(value_); }
  std::string text(std::string otherwise = "") const { return kind() == Kind::text ? word() : otherwise; }

  const Items& items() const;
  const Members& members() const;  // in the order of the file
  bool has(std::string_view key) const { return !(*this)[key].is_null(); }
  const Json& operator[](std::string_view key) const;

  void add(Json item);                          // to a list, or to null, which becomes one
  Json& set(std::string_view key, Json value);  // of an object, or of null: replaces, or adds at the end
  void erase(std::string_view key);

  // Lists and objects without another one inside are a line each.
  std::string to_text() const;
  // Without a blank, for programs.
  std::string to_compact_text() const;

 private:
  struct Number {
    std::string digits;
  };
  using Value = std::variant<std::monostate, bool, Number, std::string, Items, Members>;
  explicit Json(Value value) : value_(std::move(value)) {}
  void write(std::string& out, int depth, bool compact) const;

  Value value_;
};

// Throw Error with `name` and the line where the text is not JSON, is nested too deeply or names a member twice.
Json parse_json(std::string_view text, const std::string& name);
Json read_json(const std::string& path);

}  // namespace floc
