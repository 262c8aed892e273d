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
  make.integer(root, "format", 4);
  root.create_text("scene", make.text());

  Group resume = root.create_group("resume");
  make.integer(resume, "step", 10);
  make.number(resume, "time", 0.1);
  make.number(resume, "compliance", 1e-9);
  make.number(resume, "length", 0.01);
  Group clock = resume.create_group("clock");
  make.integer(clock, "elapsed", 2560);
  for (const char* name : {"level", "easy"}) make.integer(clock, name, 0);
  make.integer(resume, "dimension", static_cast<std::int64_t>(d));
  make.array<std::int64_t>(resume, "fed", {2}, [](std::size_t) { return 0; });

  Group doorways = resume.create_group("doorways");
  make.array<std::int64_t>(doorways, "left", {2}, one);
  for (const char* name : {"first", "last"}) make.array<double>(doorways, name, {2}, one);

  Group bodies = resume.create_group("bodies");
  make.array<double>(bodies, "position", {n, d}, index);
  make.array<double>(bodies, "velocity", {n, d}, one);
  make.array<double>(bodies, "radius", {n}, one);
  make.array<double>(bodies, "mass", {n}, one);
  make.array<std::int64_t>(bodies, "id", {n}, index);
  make.array<std::int32_t>(bodies, "group", {n}, [](std::size_t) { return 0; });

  Group contacts = resume.create_group("contacts");
  make.array<std::int32_t>(contacts, "first", {n}, index);
  make.array<std::int32_t>(contacts, "second", {n}, [](std::size_t k) { return static_cast<int>(k) - 1; });
  make.array<double>(contacts, "normal", {n, d}, [&](std::size_t k) { return k % d == 0 ? 1.0 : 0.0; });
  for (const char* name : {"gap", "begin_gap", "multiplier", "memory"}) make.array<double>(contacts, name, {n}, one);

  Group memory = resume.create_group("memory");
  make.array<std::int64_t>(memory, "count", {2}, [&](std::size_t k) { return k == 0 ? n : 0; });
  make.array<std::int32_t>(memory, "first", {n}, index);
  make.array<std::int32_t>(memory, "second", {n}, [](std::size_t k) { return static_cast<int>(k) - 1; });

  Group progress = root.create_group("progress");
  make.integer(progress, "frames", 2);
  make.integer(progress, "last_frame", 10);
  Group measured = root.create_group("measured");
  make.integer(measured, "last_step", 10);
  make.array<std::int64_t>(measured, "count", {2}, [&](std::size_t k) { return k == 0 ? n : 0; });
  make.array<double>(measured, "memory", {n}, one);
  Group totals = root.create_group("totals");
  for (const char* name : {"steps", "iterations", "projections", "halvings", "refused", "unconverged_steps"})
    make.integer(totals, name, 3);
  for (const char* name : {"shortest_step", "worst_overlap", "worst_complementarity", "worst_gap", "wall_seconds"})
    make.number(totals, name, 0);
  make.array<double>(totals, "seconds", {floc::stage_count}, one);
  file.close();
  make.seal();
}

bool consistent(const floc::Resume& r) {
  const std::size_t n = r.bodies.size(), c = r.contacts.size(), d = static_cast<std::size_t>(r.bodies.dimension);
  bool good = r.bodies.position.size() == n * d && r.bodies.velocity.size() == n * d && r.bodies.mass.size() == n &&
              r.bodies.id.size() == n && r.bodies.group.size() == n && r.contacts.second.size() == c &&
              r.contacts.normal.size() == c * d && r.contacts.memory.size() == c;
  for (std::size_t k = 0; good && k < c; ++k) good = static_cast<std::size_t>(r.contacts.first[k]) < n;
  for (const floc::PairList& pairs : r.memory) {
    good = good && pairs.second.size() == pairs.size();
    for (std::size_t k = 0; good && k < pairs.size(); ++k) good = static_cast<std::size_t>(pairs.first[k]) < n;
  }
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
    if (!consistent(floc::read_checkpoint(make.path()).resume)) std::abort();
  } catch (const floc::Error&) {
    if (size == 0) std::abort();
  }
  return 0;
}
