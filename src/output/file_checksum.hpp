// A checksum in front of an HDF5 file: its length and a fingerprint of all its bytes.
//
// Checkpoints and problems are read whole or not at all, so that a torn, truncated or altered file
// is to be refused before the HDF5 library, which trusts what it reads, sees any of it. The checksum
// stands in the 512 bytes of the HDF5 user block, as text:
//
//   floc checksum 1                 (the mark of this format)
//   bytes 00000000000000123456      of the whole file
//   fnv1a64 0123456789abcdef        of everything behind the user block
//
// Other HDF5 programs skip the user block and open the file as any other.
#pragma once

#include <cstddef>
#include <span>
#include <string>

namespace floc {

inline constexpr std::size_t checksum_block = 512;

void put_file_checksum(const std::string& path);  // on a closed file with a user block
// Throw Error when the checksum is missing or wrong.
void check_file_checksum(const std::string& path);
void check_file_checksum(std::span<const std::byte> bytes, const std::string& name);

}  // namespace floc
