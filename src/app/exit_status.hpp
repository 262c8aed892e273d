// How the program ends, for scripts. Shown by `floc --help`.
#pragma once

namespace floc::app {

enum ExitStatus {
  finished = 0,
  failed = 1,          // a file, a disk, the machine
  wrong_input = 2,     // a wrong scene or command line; nothing was touched
  not_converged = 3,   // on_unconverged = "stop", or a state that makes no sense; checkpoint written
  interrupted = 4,     // SIGINT or SIGTERM; the step was finished and a checkpoint written
  out_of_time = 5      // --max-walltime; checkpoint written
};

}  // namespace floc::app
