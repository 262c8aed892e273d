#include "output/measure_files.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/error.hpp"
#include "output/json.hpp"
#include "step/simulation.hpp"

namespace floc {
namespace {

std::vector<std::string> all_columns(const Measurement& m) {
  std::vector<std::string> names{"step", "time"};
  for (std::string& name : m.columns()) names.push_back(std::move(name));
  return names;
}

std::string csv_line(const std::vector<double>& line) {
  std::vector<std::string> cells;
  for (const double value : line) cells.push_back(csv_number(value));
  return fmt::format("{}\n", fmt::join(cells, ","));
}

std::string header_line(const Measurement& m) { return fmt::format("{}\n", fmt::join(all_columns(m), ",")); }

}  // namespace

MeasuredFrame frame_of(const Snapshot& s) {
  return {s.step,
          s.time,
          s.h,
          s.bodies,
          s.domain,
          s.contacts.first,
          s.contacts.second,
          s.contacts.normal,
          s.contacts.impulse,
          s.contacts.memory,
          s.contacts.tangential,
          s.contacts.lever_first,
          s.contacts.lever_second,
          s.flow.get()};
}

FlowField present_flow(const Simulation& simulation) {
  if (!simulation.flow()) throw Error("there is no fluid");
  Executor executor(1);
  return flow_field(*simulation.flow(), simulation.state().flow, executor);
}

PresentFrame::PresentFrame(const Simulation& simulation, bool with_flow)
    : frame_{simulation.step(), simulation.time(), simulation.state().length, simulation.bodies(), simulation.setup().domain} {
  if (with_flow) {
    flow_ = present_flow(simulation);
    frame_.flow = &flow_;
  }
  if (simulation.step() == 0) return;  // as in the frames: the first state has no contacts
  const Contacts& c = simulation.contacts();
  for (const double force : c.multiplier) impulse_.push_back(force * frame_.h);
  for (const double force : c.tangential) tangential_.push_back(force * frame_.h);
  frame_.first = c.first;
  frame_.second = c.second;
  frame_.normal = c.normal;
  frame_.impulse = impulse_;
  frame_.tangential = tangential_;
  frame_.lever_first = c.lever_first;
  frame_.lever_second = c.lever_second;
  if (c.remembering) frame_.memory = c.memory;
}

std::string csv_number(double value) { return std::isnan(value) ? "nan" : fmt::format("{}", value); }

MeasureFiles MeasureFiles::create(std::vector<Target> targets, const MeasureMemory& memory) {
  if (!memory.of.empty() && memory.of.size() != targets.size())
    throw Error("the checkpoint knows of other measurements");
  MeasureFiles files;
  files.last_step_ = memory.last_step;
  for (Target& target : targets) {
    Table& table = files.tables_.emplace_back(Table{std::move(target), nullptr});
    if (!memory.of.empty()) table.measurement->recall(memory.of[files.tables_.size() - 1]);
    if (table.json() || table.path.empty()) continue;
    table.csv = std::make_unique<OutputFile>(table.path, OutputFile::Mode::create);
    table.csv->write(header_line(*table.measurement));
    table.csv->flush();
  }
  return files;
}

MeasureFiles MeasureFiles::reopen(std::vector<Target> targets, const MeasureMemory& memory, std::int64_t last_step) {
  if (memory.of.size() != targets.size()) throw Error("the checkpoint knows of other measurements");
  MeasureFiles files;
  files.last_step_ = memory.last_step;
  for (std::size_t k = 0; k < targets.size(); ++k) {
    const Measurement& measurement = *targets[k].measurement;
    targets[k].measurement->recall(memory.of[k]);
    auto csv = std::make_unique<OutputFile>(reopen_table(targets[k].path, header_line(measurement), last_step));
    files.tables_.push_back({std::move(targets[k]), std::move(csv)});
  }
  return files;
}

void MeasureFiles::take(const MeasuredFrame& frame) {
  for (Table& table : tables_) {
    Lines lines = table.measurement->take(frame);
    for (std::vector<double>& line : lines) {
      line.insert(line.begin(), {static_cast<double>(frame.step), frame.time});
      if (table.csv) table.csv->write(csv_line(line));
    }
    if (!table.json()) table.lines = std::move(lines);
    else std::move(lines.begin(), lines.end(), std::back_inserter(table.lines));
  }
  last_step_ = frame.step;
}

std::vector<double> MeasureFiles::last(const std::string& quantity) const {
  const std::size_t dot = quantity.find('.');
  std::vector<double> values;
  for (const Table& table : tables_) {
    if (table.kind->name != quantity.substr(0, dot)) continue;
    const std::vector<std::string> columns = all_columns(*table.measurement);
    const auto column = std::find(columns.begin(), columns.end(), quantity.substr(dot + 1)) - columns.begin();
    for (const std::vector<double>& line : table.lines)
      if (line.front() == static_cast<double>(last_step_)) values.push_back(line.at(static_cast<std::size_t>(column)));
  }
  return values;
}

MeasureMemory MeasureFiles::memory() const {
  MeasureMemory memory{last_step_, {}};
  for (const Table& table : tables_) memory.of.push_back(table.measurement->memory());
  return memory;
}

bool MeasureFiles::of_the_flow() const {
  return std::ranges::any_of(tables_, [](const Table& table) { return table.kind->fluid; });
}

void MeasureFiles::flush() {
  for (Table& table : tables_)
    if (table.csv) table.csv->flush();
}

std::vector<std::string> MeasureFiles::growing() const {
  std::vector<std::string> paths;
  for (const Table& table : tables_)
    if (table.csv) paths.push_back(table.path);
  return paths;
}

void MeasureFiles::close() {
  for (Table& table : tables_) {
    if (table.csv) table.csv->close();
    if (!table.json()) continue;
    const std::vector<std::string> columns = all_columns(*table.measurement);
    Json data = Json::list();
    for (const std::vector<double>& line : table.lines) data.add(Json::numbers(line));
    write_atomically(table.path, Json::object({{"name", std::string(table.kind->name)},
                                               {"unit", std::string(table.kind->unit)},
                                               {"help", std::string(table.kind->help)},
                                               {"columns", Json::list({columns.begin(), columns.end()})},
                                               {"data", std::move(data)}})
                                     .to_text());
  }
}

}  // namespace floc
