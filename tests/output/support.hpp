// Small things the tests of this room share.
#pragma once

#include <signal.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include "contact/contacts.hpp"
#include "core/bodies.hpp"
#include "core/error.hpp"
#include "fluid/flow_field.hpp"
#include "geometry/obstacle.hpp"
#include "output/snapshot.hpp"

namespace floc::test {

// A directory of its own, gone at the end.
class TemporaryDirectory {
 public:
  TemporaryDirectory() {
    std::string pattern = (std::filesystem::temp_directory_path() / "floc-test-XXXXXX").string();
    path_ = mkdtemp(pattern.data());
  }
  ~TemporaryDirectory() { std::filesystem::remove_all(path_); }
  std::string operator/(const std::string& name) const { return path_ + "/" + name; }
  const std::string& path() const { return path_; }

 private:
  std::string path_;
};

inline std::string contents(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}
inline void set_contents(const std::string& path, const std::string& text) {
  std::ofstream(path, std::ios::binary) << text;
}

// The message of the Error that f throws; empty when it throws none.
template <class F>
std::string error_of(F&& f) {
  try {
    f();
  } catch (const Error& e) {
    return e.what();
  }
  return {};
}

// The exit status of f, run in a child process that cannot write files larger than `bytes`: a full
// disk, as far as a program can tell.
template <class F>
int with_small_disk(rlim_t bytes, F&& f) {
  const pid_t child = fork();
  if (child == 0) {
    signal(SIGXFSZ, SIG_IGN);
    const rlimit limit{bytes, bytes};
    setrlimit(RLIMIT_FSIZE, &limit);
    int status = 99;
    try {
      status = f();
    } catch (...) {
    }
    _exit(status);
  }
  int status = 0;
  waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 1000 + WTERMSIG(status);
}

// A flow of a few cells, all numbers a function of the step.
inline FlowField some_flow(int dimension, std::int64_t step) {
  FlowField flow;
  flow.dimension = dimension;
  flow.count = {4, 3, dimension == 3 ? 2 : 1};
  flow.origin = {{1, 2, 0}};
  flow.h = 0.5;
  flow.periodic[0] = true;
  const std::size_t cells = flow.size();
  const auto fill = [&](std::vector<double>& values, std::size_t n, double scale) {
    for (std::size_t i = 0; i < n; ++i) values.push_back(scale * static_cast<double>(i) + static_cast<double>(step));
  };
  fill(flow.velocity, cells * static_cast<std::size_t>(dimension), 1);
  fill(flow.pressure, cells, -1);
  fill(flow.vorticity, cells * flow.vorticity_width(), 0.25);
  return flow;
}

// n bodies and a few contacts, all numbers a function of the step.
inline Bodies some_bodies(int dimension, std::size_t n, std::int64_t step) {
  Bodies b;
  b.dimension = dimension;
  for (std::size_t i = 0; i < n; ++i) {
    double x[3], v[3];
    for (int k = 0; k < 3; ++k) {
      x[k] = std::sin(static_cast<double>(i) + k) + 0.25 * static_cast<double>(step);
      v[k] = std::cos(static_cast<double>(i) * 0.7 + k + static_cast<double>(step));
    }
    b.add(x, v, 0.1 + 0.01 * static_cast<double>(i % 7), 1.0 + static_cast<double>(i),
          static_cast<std::int32_t>(i % 2));
  }
  return b;
}

inline Contacts some_contacts(int dimension, std::size_t n, std::int64_t step) {
  Contacts c;
  c.dimension = dimension;
  for (std::size_t i = 0; i < n; ++i) {
    if ((i + static_cast<std::size_t>(step)) % 3 == 0) continue;
    c.first.push_back(static_cast<std::int32_t>(i));
    c.second.push_back(i % 4 == 0 ? -1 : static_cast<std::int32_t>(i) - 1);
    for (int k = 0; k < dimension; ++k) c.normal.push_back(k == 0 ? 1.0 : 0.0);
    c.gap.push_back(1e-3 * static_cast<double>(i));
    c.begin_gap.push_back(2e-3 * static_cast<double>(i));
    c.multiplier.push_back(static_cast<double>(step) + static_cast<double>(i));
    c.memory.push_back(-0.5 * static_cast<double>(i));
  }
  return c;
}

// The same where bodies turn.
inline Bodies turning_bodies(int dimension, std::size_t n, std::int64_t step) {
  Bodies b = some_bodies(dimension, n, step);
  b.let_turn();
  for (std::size_t i = 0; i < b.spin.size(); ++i)
    b.spin[i] = std::sin(0.3 * static_cast<double>(i) + static_cast<double>(step));
  turn(b, b.spin, 1.0 + static_cast<double>(step));
  return b;
}

inline Contacts frictional_contacts(int dimension, std::size_t n, std::int64_t step) {
  Contacts c = some_contacts(dimension, n, step);
  c.frictional = true;
  for (std::size_t i = 0; i < c.size(); ++i)
    for (int k = 0; k < dimension; ++k)
      c.tangential.push_back(k == 1 ? 0.3 * static_cast<double>(i) - static_cast<double>(step) : 0.0);
  return c;
}

inline PairList some_bridges(std::size_t n, std::int64_t step) {
  PairList b;
  for (std::size_t i = 1; i < n; ++i) {
    if ((i + static_cast<std::size_t>(step)) % 4 == 0) continue;
    b.first.push_back(static_cast<std::int32_t>(i));
    b.second.push_back(i % 5 == 0 ? -1 : static_cast<std::int32_t>(i) - 1);
  }
  return b;
}

struct AtRest : Motion {
  Pose at(double) const override { return {}; }
  bool fixed() const override { return true; }
};

// A straight wall in 2D, a square in 3D, from (0,0) to (length, 0).
struct Floor : Surface {
  explicit Floor(double l) : length(l) {}
  double length;
  SurfacePoint nearest(const Vec3& q) const override { return {q[1], {{0, 1, 0}}}; }
  Bounds bounds() const override { return {{{0, 0, 0}}, {{length, 0, length}}}; }
  Mesh mesh(int dimension, const Bounds&) const override {
    Mesh m;
    if (dimension < 3) {
      m.points = {Vec3{}, Vec3{{length, 0, 0}}};
      m.lines = {{0, 1}};
    } else {
      m.points = {Vec3{}, Vec3{{length, 0, 0}}, Vec3{{length, length, 0}}, Vec3{{0, length, 0}}};
      m.faces = {{0, 1, 2, 3}};
    }
    return m;
  }
};

inline std::vector<GroupStyle> two_groups() { return {{"sand", "#c2a060"}, {"stone", "#808080"}}; }

inline Snapshot some_frame(int dimension, std::size_t n = 12) {
  Snapshot f;
  f.step = 3;
  f.time = 0.75;
  f.h = 0.25;
  f.groups = two_groups();
  f.bodies = some_bodies(dimension, n, 0);
  const Contacts c = some_contacts(dimension, n, 1);
  f.contacts = {c.first, c.second, c.gap, {c.normal.begin(), c.normal.end()}, c.multiplier, c.memory};
  f.bridges = some_bridges(n, 1);
  return f;
}

inline Obstacle floor_obstacle(double length = 1) {
  return {"floor", "#444444", std::make_shared<AtRest>(), {std::make_shared<Floor>(length)}};
}

}  // namespace floc::test
