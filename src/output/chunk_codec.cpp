#include "output/chunk_codec.hpp"

#include <zlib.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <new>
#include <vector>

namespace floc {
namespace {

using Byte = unsigned char;

constexpr std::size_t most_sampled = 1 << 11;  // bytes of a plane that are looked at

// False for bytes that look like noise: not eight times as many equal pairs as among random ones, and few neighbours
// equal. With fewer, an eighth of the bytes is alike at most, and their code takes longer than it saves.
bool compressible(std::span<const Byte> plane) {
  // From the middle: the rows of a frame begin and end with what is rare elsewhere.
  const std::size_t taken = std::min(plane.size(), most_sampled);
  const std::span<const Byte> some = plane.subspan((plane.size() - taken) / 2, taken);
  const auto n = static_cast<double>(some.size());
  std::array<std::uint32_t, 256> count{};
  std::size_t runs = 0;
  for (std::size_t i = 0; i < some.size(); ++i) {
    ++count[some[i]];
    runs += i > 0 && some[i] == some[i - 1] ? 1 : 0;
  }
  double pairs = 0;
  for (const std::uint32_t c : count) pairs += static_cast<double>(c) * (static_cast<double>(c) - 1);
  return pairs > 8.0 / 256 * n * (n - 1) || static_cast<double>(runs) > 0.2 * n;
}

// As HDF5 reckons it: of numbers of two bytes, the first byte the high one.
std::uint32_t fletcher32(std::span<const Byte> bytes) {
  std::uint32_t low = 0, high = 0;
  const auto reduce = [](std::uint32_t s) { return (s & 0xffff) + (s >> 16); };
  std::size_t i = 0;
  while (i + 1 < bytes.size()) {
    const std::size_t end = std::min(i + 720, bytes.size() - 1);  // no sum overflows before
    for (; i < end; i += 2) {
      low += static_cast<std::uint32_t>(bytes[i]) << 8 | bytes[i + 1];
      high += low;
    }
    low = reduce(low);
    high = reduce(high);
  }
  if (i < bytes.size()) {
    low = reduce(low + (static_cast<std::uint32_t>(bytes[i]) << 8));
    high = reduce(high + low);
  }
  return reduce(high) << 16 | reduce(low);
}

}  // namespace

struct ChunkCodec::Impl {
  int gzip;
  // Level 1 looks for runs only, which planes have, and not for what repeats farther off.
  int strategy = gzip == 1 ? Z_RLE : Z_DEFAULT_STRATEGY;
  z_stream stream{};
  std::vector<Byte> shuffled, out;

  explicit Impl(int level) : gzip(level) {
    if (gzip > 0 && deflateInit2(&stream, gzip, Z_DEFLATED, 15, 8, strategy) != Z_OK) throw std::bad_alloc();
  }
  ~Impl() {
    if (gzip > 0) deflateEnd(&stream);
  }
  Impl(const Impl&) = delete;
  Impl& operator=(const Impl&) = delete;

  template <std::size_t width>
  void shuffle(std::span<const std::byte> values, std::size_t plane) {
    const std::size_t n = values.size() / width;
    for (std::size_t k = 0; k < width; ++k) {
      Byte* to = shuffled.data() + k * plane;
      for (std::size_t i = 0; i < n; ++i) to[i] = static_cast<Byte>(values[i * width + k]);
      std::fill(to + n, to + plane, Byte{0});
    }
  }

  // There is room for whatever comes: deflate has no reason to fail.
  void put(std::span<const Byte> bytes, int level, int flush) {
    deflateParams(&stream, level, strategy);
    stream.next_in = const_cast<Byte*>(bytes.data());
    stream.avail_in = static_cast<uInt>(bytes.size());
    deflate(&stream, flush);
  }

  std::size_t deflate_planes(std::size_t values, std::size_t width, std::size_t plane) {
    deflateReset(&stream);
    // Every change between the two ways ends a block: some bytes, twice a plane and once more.
    out.resize(deflateBound(&stream, static_cast<uLong>(width * plane)) + 64 * (2 * width + 1) + sizeof(std::uint32_t));
    stream.next_out = out.data();
    stream.avail_out = static_cast<uInt>(out.size());
    for (std::size_t k = 0; k < width; ++k) {
      const std::span<const Byte> all(shuffled.data() + k * plane, plane);
      const std::span<const Byte> used = all.first(values);
      if (!used.empty() && !compressible(used)) {
        put(used, 0, Z_NO_FLUSH);
        put(all.subspan(values), gzip, Z_NO_FLUSH);
      } else {
        put(all, gzip, Z_NO_FLUSH);
      }
    }
    put({}, gzip, Z_FINISH);
    return stream.total_out;
  }
};

ChunkCodec::ChunkCodec(int gzip) : impl_(std::make_unique<Impl>(gzip)) {}
ChunkCodec::~ChunkCodec() = default;
ChunkCodec::ChunkCodec(ChunkCodec&&) noexcept = default;
ChunkCodec& ChunkCodec::operator=(ChunkCodec&&) noexcept = default;

std::span<const std::byte> ChunkCodec::encode(std::span<const std::byte> values, std::size_t width,
                                              std::size_t chunk_bytes) {
  Impl& c = *impl_;
  std::size_t size = chunk_bytes;
  if (c.gzip > 0) {
    const std::size_t plane = chunk_bytes / width;
    c.shuffled.resize(chunk_bytes);
    if (width == 4)
      c.shuffle<4>(values, plane);
    else
      c.shuffle<8>(values, plane);
    size = c.deflate_planes(values.size() / width, width, plane);
  } else {
    c.out.assign(chunk_bytes + sizeof(std::uint32_t), 0);
    std::memcpy(c.out.data(), values.data(), values.size());
  }
  const std::uint32_t sum = fletcher32({c.out.data(), size});
  for (std::size_t k = 0; k < sizeof sum; ++k) c.out[size + k] = static_cast<Byte>(sum >> 8 * k);
  return std::as_bytes(std::span(c.out.data(), size + sizeof sum));
}

}  // namespace floc
