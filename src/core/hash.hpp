// A 64-bit FNV-1a hash of raw bytes: the fingerprint of a state in the determinism tests.
#pragma once

#include <cstdint>
#include <span>

namespace floc {

class Hash {
 public:
  template <class T>
  void add(std::span<const T> values) {
    for (const std::byte b : std::as_bytes(values)) value_ = (value_ ^ static_cast<std::uint64_t>(b)) * 0x100000001b3u;
  }
  std::uint64_t value() const { return value_; }

 private:
  std::uint64_t value_ = 0xcbf29ce484222325u;
};

}  // namespace floc
