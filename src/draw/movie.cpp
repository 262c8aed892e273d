#include "draw/movie.hpp"

#include <fmt/format.h>
#include <signal.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <vector>

#include "core/error.hpp"
#include "output/files.hpp"

extern char** environ;

namespace floc {
namespace {

struct Format {
  std::string_view ending;
  std::string_view name;             // as ffmpeg calls it
  std::vector<std::string> options;  // of the encoder
};

const std::vector<Format>& formats() {
  static const std::vector<Format> all{
      {".mp4", "mp4", {"-c:v", "libx264", "-crf", "18", "-pix_fmt", "yuv420p", "-movflags", "+faststart"}},
      {".webm", "webm", {"-c:v", "libvpx-vp9", "-crf", "28", "-b:v", "0", "-pix_fmt", "yuv420p"}},
      {".gif",
       "gif",
       // One palette a frame: nothing waits in memory for the end of the movie.
       {"-filter_complex",
        "split[a][b];[a]palettegen=stats_mode=single[p];[b][p]paletteuse=new=1:dither=bayer:bayer_scale=5"}}};
  return all;
}

const Format* format_of(std::string_view path) {
  for (const Format& f : formats())
    if (path.ends_with(f.ending)) return &f;
  return nullptr;
}

std::vector<std::string> arguments(const std::string& program, const Format& format, int width, int height, double fps,
                                   const std::string& file) {
  std::vector<std::string> words{program,
                                 "-nostdin",
                                 "-loglevel",
                                 "error",
                                 "-y",
                                 "-f",
                                 "rawvideo",
                                 "-pixel_format",
                                 "rgb24",
                                 "-video_size",
                                 fmt::format("{}x{}", width, height),
                                 "-framerate",
                                 fmt::format("{}", fps),
                                 "-i",
                                 "pipe:0"};
  words.insert(words.end(), format.options.begin(), format.options.end());
  // No date and no version in the file.
  for (const char* word : {"-fflags", "+bitexact", "-flags:v", "+bitexact", "-f"}) words.emplace_back(word);
  words.emplace_back(format.name);
  words.push_back("file:" + file);
  return words;
}

std::string all_of(int descriptor) {
  std::string text;
  std::array<char, 4096> buffer{};
  ::lseek(descriptor, 0, SEEK_SET);
  for (ssize_t n = 0; (n = ::read(descriptor, buffer.data(), buffer.size())) > 0;)
    text.append(buffer.data(), static_cast<std::size_t>(n));
  return text;
}

}  // namespace

bool is_movie(std::string_view path) { return format_of(path) != nullptr; }

Movie::Movie(std::string path, int width, int height, double frames_per_second, const std::string& program)
    : path_(std::move(path)),
      part_(path_ + ".tmp"),
      frame_bytes_(3u * static_cast<std::size_t>(width) * static_cast<std::size_t>(height)) {
  const Format* format = format_of(path_);
  if (format == nullptr) throw Error(path_ + ": a movie is a .mp4, a .webm or a .gif");
  OutputFile(part_, OutputFile::Mode::create).close();  // says why, where the folder is not there
  int ends[2];
  // A pair of sockets: unlike a pipe, one that nobody reads is an error of the write and no signal.
  if (::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0)
    throw Error(fmt::format("{}: cannot make a pipe: {}", path_, std::strerror(errno)));
  words_ = ::memfd_create("words", MFD_CLOEXEC);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, ends[0], STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&actions, words_, STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&actions, words_, STDERR_FILENO);
  std::vector<std::string> words = arguments(program, *format, width, height, frames_per_second, part_);
  std::vector<char*> pointers;
  for (std::string& word : words) pointers.push_back(word.data());
  pointers.push_back(nullptr);
  pid_t child = -1;
  const int error = ::posix_spawnp(&child, program.c_str(), &actions, nullptr, pointers.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  ::close(ends[0]);
  pipe_ = ends[1];
  if (error == 0) {
    process_ = child;
    return;
  }
  end_of_program();
  std::filesystem::remove(part_);
  if (error == ENOENT)
    throw Error(fmt::format("{}: movies are made with {}, which is not installed (Debian: apt-get install ffmpeg)",
                            path_, program));
  throw Error(fmt::format("{}: cannot start {}: {}", path_, program, std::strerror(error)));
}

Movie::~Movie() {
  if (process_ < 0) return;
  ::kill(process_, SIGKILL);
  end_of_program();
  std::error_code ignored;
  std::filesystem::remove(part_, ignored);
}

Movie::End Movie::end_of_program() {
  End end;
  if (pipe_ >= 0) ::close(pipe_);
  if (process_ >= 0)
    while (::waitpid(process_, &end.status, 0) < 0 && errno == EINTR) {
    }
  if (words_ >= 0) {
    end.words = all_of(words_);
    ::close(words_);
  }
  pipe_ = process_ = words_ = -1;
  return end;
}

void Movie::fail(std::string words) {
  while (!words.empty() && words.back() == '\n') words.pop_back();
  std::error_code ignored;
  std::filesystem::remove(part_, ignored);
  throw Error(fmt::format("{}: ffmpeg failed{}", path_, words.empty() ? " without a word" : ": " + words));
}

void Movie::add(std::string_view rgb) {
  if (rgb.size() != frame_bytes_)
    throw Error(fmt::format("{}: a frame of {} bytes in a movie of frames of {}", path_, rgb.size(), frame_bytes_));
  if (process_ < 0) throw Error(path_ + ": the movie has ended");
  while (!rgb.empty()) {
    const ssize_t n = ::send(pipe_, rgb.data(), rgb.size(), MSG_NOSIGNAL);
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) fail(end_of_program().words);
    rgb.remove_prefix(static_cast<std::size_t>(n));
  }
}

void Movie::finish() {
  if (process_ < 0) throw Error(path_ + ": the movie has ended");
  if (const End end = end_of_program(); end.status != 0) fail(end.words);
  sync_file(part_);
  rename_file(part_, path_);
}

}  // namespace floc
