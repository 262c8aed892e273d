// Plain files: written through to the disk or reported, never lost in silence.
//
// Every failure is an Error that names the file, what was being done and the system's reason
// ("run/steps.csv: cannot write: No space left on device").
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace floc {

// A file that is written from front to back through a buffer.
class OutputFile {
 public:
  enum class Mode { create, append };
  OutputFile(std::string path, Mode mode);
  ~OutputFile();  // flushes; a failure is only heard through flush() or close()
  OutputFile(OutputFile&& other) noexcept;
  OutputFile& operator=(OutputFile&& other) noexcept;

  const std::string& path() const { return path_; }
  void write(std::string_view text);
  void write_at(std::uint64_t place, std::string_view text);  // over what is there; not where it was opened to append
  void flush();                                               // hands the buffer to the system
  void sync();                                                // flushes and waits for the disk
  void close();

 private:
  std::string path_;
  std::string buffer_;
  int descriptor_ = -1;
};

// Throws Error for a folder, a device or a pipe, which would be read for ever.
void require_file(const std::string& path);
std::string read_text(const std::string& path);
// A table to be written on: the first line must be `header`, lines whose first number is above `last` are cut
// off, and so is a torn last line.
OutputFile reopen_table(const std::string& path, std::string_view header, std::int64_t last);
// Written to path.tmp, synced, renamed: the file is the old one or the new one, never half of it.
void write_atomically(const std::string& path, std::string_view text);

void sync_file(const std::string& path);
void sync_directory(const std::string& path);  // so that renames in it last
void rename_file(const std::string& from, const std::string& to);
void truncate_file(const std::string& path, std::size_t bytes);
void make_directory(const std::string& path);  // with its parents; fine when it is there
bool file_exists(const std::string& path);
std::string parent_directory(const std::string& path);  // "." for a bare name

}  // namespace floc
