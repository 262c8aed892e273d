#include "core/did_you_mean.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <vector>

namespace floc {
namespace {

// Insertions, deletions, replacements and swaps of neighbours that turn a into b.
std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> before(b.size() + 1), last(b.size() + 1), now(b.size() + 1);
  std::iota(last.begin(), last.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    now[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      now[j] = std::min({last[j] + 1, now[j - 1] + 1, last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1)});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) now[j] = std::min(now[j], before[j - 2] + 1);
    }
    before.swap(last);
    last.swap(now);
  }
  return last[b.size()];
}

}  // namespace

std::string did_you_mean(std::string_view wrong, std::span<const std::string> words) {
  constexpr std::size_t longest = 64;  // no key of ours is longer: do not measure what cannot be close
  if (wrong.size() > longest) return {};
  const std::string* best = nullptr;
  std::size_t smallest = std::max<std::size_t>(1, wrong.size() / 3) + 1;
  for (const std::string& word : words)
    if (const std::size_t d = edit_distance(wrong, word); d < smallest) smallest = d, best = &word;
  return best ? fmt::format("; did you mean \"{}\"?", *best) : std::string{};
}

}  // namespace floc
