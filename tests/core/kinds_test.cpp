#include "core/kinds.hpp"

#include <doctest/doctest.h>

#include <string>

using namespace floc;

namespace {

struct Square {
  static constexpr std::string_view kind = "square", help = "as long as wide";
  double side = 2;
  void declare(Table& t) { t.key("side", side, {}); }
  double make(const double& scale) const { return scale * side * side; }
};
struct Round {
  static constexpr std::string_view kind = "round", help = "without corners", dimensions = "2";
  static constexpr bool once = true;
  double radius = 1;
  void declare(Table& t) { t.key("radius", radius, {}); }
  double make(const double& scale) const { return 3 * scale * radius * radius; }
};
using ShapeKind = Kind<double, double>;

// Chooses the kind `wanted` and makes every number `value`; every list has two items.
class Fill : public Table {
 public:
  Fill(SceneContext& context, std::size_t wanted, double value) : Table(context), wanted_(wanted), value_(value) {}
  std::string seen;

 protected:
  void on_key(std::string_view name, Slot slot, const Key&) override {
    seen += std::string(name) + " ";
    std::get<Ref<double>>(slot).set(value_++);
  }
  void on_table(std::string_view, const Key&, bool, bool, const std::function<void(Table&)>& visit) override {
    visit(*this);
  }
  void on_list(std::string_view name, const Key& about, std::size_t,
               const std::function<void(Table&, std::size_t)>& visit) override {
    seen += std::string(name) + ": " + std::string(about.help) + "; ";
    for (std::size_t i = 0; i < 2; ++i) visit(*this, i);
  }
  void on_kind(std::string_view name, const Key&, const std::vector<KindName>& kinds, std::size_t current,
               const std::function<void(Table&, std::size_t)>& visit) override {
    seen += std::string(name) + " of " + std::to_string(kinds.size()) + " now " + kinds[current].name + " ";
    visit(*this, wanted_);
  }

 private:
  std::size_t wanted_;
  double value_;
};

const std::vector<ShapeKind> kinds{ShapeKind::of<Square>(), ShapeKind::of<Round>()};

}  // namespace

TEST_CASE("a kind has the name, help and traits of its parameters, and their defaults") {
  CHECK(kinds[0].name == "square");
  CHECK(kinds[0].help == "as long as wide");
  CHECK(kinds[0].dimensions == "123");
  CHECK_FALSE(kinds[0].once);
  CHECK(kinds[1].dimensions == "2");
  CHECK(kinds[1].once);
  CHECK(kinds[0].make(kinds[0].blank(), 10) == 40);
}

TEST_CASE("one of the kinds is the first until another is chosen, and a copy has parameters of its own") {
  OneKind<double, double> one(kinds, "shape", {});
  CHECK(one.name() == "square");
  CHECK(one.make(1) == 4);
  const OneKind<double, double> before = one;
  SceneContext context;
  Fill fill(context, 1, 5);
  one.declare(fill);
  CHECK(fill.seen == "shape of 2 now square radius ");
  CHECK(one.name() == "round");
  CHECK(one.make(1) == 75);
  CHECK(one.get_if<Round>()->radius == 5);
  CHECK(one.get_if<Square>() == nullptr);
  CHECK(before.make(1) == 4);
}

TEST_CASE("lists of kinds have a list a kind, and the keys of those that are there once in the table itself") {
  KindLists<double, double> lists(kinds);
  SceneContext context;
  Fill fill(context, 0, 1);
  lists.declare(fill);
  CHECK(fill.seen == "square: as long as wide; side side radius ");
  REQUIRE(lists.all<Square>().size() == 2);
  CHECK(lists.all<Square>()[1].side == 2);
  REQUIRE(lists.all<Round>().size() == 1);
  CHECK(lists.all<Round>()[0].radius == 3);
}
