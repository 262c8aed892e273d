// A checkpoint is read as a state that can be gone on from, or refused with an Error; nothing else
// happens.
#include <cstdlib>
#include <span>

#include "core/error.hpp"
#include "file_maker.hpp"
#include "output/checkpoint.hpp"

namespace {

using floc::h5::Group;

void write(floc::fuzz::FileMaker& make) {
  const floc::h5::Size n = 1 + make.count(6), d = 1 + make.count(2);
  const auto one = [](std::size_t) { return 1.0; };
  const auto index = [](std::size_t k) { return k; };
  floc::h5::File file = make.create();
  Group root = file.root();
  make.integer(root, "format", 5);
  root.create_text("scene", make.text());

  Group state = root.create_group("state");
  make.integer(state, "step", 10);
  make.number(state, "time", 0.1);
  make.integer(state, "elapsed", 2560);
  for (const char* name : {"level", "easy"}) make.integer(state, name, 0);
  make.number(state, "length", 0.01);
  make.number(state, "compliance", 1e-9);
  make.integer(state, "dimension", static_cast<std::int64_t>(d));
  Group feeds = state.create_group("feeds");
  make.array<std::int64_t>(feeds, "fed", {2}, [](std::size_t) { return 0; });

  Group exits = state.create_group("exits");
  make.array<std::int64_t>(exits, "departed", {2}, one);
  for (const char* name : {"first", "last"}) make.array<double>(exits, name, {2}, one);

  Group walls = state.create_group("walls");
  for (const char* name : {"position", "velocity", "force"}) make.array<double>(walls, name, {1}, one);

  const floc::h5::Shape vectors = d == 1 ? floc::h5::Shape{n} : floc::h5::Shape{n, d};
  Group bodies = state.create_group("bodies");
  make.array<double>(bodies, "position", vectors, index);
  make.array<double>(bodies, "velocity", vectors, one);
  make.array<double>(bodies, "radius", {n}, one);
  make.array<double>(bodies, "mass", {n}, one);
  make.array<std::int64_t>(bodies, "id", {n}, index);
  make.array<std::int32_t>(bodies, "group", {n}, [](std::size_t) { return 0; });

  Group contacts = state.create_group("contacts");
  make.array<std::int32_t>(contacts, "first", {n}, index);
  make.array<std::int32_t>(contacts, "second", {n}, [](std::size_t k) { return static_cast<int>(k) - 1; });
  make.array<double>(contacts, "normal", vectors, [&](std::size_t k) { return k % d == 0 ? 1.0 : 0.0; });
  for (const char* name : {"gap", "begin_gap", "multiplier", "memory"}) make.array<double>(contacts, name, {n}, one);

  Group memory = state.create_group("memory");
  for (const char* force : {"0", "1"}) {
    Group pairs = memory.create_group(force);
    make.array<std::int32_t>(pairs, "first", {n}, index);
    make.array<std::int32_t>(pairs, "second", {n}, [](std::size_t k) { return static_cast<int>(k) - 1; });
  }

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
  for (const char* name : {"shortest_step", "worst_overlap", "worst_complementarity", "worst_gap", "wall_seconds"})
    make.number(totals, name, 0);
  make.array<double>(totals, "seconds", {floc::stage_count}, one);
  file.close();
  make.seal();
}

bool consistent(const floc::State& s) {
  const std::size_t n = s.bodies.size();
  bool good = true;
  floc::State::for_arrays([&](const floc::State::Array& a, const auto& values) {
    if (a.list == floc::State::List::bodies) good = good && values.size() == n * a.width;
    if (a.list == floc::State::List::contacts) good = good && values.size() == s.contacts.size() * a.width;
    if (a.list == floc::State::List::memory) good = good && values.size() == s.memory[a.force].size();
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
