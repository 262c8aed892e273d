// A browser that only asks, and what the system says of a port.
#pragma once

#include <arpa/inet.h>
#include <fmt/format.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <stdexcept>
#include <string>
#include <utility>

#include "support/process.hpp"

namespace floc::test {

// One to a port of this machine.
class Connection {
 public:
  explicit Connection(int port) : socket_(::socket(AF_INET, SOCK_STREAM, 0)) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    address.sin_port = htons(static_cast<std::uint16_t>(port));
    if (::connect(socket_, reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0) {
      ::close(socket_);
      throw std::runtime_error("nobody listens");
    }
  }
  ~Connection() {
    if (socket_ >= 0) ::close(socket_);
  }
  Connection(Connection&& other) noexcept : socket_(std::exchange(other.socket_, -1)) {}
  Connection& operator=(Connection&&) = delete;

  void send(const std::string& text) {
    if (::send(socket_, text.data(), text.size(), MSG_NOSIGNAL) != static_cast<ssize_t>(text.size()))
      throw std::runtime_error("nobody reads");
  }
  // What comes, to the end.
  std::string answer() {
    std::string text;
    char part[65536];
    for (ssize_t n; (n = ::recv(socket_, part, sizeof part, 0)) > 0;) text.append(part, static_cast<std::size_t>(n));
    return text;
  }
  // The other side has neither said anything nor left.
  bool is_open() {
    char c = 0;
    return ::recv(socket_, &c, 1, MSG_PEEK | MSG_DONTWAIT) < 0 && (errno == EAGAIN || errno == EWOULDBLOCK);
  }

 private:
  int socket_;
};

inline std::string answer_of(int port, const std::string& request) {
  Connection connection(port);
  connection.send(request);
  return connection.answer();
}

// Linux lists who listens where: 127.0.0.1 is 0100007F there, every address 00000000.
inline bool listens_at_loopback_only(int port) {
  const std::string table = read_file("/proc/net/tcp");
  return contains(table, fmt::format(" 0100007F:{:04X} 00000000:0000 0A", port)) &&
         !contains(table, fmt::format(" 00000000:{:04X} 00000000:0000 0A", port));
}

}  // namespace floc::test
