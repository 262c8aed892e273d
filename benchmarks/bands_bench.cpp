// The table of CONTACT: time of a narrow band of distances against its width, about the disc and the ball of radius .5,
// by NarrowBand and by the fast marching of the textbook (Sethian: a heap, upwind differences of first order), on the
// same grid in the same run; and the largest error of both.
//
//   bands_bench OUTPUT.json [CELLS = 20]     # cells a diameter in space; twice as many in the plane
//
// One thread, the least processor time of three. The boundary is 400 segments, or 3,968 triangles; the
// textbook's front starts from exact distances at the nodes next to it.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <functional>
#include <queue>
#include <utility>
#include <vector>

#include "geometry/narrow_band.hpp"
#include "geometry/shapes.hpp"
#include "machine.hpp"
#include "result_file.hpp"

using namespace floc;
using namespace floc::bench;

namespace {

constexpr double radius = 0.5;

struct Band {
  double milliseconds = 1e300, error = 0;
  std::size_t nodes = 0;
};

// Times of CONTACT, milliseconds, by width, in the plane and in space.
struct Theirs {
  double width, plane, space;
};
constexpr Theirs theirs[] = {
    {1.9, 1956.92, 22854}, {1, 479, 3930.71}, {0.5, 143.6, 686.39}, {0.25, 52.72, 184.69}, {0.125, 26.01, 93.18}};

// |D| of the nodes of a cube (square) about the origin, as far as the band goes.
Band textbook(int dimension, double h, double width) {
  Band band;
  const int half = static_cast<int>(std::ceil((radius + width) / h)) + 2, n = 2 * half + 1;
  const std::size_t count =
      static_cast<std::size_t>(n) * static_cast<std::size_t>(n) * static_cast<std::size_t>(dimension == 3 ? n : 1);
  const std::ptrdiff_t stride[3]{1, n, static_cast<std::ptrdiff_t>(n) * n};
  const auto exact = [&](std::size_t k) {
    double square = 0;
    for (int m = 0; m < dimension; ++m) {
      const double x =
          h * (static_cast<double>(k / static_cast<std::size_t>(stride[m]) % static_cast<std::size_t>(n)) - half);
      square += x * x;
    }
    return std::sqrt(square) - radius;
  };
  const auto inside_grid = [&](std::size_t k, int m, int sign) {
    const auto place = static_cast<int>(k / static_cast<std::size_t>(stride[m]) % static_cast<std::size_t>(n));
    return sign < 0 ? place > 0 : place < n - 1;
  };
  const double before = cpu_seconds();
  std::vector<double> value(count, 1e300);
  std::vector<char> accepted(count, 0);
  using Entry = std::pair<double, std::size_t>;
  std::priority_queue<Entry, std::vector<Entry>, std::greater<>> heap;
  for (std::size_t k = 0; k < count; ++k) {
    const double d = exact(k);
    if (std::abs(d) > h) continue;
    for (int m = 0; m < dimension; ++m)
      for (const int sign : {-1, 1})
        if (inside_grid(k, m, sign) && (exact(k + static_cast<std::size_t>(sign * stride[m])) < 0) != (d < 0))
          value[k] = std::abs(d);
    if (value[k] < 1e300) heap.push({value[k], k});
  }
  while (!heap.empty()) {
    const auto [d, k] = heap.top();
    heap.pop();
    if (accepted[k]) continue;
    if (d > width) break;
    accepted[k] = 1;
    ++band.nodes;
    for (int m = 0; m < dimension; ++m)
      for (const int sign : {-1, 1}) {
        if (!inside_grid(k, m, sign)) continue;
        const std::size_t o = k + static_cast<std::size_t>(sign * stride[m]);
        if (accepted[o]) continue;
        double least[3] = {};
        int used = 0;
        for (int c = 0; c < dimension; ++c) {
          double a = 1e300;
          for (const int s : {-1, 1})
            if (inside_grid(o, c, s))
              if (const std::size_t p = o + static_cast<std::size_t>(s * stride[c]); accepted[p])
                a = std::min(a, value[p]);
          if (a < 1e300) least[used++] = a;
        }
        for (int c = 1; c < used; ++c)
          for (int b = c; b > 0 && least[b] < least[b - 1]; --b) std::swap(least[b], least[b - 1]);
        double t = least[0] + h, sum = least[0], squares = least[0] * least[0];
        for (int c = 1; c < used && t > least[c]; ++c) {
          sum += least[c];
          squares += least[c] * least[c];
          const double all = c + 1, root = sum * sum - all * (squares - h * h);
          if (root < 0) break;
          t = (sum + std::sqrt(root)) / all;
        }
        if (t < value[o]) value[o] = t, heap.push({t, o});
      }
  }
  band.milliseconds = 1e3 * (cpu_seconds() - before);
  for (std::size_t k = 0; k < count; ++k)
    if (accepted[k]) band.error = std::max(band.error, std::abs(value[k] - std::abs(exact(k))));
  return band;
}

Band ours(const NearestOnMesh& mesh, double h, double width) {
  const double before = cpu_seconds();
  const NarrowBand field(mesh, h, width);
  Band band{1e3 * (cpu_seconds() - before), 0, field.in_band()};
  for (std::size_t k = 0; k < field.nodes(); ++k)
    if (const double d = norm(field.node(k)) - radius; std::abs(d) < width)
      band.error = std::max(band.error, std::abs(field.at_node(k) - d));
  return band;
}

template <class F>
Band best_of_three(F&& f) {
  Band best;
  for (int round = 0; round < 3; ++round)
    if (const Band band = f(); band.milliseconds < best.milliseconds) best = band;
  return best;
}

}  // namespace

int main(int argc, char** argv) {
  ResultFile json(argc, argv, "bands", "CELLS");
  const double cells = json.size(20);
  json.print(",\n  \"bands\": [");
  json.begin_list();
  for (const int dimension : {2, 3}) {
    const double h = 2 * radius / (dimension == 2 ? 2 * cells : cells);
    const Mesh picture = make_sphere(radius, dimension)->mesh(dimension == 2 ? 400 : 64);
    ClosedMesh mesh{dimension, picture.points, {}};
    for (const auto& line : picture.lines)
      for (std::size_t k = 0; k + 1 < line.size(); ++k) mesh.pieces.push_back({line[k], line[k + 1], 0});
    for (const auto& face : picture.faces)
      for (std::size_t k = 1; k + 1 < face.size(); ++k) mesh.pieces.push_back({face[0], face[k], face[k + 1]});
    const std::size_t pieces = mesh.pieces.size();
    const NearestOnMesh body(check_closed(std::move(mesh)));
    for (const Theirs& t : theirs) {
      const Band our = best_of_three([&] { return ours(body, h, t.width); }),
                 text = best_of_three([&] { return textbook(dimension, h, t.width); });
      const double contact = dimension == 2 ? t.plane : t.space;
      json.print(
          "{}\n    {{\"dimension\": {}, \"spacing\": {}, \"pieces\": {}, \"width\": {}, \"nodes\": {}, "
          "\"milliseconds\": {:.3f}, \"error\": {:.2e}, "
          "\"textbook_milliseconds\": {:.3f}, \"textbook_error\": {:.2e}, \"contact_milliseconds\": {}}}",
          json.comma(), dimension, h, pieces, t.width, our.nodes, our.milliseconds, our.error, text.milliseconds,
          text.error, contact);
      fmt::print(
          "{}D, width {:5}: {:8} nodes, {:8.2f} ms (error {:.1e}), textbook {:8.2f} ms (error {:.1e}), CONTACT {:8.1f} "
          "ms: {:.0f} times\n",
          dimension, t.width, our.nodes, our.milliseconds, our.error, text.milliseconds, text.error, contact,
          contact / our.milliseconds);
      std::fflush(stdout);
    }
  }
  json.close();
  return 0;
}
