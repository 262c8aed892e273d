// floc view --serve: the port that serves the page.
#include "app/serve.hpp"

#include <doctest/doctest.h>

#include <filesystem>
#include <functional>
#include <thread>

#include "core/error.hpp"
#include "support/paths.hpp"
#include "support/runs.hpp"
#include "support/web.hpp"

using namespace floc;
using namespace floc::test;

namespace {

// Serves the site, lets `browse` look at the port, and then ends the server as Ctrl-C does.
void while_served(const app::Site& site, const std::function<void(int port)>& browse) {
  std::thread browser;
  app::serve(site, 0, [&](int port) {
    browser = std::thread([&browse, port] {
      browse(port);
      ::kill(::getpid(), SIGINT);
    });
  });
  browser.join();
}

std::string request(int port, const std::string& what = "GET /") {
  return what + " HTTP/1.1\r\nHost: 127.0.0.1:" + std::to_string(port) + "\r\n\r\n";
}

// What the server says when it is ready.
int port_said(Process& server, const std::string& file) {
  const std::string before = "http://127.0.0.1:";
  REQUIRE(server.until([&] { return contains(read_file(file), "Ctrl-C"); }));
  const std::string said = read_file(file);
  return std::stoi(said.substr(said.find(before) + before.size()));
}

}  // namespace

TEST_CASE("--serve gives the page to this machine only, and Ctrl-C ends it well") {
  const TemporaryFolder folder;
  Process server(program(), {"view", finished_run().directory, "--serve"}, {.output = folder / "said"});
  const int port = port_said(server, folder / "said");

  const std::string page = answer_of(port, request(port));
  CHECK(page.starts_with("HTTP/1.1 200 OK\r\n"));
  CHECK(contains(page, "\r\nCache-Control: no-store\r\n"));
  CHECK(contains(page, "connect-src 'self'"));
  CHECK(answer_of(port, request(port, "HEAD /")).ends_with("\r\n\r\n"));
  for (const char* wrong : {"GET /../scene.toml", "GET /scene.toml", "GET /0", "GET /0/frame", "GET /0/frame/",
                            "GET /0/frame/x", "GET /0/frame/1/", "GET /0/frame/99999", "GET /0/frame/-1",
                            "GET /1/frame/0", "GET /0/frame/18446744073709551616", "GET /0/news/"})
    CHECK_MESSAGE(answer_of(port, request(port, wrong)).starts_with("HTTP/1.1 404"), wrong);
  CHECK(answer_of(port, "GET / HTTP/1.1\r\nHost: elsewhere.example\r\n\r\n").starts_with("HTTP/1.1 403"));
  CHECK(answer_of(port, "GET /0/frame/0 HTTP/1.1\r\nHost: elsewhere.example\r\n\r\n").starts_with("HTTP/1.1 403"));
  CHECK(answer_of(port, "GET / HTTP/1.1\r\n\r\n").starts_with("HTTP/1.1 403"));
  CHECK(answer_of(port, "nonsense\r\n\r\n").starts_with("HTTP/1.1 400"));
  CHECK(listens_at_loopback_only(port));

  const Outcome taken = command({"view", finished_run().directory, "--serve", std::to_string(port)});
  CHECK(taken.status == 1);
  CHECK(contains(taken.err, "cannot take port " + std::to_string(port)));
  server.send(SIGINT);
  const Outcome o = server.wait();
  CHECK(o.status == 0);
  CHECK(o.err.empty());
}

TEST_CASE("browsers that send half a request or read nothing keep the page from nobody, nor the server from its end") {
  constexpr std::size_t bytes = 24 << 20;  // more than the system keeps for a reader who does not read
  const app::Site site = [&](const std::string&) { return app::Answer{app::html_type, std::string(bytes, 'x')}; };
  std::vector<Connection> half, deaf, silent;  // open until the server has ended
  std::string answer, late;
  bool waited_for = false;
  while_served(site, [&](int port) {
    const std::string whole = request(port);
    for (int k = 0; k < 8; ++k) {
      half.emplace_back(port).send(whole.substr(0, whole.size() / 2));
      deaf.emplace_back(port).send(whole);
      silent.emplace_back(port);
    }
    answer = answer_of(port, whole);
    // The page did not come when the patience with those was at its end: they are still waited for.
    waited_for = half[0].is_open() && silent[0].is_open();
    half[0].send(whole.substr(whole.size() / 2));
    late = half[0].answer();
  });
  CHECK(answer.starts_with("HTTP/1.1 200 OK\r\n"));
  CHECK(answer.size() > bytes);
  CHECK(waited_for);
  CHECK(late.size() == answer.size());
  CHECK(deaf[0].answer().size() < bytes);
}

TEST_CASE("an error is told to the browser, and the next page is served again") {
  std::string missing, there;
  const app::Site site = [](const std::string& path) -> std::optional<app::Answer> {
    if (path == "/broken") throw Error("a frame is damaged");
    if (path == "/page") return app::Answer{app::html_type, "one"};
    return {};
  };
  while_served(site, [&](int port) {
    missing = answer_of(port, request(port, "GET /broken"));
    there = answer_of(port, request(port, "GET /page"));
  });
  CHECK(missing.starts_with("HTTP/1.1 500"));
  CHECK(contains(missing, "a frame is damaged"));
  CHECK(there.ends_with("\r\n\r\none"));
}
