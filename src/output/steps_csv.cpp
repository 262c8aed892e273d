#include "output/steps_csv.hpp"

#include <fmt/format.h>

#include <iterator>

namespace floc {
namespace {

std::string header_line(int dimension, bool stages, StatisticParts parts) {
  std::string line = fmt::format("{}", fmt::join(statistic_names(dimension, parts), ","));
  for (std::size_t s = 0; s < stage_count; ++s) line += std::string(",seconds_") + to_string(static_cast<Stage>(s));
  return line + (stages ? ",stage\n" : "\n");
}

}  // namespace

StepsCsv StepsCsv::create(const std::string& path, int dimension, bool stages, StatisticParts parts) {
  StepsCsv csv(OutputFile(path, OutputFile::Mode::create), dimension, stages);
  csv.file_.write(header_line(dimension, stages, parts));
  csv.file_.flush();
  return csv;
}

StepsCsv StepsCsv::reopen(const std::string& path, int dimension, std::int64_t last_step, bool stages,
                          StatisticParts parts) {
  return StepsCsv(reopen_table(path, header_line(dimension, stages, parts), last_step), dimension, stages);
}

void StepsCsv::append(const StepReport& r, std::size_t stage) {
  statistics(r, dimension_, values_);
  fmt::memory_buffer line;
  fmt::format_to(std::back_inserter(line), "{}", fmt::join(values_, ","));
  for (const double s : r.seconds) fmt::format_to(std::back_inserter(line), ",{:.9g}", s);
  if (stages_) fmt::format_to(std::back_inserter(line), ",{}", stage);
  line.push_back('\n');
  file_.write({line.data(), line.size()});
}

}  // namespace floc
