// One file for the browsers of this machine.
#pragma once

#include <functional>
#include <string>

namespace floc::app {

// Serves `path` at http://127.0.0.1:port/ and nothing else, until SIGINT or SIGTERM. Port 0: any that is free.
// `ready` gets the port when it is open. Throws Error when it cannot be.
void serve_file(const std::string& path, int port, const std::function<void(int port)>& ready);

}  // namespace floc::app
