// The one result file and the page of all benchmarks; what `make bench` calls after each of them.
//
//   bench_report add RESULTS.json PART FIGURES.json [key=value]...   # a part measured (again); values of its run
//   bench_report page RESULTS.json PAGE.md                           # the page, and its plots beside RESULTS.json
//
// Bad words or a file that is none: a message and exit status 2, with nothing written.
#include <fmt/format.h>

#include <cstdio>
#include <exception>
#include <filesystem>
#include <string>
#include <vector>

#include "core/error.hpp"
#include "core/version.hpp"
#include "machine.hpp"
#include "output/files.hpp"
#include "report/page.hpp"
#include "report/results.hpp"

using namespace floc;
using namespace floc::bench;

namespace {

int add(const std::vector<std::string>& words) {
  Json run = Json::object();
  for (std::size_t k = 4; k < words.size(); ++k) {
    const std::size_t equals = words[k].find('=');
    if (equals == std::string::npos || equals == 0)
      throw Error("key=value is expected in the place of \"" + words[k] + "\"");
    const std::string value = words[k].substr(equals + 1);
    char* end = nullptr;
    const double number = std::strtod(value.c_str(), &end);
    const std::string key = words[k].substr(0, equals);
    // A commit may look like a number.
    const bool is_number = !value.empty() && *end == 0 && (key == "load" || key == "cores" || key == "seconds");
    run.set(key, is_number ? Json(number) : Json(value));
  }
  Json results = read_results(words[1]);
  Json figures = read_json(words[3]);
  if (!run.has("processor") && !figures.has("processor")) run.set("processor", processor());
  if (!run.has("cores") && !figures.has("cores")) run.set("cores", Json(static_cast<double>(core_count())));
  if (!run.has("version") && !figures.has("version")) run.set("version", std::string(version()));
  gather(results, words[2], std::move(figures), run);
  write_atomically(words[1], results.to_text());
  return 0;
}

int page(const std::vector<std::string>& words) {
  if (!file_exists(words[1])) throw Error(words[1] + ": there is no such file; `make bench` writes it");
  const Json results = read_results(words[1]);
  const std::string folder = parent_directory(words[1]);
  const std::string link = std::filesystem::path(folder).lexically_proximate(parent_directory(words[2])).string();
  const std::string text = draw_page(results, folder, link);
  write_atomically(words[2], text);
  fmt::print("\n{}\nThe page:  {}\nThe file:  {}\n", bars_as_lines(results), words[2], words[1]);
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  const std::vector<std::string> words(argv + 1, argv + argc);
  try {
    if (words.size() >= 4 && words[0] == "add") return add(words);
    if (words.size() == 3 && words[0] == "page") return page(words);
  } catch (const std::exception& error) {
    fmt::print(stderr, "bench_report: {}\n", error.what());
    return 2;
  }
  fmt::print(stderr,
             "usage: bench_report add RESULTS.json PART FIGURES.json [key=value]...\n"
             "       bench_report page RESULTS.json PAGE.md\n");
  return 2;
}
