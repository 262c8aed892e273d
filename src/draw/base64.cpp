#include "draw/base64.hpp"

#include <cstdint>

namespace floc {

std::string base64(std::span<const std::byte> bytes) {
  static constexpr char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  const auto at = [&](std::size_t i) { return i < bytes.size() ? std::to_integer<std::uint32_t>(bytes[i]) : 0u; };
  std::string text((bytes.size() + 2) / 3 * 4, '=');
  char* out = text.data();
  for (std::size_t i = 0; i < bytes.size(); i += 3, out += 4) {
    const std::uint32_t three = at(i) << 16 | at(i + 1) << 8 | at(i + 2);
    out[0] = letters[three >> 18];
    out[1] = letters[three >> 12 & 63];
    if (i + 1 < bytes.size()) out[2] = letters[three >> 6 & 63];
    if (i + 2 < bytes.size()) out[3] = letters[three & 63];
  }
  return text;
}

}  // namespace floc
