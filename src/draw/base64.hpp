// Bytes as text that may stand in a page.
#pragma once

#include <cstddef>
#include <span>
#include <string>

namespace floc {

std::string base64(std::span<const std::byte> bytes);

template <class T>
std::string base64_of(std::span<const T> values) {
  return base64(std::as_bytes(values));
}

}  // namespace floc
