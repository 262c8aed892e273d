// A checkpoint is read as a state that can be gone on from, or refused with an Error; nothing else
// happens.
#include <cstdlib>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

#include "core/error.hpp"
#include "file_maker.hpp"
#include "output/checkpoint.hpp"

namespace {

using floc::h5::Group;

// What any state of a scene can have, in an order and with values that make sense.
floc::State sound_state(floc::fuzz::FileMaker& make) {
  floc::State s;
  const std::size_t n = 1 + make.count(6), d = 1 + make.count(2);
  const bool turning = d > 1 && make.count(1), shaped = turning && make.count(1);
  s.step = 10;
  s.time = 0.1;
  s.clock.elapsed = 2560;
  s.length = 0.01;
  s.compliance = 1e-9;
  s.bodies.dimension = s.contacts.dimension = static_cast<int>(d);
  const std::vector<double> velocity(d, 1.0);
  for (std::size_t i = 0; i < n; ++i)
    s.bodies.add(std::vector<double>(d, static_cast<double>(i)).data(), velocity.data(), 1, 1, 0);
  if (turning) s.bodies.let_turn();
  if ((s.bodies.shaped = shaped)) s.bodies.shape.assign(n, 0);
  s.contacts.frictional = turning;
  s.contacts.rolling = turning && make.count(1);
  s.contacts.shaped = shaped;
  s.contacts.resize(n);
  s.memory.resize(2);
  for (floc::PairMemory& m : s.memory) m.first.resize(n), m.second.resize(n);
  const auto name = [n](floc::PairList& pairs) {
    for (std::size_t k = 0; k < n; ++k)
      pairs.first[k] = static_cast<std::int32_t>(k), pairs.second[k] = static_cast<std::int32_t>(k) - 1;
  };
  name(s.contacts);
  for (floc::PairMemory& m : s.memory) name(m);
  for (std::size_t k = 0; k < n * d; ++k) s.contacts.normal[k] = k % d == 0 ? 1 : 0;
  s.fed.resize(2);
  s.exits.departed.assign(2, 1);
  for (std::vector<double>* times : {&s.exits.first, &s.exits.last}) times->assign(2, 1);
  for (std::vector<double>* wall : {&s.walls.position, &s.walls.velocity, &s.walls.force}) wall->assign(1, 1);
  s.joints.coordinate.assign(2, 1);
  s.joints.broken.assign(2, 0);
  s.joints.multiplier.assign(5, 1);
  if (d > 1 && make.count(1)) {
    s.flow.dimension = static_cast<int>(d);
    floc::FlowState::for_fields([](const floc::ArrayInfo&, std::vector<double>& field) { field.assign(7, 1); }, s.flow);
    s.flow.last.assign(1, 0.01);
    floc::FlowState::for_bodies([n](const floc::ArrayInfo& a, std::vector<double>& rows) { rows.assign(n * a.width, 1); }, s.flow);
  }
  return s;
}

// By the state's own lists, so that an array that is new in them is here too.
void write(floc::fuzz::FileMaker& make) {
  const floc::State sound = sound_state(make);
  const std::size_t n = sound.bodies.size();
  const auto one = [](std::size_t) { return 1.0; };
  const auto index = [](std::size_t k) { return k; };
  floc::h5::File file = make.create();
  Group root = file.root();
  make.integer(root, "format", 5);
  root.create_text("scene", make.text());

  Group state = root.create_group("state");
  state.create_group("memory");
  floc::State::for_numbers([&](const char* name, const auto& number) {
    if constexpr (std::is_floating_point_v<std::decay_t<decltype(number)>>) make.number(state, name, number);
    else make.integer(state, name, number);
  }, sound);
  floc::State::for_arrays([&](const floc::State::Array& a, const auto& values) {
    using T = typename std::decay_t<decltype(values)>::value_type;
    const std::string path = a.path();
    Group group = state.has(path) ? state.group(path) : state.create_group(path);
    const floc::h5::Size rows = values.size() / a.width;
    make.array<T>(group, a.name, a.width == 1 ? floc::h5::Shape{rows} : floc::h5::Shape{rows, a.width},
                  [&](std::size_t k) { return k < values.size() ? values[k] : T{1}; });
  }, sound);

  Group progress = root.create_group("progress");
  make.integer(progress, "frames", 2);
  make.integer(progress, "last_frame", 10);
  Group measured = root.create_group("measured");
  make.integer(measured, "last_step", 10);
  make.array<std::int64_t>(measured, "count", {2}, [&](std::size_t k) { return k == 0 ? n : 0; });
  make.array<double>(measured, "memory", {n}, one);
  const auto stop = [&](Group&& g) {
    make.array<double>(g, "since", {1}, one);
    g.create_text("reason", make.text());
  };
  stop(root.create_group("stop"));
  Group stages = root.create_group("stages");
  for (const char* name : {"step", "elapsed"}) make.array<std::int64_t>(stages, name, {2}, [](std::size_t k) { return k; });
  make.array<double>(stages, "time", {2}, index);
  for (const char* name : {"name", "because"}) stages.create_texts(name, {make.text(), "b"});
  stop(stages.create_group("stop"));
  Group totals = root.create_group("totals");
  for (const char* name : {"steps", "iterations", "projections", "halvings", "refused", "unconverged_steps"})
    make.integer(totals, name, 3);
  for (const char* name : {"shortest_step", "worst_overlap", "worst_complementarity", "worst_duality_gap", "wall_seconds"})
    make.number(totals, name, 0);
  make.array<double>(totals, "seconds", {floc::stage_count}, one);
  file.close();
  make.add_checksum();
}

bool consistent(const floc::State& s) {
  const std::size_t n = s.bodies.size();
  bool good = true;
  floc::State::for_arrays([&](const floc::State::Array& a, const auto& values) {
    if (a.list == floc::State::List::bodies) good = good && values.size() == n * a.width;
    if (a.list == floc::State::List::contacts) good = good && values.size() == s.contacts.size() * a.width;
    if (a.list == floc::State::List::memory) good = good && values.size() == s.memory[a.force].size();
    if (a.list == floc::State::List::joints) good = good && values.size() == s.joints.broken.size();
  }, s);
  for (std::size_t k = 0; good && k < s.contacts.size(); ++k)
    good = static_cast<std::size_t>(s.contacts.first[k]) < n;
  for (const floc::PairMemory& m : s.memory)
    for (std::size_t k = 0; good && k < m.size(); ++k) good = static_cast<std::size_t>(m.first[k]) < n;
  return good;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  try {
    floc::read_checkpoint(std::as_bytes(std::span(data, size)), "input");
  } catch (const floc::Error&) {
  }
  floc::fuzz::FileMaker make(data, size);
  write(make);
  try {
    if (!consistent(floc::read_checkpoint(make.path()).state)) std::abort();
  } catch (const floc::Error&) {
    if (size == 0) std::abort();
  }
  return 0;
}
