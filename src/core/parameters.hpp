// A parameter is declared once, beside what it parametrises.
//
// `declare(Table&)` of a struct (or a function `declare(Table&, T&)` beside it) names its keys with their bounds, unit,
// help and example; the type is the one of the member and the default is the value it has. Who reads, writes or
// explains scenes is a Table that does its own thing at each of these calls:
//
//   void NoiseParameters::declare(Table& t) {
//     t.key("sigma", sigma, {.help = "intensity of the noise", .example = "0.5", .unit = "N √s", .required = true,
//                            .at_least = 0});
//     t.groups(groups);
//   }
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "core/expression.hpp"
#include "core/groups.hpp"
#include "core/vec.hpp"

namespace floc {

// A place in the texts that parameters were read from.
struct SourcePlace {
  int source = 0;            // index into the sources of a scene: 0 the file, then one a --set
  int line = 0, column = 0;  // from 1
};

// ---- values beside numbers, words and vectors ----

struct Interval {
  double low = 0, high = 0;
};

// A number, or one of a few words that stand for a rule.
struct NumberOrWord {
  double number = 0;
  std::string word;  // empty: the number counts
};

// Keys of other tables, each with its value as TOML, in their order.
struct Overrides {
  std::vector<std::pair<std::string, std::string>> entries;
};

using Expressions = std::vector<Expression>;  // one a direction
using IdPairs = std::vector<std::array<std::int64_t, 2>>;

inline const std::vector<std::string>& place_and_time() {
  static const std::vector<std::string> names{"x", "y", "z", "t"};
  return names;
}

// Whether a box has its corners in order.
inline bool below(const Vec3& low, const Vec3& high, int dimension) {
  for (int k = 0; k < dimension; ++k)
    if (!(low[k] < high[k])) return false;
  return true;
}

// What is said about a key beside its name, type and default.
struct Key {
  std::string_view help = "";
  std::string_view example = "";  // a TOML value
  std::string_view unit = "";
  bool required = false;
  std::optional<double> above = {}, at_least = {}, below = {}, at_most = {};  // of every number in the value
  std::size_t length = 0;                                                     // of a list: how many at least
  bool file = false;                                                          // of a string: a path, as the scene sees it
  std::vector<std::string> choices = {};                                      // the words allowed
  bool any_words = false;                                                     // of a list of words: no choices
  std::vector<std::string> variables = place_and_time();                      // what an expression may use
  std::string_view dimensions = "123";                                        // where the key makes sense
  std::string_view otherwise = "";  // what holds when a key without default is absent
  std::string_view shorthand = "";  // of a table: `name = v` stands for `name = { shorthand = v }`
};

// A member of a struct, or an optional one: where a value is read to or written from.
template <class T>
class Ref {
 public:
  Ref(T& value) : value_(&value) {}
  Ref(std::optional<T>& maybe) : maybe_(&maybe) {}
  bool optional() const { return maybe_ != nullptr; }
  bool present() const { return value_ || maybe_->has_value(); }
  const T& get() const { return value_ ? *value_ : **maybe_; }
  void set(T v) const {
    if (value_)
      *value_ = std::move(v);
    else
      *maybe_ = std::move(v);
  }

 private:
  T* value_ = nullptr;
  std::optional<T>* maybe_ = nullptr;
};

// Every type a key can have.
using Slot =
    std::variant<Ref<bool>, Ref<std::int64_t>, Ref<double>, Ref<std::string>, Ref<NumberOrWord>, Ref<Interval>,
                 Ref<Vec3>, Ref<Expression>, Ref<Expressions>, Ref<std::vector<std::int64_t>>, Ref<std::vector<double>>,
                 Ref<std::vector<std::string>>, Ref<std::vector<Vec3>>, Ref<IdPairs>,
                 Ref<std::map<std::string, double>>, Ref<Overrides>>;

struct KindName {
  std::string name;
  std::string_view help;
};

// What earlier tables of a scene decide for later ones.
struct SceneContext {
  int dimension = 3;  // 0: not known, the scene gives none that makes sense
  double step = 0;    // of time; 0: not known
  std::optional<double> stage_start;  // of a scene with stages: when the present one begins
  std::map<std::string, double> constants;
  std::vector<std::string> groups;
  std::vector<std::string> exits;
  std::size_t walls = 0;  // that hold a force
  bool fluid = false;     // there is one
  std::vector<std::string> quantities;  // NAME.COLUMN of what is measured
};

class Table {
 public:
  explicit Table(SceneContext& context) : context_(context) {}
  virtual ~Table() = default;

  SceneContext& context() const { return context_; }
  int dimension() const { return context_.dimension; }

  template <class T>
  void key(std::string_view name, T& value, const Key& about) {
    on_key(name, Slot(Ref(value)), about);
  }
  void key(std::string_view name, int& value, const Key& about);

  // A key whose words stand for values.
  template <class T>
  void choice(std::string_view name, T& value, const std::vector<std::pair<std::string, T>>& words, Key about) {
    std::string word;
    for (const auto& [text, meaning] : words) {
      about.choices.push_back(text);
      if (meaning == value) word = text;
    }
    key(name, word, about);
    for (const auto& [text, meaning] : words)
      if (text == word) value = meaning;
  }

  // The key `groups`: of all that have a name, those that something acts on.
  void groups(GroupSet& groups);

  template <class T>
  void table(std::string_view name, T& s, const Key& about) {
    on_table(name, about, false, true, [&](Table& t) { visit(t, s); });
  }
  template <class T>
  void table(std::string_view name, std::optional<T>& s, const Key& about) {
    table(name, s, about, [] { return T{}; });
  }
  // `blank` makes one where there is none yet.
  template <class T, class F>
  void table(std::string_view name, std::optional<T>& s, const Key& about, F&& blank) {
    on_table(name, about, true, s.has_value(), [&](Table& t) {
      if (!s) s = blank();
      visit(t, *s);
    });
  }

  template <class T>
  void list(std::string_view name, std::vector<T>& items, const Key& about) {
    on_list(name, about, items.size(), [&](Table& t, std::size_t i) {
      if (i >= items.size()) items.resize(i + 1);
      visit(t, items[i]);
    });
  }
  void list(std::string_view name, std::size_t size, const Key& about,
            const std::function<void(Table&, std::size_t)>& item) {
    on_list(name, about, size, item);
  }

  // The key that chooses among the kinds of this table; the keys of the one chosen follow.
  template <class... T>
  void kind(std::string_view name, std::variant<T...>& chosen, const Key& about) {
    const std::vector<KindName> kinds{{std::string(T::kind), T::help}...};
    on_kind(name, about, kinds, chosen.index(), [&](Table& t, std::size_t i) {
      std::size_t k = 0;
      ((k++ == i && chosen.index() != i ? void(chosen.template emplace<T>()) : void()), ...);
      std::visit([&](auto& s) { visit(t, s); }, chosen);
    });
  }
  void kind(std::string_view name, const std::vector<KindName>& kinds, std::size_t current, const Key& about,
            const std::function<void(Table&, std::size_t)>& choose) {
    on_kind(name, about, kinds, current, choose);
  }

  using Sets = std::initializer_list<std::initializer_list<std::string_view>>;
  // One of these sets of keys is given in full, and nothing of the others.
  void one_of(Sets sets) { on_sets(sets, true); }
  void at_most_one_of(Sets sets) { on_sets(sets, false); }

  // A condition on these keys, asked only when each was read without fault. The first is the one to
  // blame: the message continues `"key" in [table] …`.
  virtual void check(bool /*holds*/, std::initializer_list<std::string_view> /*keys*/, std::string_view /*message*/) {}
  // A key of another kind of this table that is likely to be tried here, and why it is not taken.
  virtual void refuse(std::string_view /*key*/, std::string_view /*why*/) {}
  // Where the table, or one of its values, or an item of a list, stands in the file.
  virtual void place(std::string_view /*key*/, SourcePlace& /*place*/) {}
  virtual void place(std::string_view /*key*/, std::size_t /*item*/, SourcePlace& /*place*/) {}

 protected:
  virtual void on_key(std::string_view name, Slot slot, const Key& about) = 0;
  virtual void on_table(std::string_view name, const Key& about, bool optional, bool present,
                        const std::function<void(Table&)>& visit) = 0;
  virtual void on_list(std::string_view name, const Key& about, std::size_t size,
                       const std::function<void(Table&, std::size_t)>& visit) = 0;
  virtual void on_kind(std::string_view name, const Key& about, const std::vector<KindName>& kinds, std::size_t current,
                       const std::function<void(Table&, std::size_t)>& visit) = 0;
  virtual void on_sets(Sets /*sets*/, bool /*required*/) {}

 private:
  template <class T>
  static void visit(Table& t, T& s) {
    if constexpr (requires { s.declare(t); })
      s.declare(t);
    else
      declare(t, s);
  }

  SceneContext& context_;
};

}  // namespace floc
