#include "measure/coagulation.hpp"

#include <cmath>
#include <map>

#include "core/error.hpp"
#include "measure/frames.hpp"

using namespace floc;
using namespace floc::test;

namespace {

// Aggregates that meet at random at the rate k φ(i, j) a pair, event by event (Gillespie), with `frames` looks at them.
CoagulationHistory random_history(const std::string& kernel, double rate, double bodies, double time, int frames,
                                  std::uint64_t seed) {
  const auto& shapes = kernel_shapes();
  const auto shape = std::find_if(shapes.begin(), shapes.end(), [&](const KernelShape& s) { return s.name == kernel; });
  CoagulationHistory history{settings(2)};
  history.dimension = 2;
  history.bodies = bodies;
  std::vector<double> size(static_cast<std::size_t>(bodies), 1);
  double t = 0;
  std::uint64_t draw = 0;
  Changes changes;
  const auto look = [&](double when) {
    history.time.push_back(when);
    auto& sizes = history.sizes.emplace_back();
    for (const double n : size) ++sizes[static_cast<std::int32_t>(n)];
    history.changes.push_back(changes);
    changes = {};
  };
  look(0);
  for (int k = 1; k <= frames;) {
    // φ is at most that of the two largest: candidates at that rate, taken with the probability φ/most
    double most = 0, second = 0;
    for (const double n : size) {
      if (n > most)
        second = most, most = n;
      else
        second = std::max(second, n);
    }
    const auto n = static_cast<double>(size.size());
    const double top =
        std::max({shape->value(most, second, 2, 2), shape->value(1, 1, 2, 2), shape->value(most, 1, 2, 2)});
    const double gap = -std::log(1 - uniform({seed, draw++, 0, 0})) / (rate * top * n * (n - 1) / 2);
    while (k <= frames && t + gap > time * k / frames) look(time * k++ / frames);
    t += gap;
    const auto a = static_cast<std::size_t>(n * uniform({seed, draw++, 0, 1}));
    auto b = static_cast<std::size_t>((n - 1) * uniform({seed, draw++, 0, 2}));
    if (b >= a) ++b;
    if (k > frames || size.size() < 3 || uniform({seed, draw++, 0, 3}) * top > shape->value(size[a], size[b], 2, 2)) {
      if (size.size() < 3) break;
      continue;
    }
    const auto i = static_cast<std::int32_t>(std::min(size[a], size[b])),
               j = static_cast<std::int32_t>(std::max(size[a], size[b]));
    ++changes.mergers[{i, j}];
    ++changes.met;
    size[a] += size[b];
    size[b] = size.back();
    size.pop_back();
  }
  return history;
}

const KernelFit& named(const CoagulationResult& r, const std::string& name) {
  return *std::find_if(r.kernels.begin(), r.kernels.end(), [&](const KernelFit& f) { return f.name == name; });
}

}  // namespace

TEST_CASE("every kernel is 1 for two single bodies, and does not ask who is who") {
  for (const KernelShape& s : kernel_shapes())
    for (int d : {1, 2, 3}) {
      CHECK(s.value(1, 1, 1.8, d) == doctest::Approx(1));
      CHECK(s.value(3, 7, 1.8, d) == s.value(7, 3, 1.8, d));
    }
}

TEST_CASE(
    "the kernel behind random mergers is found: its shape the likeliest, its rate within its error, and it fits") {
  struct Case {
    const char* name;
    double time;
  };
  for (const Case& c : {Case{"constant", 4}, Case{"sum", 1.2}, Case{"product", 0.5}, Case{"diffusion", 8}}) {
    CAPTURE(c.name);
    const double bodies = 1500, rate = 1 / bodies;
    MeasureCoagulation how;
    how.fractal_dimension = 2;
    const CoagulationHistory history = random_history(c.name, rate, bodies, c.time, 60, 11);
    const CoagulationResult result = fit_coagulation(history, how);
    CHECK(result.kernels[result.likeliest].name == c.name);
    const KernelFit& fit = named(result, c.name);
    CHECK(std::abs(fit.rate - rate) < 3 * fit.error);
    CHECK(fit.error == doctest::Approx(fit.rate / std::sqrt(result.met)));
    CHECK(fit.fits);
    CHECK(fit.number.size() == 61);
  }
}

TEST_CASE("a wrong kernel is told not to fit") {
  MeasureCoagulation how;
  how.fractal_dimension = 2;
  const CoagulationResult result = fit_coagulation(random_history("constant", 1e-3, 1500, 6, 60, 5), how);
  const KernelFit& product = named(result, "product");
  CHECK_FALSE(product.fits);
  CHECK(product.p_value < 1e-6);
  CHECK(product.log_likelihood < named(result, "constant").log_likelihood - 10);
}

TEST_CASE("a run where nothing meets, or of one frame, has no kernel") {
  Instant now{gas(2, 10, {{100, 100, 0}}, 1)};
  CoagulationHistory history{settings(2)};
  history.add(now.frame());
  CHECK_THROWS_AS(fit_coagulation(history, {}), Error);
  now.time = 1;
  history.add(now.frame());
  CHECK_THROWS_AS(fit_coagulation(history, {}), Error);
  CHECK(std::isnan(history.volume));
}

TEST_CASE("classes of sizes hold what is asked for, the last one too") {
  const std::vector<double> expected{20, 6, 3, 3, 1, 1, 1};
  CHECK(size_classes(expected, 5) == std::vector<std::int32_t>{1, 2, 3, std::numeric_limits<std::int32_t>::max()});
  CHECK(size_classes({1, 1}, 5) == std::vector<std::int32_t>{1, std::numeric_limits<std::int32_t>::max()});
}
