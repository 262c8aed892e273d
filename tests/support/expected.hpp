// expected.toml, beside a scene: how its run is shortened, and what the shortened run has to give.
//
//   set = ["time.end=0.5"]               # as with `floc run --set`
//   [figures]
//   unconverged_steps = 0                # this number
//   contacts = { least = 80, most = 120 }
#pragma once

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <limits>
#include <map>
#include <string>
#include <vector>

#include "measure/aggregates.hpp"
#include "scene/document.hpp"
#include "support/runs.hpp"

namespace floc::test {

struct FigureBounds {
  std::string figure;
  double least = -std::numeric_limits<double>::infinity(), most = std::numeric_limits<double>::infinity();
};

struct Expected {
  Words set;
  std::vector<FigureBounds> figures;
};

inline Expected read_expected(const std::string& path) {
  using scene::Node;
  std::vector<Diagnostic> errors;
  const scene::Document document = scene::parse_document(read_file(path), path, {}, errors);
  for (const Diagnostic& e : errors) FAIL_CHECK(e.str());
  const auto number = [&](const Node& node) {
    if (node.type != Node::Type::number && node.type != Node::Type::integer)
      FAIL_CHECK(path << ": " << node.name << " is " << scene::describe(node.type) << ", not a number");
    return node.number;
  };
  Expected expected;
  for (const Node& part : document.root.items) {
    if (part.name == "set") {
      for (const Node& word : part.items) expected.set.push_back(word.text);
    } else if (part.name == "figures") {
      for (const Node& figure : part.items) {
        FigureBounds bounds{.figure = figure.name};
        if (figure.type != Node::Type::table) {
          bounds.least = bounds.most = number(figure);
        } else {
          for (const Node& end : figure.items) {
            if (end.name != "least" && end.name != "most") FAIL_CHECK(path << ": unknown key " << end.name);
            (end.name == "least" ? bounds.least : bounds.most) = number(end);
          }
        }
        expected.figures.push_back(bounds);
      }
    } else {
      FAIL_CHECK(path << ": unknown key " << part.name);
    }
  }
  return expected;
}

// Every figure of a run by its name: the columns of the last line of steps.csv, totals of summary.json, and
// what is measured on the last frame.
inline std::map<std::string, double> figures_of(const std::string& directory) {
  std::map<std::string, double> figures;
  const Words lines = lines_of(read_file(directory + "/steps.csv"));
  REQUIRE(lines.size() > 1);
  const Words head = cells_of(lines.front()), last = cells_of(lines.back());
  for (std::size_t k = 0; k < head.size(); ++k) figures[head[k]] = std::stod(last[k]);

  const Summary summary = read_summary(directory + "/summary.json");
  figures["steps"] = static_cast<double>(summary.totals.steps);
  figures["unconverged_steps"] = static_cast<double>(summary.totals.unconverged_steps);
  figures["worst_overlap"] = summary.totals.worst_overlap;
  figures["departed"] = static_cast<double>(summary.departed);
  figures["evacuation_time"] = summary.evacuation_time;

  const TrajectoryReader trajectory(directory + "/trajectory.h5");
  REQUIRE(trajectory.frames() > 0);
  const Snapshot frame = trajectory.read(trajectory.frames() - 1);
  const Bodies& bodies = frame.bodies;
  const std::size_t n = bodies.size();
  double mass = 0, radius = 0;
  std::array<double, 3> centre{};
  for (std::size_t i = 0; i < n; ++i) {
    mass += bodies.mass[i];
    radius += bodies.radius[i] / static_cast<double>(n);
    for (std::size_t k = 0; k < static_cast<std::size_t>(bodies.dimension); ++k) {
      const double x = bodies.x(i)[k];
      centre[k] += bodies.mass[i] * x;
      double& reach = figures.try_emplace(std::string("highest_") + "xyz"[k], x).first->second;
      reach = std::max(reach, x);
    }
  }
  for (std::size_t k = 0; k < static_cast<std::size_t>(bodies.dimension); ++k)
    figures[std::string("centre_") + "xyz"[k]] = centre[k] / mass;
  // Aggregates as the pages of the scenes count them: joined by gaps up to a tenth of the mean radius.
  const Aggregates aggregates = find_aggregates(bodies, frame.domain, 0.1 * radius);
  figures["aggregates"] = static_cast<double>(aggregates.count());
  figures["largest_aggregate"] = aggregates.largest();
  figures["glued"] = static_cast<double>(
      std::count_if(frame.contacts.memory.begin(), frame.contacts.memory.end(), [](double m) { return m < 0; }));
  return figures;
}

}  // namespace floc::test
