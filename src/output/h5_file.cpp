#include <fcntl.h>
#include <fmt/format.h>
#include <hdf5.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>

#include "core/error.hpp"
#include "output/files.hpp"
#include "output/h5.hpp"
#include "output/h5_call.hpp"

namespace floc::h5 {
namespace {

// The first thing this process does with HDF5: without it HDF5 closes at exit, a second time, files
// that could not be closed because the disk was full.
void prepare() {
  [[maybe_unused]] static const bool done = [] { return H5dont_atexit() >= 0; }();
}

// The signature stands at 0 or behind a user block; then the version, 3 for the latest format.
bool latest_format(std::span<const unsigned char> head) {
  static constexpr std::array<unsigned char, 9> signature{0x89, 'H', 'D', 'F', '\r', '\n', 0x1a, '\n', 3};
  for (const std::size_t at : {std::size_t{0}, std::size_t{512}})
    if (head.size() >= at + signature.size() && std::memcmp(head.data() + at, signature.data(), signature.size()) == 0)
      return true;
  return false;
}

void check_format(const std::string& path) {
  require_file(path);
  const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0) throw Error(fmt::format("{}: cannot open: {}", path, std::strerror(errno)));
  std::array<unsigned char, 1024> head{};
  const ssize_t n = ::pread(file, head.data(), head.size(), 0);
  const int reason = errno;
  ::close(file);
  if (n < 0) throw Error(fmt::format("{}: cannot read: {}", path, std::strerror(reason)));
  if (!latest_format({head.data(), static_cast<std::size_t>(n)}))
    throw Error(path + ": not a file that floc wrote (no HDF5 header of version 3)");
}

Scoped access_list(const std::string& name) {
  prepare();
  const auto step = [&](auto f) { return call(name, "open", "the file", f); };
  Scoped list(step([] { return H5Pcreate(H5P_FILE_ACCESS); }), H5Pclose);
  step([&] { return H5Pset_libver_bounds(list, H5F_LIBVER_V110, H5F_LIBVER_V110); });
  step([&] { return H5Pset_fclose_degree(list, H5F_CLOSE_STRONG); });
  // The folder of a run has a lock of its own against two writers; HDF5's would also let a reader
  // keep a run from going on.
  step([&] { return H5Pset_file_locking(list, false, true); });
  return list;
}

File opened(hid_t id, const std::string& name) { return {id, H5Fclose, name, "/"}; }

}  // namespace

[[noreturn]] void fail(const std::string& file, const std::string& doing, const std::string& what) {
  std::string reason;
  const auto visit = [](unsigned, const H5E_error2_t* entry, void* data) -> herr_t {
    auto& text = *static_cast<std::string*>(data);
    if (text.empty() && entry->desc != nullptr) text = entry->desc;
    return 0;
  };
  H5Ewalk2(H5E_DEFAULT, H5E_WALK_UPWARD, visit, &reason);  // innermost first
  static const std::string mark = "error message = '";
  if (const std::size_t at = reason.find(mark); at != std::string::npos)
    reason = reason.substr(at + mark.size(), reason.find('\'', at + mark.size()) - at - mark.size());
  throw Error(fmt::format("{}: cannot {} {}: {}", file, doing, what, reason.empty() ? "HDF5 gives no reason" : reason));
}

File File::create(const std::string& path, std::size_t user_block) {
  const Scoped access = access_list(path);
  const auto step = [&](auto f) { return call(path, "create", "the file", f); };
  const Scoped creation(step([] { return H5Pcreate(H5P_FILE_CREATE); }), H5Pclose);
  if (user_block > 0) {
    step([&] { return H5Pset_userblock(creation, user_block); });
  } else {
    // A kill tears a write between two pages of memory. Paged allocation keeps every piece of
    // metadata that is smaller than a page inside one.
    step([&] { return H5Pset_file_space_strategy(creation, H5F_FSPACE_STRATEGY_PAGE, false, 1); });
    step([&] { return H5Pset_file_space_page_size(creation, 4096); });
  }
  return opened(step([&] { return H5Fcreate(path.c_str(), H5F_ACC_TRUNC, creation, access); }), path);
}

File File::open(const std::string& path) {
  check_format(path);
  const Scoped access = access_list(path);
  // The header may announce more than what found room on the disk; reads check that what they want is there.
  const hbool_t yes = true;
  call(path, "open", "the file", [&] { return H5Pset(access, "skip_eof_check", &yes); });
  // A checksum that does not hold is tried again, as the writer may be at it, for 30 ms in all
  // (the pause doubles); the default of 100 tries would be for ever.
  call(path, "open", "the file", [&] { return H5Pset_metadata_read_attempts(access, 25); });
  return opened(
      call(path, "open", "the file", [&] { return H5Fopen(path.c_str(), H5F_ACC_RDONLY | H5F_ACC_SWMR_READ, access); }),
      path);
}

File File::open_again(const std::string& path) {
  check_format(path);
  const auto step = [&](auto f) { return call(path, "open for writing", "the file", f); };
  // What h5clear does, by its private properties: a killed writer leaves its marks in the superblock,
  // and there also an end of file that may lie before or behind the last byte.
  const Scoped access = access_list(path);
  const hbool_t yes = true;
  step([&] { return H5Pset(access, "clear_status_flags", &yes); });
  step([&] { return H5Pset(access, "skip_eof_check", &yes); });
  // Nobody else writes: a checksum that does not hold never will, and is not tried a hundred times.
  step([&] { return H5Pset_metadata_read_attempts(access, 1); });
  File file = opened(step([&] { return H5Fopen(path.c_str(), H5F_ACC_RDWR | H5F_ACC_SWMR_WRITE, access); }), path);
  step([&] { return H5Fincrement_filesize(file.id(), 0); });
  file.flush();
  return file;
}

File File::from_memory(std::span<const std::byte> bytes, const std::string& name) {
  if (!latest_format({reinterpret_cast<const unsigned char*>(bytes.data()), bytes.size()}))
    throw Error(name + ": not a file that floc wrote (no HDF5 header of version 3)");
  const Scoped access = access_list(name);
  const auto step = [&](auto f) { return call(name, "open", "the file", f); };
  step([&] { return H5Pset_fapl_core(access, 1 << 16, false); });
  step([&] { return H5Pset_file_image(access, const_cast<std::byte*>(bytes.data()), bytes.size()); });
  return opened(step([&] { return H5Fopen(name.c_str(), H5F_ACC_RDONLY, access); }), name);
}

Group File::root() const {
  return {call(*this, "open", [&] { return H5Gopen2(id(), "/", H5P_DEFAULT); }), H5Gclose, file(), "/"};
}

void File::rename(const std::string& path) {
  rename_file(file(), path);
  set_file(path);
}

void File::start_sharing() {
  call(file(), "share", "the file", [&] { return H5Fstart_swmr_write(id()); });
}

void File::flush() {
  call(file(), "write", "the file", [&] { return H5Fflush(id(), H5F_SCOPE_LOCAL); });
}

}  // namespace floc::h5
