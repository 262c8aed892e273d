// A browser that only asks, and what the system says of a port.
#pragma once

#include <arpa/inet.h>
#include <fmt/format.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <string>

#include "support/process.hpp"

namespace floc::test {

// What a port of this machine answers to a request, to the end.
inline std::string answer_of(int port, const std::string& request) {
  const int s = ::socket(AF_INET, SOCK_STREAM, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  address.sin_port = htons(static_cast<std::uint16_t>(port));
  std::string text;
  if (::connect(s, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0 &&
      ::send(s, request.data(), request.size(), MSG_NOSIGNAL) == static_cast<ssize_t>(request.size())) {
    char part[65536];
    for (ssize_t n; (n = ::recv(s, part, sizeof part, 0)) > 0;) text.append(part, static_cast<std::size_t>(n));
  }
  ::close(s);
  return text;
}

// Linux lists who listens where: 127.0.0.1 is 0100007F there, every address 00000000.
inline bool listens_at_loopback_only(int port) {
  const std::string table = read_file("/proc/net/tcp");
  return contains(table, fmt::format(" 0100007F:{:04X} 00000000:0000 0A", port)) &&
         !contains(table, fmt::format(" 00000000:{:04X} 00000000:0000 0A", port));
}

}  // namespace floc::test
