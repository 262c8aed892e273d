#include "output/coagulation_files.hpp"

#include <doctest/doctest.h>

#include "output/support.hpp"
#include "support/coagulation.hpp"

using namespace floc;
using namespace floc::test;

TEST_CASE("coagulation is written as three tables, or as one JSON file") {
  const TemporaryDirectory folder;
  const CoagulationHistory history = doubling();
  const CoagulationResult result = fit_coagulation(history, {});
  CHECK(result.met == 56);
  CHECK(write_coagulation(folder / "c", "csv", history, result).size() == 3);
  const std::string kernels = contents(folder / "c.csv");
  CHECK(kernels.starts_with("kernel,rate,error,K,"));
  CHECK(std::count(kernels.begin(), kernels.end(), '\n') == 6);
  CHECK(kernels.find("\nconstant,") != std::string::npos);
  CHECK(contents(folder / "c_sizes.csv").starts_with("time,size,run,constant,sum,product,shear,diffusion\n1,1,0,"));
  CHECK(contents(folder / "c_numbers.csv").find("\n3,8,") != std::string::npos);
  CHECK(write_coagulation(folder / "j", "json", history, result).size() == 1);
  CHECK(contents(folder / "j.json").find("[\"sum\", ") != std::string::npos);
}

TEST_CASE("all that meets in pairs of one size is no coagulation of Smoluchowski's, and the line says so") {
  const CoagulationResult result = fit_coagulation(doubling(), {});
  for (const KernelFit& f : result.kernels) CHECK(kernel_line(f).ends_with("does not fit"));
}
