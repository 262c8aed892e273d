#include "draw/base64.hpp"

#include <doctest/doctest.h>

#include "draw/view_support.hpp"

using namespace floc;
using namespace floc::test;

TEST_CASE("base64 of RFC 4648's examples") {
  const auto of = [](std::string_view text) { return base64(std::as_bytes(std::span(text))); };
  CHECK(of("") == "");
  CHECK(of("f") == "Zg==");
  CHECK(of("fo") == "Zm8=");
  CHECK(of("foo") == "Zm9v");
  CHECK(of("foob") == "Zm9vYg==");
  CHECK(of("fooba") == "Zm9vYmE=");
  CHECK(of("foobar") == "Zm9vYmFy");
}

TEST_CASE("all bytes come back from base64") {
  std::vector<std::byte> bytes;
  for (int k = 0; k < 256; ++k) bytes.push_back(static_cast<std::byte>(k));
  for (std::size_t n = 0; n <= bytes.size(); n += 17)
    CHECK(from_base64(base64(std::span(bytes).first(n))) ==
          std::vector(bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(n)));
}
