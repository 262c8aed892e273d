#include "geometry/mesh_crossings.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <vector>

namespace floc {
namespace {

constexpr double touching = 1e-9;  // of the size of two triangles: what goes less deep than that only touches

using Piece = std::array<int, 3>;

const Vec3& at(const ClosedMesh& m, const Piece& p, std::size_t corner) {
  return m.points[static_cast<std::size_t>(p[corner % 3])];
}

double longest_side(const ClosedMesh& m, const Piece& p) {
  double longest = 0;
  for (std::size_t k = 0; k < 3; ++k) longest = std::max(longest, norm(at(m, p, k + 1) - at(m, p, k)));
  return longest;
}

// Whether an edge of `a` that has no corner in common with `b` has its ends on both sides of b and goes through it. Its
// rim belongs to a triangle: an edge that goes through where two triangles meet goes through both.
bool pierces(const ClosedMesh& m, const Piece& a, const Piece& b) {
  const Vec3& origin = at(m, b, 0);
  const Vec3 across = cross(at(m, b, 1) - origin, at(m, b, 2) - origin), n = (1 / norm(across)) * across;
  const double least = touching * std::max(longest_side(m, a), longest_side(m, b));
  const auto common = [&](int point) { return std::ranges::find(b, point) != b.end(); };
  for (std::size_t k = 0; k < 3; ++k) {
    if (common(a[k]) || common(a[(k + 1) % 3])) continue;
    const Vec3 &p = at(m, a, k), &q = at(m, a, k + 1);
    const double above = dot(n, p - origin), beyond = dot(n, q - origin);
    if (above * beyond >= 0 || std::min(std::abs(above), std::abs(beyond)) <= least) continue;
    const Vec3 x = p + (above / (above - beyond)) * (q - p);
    bool inside = true;
    for (std::size_t c = 0; c < 3 && inside; ++c) {
      const Vec3 side = at(m, b, c + 1) - at(m, b, c);
      inside = dot(cross(n, side), x - at(m, b, c)) >= -least * norm(side);
    }
    if (inside) return true;
  }
  return false;
}

struct Box {
  Vec3 low, high;

  bool meets(const Box& other) const {
    for (int k = 0; k < 3; ++k)
      if (low[k] > other.high[k] || other.low[k] > high[k]) return false;
    return true;
  }
};

// Boxes about the triangles, and about halves of halves of them.
class Tree {
 public:
  explicit Tree(const ClosedMesh& mesh) : mesh_(mesh), order_(mesh.pieces.size()) {
    std::iota(order_.begin(), order_.end(), std::size_t{0});
    for (const Piece& p : mesh.pieces) boxes_.push_back(box_of(p));
    nodes_.reserve(2 * order_.size());
    grow(0, order_.size());
  }

  std::optional<std::pair<std::size_t, std::size_t>> find() {
    for (std::size_t k = 0; k < order_.size(); ++k) {
      std::size_t first = order_.size();
      look(0, k, first);
      if (first < order_.size()) return std::pair{k, first};
    }
    return {};
  }

 private:
  struct Node {
    Box box;
    std::size_t begin, end, right;  // the left half follows its node
  };
  static constexpr std::size_t few = 4;

  Box box_of(const Piece& p) const {
    Box box{at(mesh_, p, 0), at(mesh_, p, 0)};
    for (std::size_t c = 1; c < 3; ++c)
      for (int k = 0; k < 3; ++k) {
        box.low[k] = std::min(box.low[k], at(mesh_, p, c)[k]);
        box.high[k] = std::max(box.high[k], at(mesh_, p, c)[k]);
      }
    return box;
  }

  void grow(std::size_t begin, std::size_t end) {
    Box box = boxes_[order_[begin]];
    for (std::size_t k = begin; k < end; ++k)
      for (int c = 0; c < 3; ++c) {
        box.low[c] = std::min(box.low[c], boxes_[order_[k]].low[c]);
        box.high[c] = std::max(box.high[c], boxes_[order_[k]].high[c]);
      }
    const std::size_t node = nodes_.size();
    nodes_.push_back({box, begin, end, 0});
    if (end - begin <= few) return;
    int along = 0;
    for (int c = 1; c < 3; ++c)
      if (box.high[c] - box.low[c] > box.high[along] - box.low[along]) along = c;
    const std::size_t half = begin + (end - begin) / 2;
    const auto place = [&](std::size_t k) { return boxes_[k].low[along] + boxes_[k].high[along]; };
    const auto from = order_.begin();
    std::nth_element(from + static_cast<std::ptrdiff_t>(begin), from + static_cast<std::ptrdiff_t>(half),
                     from + static_cast<std::ptrdiff_t>(end),
                     [&](std::size_t a, std::size_t b) { return std::pair(place(a), a) < std::pair(place(b), b); });
    grow(begin, half);
    nodes_[node].right = nodes_.size();
    grow(half, end);
  }

  // The least number above `piece` of a triangle that crosses it, if that is below `first`.
  void look(std::size_t node, std::size_t piece, std::size_t& first) const {
    const Node& here = nodes_[node];
    if (!here.box.meets(boxes_[piece])) return;
    if (here.right != 0) {
      look(node + 1, piece, first);
      look(here.right, piece, first);
      return;
    }
    for (std::size_t k = here.begin; k < here.end; ++k) {
      const std::size_t other = order_[k];
      if (other <= piece || other >= first || !boxes_[other].meets(boxes_[piece])) continue;
      const Piece &a = mesh_.pieces[piece], &b = mesh_.pieces[other];
      if (pierces(mesh_, a, b) || pierces(mesh_, b, a)) first = other;
    }
  }

  const ClosedMesh& mesh_;
  std::vector<std::size_t> order_;
  std::vector<Box> boxes_;
  std::vector<Node> nodes_;
};

}  // namespace

std::optional<std::pair<std::size_t, std::size_t>> find_crossing(const ClosedMesh& mesh) {
  if (mesh.pieces.empty()) return {};
  return Tree(mesh).find();
}

}  // namespace floc
