#include "output/chunk_codec.hpp"

#include <doctest/doctest.h>

#include <cmath>

#include "core/random.hpp"
#include "output/h5.hpp"
#include "output/support.hpp"

using namespace floc;
using namespace floc::test;

namespace {

template <class T>
std::vector<T> values_of(int kind, std::size_t n) {
  std::vector<T> values(n);
  for (std::size_t i = 0; i < n; ++i) {
    const double noise = uniform({3, i, static_cast<std::uint64_t>(kind), 0});
    values[i] = static_cast<T>(kind == 0   ? 0.0
                               : kind == 1 ? noise * 1e6
                               : kind == 2 ? std::floor(static_cast<double>(i) / 3)
                                           : (noise < 0.3 ? 0 : noise - 0.5));
  }
  return values;
}

// What HDF5 reads of chunks that the codec made.
template <class T>
void check_read_back(int gzip, std::size_t n, h5::Size chunk) {
  const TemporaryDirectory dir;
  for (int kind = 0; kind < 4; ++kind) {
    const std::vector<T> values = values_of<T>(kind, n);
    {
      h5::File file = h5::File::create(dir / "x.h5");
      h5::Dataset a = file.root().create(
          "a", h5::type_of<T>(), {n}, {.chunk = {chunk}, .grows = true, .gzip = gzip, .checksum = true});
      CHECK(a.storage().gzip == gzip);
      CHECK(a.storage().checksum);
      CHECK(a.storage().chunk == h5::Shape{chunk});
      CHECK(a.value_bytes() == sizeof(T));
      ChunkCodec codec(gzip);
      for (h5::Size from = 0; from < n; from += chunk) {
        const std::size_t count = std::min<std::size_t>(chunk, n - from);
        a.write_chunk(from, 0,
                      codec.encode(std::as_bytes(std::span(values).subspan(from, count)), sizeof(T), chunk * sizeof(T)));
      }
    }
    const h5::File file = h5::File::open(dir / "x.h5");
    std::vector<T> back(n);
    file.root().dataset("a").read<T>(0, n, back);
    CHECK(back == values);
  }
}

}  // namespace

TEST_CASE("HDF5 reads what the codec stored: every type, level and filling of a chunk") {
  for (const int gzip : {0, 1, 4, 9})
    for (const std::size_t n : {1u, 63u, 64u, 65u, 1000u, 5000u}) {
      check_read_back<float>(gzip, n, 64);
      check_read_back<double>(gzip, n, 1024);
      check_read_back<std::int32_t>(gzip, n, 4096);
      check_read_back<std::int64_t>(gzip, n, 777);
    }
}

TEST_CASE("zeros take next to nothing, noise hardly more than it is, padding nothing worth a word") {
  ChunkCodec codec(1);
  const std::vector<float> zeros(10000, 0.0f), noise = values_of<float>(1, 10000);
  CHECK(codec.encode(std::as_bytes(std::span(zeros)), 4, 40000).size() < 400);
  const std::size_t full = codec.encode(std::as_bytes(std::span(noise)), 4, 40000).size();
  CHECK(full < 40000);
  CHECK(codec.encode(std::as_bytes(std::span(noise)), 4, 400000).size() < full + 5000);
}
