#include "output/problem_file.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <limits>

#include "core/error.hpp"
#include "output/file_checksum.hpp"
#include "output/files.hpp"
#include "output/h5.hpp"

namespace floc {
namespace {

constexpr std::int64_t format = 1;
const h5::Storage list_storage{.chunk = {1 << 17}, .checksum = true};
const h5::Storage vector_storage{.chunk = {1 << 15, 3}, .checksum = true};

ProblemArrays read_file(const h5::File& file) {
  const h5::Group root = file.root();
  if (const auto v = root.integer("format"); v != format)
    root.reject(fmt::format("the problem has version {}, this program knows {}", v, format));
  const std::int64_t dimension = root.integer("dimension");
  if (dimension < 1 || dimension > 3) root.reject("the dimension is not 1, 2 or 3");
  ProblemArrays p;
  p.dimension = static_cast<int>(dimension);
  p.step = root.number("step");
  p.length = root.number("length");
  p.compliance = root.number("compliance");
  const h5::Size n = root.dataset("inverse_mass").rows(), rows = root.dataset("first").rows();
  const auto d = static_cast<h5::Size>(dimension);
  if (n > static_cast<h5::Size>(std::numeric_limits<std::int32_t>::max())) root.reject("there are too many bodies");
  const auto read = [&]<class T>(const char* name, const h5::Shape& shape, std::vector<T>& values) {
    values = root.dataset(name).read_all<T>(shape);
  };
  read("inverse_mass", {n}, p.inverse_mass);
  read("free_velocity", {n, d}, p.free_velocity);
  read("first", {rows}, p.first);
  read("second", {rows}, p.second);
  read("normal", {rows, d}, p.normal);
  read("gap", {rows}, p.gap);
  if (root.has("lower")) read("lower", {rows}, p.lower);
  if (root.has("guess")) read("guess", {rows}, p.guess);
  if (root.has("unit")) root.reject("rigid units of several bodies are bodies with a shape now: dump the problem again");
  if (root.has("free_spin")) {
    const h5::Size spins = d == 3 ? 3 : 1, moments = d == 3 ? 6 : 1;
    read("inverse_inertia", {n * moments}, p.inverse_inertia);
    read("free_spin", {n * spins}, p.free_spin);
    read("lever_first", {rows, d}, p.lever_first);
    read("lever_second", {rows, d}, p.lever_second);
    if (root.has("friction")) read("friction", {rows}, p.friction);
    if (root.has("slip")) read("slip", {rows, d}, p.slip);
    if (root.has("tangential_guess")) read("tangential_guess", {rows, d}, p.tangential_guess);
    if (root.has("rolling")) {
      read("rolling", {rows}, p.rolling);
      read("twisting", {rows}, p.twisting);
    }
    p.exact = root.integer("exact") != 0;
  }
  if (const std::string fault = find_fault(p); !fault.empty()) root.reject(fault);
  return p;
}

void write_file(const std::string& path, const ProjectionProblem& p) {
  h5::File file = h5::File::create(path, checksum_block);
  h5::Group root = file.root();
  root.set_integer("format", format);
  root.set_integer("dimension", p.dimension);
  root.set_number("step", p.step);
  root.set_number("length", p.length);
  root.set_number("compliance", p.compliance);
  const h5::Size n = p.bodies(), rows = p.rows(), d = static_cast<h5::Size>(p.dimension);
  root.put<double>("inverse_mass", {n}, p.inverse_mass, list_storage);
  root.put<double>("free_velocity", {n, d}, p.free_velocity, vector_storage);
  root.put<std::int32_t>("first", {rows}, p.first, list_storage);
  root.put<std::int32_t>("second", {rows}, p.second, list_storage);
  root.put<double>("normal", {rows, d}, p.normal, vector_storage);
  root.put<double>("gap", {rows}, p.gap, list_storage);
  if (!p.lower.empty()) root.put<double>("lower", {rows}, p.lower, list_storage);
  if (!p.guess.empty()) root.put<double>("guess", {rows}, p.guess, list_storage);
  if (const TurningArrays& t = p.turning; !t.empty()) {
    root.put<double>("inverse_inertia", {t.inverse_inertia.size()}, t.inverse_inertia, list_storage);
    root.put<double>("free_spin", {t.free_spin.size()}, t.free_spin, list_storage);
    root.put<double>("lever_first", {rows, d}, t.lever_first, vector_storage);
    root.put<double>("lever_second", {rows, d}, t.lever_second, vector_storage);
    if (!t.friction.empty()) root.put<double>("friction", {rows}, t.friction, list_storage);
    if (!t.slip.empty()) root.put<double>("slip", {rows, d}, t.slip, vector_storage);
    if (!t.guess.empty()) root.put<double>("tangential_guess", {rows, d}, t.guess, vector_storage);
    if (!t.rolling.empty()) {
      root.put<double>("rolling", {rows}, t.rolling, list_storage);
      root.put<double>("twisting", {rows}, t.twisting, list_storage);
    }
    root.set_integer("exact", t.exact);
  }
  file.close();
}

}  // namespace

void save_problem(const std::string& path, const ProjectionProblem& problem) {
  if (const std::string fault = find_fault(problem); !fault.empty()) throw Error(path + ": " + fault);
  if (!problem.joints.empty()) throw Error(path + ": a problem with joints is not written");
  if (!problem.turning.turn.empty()) throw Error(path + ": resistance to rolling on obstacles that turn is not written");
  const std::string temporary = path + ".tmp";
  try {
    write_file(temporary, problem);
    put_file_checksum(temporary);
  } catch (const Error&) {
    ::unlink(temporary.c_str());
    throw;
  }
  rename_file(temporary, path);
}

ProblemArrays read_problem(const std::string& path) {
  check_file_checksum(path);
  return read_file(h5::File::open(path));
}

ProblemArrays read_problem(std::span<const std::byte> file, const std::string& name) {
  check_file_checksum(file, name);
  return read_file(h5::File::from_memory(file, name));
}

}  // namespace floc
