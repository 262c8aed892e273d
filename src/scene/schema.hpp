// A parameter is declared once.
//
// `declare(Table&, T&)`, one function a table of the scene, names the keys of T with their bounds,
// unit, help and example; the type is the one of the member and the default is the value it has.
// Who reads, writes or explains scenes is a Table that does its own thing at each of these calls:
//
//   void declare(Table& t, Time& s) {
//     t.key("step", s.step, {.help = "time step h", .example = "1e-3", .unit = "s", .required = true, .above = 0});
//     t.check(s.step <= s.end - s.start, {"step", "end", "start"}, "is larger than the whole run");
//   }
#pragma once

#include <functional>
#include <initializer_list>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "scene/tables.hpp"

namespace floc {
struct Scene;
}

namespace floc::scene {

// What is said about a key beside its name, type and default.
struct Key {
  std::string_view help = "";
  std::string_view example = "";  // a TOML value
  std::string_view unit = "";
  bool required = false;
  std::optional<double> above = {}, at_least = {}, below = {}, at_most = {};  // of every number in the value
  std::size_t length = 0;                                                     // of a list: how many at least
  std::vector<std::string> choices = {};                                      // the words allowed
  std::vector<std::string> variables = {"x", "y", "z", "t"};                  // what a formula may use
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
                 Ref<Vec3>, Ref<Formula>, Ref<Components>, Ref<std::vector<std::int64_t>>, Ref<std::vector<double>>,
                 Ref<std::vector<std::string>>, Ref<std::vector<Vec3>>, Ref<Pairs>, Ref<std::map<std::string, double>>>;

struct Kind {
  std::string name;
  std::string_view help;
};

// What earlier tables of a scene decide for later ones.
struct Context {
  int dimension = 3;  // 0: not known, the scene gives none that makes sense
  double step = 0;    // of time; 0: not known
  std::map<std::string, double> constants;
  std::vector<std::string> groups;
  std::vector<std::string> exits;
};

class Table {
 public:
  explicit Table(Context& context) : context_(context) {}
  virtual ~Table() = default;

  Context& context() const { return context_; }
  int dimension() const { return context_.dimension; }

  template <class T>
  void key(std::string_view name, T& value, const Key& about) {
    on_key(name, Slot(Ref(value)), about);
  }

  template <class T>
  void table(std::string_view name, T& s, const Key& about) {
    on_table(name, about, false, true, [&](Table& t) { declare(t, s); });
  }
  template <class T>
  void table(std::string_view name, std::optional<T>& s, const Key& about) {
    on_table(name, about, true, s.has_value(), [&](Table& t) {
      if (!s) s.emplace();
      declare(t, *s);
    });
  }

  template <class T>
  void list(std::string_view name, std::vector<T>& items, const Key& about) {
    on_list(name, about, items.size(), [&](Table& t, std::size_t i) {
      if (i >= items.size()) items.resize(i + 1);
      declare(t, items[i]);
    });
  }

  // The key that chooses among the kinds of this table; the keys of the one chosen follow.
  template <class... T>
  void kind(std::string_view name, std::variant<T...>& chosen, const Key& about) {
    const std::vector<Kind> kinds{{std::string(T::kind), T::help}...};
    on_kind(name, about, kinds, chosen.index(), [&](Table& t, std::size_t i) {
      std::size_t k = 0;
      ((k++ == i && chosen.index() != i ? void(chosen.template emplace<T>()) : void()), ...);
      std::visit([&](auto& s) { declare(t, s); }, chosen);
    });
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
  // Where the table, or one of its values, stands in the file.
  virtual void place(std::string_view /*key*/, Place& /*place*/) {}

 protected:
  virtual void on_key(std::string_view name, Slot slot, const Key& about) = 0;
  virtual void on_table(std::string_view name, const Key& about, bool optional, bool present,
                        const std::function<void(Table&)>& visit) = 0;
  virtual void on_list(std::string_view name, const Key& about, std::size_t size,
                       const std::function<void(Table&, std::size_t)>& visit) = 0;
  virtual void on_kind(std::string_view name, const Key& about, const std::vector<Kind>& kinds, std::size_t current,
                       const std::function<void(Table&, std::size_t)>& visit) = 0;
  virtual void on_sets(Sets /*sets*/, bool /*required*/) {}

 private:
  Context& context_;
};

// The whole scene; the tables below it are declared beside it, in declare.cpp, or in a file of their own.
void declare(Table& t, Scene& s);
void declare(Table& t, Contact& s);
void declare(Table& t, Drag& s);
void declare(Table& t, Field& s);
void declare(Table& t, Attraction& s);
void declare(Table& t, Capillary& s);
void declare(Table& t, Noise& s);
void declare(Table& t, Repulsion& s);
void declare(Table& t, Chain& s);
void declare(Table& t, Assembly& s);
void declare(Table& t, Bonding& s);
void declare(Table& t, Floor& s);
void declare(Table& t, Crowd& s);
void declare(Table& t, Measure& s);
// The groups that something acts on.
void declare_groups(Table& t, std::vector<std::string>& groups);

bool is_colour(const std::string& s);  // "#c9a227"

// Whether a box has its corners in order.
inline bool below(const Vec3& low, const Vec3& high, int dimension) {
  for (int k = 0; k < dimension; ++k)
    if (!(low[k] < high[k])) return false;
  return true;
}

}  // namespace floc::scene
