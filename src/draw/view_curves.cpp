#include "draw/view_curves.hpp"

#include <algorithm>
#include <array>

#include "draw/base64.hpp"

namespace floc {
namespace {

constexpr std::size_t most_points = 6000;

struct Curve {
  const char *name, *title;
};
struct Graph {
  const char* title;
  bool logarithmic;
  std::vector<Curve> curves;
};

const std::vector<Graph>& all_graphs() {
  static const std::vector<Graph> graphs{
      {"energy", false, {{"kinetic_energy", "kinetic"}, {"potential_energy", "potential"}}},
      {"contacts", false, {{"contacts", "close"}, {"active", "pressing"}}},
      {"worst overlap / r̄", true, {{"overlap", ""}}},
      {"iterations", false, {{"iterations", ""}}},
      {"particles", false, {{"bodies", ""}}}};
  return graphs;
}

bool varies(const std::vector<double>& values) {
  return std::any_of(values.begin(), values.end(), [&](double x) { return x != values.front(); });
}

std::vector<float> thinned(const std::vector<double>& values, bool time) {
  const std::size_t n = values.size(), stretch = (2 * n + most_points - 1) / most_points;
  std::vector<float> out;
  if (n <= most_points) {
    for (const double x : values) out.push_back(static_cast<float>(x));
    return out;
  }
  for (std::size_t i = 0; i < n; i += stretch) {
    const auto from = values.begin() + static_cast<std::ptrdiff_t>(i),
               to = values.begin() + static_cast<std::ptrdiff_t>(std::min(n, i + stretch));
    const auto [least, largest] = std::minmax_element(from, to);
    out.push_back(static_cast<float>(time ? *from : *least));
    out.push_back(static_cast<float>(time ? *(to - 1) : *largest));
  }
  return out;
}

}  // namespace

ViewCurves view_curves(const CsvTable& steps) {
  ViewCurves all;
  if (steps.rows() < 2 || steps.find("time") == nullptr) return all;
  const auto add = [&](const char* name, const char* title) {
    const bool time = name == std::string_view("time");
    all.curves.add(
        Json::object({{"name", name}, {"title", title}, {"values", base64_of<float>(thinned(steps[name], time))}}));
  };
  add("time", "t");
  for (const Graph& g : all_graphs()) {
    Json names = Json::list();
    for (const Curve& c : g.curves) {
      if (const auto* column = steps.find(c.name); column == nullptr || !varies(*column)) continue;
      add(c.name, c.title);
      names.add(c.name);
    }
    if (!names.items().empty())
      all.graphs.add(Json::object({{"title", g.title}, {"log", g.logarithmic}, {"curves", std::move(names)}}));
  }
  return all;
}

}  // namespace floc
