#include "output/coagulation_files.hpp"

#include <doctest/doctest.h>

#include <cmath>

#include "output/support.hpp"

using namespace floc;
using namespace floc::test;

namespace {

// 64 bodies of which the first pairs, then pairs of pairs meet.
CoagulationHistory doubling() {
  CoagulationHistory h{{}};
  h.dimension = 2;
  h.bodies = 64;
  h.volume = std::nan("");
  for (int k = 0; k < 4; ++k) {
    h.time.push_back(k);
    h.sizes.push_back({{1 << k, 64.0 / (1 << k)}});
    h.changes.emplace_back();
    if (k == 0) continue;
    h.changes.back().mergers[{1 << (k - 1), 1 << (k - 1)}] = h.changes.back().met = 64.0 / (1 << k);
  }
  return h;
}

}  // namespace

TEST_CASE("coagulation is written as three tables and a plot, or as one JSON file and a plot") {
  const TemporaryDirectory folder;
  const CoagulationHistory history = doubling();
  const CoagulationResult result = fit_coagulation(history, {});
  CHECK(result.met == 56);
  CHECK(write_coagulation(folder / "c", "csv", history, result).size() == 4);
  const std::string kernels = contents(folder / "c.csv");
  CHECK(kernels.starts_with("kernel,rate,error,K,"));
  CHECK(std::count(kernels.begin(), kernels.end(), '\n') == 6);
  CHECK(kernels.find("\nconstant,") != std::string::npos);
  CHECK(contents(folder / "c_sizes.csv").starts_with("time,size,run,constant,sum,product,shear,diffusion\n1,1,0,"));
  CHECK(contents(folder / "c_numbers.csv").find("\n3,8,") != std::string::npos);
  CHECK(contents(folder / "c.png").starts_with("\x89PNG"));
  CHECK(write_coagulation(folder / "j", "json", history, result).size() == 2);
  CHECK(contents(folder / "j.json").find("[\"sum\", ") != std::string::npos);
}

TEST_CASE("all that meets in pairs of one size is no coagulation of Smoluchowski's, and the line says so") {
  const CoagulationResult result = fit_coagulation(doubling(), {});
  for (const KernelFit& f : result.kernels) CHECK(kernel_line(f).ends_with("does not fit"));
}
