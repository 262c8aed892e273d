// What comes in kinds: forces, contact laws, shapes and motions of obstacles.
//
// A kind is a struct of parameters that says its name and help, declares its keys (core/parameters.hpp) and makes the
// thing of them:
//
//   struct NoiseParameters {
//     static constexpr std::string_view kind = "noise", help = "white noise; with drag, Langevin's equation";
//     double sigma = 0;
//     void declare(Table& t);
//     ForcePtr make(const ForceContext& context) const;
//   };
//
// A registry is a list of kinds, a line each: `kind_of<NoiseParameters>()`. Scene reader, `floc explain`, the reference
// page and the scene as written go through it, and know no kind by name.
#pragma once

#include <any>
#include <string_view>
#include <vector>

#include "core/parameters.hpp"

namespace floc {

template <class Made, class Context>
struct Kind {
  std::string_view name, help;
  std::string_view dimensions;  // where it makes sense
  bool once;                    // its keys stand in the table of all kinds, and not in a list of its own
  std::any (*blank)();          // its parameters, with their defaults
  void (*declare)(Table& t, std::any& parameters);
  Made (*make)(const std::any& parameters, const Context& context);

  // For the lines of a registry, which name the struct only.
  template <class P>
  static Kind of() {
    Kind kind{P::kind,
              P::help,
              "123",
              false,
              [] { return std::any(P{}); },
              [](Table& t, std::any& p) { std::any_cast<P&>(p).declare(t); },
              [](const std::any& p, const Context& context) { return Made(std::any_cast<const P&>(p).make(context)); }};
    if constexpr (requires { P::dimensions; }) kind.dimensions = P::dimensions;
    if constexpr (requires { P::once; }) kind.once = P::once;
    return kind;
  }
};

// Any number of things of every kind, as the tables below [forces]: [[forces.noise]] …
template <class Made, class Context>
class KindLists {
 public:
  struct Item {
    std::any parameters;
    SourcePlace place;
  };
  struct List {
    Kind<Made, Context> kind;
    std::vector<Item> items;
  };

  explicit KindLists(const std::vector<Kind<Made, Context>>& kinds) {
    for (const Kind<Made, Context>& kind : kinds) {
      List& list = lists_.emplace_back(List{kind, {}});
      if (kind.once) list.items.push_back({kind.blank(), {}});
    }
  }

  void declare(Table& t) {
    for (List& list : lists_) {
      if (list.kind.once) {
        t.place("", list.items[0].place);
        list.kind.declare(t, list.items[0].parameters);
        continue;
      }
      t.list(list.kind.name, list.items.size(), {.help = list.kind.help, .dimensions = list.kind.dimensions},
             [&](Table& below, std::size_t i) {
               while (list.items.size() <= i) list.items.push_back({list.kind.blank(), {}});
               below.place("", list.items[i].place);
               list.kind.declare(below, list.items[i].parameters);
             });
    }
  }

  const std::vector<List>& lists() const { return lists_; }
  // The parameters of one kind, of all its items.
  template <class P>
  std::vector<P> all() const {
    std::vector<P> found;
    for (const List& list : lists_)
      for (const Item& item : list.items)
        if (const P* p = std::any_cast<P>(&item.parameters)) found.push_back(*p);
    return found;
  }

 private:
  std::vector<List> lists_;
};

// One of the kinds, with its parameters.
template <class Made, class Context>
class OneKind {
 public:
  // `key` is the one that chooses; the first kind holds until another is chosen.
  OneKind(std::vector<Kind<Made, Context>> kinds, std::string_view key, Key about)
      : kinds_(std::move(kinds)), key_(key), about_(std::move(about)), parameters_(kinds_[0].blank()) {}

  void declare(Table& t) {
    std::vector<KindName> names;
    for (const Kind<Made, Context>& kind : kinds_) names.push_back({std::string(kind.name), kind.help});
    t.kind(key_, names, chosen_, about_, [&](Table& below, std::size_t i) {
      if (i != chosen_) parameters_ = kinds_[i].blank();
      chosen_ = i;
      kinds_[i].declare(below, parameters_);
    });
  }

  std::string_view name() const { return kinds_[chosen_].name; }
  Made make(const Context& context) const { return kinds_[chosen_].make(parameters_, context); }
  template <class P>
  const P* get_if() const {
    return std::any_cast<P>(&parameters_);
  }

 private:
  std::vector<Kind<Made, Context>> kinds_;
  std::string_view key_;
  Key about_;
  std::size_t chosen_ = 0;
  std::any parameters_;
};

}  // namespace floc
