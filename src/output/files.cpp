#include "output/files.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <utility>

#include "core/error.hpp"

namespace floc {
namespace {

constexpr std::size_t buffer_bytes = 1 << 16;

[[noreturn]] void fail(const std::string& path, const char* doing) {
  throw Error(fmt::format("{}: cannot {}: {}", path, doing, std::strerror(errno)));
}

// A descriptor that closes itself.
struct Descriptor {
  int value;
  ~Descriptor() {
    if (value >= 0) ::close(value);
  }
};

}  // namespace

OutputFile::OutputFile(std::string path, Mode mode) : path_(std::move(path)) {
  const int flags = O_WRONLY | O_CREAT | O_CLOEXEC | (mode == Mode::create ? O_TRUNC : O_APPEND);
  descriptor_ = ::open(path_.c_str(), flags, 0666);
  if (descriptor_ < 0) fail(path_, "open for writing");
}

OutputFile::~OutputFile() {
  try {
    close();
  } catch (const Error&) {  // a destructor may run because of this very failure
  }
}

OutputFile::OutputFile(OutputFile&& other) noexcept
    : path_(std::move(other.path_)),
      buffer_(std::move(other.buffer_)),
      descriptor_(std::exchange(other.descriptor_, -1)) {
  other.buffer_.clear();
}

OutputFile& OutputFile::operator=(OutputFile&& other) noexcept {
  std::swap(path_, other.path_);
  std::swap(buffer_, other.buffer_);
  std::swap(descriptor_, other.descriptor_);
  return *this;
}

void OutputFile::write(std::string_view text) {
  buffer_.append(text);
  if (buffer_.size() >= buffer_bytes) flush();
}

void OutputFile::write_at(std::uint64_t place, std::string_view text) {
  flush();
  for (std::size_t done = 0; done < text.size();) {
    const ssize_t n = ::pwrite(descriptor_, text.data() + done, text.size() - done, static_cast<off_t>(place + done));
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) fail(path_, "write");
    done += static_cast<std::size_t>(n);
  }
}

void OutputFile::flush() {
  std::size_t done = 0;
  while (done < buffer_.size()) {
    const ssize_t n = ::write(descriptor_, buffer_.data() + done, buffer_.size() - done);
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) {
      const int reason = errno;
      buffer_.erase(0, done);  // what was accepted is not written twice by a later try
      errno = reason;
      fail(path_, "write");
    }
    done += static_cast<std::size_t>(n);
  }
  buffer_.clear();
}

void OutputFile::sync() {
  flush();
  if (::fsync(descriptor_) != 0 && errno != EINVAL && errno != EROFS) fail(path_, "sync");
}

void OutputFile::close() {
  if (descriptor_ < 0) return;
  try {
    flush();
  } catch (const Error&) {
    ::close(std::exchange(descriptor_, -1));
    throw;
  }
  if (::close(std::exchange(descriptor_, -1)) != 0) fail(path_, "close");
}

OutputFile reopen_table(const std::string& path, std::string_view header, std::int64_t last) {
  std::ifstream file(path, std::ios::binary);
  if (!file) throw Error(path + ": cannot open");
  std::string line;
  if (!std::getline(file, line) || line + "\n" != header)
    throw Error(path + ": the first line is not that of this run");
  std::size_t keep = line.size() + 1;
  // getline that ends at the end of the file has met no newline: the line is torn.
  while (std::getline(file, line) && !file.eof()) {
    std::int64_t step = 0;
    const auto [end, reason] = std::from_chars(line.data(), line.data() + line.size(), step);
    if (reason != std::errc{} || end == line.data() + line.size() || *end != ',' || step > last) break;
    keep += line.size() + 1;
  }
  file.close();
  truncate_file(path, keep);
  return OutputFile(path, OutputFile::Mode::append);
}

void require_file(const std::string& path) {
  struct stat about {};
  if (::stat(path.c_str(), &about) != 0) fail(path, "open");
  if (!S_ISREG(about.st_mode)) throw Error(path + ": cannot read: it is a folder, a device or a pipe, and not a file");
}

std::string read_text(const std::string& path) {
  require_file(path);
  const Descriptor file{::open(path.c_str(), O_RDONLY | O_CLOEXEC)};
  if (file.value < 0) fail(path, "open");
  std::string text;
  std::string part(buffer_bytes, '\0');
  for (;;) {
    const ssize_t n = ::read(file.value, part.data(), part.size());
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) fail(path, "read");
    if (n == 0) return text;
    text.append(part, 0, static_cast<std::size_t>(n));
  }
}

void write_atomically(const std::string& path, std::string_view text) {
  const std::string temporary = path + ".tmp";
  try {
    OutputFile file(temporary, OutputFile::Mode::create);
    file.write(text);
    file.sync();
    file.close();
  } catch (const Error&) {
    ::unlink(temporary.c_str());
    throw;
  }
  rename_file(temporary, path);
  sync_directory(parent_directory(path));
}

void sync_file(const std::string& path) {
  const Descriptor file{::open(path.c_str(), O_RDONLY | O_CLOEXEC)};
  if (file.value < 0) fail(path, "open");
  if (::fsync(file.value) != 0) fail(path, "sync");
}

void sync_directory(const std::string& path) {
  const Descriptor directory{::open(path.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC)};
  if (directory.value < 0) fail(path, "open");
  if (::fsync(directory.value) != 0 && errno != EINVAL) fail(path, "sync");  // some file systems cannot
}

void rename_file(const std::string& from, const std::string& to) {
  if (std::rename(from.c_str(), to.c_str()) != 0) fail(from, ("rename to " + to).c_str());
}

void truncate_file(const std::string& path, std::size_t bytes) {
  if (::truncate(path.c_str(), static_cast<off_t>(bytes)) != 0) fail(path, "truncate");
}

void make_directory(const std::string& path) {
  std::error_code reason;
  std::filesystem::create_directories(path, reason);
  if (reason) throw Error(fmt::format("{}: cannot create the directory: {}", path, reason.message()));
}

bool file_exists(const std::string& path) {
  struct stat information {};
  return ::stat(path.c_str(), &information) == 0;
}

std::string parent_directory(const std::string& path) {
  const std::string parent = std::filesystem::path(path).parent_path().string();
  return parent.empty() ? "." : parent;
}

}  // namespace floc
