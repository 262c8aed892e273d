#include "geometry/level_set.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <map>
#include <string>

#include "core/error.hpp"

namespace floc {
namespace {

class Contour {
 public:
  explicit Contour(const LevelGrid& grid) : grid_(grid) { mesh_.dimension = grid.dimension; }

  // The simplex of these nodes: d + 1 of them.
  void simplex(const std::array<std::size_t, 4>& node) {
    const auto corners = static_cast<std::size_t>(grid_.dimension) + 1;
    std::array<std::size_t, 4> in{}, out{};
    std::size_t inside = 0, outside = 0;
    for (std::size_t c = 0; c < corners; ++c) (grid_.value[node[c]] < 0 ? in[inside++] : out[outside++]) = node[c];
    if (inside == 0 || outside == 0) return;
    const Vec3 outwards = mean(out, outside) - mean(in, inside);
    const int a = crossing(in[0], out[0]);
    if (grid_.dimension == 2)
      return segment(a, inside == 1 ? crossing(in[0], out[1]) : crossing(in[1], out[0]), outwards);
    const int b = outside == 1 ? crossing(in[1], out[0]) : crossing(in[0], out[1]);
    const int c = outside == 1  ? crossing(in[2], out[0])
                  : inside == 1 ? crossing(in[0], out[2])
                                : crossing(in[1], out[1]);
    triangle(a, b, c, outwards);
    if (inside == 2) triangle(a, c, crossing(in[1], out[0]), outwards);
  }
  ClosedMesh take() { return std::move(mesh_); }

 private:
  Vec3 place(std::size_t node) const {
    const auto nx = static_cast<std::size_t>(grid_.count[0]), ny = static_cast<std::size_t>(grid_.count[1]);
    const std::size_t at[3] = {node % nx, node / nx % ny, node / nx / ny};
    Vec3 x = grid_.low;
    for (int k = 0; k < grid_.dimension; ++k) x[k] += grid_.spacing[k] * static_cast<double>(at[k]);
    return x;
  }
  Vec3 mean(const std::array<std::size_t, 4>& nodes, std::size_t count) const {
    Vec3 sum;
    for (std::size_t c = 0; c < count; ++c) sum += (1.0 / static_cast<double>(count)) * place(nodes[c]);
    return sum;
  }
  // Never quite at a node: a triangle there would have no area.
  int crossing(std::size_t in, std::size_t out) {
    const auto [found, fresh] =
        point_.try_emplace({std::min(in, out), std::max(in, out)}, static_cast<int>(mesh_.points.size()));
    if (fresh) {
      const double a = grid_.value[in], b = grid_.value[out];
      const double part = std::clamp(a / (a - b), 0.01, 0.99);
      mesh_.points.push_back(place(in) + part * (place(out) - place(in)));
    }
    return found->second;
  }
  const Vec3& at(int k) const { return mesh_.points[static_cast<std::size_t>(k)]; }
  void segment(int a, int b, const Vec3& outwards) {
    const Vec3 along = at(b) - at(a);
    if (along[1] * outwards[0] - along[0] * outwards[1] < 0) std::swap(a, b);
    mesh_.pieces.push_back({a, b, 0});
  }
  void triangle(int a, int b, int c, const Vec3& outwards) {
    if (dot(cross(at(b) - at(a), at(c) - at(a)), outwards) < 0) std::swap(b, c);
    mesh_.pieces.push_back({a, b, c});
  }

  const LevelGrid& grid_;
  ClosedMesh mesh_;
  std::map<std::pair<std::size_t, std::size_t>, int> point_;
};

void check(const LevelGrid& g) {
  const auto n = [&](int k) { return static_cast<std::size_t>(g.count[static_cast<std::size_t>(k)]); };
  if (g.value.size() != n(0) * n(1) * n(2)) throw Error("a level set needs a value at every node of its grid");
  bool any = false;
  for (std::size_t node = 0; node < g.value.size(); ++node) {
    if (!std::isfinite(g.value[node])) throw Error("a level set has a value that is not finite");
    if (!(g.value[node] < 0)) continue;
    any = true;
    const std::size_t at[3] = {node % n(0), node / n(0) % n(1), node / n(0) / n(1)};
    for (int k = 0; k < g.dimension; ++k)
      if (at[k] == 0 || at[k] == n(k) - 1)
        throw Error("a level set is negative at the border of its grid: the body would be cut off there");
  }
  if (!any) throw Error("a level set is nowhere negative on its grid: there is no body");
}

// Words of a file, with the lines that they stand in.
class Reader {
 public:
  explicit Reader(std::string_view text) : text_(text) {}
  std::string_view line() {
    const std::size_t end = std::min(text_.find('\n', at_), text_.size());
    std::string_view l = text_.substr(at_, end - at_);
    at_ = std::min(end + 1, text_.size());
    ++line_;
    while (!l.empty() && (l.back() == '\r' || l.back() == ' ')) l.remove_suffix(1);
    return l;
  }
  std::string_view word() {
    for (; at_ < text_.size() && std::string_view(" \t\r\n").find(text_[at_]) != std::string_view::npos; ++at_)
      line_ += text_[at_] == '\n';
    const std::size_t end = std::min(text_.find_first_of(" \t\r\n", at_), text_.size());
    const std::string_view w = text_.substr(at_, end - at_);
    at_ = end;
    return w;
  }
  double number() {
    std::string_view w = word();
    if (w.starts_with('+')) w.remove_prefix(1);
    double value = 0;
    const auto [end, error] = std::from_chars(w.data(), w.data() + w.size(), value);
    if (w.empty() || error != std::errc() || end != w.data() + w.size())
      fail(w.empty() ? "the file ends where a number was expected" : "a number was expected, not " + quoted(w));
    return value;
  }
  [[noreturn]] void fail(const std::string& what) const { throw Error("line " + std::to_string(line_) + ": " + what); }
  static std::string quoted(std::string_view w) { return '"' + std::string(w) + '"'; }

 private:
  std::string_view text_;
  std::size_t at_ = 0, line_ = 1;
};

}  // namespace

ClosedMesh zero_level(const LevelGrid& g) {
  check(g);
  Contour contour(g);
  const auto nx = static_cast<std::size_t>(g.count[0]), ny = static_cast<std::size_t>(g.count[1]);
  const std::size_t step[3] = {1, nx, nx * ny};
  // The ways from the lowest corner of a cell to the highest, a direction at a time.
  constexpr int orders[6][3] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};
  const int depth = g.dimension == 3 ? g.count[2] - 1 : 1;
  for (int k = 0; k < depth; ++k)
    for (int j = 0; j + 1 < g.count[1]; ++j)
      for (int i = 0; i + 1 < g.count[0]; ++i) {
        const std::size_t lowest = static_cast<std::size_t>(i) * step[0] + static_cast<std::size_t>(j) * step[1] +
                                   static_cast<std::size_t>(k) * step[2];
        if (g.dimension == 2) {
          for (const int first : {0, 1}) contour.simplex({lowest, lowest + step[first], lowest + step[0] + step[1], 0});
          continue;
        }
        for (const auto& order : orders) {
          std::array<std::size_t, 4> node{lowest};
          for (std::size_t c = 0; c < 3; ++c) node[c + 1] = node[c] + step[order[c]];
          contour.simplex(node);
        }
      }
  return contour.take();
}

LevelGrid parse_level_grid(std::string_view text, int dimension) {
  Reader reader(text);
  if (!reader.line().starts_with("# vtk DataFile")) reader.fail("a legacy VTK file begins with \"# vtk DataFile\"");
  reader.line();  // a title
  if (const std::string_view word = reader.word(); word != "ASCII")
    reader.fail("a level set is read from an ASCII file, not " + Reader::quoted(word));
  LevelGrid g;
  g.dimension = dimension;
  std::size_t points = 0;
  for (std::string_view word = reader.word(); word != "LOOKUP_TABLE"; word = reader.word()) {
    if (word.empty()) reader.fail("the file ends before LOOKUP_TABLE and the values");
    if (word == "DATASET") {
      if (const std::string_view kind = reader.word(); kind != "STRUCTURED_POINTS")
        reader.fail("a level set is a DATASET STRUCTURED_POINTS, not " + Reader::quoted(kind));
    } else if (word == "DIMENSIONS") {
      points = 1;
      for (int k = 0; k < 3; ++k) {
        const double n = reader.number();
        if (!(n >= (k < dimension ? 2 : 1) && n <= 4096 && n == std::floor(n)) || (k >= dimension && n != 1))
          reader.fail(dimension == 3 ? "DIMENSIONS are three numbers of nodes, from 2 to 4096"
                                     : "DIMENSIONS in the plane are two numbers of nodes, from 2 to 4096, and 1");
        g.count[static_cast<std::size_t>(k)] = static_cast<int>(n);
        points *= static_cast<std::size_t>(n);
      }
      if (points > 200'000'000) reader.fail("a level set has at most 2e8 nodes");
    } else if (word == "ORIGIN" || word == "SPACING" || word == "ASPECT_RATIO") {
      for (int k = 0; k < 3; ++k) {
        const double x = reader.number();
        if (word != "ORIGIN" && k < dimension && !(x > 0)) reader.fail("SPACING has to be positive");
        if (k < dimension) (word == "ORIGIN" ? g.low : g.spacing)[k] = x;
      }
    } else if (word == "POINT_DATA") {
      if (reader.number() != static_cast<double>(points))
        reader.fail("POINT_DATA has to be " + std::to_string(points) + ", the number of nodes");
    } else if (word == "SCALARS") {
      reader.line();  // its name and type
    } else {
      reader.fail(Reader::quoted(word) + " is not expected in a level set");
    }
  }
  if (points == 0) reader.fail("DIMENSIONS are missing");
  reader.word();  // the name of the table
  g.value.reserve(points);
  while (g.value.size() < points) g.value.push_back(reader.number());
  return g;
}

}  // namespace floc
