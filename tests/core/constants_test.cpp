// The compiler, not our code: constants that one of them gets wrong (CMakeLists.txt says which, and what is done).
#include <doctest/doctest.h>

#include <sstream>
#include <string>
#include <vector>

namespace {

// Functions that are not inlined, so that the constant is moved as a block.
[[gnu::noinline]] std::vector<double> pair_and_zeros() { return {1, 1, 0, 0}; }
[[gnu::noinline]] std::vector<double> pair_and_more_zeros() { return {3, 3, 0, 0, 0, 0, 0, 0}; }
[[gnu::noinline]] std::vector<float> four_and_zeros() { return {2, 2, 2, 2, 0, 0, 0, 0}; }

template <class T>
std::string text(const std::vector<T>& values) {
  std::ostringstream out;
  for (const T v : values) out << v << ' ';
  return out.str();
}

}  // namespace

TEST_CASE("constants whose upper half is zero keep it") {
  CHECK(text(pair_and_zeros()) == "1 1 0 0 ");
  CHECK(text(pair_and_more_zeros()) == "3 3 0 0 0 0 0 0 ");
  CHECK(text(four_and_zeros()) == "2 2 2 2 0 0 0 0 ");
}
