// Plots of a run against time: small panels of what steps.csv has, and of its aggregates.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "draw/plot.hpp"
#include "output/csv_table.hpp"

namespace floc {

struct PlotSubject {
  std::string_view name, help;
};
std::span<const PlotSubject> plot_subjects();
// Throws Error with the names there are and the one that may be meant.
void check_plot_subject(std::string_view name);

// Aggregates of frames, as far as they are asked for.
struct AggregateCurve {
  std::vector<double> time, count, largest;
};

// One panel a subject. Of curves with very many points the lowest and highest of every few steps are drawn.
Plot plot_of_steps(const CsvTable& steps, const std::vector<std::string>& subjects,
                   const AggregateCurve& aggregates = {});

}  // namespace floc
