// How the program ends, for scripts. Shown by `floc --help`, told in docs/howto/run.md.
#pragma once

#include "core/error.hpp"

namespace floc::app {

enum ExitStatus {
  finished = 0,
  failed = 1,         // a file, a disk, the machine
  wrong_input = 2,    // a wrong scene or command line; nothing was touched
  not_converged = 3,  // on_unconverged = "stop", or a state that makes no sense; checkpoint written
  interrupted = 4,    // SIGINT or SIGTERM; the step under way was given up, the state before it is the checkpoint
  out_of_time = 5,    // --max-walltime; as interrupted
  unconverged = 6     // the run came to its end, but some of its steps did not converge
};

// A command line that makes no sense; ends the program with wrong_input. Any other exception that a
// command lets through ends it with failed (main.cpp).
class WrongInput : public Error {
 public:
  using Error::Error;
};

}  // namespace floc::app
