#include "geometry/narrow_band.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "geometry/frame.hpp"

namespace floc {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

// Nodes that wait, by their distance in parts of a spacing: in the order of the parts, and within one as they came.
class Front {
 public:
  struct Node {
    int i, j, k;
  };
  Front(double spacing, double most)
      : per_length_(4 / spacing), bucket_(static_cast<std::size_t>(std::ceil(most * per_length_)) + 2) {}
  void push(double distance, const Node& node) {
    bucket_[std::min(static_cast<std::size_t>(distance * per_length_), bucket_.size() - 1)].push_back(node);
  }
  bool pop(Node& node) {
    while (now_ < bucket_.size() && next_ == bucket_[now_].size()) {
      std::vector<Node>().swap(bucket_[now_]);
      ++now_;
      next_ = 0;
    }
    if (now_ == bucket_.size()) return false;
    node = bucket_[now_][next_++];
    return true;
  }

 private:
  double per_length_;
  std::vector<std::vector<Node>> bucket_;
  std::size_t now_ = 0, next_ = 0;
};

// From a piece to nearer ones among those that meet with it, until there is none.
struct Nearest {
  int piece;
  double distance;
};
Nearest descend(const NearestOnMesh& mesh, std::size_t piece, const Vec3& x) {
  NearestOnMesh::Found found = mesh.nearest(piece, x);
  while (!mesh.hides(piece, found, x)) {
    std::size_t best = piece;
    double least = found.square;
    for (const int other : mesh.around(piece))
      if (const double square = mesh.square(static_cast<std::size_t>(other), x, least); square < least) {
        least = square;
        best = static_cast<std::size_t>(other);
      }
    const NearestOnMesh::Found next = mesh.nearest(best, x);
    if (!(next.square < found.square)) break;  // also where they differ by rounding
    found = next;
    piece = best;
  }
  return {static_cast<int>(piece), NearestOnMesh::distance(found, x)};
}

}  // namespace

NarrowBand::NarrowBand(const NearestOnMesh& mesh, double spacing, double band, Reach reach)
    : dimension_(mesh.mesh().dimension),
      spacing_(require_positive(spacing, "the spacing of a distance field")),
      band_(require_positive(band, "the band of a distance field")),
      limit_(band),
      inverse_spacing_(1 / spacing) {
  if (band < 2 * spacing) throw Error("the band of a distance field has to be at least two spacings wide");
  Vec3 high;
  double nodes = 1;
  for (int k = 0; k < dimension_; ++k) {
    low_[k] = infinity;
    high[k] = -infinity;
    for (const Vec3& p : mesh.mesh().points) {
      low_[k] = std::min(low_[k], p[k]);
      high[k] = std::max(high[k], p[k]);
    }
    low_[k] -= known() + spacing;
    nodes *= std::ceil((high[k] + known() + spacing - low_[k]) / spacing) + 1;
    if (!(nodes < 2e8)) throw Error("a distance field with more than 2e8 nodes: make its spacing larger");
    count_[static_cast<std::size_t>(k)] =
        static_cast<int>(std::ceil((high[k] + known() + spacing - low_[k]) / spacing)) + 1;
  }
  if (reach == Reach::all) limit_ = norm(high - low_) + known();
  value_.assign(static_cast<std::size_t>(nodes), infinity);
  march(mesh);
  fill_signs();
}

Vec3 NarrowBand::node(std::size_t k) const {
  const auto nx = static_cast<std::size_t>(count_[0]), ny = static_cast<std::size_t>(count_[1]);
  Vec3 x = low_;
  x[0] += spacing_ * static_cast<double>(k % nx);
  x[1] += spacing_ * static_cast<double>(k / nx % ny);
  if (dimension_ == 3) x[2] += spacing_ * static_cast<double>(k / nx / ny);
  return x;
}

// A node that waits has the square of its distance from the nearest piece that it was offered; one that is done, the
// distance.
void NarrowBand::march(const NearestOnMesh& mesh) {
  constexpr int nobody = -1, done = -2;
  std::vector<int> nearest(value_.size(), nobody);
  Front front(spacing_, known());
  const double most = known() * known();
  const auto place = [&](const Front::Node& n) {
    return Vec3{{low_[0] + spacing_ * n.i, low_[1] + spacing_ * n.j, dimension_ == 3 ? low_[2] + spacing_ * n.k : 0}};
  };
  const auto offer = [&](const Front::Node& n, int piece) {
    const std::size_t node = index(n.i, n.j, n.k);
    if (nearest[node] == done || nearest[node] == piece) return false;
    const double below = std::min(value_[node], most);
    const double square = mesh.square(static_cast<std::size_t>(piece), place(n), below);
    if (!(square < below)) return false;
    value_[node] = square;
    nearest[node] = piece;
    return true;
  };
  const auto push = [&](const Front::Node& n) { front.push(std::sqrt(value_[index(n.i, n.j, n.k)]), n); };
  const auto hand_on = [&](const Front::Node& n, int piece) {
    if (offer(n, piece)) push(n);
  };
  // Nodes of the cells that a piece may pass through.
  std::vector<Front::Node> first;
  const auto& pieces = mesh.mesh().pieces;
  for (std::size_t p = 0; p < pieces.size(); ++p) {
    int from[3] = {0, 0, 0}, to[3] = {0, 0, 0};
    for (int k = 0; k < dimension_; ++k) {
      double a = infinity, b = -infinity;
      for (int c = 0; c < dimension_; ++c) {
        const double x = mesh.mesh().points[static_cast<std::size_t>(pieces[p][static_cast<std::size_t>(c)])][k];
        a = std::min(a, x);
        b = std::max(b, x);
      }
      from[k] = static_cast<int>(std::floor((a - low_[k]) * inverse_spacing_));
      to[k] = static_cast<int>(std::floor((b - low_[k]) * inverse_spacing_)) + 1;
    }
    for (int k = from[2]; k <= to[2]; ++k)
      for (int j = from[1]; j <= to[1]; ++j)
        for (int i = from[0]; i <= to[0]; ++i) {
          const bool known_of = nearest[index(i, j, k)] != nobody;
          if (offer({i, j, k}, static_cast<int>(p)) && !known_of) first.push_back({i, j, k});
        }
  }
  for (const Front::Node& n : first) push(n);
  for (Front::Node n; front.pop(n);) {
    const std::size_t node = index(n.i, n.j, n.k);
    if (nearest[node] == done) continue;
    const Vec3 x = place(n);
    const Nearest found = descend(mesh, static_cast<std::size_t>(nearest[node]), x);
    nearest[node] = done;
    value_[node] = found.distance;
    in_band_ += std::abs(found.distance) <= band_;
    for (const int step : {-1, 1}) {
      if (n.i + step >= 0 && n.i + step < count_[0]) hand_on({n.i + step, n.j, n.k}, found.piece);
      if (n.j + step >= 0 && n.j + step < count_[1]) hand_on({n.i, n.j + step, n.k}, found.piece);
      if (n.k + step >= 0 && n.k + step < count_[2]) hand_on({n.i, n.j, n.k + step}, found.piece);
    }
  }
}

// Beyond the band, the sign of the last node of the band along x: a line of nodes leaves the body through the band.
void NarrowBand::fill_signs() {
  const auto nx = static_cast<std::size_t>(count_[0]);
  for (std::size_t row = 0; row < value_.size(); row += nx) {
    double beyond = known();
    for (std::size_t i = row; i < row + nx; ++i) {
      if (value_[i] == infinity)
        value_[i] = beyond;
      else
        beyond = value_[i] < 0 ? -known() : known();
    }
  }
}

bool NarrowBand::find(const Vec3& x, Cell& cell) const {
  std::size_t at[3] = {0, 0, 0};
  for (int k = 0; k < dimension_; ++k) {
    const double place = (x[k] - low_[k]) * inverse_spacing_;
    if (!(place >= 0 && place < count_[static_cast<std::size_t>(k)] - 1)) return false;
    at[k] = static_cast<std::size_t>(place);
    cell.part[k] = place - static_cast<double>(at[k]);
  }
  const auto nx = static_cast<std::size_t>(count_[0]), layer = nx * static_cast<std::size_t>(count_[1]);
  const double* v = &value_[at[2] * layer + at[1] * nx + at[0]];
  for (int half = 0; half < dimension_ - 1; ++half, v += layer) {
    double* c = cell.corner + 4 * half;
    c[0] = v[0];
    c[1] = v[1];
    c[2] = v[nx];
    c[3] = v[nx + 1];
  }
  return true;
}

namespace {

double between(double a, double b, double part) { return a + part * (b - a); }

}  // namespace

double NarrowBand::distance(const Vec3& x) const {
  Cell cell;
  if (!find(x, cell)) return beyond(x).distance;
  const double* c = cell.corner;
  const double* p = cell.part;
  const double lower = between(between(c[0], c[1], p[0]), between(c[2], c[3], p[0]), p[1]);
  if (dimension_ == 2) return within(lower);
  const double upper = between(between(c[4], c[5], p[0]), between(c[6], c[7], p[0]), p[1]);
  return within(between(lower, upper, p[2]));
}

SurfacePoint NarrowBand::beyond(const Vec3& x) const {
  if (limit_ == band_) return {band_, axis_vector(0)};
  Vec3 edge = x;
  for (int k = 0; k < dimension_; ++k) {
    const double last = count_[static_cast<std::size_t>(k)] - 1;
    edge[k] = low_[k] + spacing_ * std::clamp((x[k] - low_[k]) / spacing_, 1e-9, last - 1e-6);
  }
  const SurfacePoint there = at(edge);
  const Direction from = direction(x - (edge - there.distance * there.normal), there.normal);
  return {from.length, from.unit};
}

double NarrowBand::distance_bound(const Vec3& x) const {
  double square = 0;
  for (int k = 0; k < dimension_; ++k) {
    const double high = low_[k] + spacing_ * (count_[static_cast<std::size_t>(k)] - 1);
    const double out = std::max({low_[k] - x[k], x[k] - high, 0.0});
    square += out * out;
  }
  return square > 0 ? band_ + std::sqrt(square) : distance(x);
}

SurfacePoint NarrowBand::at(const Vec3& x) const {
  Cell cell;
  if (!find(x, cell)) return beyond(x);
  const double* p = cell.part;
  double value[2] = {0, 0};
  Vec3 gradient;
  const double share[2] = {dimension_ == 2 ? 1 : 1 - p[2], dimension_ == 2 ? 0 : p[2]};
  for (int half = 0; half < dimension_ - 1; ++half) {
    const double* c = cell.corner + 4 * half;
    const double low = between(c[0], c[1], p[0]), high = between(c[2], c[3], p[0]);
    value[half] = between(low, high, p[1]);
    gradient[0] += share[half] * between(c[1] - c[0], c[3] - c[2], p[1]);
    gradient[1] += share[half] * (high - low);
  }
  if (dimension_ == 3) gradient[2] = value[1] - value[0];
  const double distance = dimension_ == 2 ? value[0] : between(value[0], value[1], p[2]);
  return {within(distance), direction(gradient, axis_vector(0)).unit};
}

}  // namespace floc
