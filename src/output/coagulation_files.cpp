#include "output/coagulation_files.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "output/files.hpp"
#include "output/json.hpp"
#include "output/measure_files.hpp"

namespace floc {
namespace {

struct NamedTable {
  std::string name;
  std::vector<std::string> columns;
  std::vector<std::string> labels;  // a text in front of each line; none: numbers alone
  Lines lines;
};

NamedTable kernel_table(const CoagulationHistory& history, const CoagulationResult& result) {
  NamedTable t{"",
               {"kernel", "rate", "error", "K", "K_error", "log_likelihood", "chi_square", "degrees_of_freedom",
                "p_value", "distance", "critical_distance", "fits", "likeliest"},
               {},
               {}};
  for (std::size_t k = 0; k < result.kernels.size(); ++k) {
    const KernelFit& f = result.kernels[k];
    t.labels.push_back(f.name);
    t.lines.push_back({f.rate, f.error, f.rate * history.volume, f.error * history.volume, f.log_likelihood,
                       f.chi_square, f.degrees_of_freedom, f.p_value, f.distance, f.critical_distance,
                       f.fits ? 1.0 : 0.0, k == result.likeliest ? 1.0 : 0.0});
  }
  return t;
}

std::vector<std::string> columns(std::vector<std::string> names, const CoagulationResult& result) {
  for (const KernelFit& f : result.kernels) names.push_back(f.name);
  return names;
}

double seen_of(const CoagulationHistory::Sizes& sizes, std::size_t size) {
  const auto it = sizes.find(static_cast<std::int32_t>(size));
  return it == sizes.end() ? 0 : it->second;
}

NamedTable size_table(const CoagulationHistory& history, const CoagulationResult& result) {
  NamedTable t{"_sizes", columns({"time", "size", "run"}, result), {}, {}};
  for (std::size_t s = 0; s < result.shown.size(); ++s) {
    const auto& seen = history.sizes[result.shown[s]];
    for (std::size_t n = 1; n <= result.kernels[0].expected[s].size(); ++n) {
      std::vector<double> line{history.time[result.shown[s]], static_cast<double>(n), seen_of(seen, n)};
      for (const KernelFit& f : result.kernels) line.push_back(f.expected[s][n - 1]);
      if (*std::max_element(line.begin() + 2, line.end()) > 1e-3) t.lines.push_back(std::move(line));
    }
  }
  return t;
}

NamedTable number_table(const CoagulationHistory& history, const CoagulationResult& result) {
  NamedTable t{"_numbers", columns({"time", "run"}, result), {}, {}};
  for (std::size_t k = 0; k < history.time.size(); ++k) {
    std::vector<double> line{history.time[k], history.aggregates(k)};
    for (const KernelFit& f : result.kernels) line.push_back(f.number[k]);
    t.lines.push_back(std::move(line));
  }
  return t;
}

std::string csv_of(const NamedTable& t) {
  std::string text = fmt::format("{}\n", fmt::join(t.columns, ","));
  for (std::size_t i = 0; i < t.lines.size(); ++i) {
    std::vector<std::string> cells;
    if (!t.labels.empty()) cells.push_back(t.labels[i]);
    for (const double v : t.lines[i]) cells.push_back(csv_number(v));
    text += fmt::format("{}\n", fmt::join(cells, ","));
  }
  return text;
}

Json json_of(const NamedTable& t) {
  Json data = Json::list();
  for (std::size_t i = 0; i < t.lines.size(); ++i) {
    Json line = Json::list();
    if (!t.labels.empty()) line.add(t.labels[i]);
    for (const double v : t.lines[i]) line.add(v);
    data.add(std::move(line));
  }
  return Json::object({{"columns", Json::list({t.columns.begin(), t.columns.end()})}, {"data", std::move(data)}});
}

}  // namespace

std::string kernel_line(const KernelFit& f) {
  return fmt::format("{}: k = {:.4g} ± {:.2g}, χ² = {:.1f} of {} (p = {:.2g}), KS {:.3f} of {:.3f}: {}", f.name, f.rate,
                     f.error, f.chi_square, f.degrees_of_freedom, f.p_value, f.distance, f.critical_distance,
                     f.fits ? "fits" : "does not fit");
}

std::vector<std::string> write_coagulation(const std::string& stem, const std::string& format,
                                           const CoagulationHistory& history, const CoagulationResult& result) {
  const std::vector<NamedTable> tables{kernel_table(history, result), size_table(history, result),
                                       number_table(history, result)};
  std::vector<std::string> written;
  if (format == "json") {
    written.push_back(stem + ".json");
    write_atomically(written.back(), Json::object({{"name", "coagulation"},
                                                   {"kernels", json_of(tables[0])},
                                                   {"sizes", json_of(tables[1])},
                                                   {"numbers", json_of(tables[2])}})
                                         .to_text());
  } else {
    for (const NamedTable& t : tables) {
      written.push_back(stem + t.name + ".csv");
      write_atomically(written.back(), csv_of(t));
    }
  }
  return written;
}

}  // namespace floc
