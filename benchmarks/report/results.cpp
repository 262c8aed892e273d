#include "report/results.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/error.hpp"
#include "output/files.hpp"

namespace floc::bench {
namespace {

// What a program tells of itself and its machine rather than of what it measured.
constexpr const char* of_the_run[] = {"version", "processor", "cores", "load", "machine"};

bool same_bed(const Json& a, const Json& b) {
  return a["dimension"].number(0) == b["dimension"].number(0) && a["grains"].number(0) == b["grains"].number(0) &&
         a["depth"].number(0) == b["depth"].number(0) && a["case"].text() == b["case"].text();
}

template <class F>
const Json& first(const Json& list, F&& fits) {
  static const Json nothing;
  const auto found = std::ranges::find_if(list.items(), fits);
  return found == list.items().end() ? nothing : *found;
}

}  // namespace

Json read_results(const std::string& path) {
  Json results = Json::object();
  results.set("parts", Json::object());
  if (!file_exists(path)) return results;
  results = read_json(path);
  if (results["parts"].kind() != Json::Kind::object)
    throw Error(path + ": not a result file of the benchmarks: an object \"parts\" is expected in it");
  return results;
}

void gather(Json& results, const std::string& name, Json figures, const Json& run) {
  if (figures.kind() != Json::Kind::object) throw Error(name + ": an object of figures is expected");
  Json whole = Json::object();
  for (const auto& [key, value] : run.members()) whole.set(key, value);
  for (const char* key : of_the_run)
    if (figures.has(key)) {
      if (!whole.has(key)) whole.set(key, figures[key]);
      figures.erase(key);
    }
  figures.erase("benchmark");

  const Json& old = part(results, name);
  Json beds = Json::list(figures["beds"].items());
  for (Json bed : old["beds"].items()) {
    if (std::ranges::any_of(beds.items(), [&](const Json& b) { return same_bed(b, bed); })) continue;
    bed.set("run", run_of(old, bed));
    beds.add(std::move(bed));
  }
  Json fresh = Json::object();
  fresh.set("run", std::move(whole));
  for (const auto& [key, value] : figures.members()) fresh.set(key, key == "beds" ? beds : value);
  Json parts = results["parts"];
  parts.set(name, std::move(fresh));
  results.set("parts", std::move(parts));
}

const Json& run_of(const Json& part, const Json& bed) { return bed.has("run") ? bed["run"] : part["run"]; }

std::string told(const Json& run) {
  std::string words = run["date"].text("no date");
  if (run.has("commit")) words += " `" + run["commit"].text() + "`";
  return words;
}

const Json& find_bed(const Json& part, double dimension, double grains, double depth) {
  return first(part["beds"], [&](const Json& bed) {
    return bed["dimension"].number(dimension) == dimension && bed["grains"].number() == grains &&
           bed["depth"].number(depth) == depth;
  });
}

const Json& find_solve(const Json& bed, const std::string& solver, double tolerance, double threads) {
  return first(bed["solves"], [&](const Json& s) {
    return s["solver"].text() == solver && s["tolerance"].number() == tolerance && s["threads"].number() == threads &&
           s["start"].text() == "cold" && !(s["run_for_seconds"].number() < 0.25 * s["seconds"].number());
  });
}

bool same_machine(const Json& part, const Json& bed) {
  return run_of(part, bed)["processor"].text() == part["run"]["processor"].text();
}

const Json& find_step(const Json& bed, double tolerance) {
  return first(bed["steps"], [&](const Json& s) { return s["tolerance"].number() == tolerance; });
}

std::vector<const Json*> cubes(const Json& part, double dimension) {
  std::vector<const Json*> found;
  for (const Json& bed : part["beds"].items())
    if (bed["dimension"].number() == dimension && bed["depth"].number(0) == 0) found.push_back(&bed);
  std::ranges::sort(found, {}, [](const Json* bed) { return (*bed)["grains"].number(); });
  return found;
}

double power(const std::vector<double>& x, const std::vector<double>& y) {
  if (x.size() < 2) return std::numeric_limits<double>::quiet_NaN();
  double sx = 0, sy = 0, sxx = 0, sxy = 0;
  for (std::size_t k = 0; k < x.size(); ++k) {
    const double a = std::log(x[k]), b = std::log(y[k]);
    sx += a, sy += b, sxx += a * a, sxy += a * b;
  }
  const auto n = static_cast<double>(x.size());
  return (n * sxy - sx * sy) / (n * sxx - sx * sx);
}

std::string with_commas(double whole) {
  const std::string digits = fmt::format("{:.0f}", whole);
  std::string text;
  for (std::size_t k = 0; k < digits.size(); ++k) {
    if (k > 0 && (digits.size() - k) % 3 == 0) text += ',';
    text += digits[k];
  }
  return text;
}

std::string three_digits(double number) {
  return number >= 999.5 && number < 1e9 ? with_commas(number) : fmt::format("{:.3g}", number);
}

std::string power_of_ten(double number) {
  std::string text = fmt::format("{:.0e}", number);
  if (const std::size_t zero = text.find("e-0"); zero != std::string::npos) text.erase(zero + 2, 1);
  return text;
}

}  // namespace floc::bench
