#include "draw/view_page.hpp"

#include <algorithm>
#include <cstdio>

#include "core/error.hpp"
#include "draw/base64.hpp"
#include "draw/view_frame.hpp"
#include "output/files.hpp"

namespace floc {
namespace {

// A page that would end early at "</script>" does not when no text has a "<".
std::string harmless(const std::string& json) {
  std::string out;
  for (const char c : json) out += c == '<' ? std::string("\\u003c") : std::string(1, c);
  return out;
}

std::string run_element(const Json& run, bool beside) {
  return std::string("<script type=\"application/json\" id=\"") + (beside ? "run-beside" : "run") + "\">" +
         harmless(run.to_compact_text()) + "</script>";
}

std::string_view before_run() { return view_template.substr(0, view_template.find(view_mark)); }
std::string_view after_run() { return view_template.substr(view_template.find(view_mark) + view_mark.size()); }

}  // namespace

struct ViewPage::Impl {
  std::string path, temporary;
  OutputFile file;
  ViewRun run;
  std::vector<double> times;
  bool beside = false;
  bool finished = false;

  Impl(const std::string& p, const ViewHeader& header, std::span<const Obstacle> obstacles)
      : path(p), temporary(p + ".tmp"), file(temporary, OutputFile::Mode::create), run(header, obstacles) {}
  ~Impl() {
    if (!finished) std::remove(temporary.c_str());
  }

  void end_run(std::span<const Exit> exits, const CsvTable& steps) {
    if (times.empty()) throw Error(path + ": a page needs a frame");
    file.write(run_element(run.describe(times, exits, steps), beside));
    times.clear();
  }
};

ViewPage::ViewPage(const std::string& path, const ViewHeader& header, std::span<const Obstacle> obstacles)
    : impl_(std::make_unique<Impl>(path, header, obstacles)) {
  impl_->file.write(before_run());
}

ViewPage::~ViewPage() = default;

void ViewPage::add(const Snapshot& frame) {
  Impl& p = *impl_;
  p.times.push_back(frame.time);
  const auto values = view_values(frame);
  p.run.note(frame, values);
  p.file.write(p.beside ? "<script type=\"text/plain\" class=\"beside\">"
                        : "<script type=\"text/plain\" class=\"frame\">");
  p.file.write(base64(p.run.pack(frame, values)));
  p.file.write("</script>\n");
}

void ViewPage::begin_beside(std::span<const Exit> exits, const CsvTable& steps, const ViewHeader& header,
                            std::span<const Obstacle> obstacles) {
  impl_->end_run(exits, steps);
  impl_->run = ViewRun(header, obstacles);
  impl_->beside = true;
}

void ViewPage::finish(std::span<const Exit> exits, const CsvTable& steps) {
  Impl& p = *impl_;
  p.end_run(exits, steps);
  p.file.write(after_run());
  p.file.sync();
  p.file.close();
  rename_file(p.temporary, p.path);
  p.finished = true;
}

ViewPairs view_pairs(const Snapshot& frame) {
  const SnapshotContacts& c = frame.contacts;
  ViewPairs pairs{frame.bridges.size(), 0};
  for (std::size_t k = 0; k < c.size(); ++k)
    pairs.contacts += c.impulse[k] != 0 || (!c.memory.empty() && c.memory[k] != 0) ? 1 : 0;
  return pairs;
}

double view_page_bytes(std::size_t bodies, const ViewPairs& pairs, std::size_t frames, int dimension, bool turning) {
  const std::size_t frame = bodies * view_frame_bytes(dimension, turning) + pairs.bridges * view_bridge_bytes +
                            pairs.contacts * view_contact_bytes;
  return static_cast<double>(view_template.size()) + 4.0 / 3.0 * static_cast<double>(frame * frames);
}

std::string served_page(std::span<const Json> runs) {
  std::string page(before_run());
  // It may ask its own server, and nobody else.
  const std::string_view forbidden = "default-src 'none';";
  page.replace(page.find(forbidden), forbidden.size(), "default-src 'none'; connect-src 'self';");
  for (std::size_t k = 0; k < runs.size(); ++k) page += run_element(runs[k], k > 0);
  return page += after_run();
}

}  // namespace floc
