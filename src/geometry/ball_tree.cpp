#include "geometry/ball_tree.hpp"

#include <numeric>

namespace floc {

BallTree::BallTree(const std::vector<Ball>& things) {
  if (things.empty()) return;
  std::vector<std::size_t> order(things.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  nodes_.reserve(2 * things.size() - 1);
  build(things, order.data(), order.data() + order.size());
}

// Halves along the widest side of the box of the centres.
void BallTree::build(const std::vector<Ball>& things, std::size_t* begin, std::size_t* end) {
  const std::size_t here = nodes_.size();
  nodes_.emplace_back();
  if (end - begin == 1) {
    nodes_[here].ball = things[*begin];
    nodes_[here].thing = *begin;
    return;
  }
  Vec3 low = things[*begin].centre, high = low;
  for (const std::size_t* k = begin; k != end; ++k)
    for (int c = 0; c < 3; ++c) {
      low[c] = std::min(low[c], things[*k].centre[c]);
      high[c] = std::max(high[c], things[*k].centre[c]);
    }
  Ball ball{0.5 * (low + high), 0};
  for (const std::size_t* k = begin; k != end; ++k)
    ball.radius = std::max(ball.radius, norm(things[*k].centre - ball.centre) + things[*k].radius);
  nodes_[here].ball = ball;
  int axis = 0;
  for (int c = 1; c < 3; ++c)
    if (high[c] - low[c] > high[axis] - low[axis]) axis = c;
  std::size_t* middle = begin + (end - begin) / 2;
  std::nth_element(begin, middle, end, [&](std::size_t i, std::size_t k) {
    const double a = things[i].centre[axis], b = things[k].centre[axis];
    return a != b ? a < b : i < k;
  });
  build(things, begin, middle);
  nodes_[here].second = nodes_.size();
  build(things, middle, end);
}

}  // namespace floc
