// A problem file is read as a well-posed problem that every solver takes, or refused with an Error;
// nothing else happens.
#include <cstdlib>
#include <span>

#include "core/error.hpp"
#include "file_maker.hpp"
#include "output/problem_file.hpp"
#include "projection/solver.hpp"

namespace {

// Bodies on a line, each touching the one before it.
void write(floc::fuzz::FileMaker& make) {
  const floc::h5::Size n = 1 + make.count(6), d = 1 + make.count(2);
  floc::h5::File file = make.create();
  floc::h5::Group root = file.root();
  make.integer(root, "format", 1);
  make.integer(root, "dimension", static_cast<std::int64_t>(d));
  make.number(root, "step", 1e-2);
  make.number(root, "length", 1);
  make.number(root, "compliance", 1e-9);
  make.array<double>(root, "inverse_mass", {n}, [](std::size_t) { return 1.0; });
  make.array<double>(root, "free_velocity", {n, d}, [](std::size_t k) { return 1.0 - static_cast<double>(k); });
  make.array<std::int32_t>(root, "first", {n}, [](std::size_t k) { return k; });
  make.array<std::int32_t>(root, "second", {n}, [](std::size_t k) { return static_cast<int>(k) - 1; });
  make.array<double>(root, "normal", {n, d}, [&](std::size_t k) { return k % d == 0 ? 1.0 : 0.0; });
  make.array<double>(root, "gap", {n}, [](std::size_t) { return 1e-3; });
  if (make.count(1)) make.array<double>(root, "lower", {n}, [](std::size_t) { return 0.0; });
  if (make.count(1)) make.array<double>(root, "guess", {n}, [](std::size_t) { return 0.0; });
  file.close();
  make.add_checksum();
}

// Every solver takes a well-posed problem, whatever its numbers.
void solve(const floc::ProjectionProblem& problem) {
  floc::Executor executor(1);
  for (const floc::SolverEntry& entry : floc::solvers()) {
    floc::ProjectionResult result;
    floc::make_solver(entry.name)->solve(problem, {1e-4, 0, 8}, executor, result);
    if (result.status == floc::ProjectionStatus::invalid || result.multiplier.size() != problem.rows()) std::abort();
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  try {
    floc::read_problem(std::as_bytes(std::span(data, size)), "input");
  } catch (const floc::Error&) {
  }
  floc::fuzz::FileMaker make(data, size);
  write(make);
  try {
    const floc::ProblemArrays problem = floc::read_problem(make.path());
    if (!floc::find_fault(problem).empty()) std::abort();
    solve(problem);
  } catch (const floc::Error&) {
    if (size == 0) std::abort();
  }
  return 0;
}
