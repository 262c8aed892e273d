// A file of JSON as a tree of values, to be read and written again.
//
//   const Json file = read_json("summary.json");
//   file["seconds"]["rows"].number();
//
// What is missing is null, and a null has no member, no item and no number (NaN): a reader that can do without a
// value need not ask whether it is there. Numbers keep their digits as they stand in the file.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace floc {

class Json {
 public:
  enum class Kind { null, boolean, number, text, list, object };

  Json() = default;
  Json(double value);  // not finite: null
  Json(std::string text) : kind_(Kind::text), word_(std::move(text)) {}
  Json(const char* text) : Json(std::string(text)) {}
  static Json plain(std::string word);  // null, true, false or a number, as the file has it; throws Error
  static Json list(std::vector<Json> items = {});
  static Json object();

  Kind kind() const { return kind_; }
  bool is_null() const { return kind_ == Kind::null; }
  // As it stands in the file; a text without its quotes.
  const std::string& word() const { return word_; }
  double number() const;  // NaN for anything else
  double number(double otherwise) const;
  bool truth() const { return kind_ == Kind::boolean && word_ == "true"; }
  std::string text(std::string otherwise = "") const { return kind_ == Kind::text ? word_ : otherwise; }

  const std::vector<Json>& items() const { return items_; }
  using Member = std::pair<std::string, Json>;
  const std::vector<Member>& members() const { return members_; }  // in the order of the file
  bool has(std::string_view key) const { return !(*this)[key].is_null(); }
  const Json& operator[](std::string_view key) const;

  void add(Json item) { items_.push_back(std::move(item)); }
  Json& set(std::string_view key, Json value);  // replaces, or adds at the end
  void erase(std::string_view key);

  // Lists and objects without another one inside are a line each.
  std::string to_text() const;

 private:
  void write(std::string& out, int depth) const;

  Kind kind_ = Kind::null;
  std::string word_;
  std::vector<Json> items_;
  std::vector<Member> members_;
};

// Throw Error with `name` and the line where the text is not JSON.
Json parse_json(std::string_view text, const std::string& name);
Json read_json(const std::string& path);

}  // namespace floc
