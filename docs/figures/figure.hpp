// What the programs of the figures share.
#pragma once

#include <fmt/format.h>

#include <cmath>
#include <exception>
#include <string>
#include <utility>
#include <vector>

#include "core/error.hpp"
#include "draw/plot.hpp"
#include "step/simulation.hpp"

namespace floc::figures {

// The folder that the figures go to.
class Folder {
 public:
  explicit Folder(std::string path) : path_(std::move(path)) {}
  void draw(const Plot& plot, const std::string& name) const {
    const std::string path = path_ + "/" + name;
    draw_plot(plot, path);
    fmt::print("{}\n", path);
  }

 private:
  std::string path_;
};

// The main function of a figure: `make` draws into the folder named on the command line.
template <class F>
int figure(int argc, char** argv, F&& make) {
  try {
    make(Folder(argc > 1 ? argv[1] : "."));
    return 0;
  } catch (const std::exception& e) {
    fmt::print(stderr, "{}\n", e.what());
    return 1;
  }
}

// n values from a to b, both included.
inline std::vector<double> values(double a, double b, int n) {
  std::vector<double> result;
  for (int k = 0; k < n; ++k) result.push_back(a + (b - a) * k / (n - 1));
  return result;
}

// A step that has to converge: a figure shows no other.
inline StepReport advance(Simulation& simulation) {
  StepReport report = simulation.advance();
  if (!report.converged) throw Error(fmt::format("step {}: {}", report.step, report.message));
  return report;
}

}  // namespace floc::figures
