#include "output/file_checksum.hpp"

#include <doctest/doctest.h>

#include "output/support.hpp"

using namespace floc;
using namespace floc::test;

TEST_CASE("a file with a checksum is sound until one byte changes or the end is lost") {
  const TemporaryDirectory dir;
  const std::string path = dir / "f";
  set_contents(path, std::string(checksum_block, '\0') + std::string(3000, 'x') + "end");
  CHECK_THROWS_AS(check_file_checksum(path), Error);
  put_file_checksum(path);
  check_file_checksum(path);
  const std::string good = contents(path);
  check_file_checksum(std::as_bytes(std::span(good)), "memory");
  for (const std::size_t at :
       {std::size_t{0}, std::size_t{20}, std::size_t{40}, checksum_block - 1, checksum_block, good.size() - 1}) {
    std::string bad = good;
    bad[at] ^= 1;
    set_contents(path, bad);
    CHECK_THROWS_AS(check_file_checksum(path), Error);
    CHECK_THROWS_AS(check_file_checksum(std::as_bytes(std::span(bad)), "memory"), Error);
  }
  for (const std::size_t size : {std::size_t{0}, std::size_t{100}, checksum_block, good.size() - 1}) {
    set_contents(path, good.substr(0, size));
    CHECK(error_of([&] { check_file_checksum(path); }).find("damaged or not written by floc") != std::string::npos);
  }
}
