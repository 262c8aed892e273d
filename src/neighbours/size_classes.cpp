#include "neighbours/size_classes.hpp"

#include <algorithm>

namespace floc {
namespace {

constexpr double ratio = 4;   // of the largest to the smallest radius of a class
constexpr double many = 500;  // bodies that a search visits

// By a body in the mean: those of its cell, and as many in each cell next to it.
double visited(const CellGrid& grid, int dimension) {
  double squares = 0;
  for (std::size_t c = 0; c < grid.cells(); ++c) {
    const auto count = static_cast<double>(grid.bodies_in(c).size());
    squares += count * count;
  }
  double cells = 1;
  for (int k = 0; k < dimension; ++k) cells *= 3;
  return cells * squares / static_cast<double>(grid.bodies());
}

}  // namespace

void SizeClasses::sort_by_size(const Bodies& bodies, double smallest, double largest) {
  used_ = 0;
  for (double r = largest; r >= smallest; r /= ratio) {
    if (++used_ > classes_.size()) classes_.emplace_back();
    classes_[used_ - 1].above = r / ratio;
    classes_[used_ - 1].bodies.clear();
  }
  classes_[used_ - 1].above = 0;
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    std::size_t k = 0;
    while (!(bodies.radius[i] > classes_[k].above)) ++k;
    classes_[k].bodies.push_back(static_cast<std::int32_t>(i));
  }
}

void SizeClasses::build(const Bodies& bodies, const Domain& domain, double gap, const CellGrid& all) {
  used_ = 0;
  if (bodies.size() == 0) return;
  const auto [least, most] = std::ranges::minmax(bodies.radius);
  // Cells narrower than the gap hold no fewer.
  const double smallest = std::max(least, 0.25 * gap);
  if (!(most > ratio * smallest) || visited(all, bodies.dimension) < many) return;
  sort_by_size(bodies, smallest, most);
  for (Class& c : std::span(classes_).first(used_)) {
    c.largest = 0;
    for (const std::int32_t i : c.bodies) c.largest = std::max(c.largest, bodies.radius[static_cast<std::size_t>(i)]);
    c.grid.build(bodies, domain, 2 * c.largest + gap, c.bodies);
  }
}

}  // namespace floc
