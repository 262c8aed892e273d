#include "output/file_checksum.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <fstream>
#include <vector>

#include "core/error.hpp"
#include "core/hash.hpp"
#include "output/files.hpp"

namespace floc {
namespace {

std::string checksum_text(std::size_t bytes, const Hash& hash) {
  std::string text = fmt::format("floc checksum 1\nbytes {:020}\nfnv1a64 {:016x}\n", bytes, hash.value());
  text.resize(checksum_block, '\0');
  return text;
}

[[noreturn]] void broken(const std::string& name) {
  throw Error(name + ": damaged or not written by floc (the checksum does not match the contents)");
}

// The checksum that a file should have, and the one it has.
std::string checksum_of(const std::string& path, std::string& present) {
  require_file(path);
  std::ifstream file(path, std::ios::binary);
  if (!file) throw Error(fmt::format("{}: cannot open: {}", path, std::strerror(errno)));
  present.assign(checksum_block, '\0');
  file.read(present.data(), checksum_block);
  if (file.gcount() != static_cast<std::streamsize>(checksum_block)) broken(path);
  Hash hash;
  std::size_t bytes = checksum_block;
  std::vector<char> part(1 << 20);
  while (file) {
    file.read(part.data(), static_cast<std::streamsize>(part.size()));
    const auto n = static_cast<std::size_t>(file.gcount());
    hash.add(std::span<const char>(part.data(), n));
    bytes += n;
  }
  if (file.bad()) throw Error(fmt::format("{}: cannot read: {}", path, std::strerror(errno)));
  return checksum_text(bytes, hash);
}

}  // namespace

void put_file_checksum(const std::string& path) {
  std::string present;
  const std::string text = checksum_of(path, present);
  std::fstream file(path, std::ios::binary | std::ios::in | std::ios::out);
  file.write(text.data(), static_cast<std::streamsize>(text.size()));
  file.close();
  if (!file) throw Error(fmt::format("{}: cannot write: {}", path, std::strerror(errno)));
}

void check_file_checksum(const std::string& path) {
  std::string present;
  if (checksum_of(path, present) != present) broken(path);
}

void check_file_checksum(std::span<const std::byte> bytes, const std::string& name) {
  if (bytes.size() < checksum_block) broken(name);
  Hash hash;
  hash.add(bytes.subspan(checksum_block));
  if (std::memcmp(checksum_text(bytes.size(), hash).data(), bytes.data(), checksum_block) != 0) broken(name);
}

}  // namespace floc
