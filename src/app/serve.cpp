#include "app/serve.hpp"

#include <arpa/inet.h>
#include <fmt/format.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <string_view>

#include "app/interrupt.hpp"
#include "core/error.hpp"
#include "output/files.hpp"

namespace floc::app {
namespace {

constexpr int patience = 200;  // milliseconds until a signal is asked for again

class Socket {
 public:
  explicit Socket(int descriptor) : descriptor_(descriptor) {}
  ~Socket() {
    if (descriptor_ >= 0) ::close(descriptor_);
  }
  Socket(const Socket&) = delete;
  Socket& operator=(const Socket&) = delete;
  int get() const { return descriptor_; }

  // True when it is ready; false when the program is to end, or after `longest` milliseconds.
  bool wait(short events, int longest) const {
    for (int waited = 0; waited < longest && !Interrupt::requested(); waited += patience) {
      pollfd p{descriptor_, events, 0};
      if (::poll(&p, 1, patience) > 0) return true;
    }
    return false;
  }

 private:
  int descriptor_;
};

[[noreturn]] void fail(int port, const char* doing) {
  throw Error(fmt::format("cannot {} port {} of this machine: {}", doing, port, std::strerror(errno)));
}

// The header of a request, up to the empty line; empty when it does not come.
std::string request(const Socket& browser) {
  std::string text;
  char part[2048];
  while (text.find("\r\n\r\n") == std::string::npos && text.size() < 16384 && browser.wait(POLLIN, 5000)) {
    const ssize_t n = ::recv(browser.get(), part, sizeof part, 0);
    if (n <= 0) return {};
    text.append(part, static_cast<std::size_t>(n));
  }
  return text;
}

void send_all(const Socket& browser, std::string_view text) {
  while (!text.empty() && browser.wait(POLLOUT, 30000)) {
    const ssize_t n = ::send(browser.get(), text.data(), text.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
    if (n < 0 && (errno == EAGAIN || errno == EINTR)) continue;
    if (n <= 0) return;  // the browser has gone
    text.remove_prefix(static_cast<std::size_t>(n));
  }
}

// A page from elsewhere whose name points here is not to read this one.
bool from_here(std::string_view header, int port) {
  for (const char* name : {"127.0.0.1", "localhost"})
    if (header.find(fmt::format("\r\nHost: {}:{}\r\n", name, port)) != std::string_view::npos) return true;
  return false;
}

void answer(const Socket& browser, const std::string& path, int port) {
  const std::string header = request(browser);
  const bool head = header.starts_with("HEAD / ");
  const auto reply = [&](const char* status, std::string_view text) {
    send_all(browser, fmt::format("HTTP/1.1 {}\r\nContent-Type: text/html; charset=utf-8\r\nContent-Length: {}\r\n"
                                  "Cache-Control: no-store\r\nConnection: close\r\n\r\n",
                                  status, text.size()));
    if (!head) send_all(browser, text);
  };
  if (header.empty()) return;
  if (!from_here(header, port)) return reply("403 Forbidden", "This page is for this machine.\n");
  if (!head && !header.starts_with("GET / ")) return reply("404 Not Found", "There is only one page here: /\n");
  std::string page;
  try {
    page = read_text(path);
  } catch (const Error& error) {
    return reply("500 Internal Server Error", error.what());
  }
  reply("200 OK", page);
}

}  // namespace

void serve_file(const std::string& path, int port, const std::function<void(int)>& ready) {
  const Socket door(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
  if (door.get() < 0) fail(port, "open");
  const int yes = 1;
  ::setsockopt(door.get(), SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  address.sin_port = htons(static_cast<std::uint16_t>(port));
  if (::bind(door.get(), reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0) fail(port, "take");
  if (::listen(door.get(), 16) != 0) fail(port, "listen at");
  socklen_t size = sizeof address;
  if (::getsockname(door.get(), reinterpret_cast<sockaddr*>(&address), &size) != 0) fail(port, "ask for");
  const int taken = ntohs(address.sin_port);
  const Interrupt interrupt;
  ready(taken);
  while (!Interrupt::requested()) {
    if (!door.wait(POLLIN, patience)) continue;
    const Socket browser(::accept4(door.get(), nullptr, nullptr, SOCK_CLOEXEC));
    if (browser.get() >= 0) answer(browser, path, taken);
  }
}

}  // namespace floc::app
