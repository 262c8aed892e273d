// A small web server for the browsers of this machine.
#pragma once

#include <functional>
#include <optional>
#include <string>

namespace floc::app {

struct Answer {
  std::string type;  // as HTTP has it: "text/html; charset=utf-8"
  std::string content;
};
inline constexpr const char* html_type = "text/html; charset=utf-8";
inline constexpr const char* json_type = "application/json";
inline constexpr const char* bytes_type = "application/octet-stream";

// What is at a path ("/"); nothing: there is no such page. Called by several threads at once; an Error it throws is
// told to the browser.
using Site = std::function<std::optional<Answer>(const std::string& path)>;

// Serves the site at http://127.0.0.1:port/ until SIGINT or SIGTERM. Port 0: any that is free. `ready` gets the port
// when it is open. Throws Error when it cannot be.
void serve(const Site& site, int port, const std::function<void(int port)>& ready);

}  // namespace floc::app
