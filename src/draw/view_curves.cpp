#include "draw/view_curves.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "draw/base64.hpp"
#include "output/json_text.hpp"

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

std::string view_curves(const CsvTable& steps) {
  if (steps.rows() < 2 || steps.find("time") == nullptr) return R"("curves":[],"graphs":[])";
  std::string curves, graphs;
  const auto add = [&](const char* name, const char* title) {
    curves += fmt::format(R"({}{{"name":"{}","title":{},"values":"{}"}})", curves.empty() ? "" : ",", name,
                          json_text(title), base64_of<float>(thinned(steps[name], name == std::string_view("time"))));
  };
  add("time", "t");
  for (const Graph& g : all_graphs()) {
    std::string names;
    for (const Curve& c : g.curves) {
      if (const auto* column = steps.find(c.name); column == nullptr || !varies(*column)) continue;
      add(c.name, c.title);
      names += fmt::format("{}\"{}\"", names.empty() ? "" : ",", c.name);
    }
    if (!names.empty())
      graphs += fmt::format(R"({}{{"title":{},"log":{},"curves":[{}]}})", graphs.empty() ? "" : ",", json_text(g.title),
                            g.logarithmic, names);
  }
  return fmt::format(R"("curves":[{}],"graphs":[{}])", curves, graphs);
}

}  // namespace floc
