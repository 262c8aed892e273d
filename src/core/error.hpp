// What the library throws when it is handed something it cannot work with (a file, an array, a
// field). A step or a solve that does not converge is not an error but a status.
#pragma once

#include <stdexcept>
#include <string>

namespace floc {

class Error : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace floc
