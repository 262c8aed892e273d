// Reads a run: `read_run out/first` prints, frame by frame, how high the bodies are and how hard they press on each other.
#include <algorithm>
#include <cstdio>
#include <string>

#include <floc/floc.hpp>

int main(int count, char** arguments) {
  if (count != 2) {
    std::fprintf(stderr, "usage: read_run FOLDER-OF-A-RUN\n");
    return 2;
  }
  try {
    const floc::TrajectoryReader run(std::string(arguments[1]) + "/trajectory.h5");
    std::printf("%8s %8s %10s %10s %12s\n", "time", "bodies", "height", "contacts", "force");
    for (std::size_t k = 0; k < run.frames(); ++k) {
      const floc::Snapshot frame = run.read(k);
      const auto vertical = static_cast<std::size_t>(frame.bodies.dimension == 3 ? 2 : frame.bodies.dimension - 1);
      double height = 0, impulse = 0;
      for (std::size_t i = 0; i < frame.bodies.size(); ++i) height += frame.bodies.x(i)[vertical];
      for (const double p : frame.contacts.impulse) impulse = std::max(impulse, p);
      std::printf("%8.3f %8zu %10.4f %10zu %12.4g\n", frame.time, frame.bodies.size(),
                  height / static_cast<double>(std::max<std::size_t>(1, frame.bodies.size())), frame.contacts.size(),
                  frame.h > 0 ? impulse / frame.h : 0);
    }
    return run.frames() > 0 ? 0 : 1;
  } catch (const floc::Error& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
}
