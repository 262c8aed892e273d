#include "scene/each_key.hpp"

#include <doctest/doctest.h>

#include "scene/samples.hpp"
#include "scene/schema.hpp"

using namespace floc;
using namespace floc::scene;

TEST_CASE("every key that a scene has is met once, those of tables, kinds and lists below it too") {
  Scene scene = samples::read(samples::head() + samples::grain() +
                              "[[obstacles]]\nkind = \"half-space\"\nnormal = [0, 1]\n"
                              "motion = { kind = \"expression\", displacement = [\"3*t\", \"0\"] }\n");
  std::vector<std::string> units, expressions;
  SceneContext context;
  EachKey keys(context, [&](const Slot& slot, const Key& about) {
    if (about.help == "time step h") units.emplace_back(about.unit);
    if (const auto* all = std::get_if<Ref<Expressions>>(&slot))
      for (const Expression& e : all->get()) expressions.push_back(e.text());
  });
  scene::declare(keys, scene);
  CHECK(units == std::vector<std::string>{"s"});
  CHECK(expressions == std::vector<std::string>{"0", "0", "3*t", "0"});  // a velocity, a displacement
}
