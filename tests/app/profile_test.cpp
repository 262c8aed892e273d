#include "app/profile.hpp"

#include <doctest/doctest.h>

#include <string>

#include "core/simd_target.hpp"

using namespace floc;
using namespace floc::app;

namespace {

std::string printed(const Profile& profile, double wall) {
  char* text = nullptr;
  std::size_t size = 0;
  std::FILE* out = open_memstream(&text, &size);
  profile.print(out, wall);
  std::fclose(out);
  std::string result(text, size);
  std::free(text);
  return result;
}

}  // namespace

TEST_CASE("a profile adds up the stages, and gives the rest to the files") {
  Profile profile;
  StepReport report;
  report.bodies = 1000;
  report.contacts = 2000;
  report.iterations = 50;
  report.bytes = 8e6;
  report.seconds[static_cast<std::size_t>(Stage::projection)] = 0.003;
  report.seconds[static_cast<std::size_t>(Stage::rows)] = 0.001;
  for (int k = 0; k < 100; ++k) profile.add(report);
  const std::string text = printed(profile, 0.5);
  CHECK(text.find("projection          0.300     60.0             3000.0") != std::string::npos);
  CHECK(text.find("files               0.100     20.0") != std::string::npos);
  CHECK(text.find("kernels: " + std::string(to_string(simd_target())) + " instructions\n") != std::string::npos);
  CHECK(text.find("50.0 iterations per step, 30.00 ns per row and iteration, at least 8e+08 bytes moved in them: 80 per row, "
                  "2.7 GB/s") != std::string::npos);
}

TEST_CASE("a run without a step has no profile") { CHECK(printed(Profile(), 1).empty()); }
