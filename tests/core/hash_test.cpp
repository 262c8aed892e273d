#include "core/hash.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <string_view>
#include <vector>

using namespace floc;

namespace {

std::uint64_t hash_of(std::string_view text) {
  Hash hash;
  hash.add(std::span(text));
  return hash.value();
}

}  // namespace

TEST_CASE("the hash is FNV-1a, by its published values") {
  CHECK(hash_of("") == 0xcbf29ce484222325u);
  CHECK(hash_of("a") == 0xaf63dc4c8601ec8cu);
  CHECK(hash_of("foobar") == 0x85944171f73967e8u);
}

TEST_CASE("the hash sees every bit, the order, and nothing of how the bytes were cut") {
  std::vector<double> a{1, 2, 3}, b{1, 2, std::nextafter(3.0, 4.0)}, c{2, 1, 3};
  const auto of = [](const std::vector<double>& v) {
    Hash hash;
    hash.add(std::span<const double>(v));
    return hash.value();
  };
  CHECK(of(a) != of(b));
  CHECK(of(a) != of(c));
  Hash pieces;
  pieces.add(std::span<const double>(a).first(1));
  pieces.add(std::span<const double>(a).subspan(1));
  CHECK(pieces.value() == of(a));
}
