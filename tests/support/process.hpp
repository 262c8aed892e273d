// Running the program as its users do: arguments, signals, limits, a terminal; and what it said.
#pragma once

#include <fcntl.h>
#include <pty.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <optional>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace floc::test {

using Words = std::vector<std::string>;

// Where temporary files go: in memory where there is room, as waiting for the disk at every checkpoint
// would take longer than all else.
inline std::filesystem::path temporary_place() {
  const std::filesystem::path memory = "/dev/shm";
  std::error_code none;
  const bool room = std::filesystem::space(memory, none).available > (32u << 20) && !none;
  return room && ::access(memory.c_str(), W_OK) == 0 ? memory : std::filesystem::temp_directory_path();
}

// A folder of its own, gone at the end.
class TemporaryFolder {
 public:
  TemporaryFolder() {
    std::string pattern = (temporary_place() / "floc-test-XXXXXX").string();
    if (mkdtemp(pattern.data()) == nullptr) throw std::runtime_error("no temporary folder");
    path_ = pattern;
  }
  ~TemporaryFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  const std::string& path() const { return path_; }
  std::string operator/(const std::string& name) const { return path_ + "/" + name; }

 private:
  std::string path_;
};

inline std::string read_file(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

inline void write_file(const std::string& path, const std::string& text) {
  std::ofstream file(path, std::ios::binary);
  file << text;
}

inline Words lines_of(const std::string& text) {
  Words lines;
  for (std::size_t from = 0; from < text.size();) {
    const std::size_t end = std::min(text.find('\n', from), text.size());
    lines.push_back(text.substr(from, end - from));
    from = end + 1;
  }
  return lines;
}

inline bool contains(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

struct Outcome {
  int status = -1;       // exit status; −1: ended by a signal
  int signal = 0;        // that signal; 0: none
  std::string out, err;  // on a terminal all is in `out`
  double peak = 0;       // bytes that were resident
};

struct Circumstances {
  std::string directory{};                                         // working directory; empty: ours
  std::vector<std::pair<std::string, std::string>> environment{};  // beside our own
  std::optional<std::size_t> largest_file{};                       // bytes; writes beyond fail
  std::string output{};                                            // where stdout goes, instead of being captured
  bool terminal = false;                                           // stdin, stdout and stderr are a pseudo-terminal
};

// A process that runs. It cannot outlive its test by more than minutes: its own alarm ends it.
class Process {
 public:
  Process(const std::string& program, const Words& arguments, const Circumstances& around = {}) {
    std::vector<char*> argv{const_cast<char*>(program.c_str())};
    for (const std::string& word : arguments) argv.push_back(const_cast<char*>(word.c_str()));
    argv.push_back(nullptr);
    const std::string out = around.output.empty() ? folder_ / "out" : around.output, err = folder_ / "err";
    pid_ = around.terminal ? ::forkpty(&terminal_, nullptr, nullptr, nullptr) : ::fork();
    if (pid_ < 0) throw std::runtime_error("cannot fork");
    if (pid_ > 0) return;
    if (!around.terminal) {
      redirect(out, STDOUT_FILENO);
      redirect(err, STDERR_FILENO);
    }
    if (!around.directory.empty() && ::chdir(around.directory.c_str()) != 0) ::_exit(127);
    for (const auto& [name, value] : around.environment) ::setenv(name.c_str(), value.c_str(), 1);
    if (around.largest_file) {
      const rlimit limit{*around.largest_file, *around.largest_file};
      ::setrlimit(RLIMIT_FSIZE, &limit);
    }
    ::alarm(300);
    ::execv(program.c_str(), argv.data());
    ::_exit(127);
  }
  ~Process() {
    if (pid_ > 0) {
      ::kill(pid_, SIGKILL);
      ::waitpid(pid_, nullptr, 0);
    }
    if (terminal_ >= 0) ::close(terminal_);
  }
  Process(const Process&) = delete;
  Process& operator=(const Process&) = delete;

  void send(int signal) const {
    if (pid_ > 0) ::kill(pid_, signal);
  }

  // Whether a handler of the process waits for the signal. Before it becomes another program it has our handlers.
  bool catches(int signal) const {
    std::error_code gone;
    const auto program_of = [&](const std::string& who) {
      return std::filesystem::read_symlink("/proc/" + who + "/exe", gone);
    };
    if (program_of(std::to_string(pid_)) == program_of("self")) return false;
    const std::string status = read_file("/proc/" + std::to_string(pid_) + "/status");
    const std::size_t at = status.find("SigCgt:");
    return at != std::string::npos && (std::stoull(status.substr(at + 7), nullptr, 16) >> (signal - 1) & 1) != 0;
  }

  bool ended() {
    if (pid_ > 0 && ::wait4(pid_, &raw_, WNOHANG, &usage_) == pid_) pid_ = 0;
    return pid_ == 0;
  }

  // Looks again and again until `condition` holds or the process has ended; true when it holds.
  bool until(const std::function<bool()>& condition) {
    for (;;) {
      if (condition()) return true;
      if (ended()) return condition();
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
  }

  Outcome wait() {
    Outcome o;
    char part[4096];
    while (terminal_ >= 0) {  // a terminal whose last user has gone answers with an error
      const ssize_t n = ::read(terminal_, part, sizeof part);
      if (n > 0)
        o.out.append(part, static_cast<std::size_t>(n));
      else if (n == 0 || errno != EINTR)
        break;
    }
    while (pid_ > 0)
      if (::wait4(pid_, &raw_, 0, &usage_) == pid_ || errno != EINTR) pid_ = 0;
    o.peak = 1024.0 * static_cast<double>(usage_.ru_maxrss);
    if (WIFEXITED(raw_)) o.status = WEXITSTATUS(raw_);
    if (WIFSIGNALED(raw_)) o.signal = WTERMSIG(raw_);
    o.out += read_file(folder_ / "out");
    o.err = read_file(folder_ / "err");
    return o;
  }

 private:
  static void redirect(const std::string& path, int descriptor) {
    const int file = ::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0666);
    if (file < 0) ::_exit(127);
    ::dup2(file, descriptor);
    ::close(file);
  }

  TemporaryFolder folder_;
  pid_t pid_ = -1;
  int terminal_ = -1;
  int raw_ = 0;
  rusage usage_{};
};

inline Outcome execute(const std::string& program, const Words& arguments, const Circumstances& around = {}) {
  return Process(program, arguments, around).wait();
}

}  // namespace floc::test
