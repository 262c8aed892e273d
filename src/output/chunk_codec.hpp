// A chunk of an HDF5 dataset as it is stored: what the library's filters shuffle, deflate and Fletcher's
// checksum would make of it, and any reader undoes, only several times faster.
//
// Shuffled, the bytes of all values stand in planes: the first bytes of all, then the second ones, and so on.
// Planes of mantissas look like noise, and deflate spends most of its time on them for nothing: here such a
// plane is stored as it is, inside the same stream.
#pragma once

#include <cstddef>
#include <memory>
#include <span>

namespace floc {

class ChunkCodec {
 public:
  explicit ChunkCodec(int gzip);  // 0 to 9; 0: neither shuffled nor deflated
  ~ChunkCodec();
  ChunkCodec(ChunkCodec&&) noexcept;
  ChunkCodec& operator=(ChunkCodec&&) noexcept;

  // `values` of `width` bytes each, and zeros behind them up to `chunk_bytes`. Good until the next call.
  std::span<const std::byte> encode(std::span<const std::byte> values, std::size_t width, std::size_t chunk_bytes);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace floc
