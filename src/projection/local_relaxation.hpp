// Rows that fail their tests, relaxed one by one (internal): what local_gauss_seidel.hpp does for rows without friction
// and cone_relaxation.hpp for rows with it.
//
// A row that is relaxed moves its two bodies, and the rows of these two that now fail are next in line; first is
// whoever failed first. Large problems are relaxed in parts of many bodies side by side, each without the rows that
// join it to others, then as a whole; the parts follow from the problem alone, and so does the answer.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/buffers.hpp"
#include "parallel/executor.hpp"
#include "projection/rows.hpp"

namespace floc {

class LocalRelaxation {
 public:
  enum class End { done, given_up, untouched };

  // To be marked, all of them, by whether they fail.
  void begin(std::size_t rows) { resize_buffer(waiting_, rows); }
  bool mark(std::size_t c, bool failed) { return waiting_[c].set = failed; }

  // As far as few rows fail (`failed` of them to begin with), in the time of some passes over all. `done`: none fails
  // in the end; `untouched`: too many failed. A row is what method.look(c) says of it; method.failed(c, look) and
  // method.relax(c, look), which is false where it cannot be, go by that. `settles`: a row just relaxed does not fail.
  template <class Method>
  End run(const Incidence& incidence, std::size_t bodies, std::size_t failed, const Method& method, Executor& executor);

 private:
  static constexpr std::size_t bodies_a_part = 65536;
  static constexpr std::size_t most_relaxed(std::size_t rows) { return rows / 16 + 100; }

  // Of a row that fails and waits. (No character: a store to one is taken for a change of everything.)
  struct Mark {
    bool set;
  };
  // Bodies begin … end − 1, and the rows among them.
  struct Part {
    std::size_t begin = 0, end = 0;
    std::vector<std::int32_t> line;
    std::vector<std::int32_t> outside;  // rows with others, of bodies that moved
    bool done = false;

    // Whoever is `second` comes before whoever is `first`.
    bool holds(const Incidence& incidence, std::size_t c) const {
      const auto first = static_cast<std::size_t>(incidence.first()[c]);
      const std::int32_t second = incidence.second().second[c];
      return first < end && (second < 0 ? first >= begin : static_cast<std::size_t>(second) >= begin);
    }
  };
  template <class Method>
  void relax(const Incidence& incidence, const Method& method, Part& part);

  DefaultInitVector<Mark> waiting_;
  std::vector<Part> parts_;
  Part whole_;
};

template <class Method>
LocalRelaxation::End LocalRelaxation::run(const Incidence& incidence, std::size_t bodies, std::size_t failed,
                                          const Method& method, Executor& executor) {
  if (2 * failed > most_relaxed(waiting_.size())) return End::untouched;
  parts_.resize((bodies + bodies_a_part - 1) / bodies_a_part);
  executor.for_each(
      parts_.size(),
      [&](std::size_t k) {
        Part& part = parts_[k];
        part.begin = k * bodies_a_part;
        part.end = std::min(bodies, part.begin + bodies_a_part);
        part.line.clear();
        part.outside.clear();
        for (std::int32_t c = incidence.begin(part.begin), end = incidence.begin(part.end); c < end; ++c) {
          const auto row = static_cast<std::size_t>(c);
          if (waiting_[row].set) (part.holds(incidence, row) ? part.line : part.outside).push_back(c);
        }
        relax(incidence, method, part);
      },
      1);
  whole_.end = bodies;
  whole_.line.clear();
  for (const Part& part : parts_) {
    if (!part.done) return End::given_up;
    whole_.line.insert(whole_.line.end(), part.outside.begin(), part.outside.end());
  }
  relax(incidence, method, whole_);
  return whole_.done ? End::done : End::given_up;
}

template <class Method>
void LocalRelaxation::relax(const Incidence& incidence, const Method& method, Part& part) {
  const auto look_at = [&](std::int32_t c) {
    const auto row = static_cast<std::size_t>(c);
    if (!part.holds(incidence, row)) return part.outside.push_back(c);
    if (waiting_[row].set || !method.failed(row, method.look(row))) return;
    waiting_[row].set = true;
    part.line.push_back(c);
  };
  const auto row_at = [&](std::size_t body) { return static_cast<std::size_t>(incidence.begin(body)); };
  const std::size_t most = most_relaxed(row_at(part.end) - row_at(part.begin));
  std::size_t relaxed = 0;
  part.done = false;
  for (std::size_t next = 0; next < part.line.size(); ++next) {
    const auto row = static_cast<std::size_t>(part.line[next]);
    waiting_[row].set = false;
    const auto look = method.look(row);
    if (!method.failed(row, look)) continue;
    if (relaxed++ == most || !method.relax(row, look)) return;
    waiting_[row].set = Method::settles;
    for (const std::int32_t i : {incidence.first()[row], incidence.second().second[row]}) {
      if (i < 0) continue;
      const auto body = static_cast<std::size_t>(i);
      for (std::int32_t o = incidence.begin(body); o < incidence.end(body); ++o) look_at(o);
      for (const std::int32_t o : incidence.others(body)) look_at(o);
    }
    if (Method::settles) waiting_[row].set = false;
  }
  part.done = true;
}

}  // namespace floc
