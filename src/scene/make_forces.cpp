#include "scene/make_forces.hpp"

namespace floc::scene {

MadeForces make_forces(const Scene& scene, RouteMaker& routes, const FluidSettings* fluid, bool bodies,
                       std::vector<Diagnostic>& errors) {
  MadeForces made;
  const auto error = [&](const Place& place, const char* message) { errors.push_back(scene.at(place, message)); };
  const auto is = [&](Coupling c) { return fluid && fluid->coupling == c; };
  bool in_fluid = false;
  ForceContext context{.route = [&](const std::vector<std::string>& exits) { return routes(exits); }};
  for (const ForceLists::List& list : scene.forces.lists()) {
    for (std::size_t i = 0; i < list.items.size(); ++i) {
      const ForceLists::Item& item = list.items[i];
      context.number = static_cast<std::uint32_t>(i);
      try {
        ForcePtr force = list.kind.make(item.parameters, context);
        if (!force) continue;
        in_fluid = in_fluid || force->in_fluid();
        if (force->in_fluid() && !is(Coupling::one_way))
          error(item.place, "drag in the flow of the fluid needs [fluid] with coupling = \"one-way\"");
        else if (is(Coupling::passive))
          error(item.place,
                "forces do nothing to bodies that go where the fluid goes: [fluid] has coupling = \"passive\"");
        if (force->inertia() == Force::Inertia::needed) made.places[Feature::needs_inertia].push_back(item.place);
        if (force->inertia() == Force::Inertia::none) made.places[Feature::needs_no_inertia].push_back(item.place);
        made.forces.push_back(std::move(force));
      } catch (const ErrorAt& e) {
        error(e.place, e.what());
      } catch (const Error& e) {
        error(item.place, e.what());
      }
    }
  }
  if (is(Coupling::one_way) && !in_fluid && bodies)
    error(scene.fluid->place,
          "[fluid] with coupling = \"one-way\" needs drag in it: [[forces.drag]] with flow = { kind = \"fluid\" }");
  return made;
}

}  // namespace floc::scene
