#include "app/serve.hpp"

#include <fmt/format.h>
#include <httplib.h>
#include <netinet/in.h>
#include <sys/socket.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <filesystem>
#include <future>
#include <memory>
#include <thread>

#include "app/interrupt.hpp"
#include "core/error.hpp"

namespace floc::app {
namespace {

using namespace std::chrono_literals;

constexpr const char* here = "127.0.0.1";
constexpr std::size_t most_at_once = 65536;
// Every connection holds a thread until it is answered or runs out of time: enough of them that a few slow browsers
// do not keep a page from the others.
constexpr std::size_t most_connections = 64;

class Server : public httplib::Server {
 public:
  // The library keeps five browsers waiting at most; the sixth would have to ask again a second later.
  void let_more_wait() { ::listen(svr_sock_, SOMAXCONN); }
};

// A page from elsewhere whose name points here is not to read this one.
bool from_here(const httplib::Request& request, int port) {
  const std::string host = request.get_header_value("Host");
  return host == fmt::format("{}:{}", here, port) || host == fmt::format("localhost:{}", port);
}

// In pieces: an answer may be large, and its reader slow.
void send(Answer&& answer, httplib::Response& response) {
  auto content = std::make_shared<const std::string>(std::move(answer.content));
  response.set_content_provider(content->size(), answer.type,
                                [content](std::size_t offset, std::size_t left, auto& sink) {
                                  return sink.write(content->data() + offset, std::min(left, most_at_once));
                                });
}

// Wakes whoever waits for a browser on one of our connections, so that the end need not wait for slow ones.
void end_connections(int port) {
  std::error_code failed;
  for (const auto& entry : std::filesystem::directory_iterator("/proc/self/fd", failed)) {
    const int descriptor = std::atoi(entry.path().filename().c_str());
    sockaddr_in address{};
    socklen_t size = sizeof address;
    if (::getsockname(descriptor, reinterpret_cast<sockaddr*>(&address), &size) == 0 && address.sin_family == AF_INET &&
        ntohs(address.sin_port) == port)
      ::shutdown(descriptor, SHUT_RDWR);
  }
}

}  // namespace

void serve(const Site& site, int port, const std::function<void(int)>& ready) {
  Server server;
  // The library would share the port with another program that does the same.
  server.set_socket_options([](auto socket) {
    const int yes = 1;
    ::setsockopt(socket, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
  });
  errno = 0;
  if (port == 0)
    port = server.bind_to_any_port(here);
  else if (!server.bind_to_port(here, port))
    throw Error(fmt::format("cannot take port {} of this machine: {}", port, std::strerror(errno)));
  if (port <= 0) throw Error("this machine has no port to take");
  server.let_more_wait();

  server.new_task_queue = [] { return new httplib::ThreadPool(most_connections); };
  server.set_keep_alive_max_count(1);
  server.set_keep_alive_timeout(10);
  server.set_read_timeout(10s);
  server.set_write_timeout(30s);
  server.set_payload_max_length(4096);
  server.set_default_headers({{"Cache-Control", "no-store"}});
  server.set_pre_routing_handler([port](const httplib::Request& request, httplib::Response& response) {
    if (from_here(request, port)) return httplib::Server::HandlerResponse::Unhandled;
    response.status = 403;
    response.set_content("This page is for this machine.\n", html_type);
    return httplib::Server::HandlerResponse::Handled;
  });
  server.Get(".*", [&site](const httplib::Request& request, httplib::Response& response) {
    try {
      if (std::optional<Answer> answer = site(request.path)) return send(std::move(*answer), response);
      response.status = 404;
      response.set_content("There is no such page.\n", html_type);
    } catch (const Error& error) {
      response.status = 500;
      response.set_content(std::string(error.what()) + "\n", "text/plain; charset=utf-8");
    }
  });

  const Interrupt interrupt;
  std::future<bool> listening = std::async(std::launch::async, [&server] { return server.listen_after_bind(); });
  while (!server.is_running() && listening.wait_for(1ms) != std::future_status::ready) {
  }
  ready(port);
  while (!Interrupt::requested())
    if (listening.wait_for(100ms) == std::future_status::ready)
      throw Error(fmt::format("port {} of this machine is lost", port));
  server.stop();
  while (listening.wait_for(50ms) != std::future_status::ready) end_connections(port);
}

}  // namespace floc::app
