#include "output/seal.hpp"

#include <doctest/doctest.h>

#include "output/support.hpp"

using namespace floc;
using namespace floc::test;

TEST_CASE("a sealed file is sound until one byte changes or the end is lost") {
  const TemporaryDirectory dir;
  const std::string path = dir / "f";
  set_contents(path, std::string(seal_bytes, '\0') + std::string(3000, 'x') + "end");
  CHECK_THROWS_AS(check_seal(path), Error);
  put_seal(path);
  check_seal(path);
  const std::string good = contents(path);
  check_seal(std::as_bytes(std::span(good)), "memory");
  for (const std::size_t at :
       {std::size_t{0}, std::size_t{20}, std::size_t{40}, seal_bytes - 1, seal_bytes, good.size() - 1}) {
    std::string bad = good;
    bad[at] ^= 1;
    set_contents(path, bad);
    CHECK_THROWS_AS(check_seal(path), Error);
    CHECK_THROWS_AS(check_seal(std::as_bytes(std::span(bad)), "memory"), Error);
  }
  for (const std::size_t size : {std::size_t{0}, std::size_t{100}, seal_bytes, good.size() - 1}) {
    set_contents(path, good.substr(0, size));
    CHECK(error_of([&] { check_seal(path); }).find("damaged or not written by floc") != std::string::npos);
  }
}
