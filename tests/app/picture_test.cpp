// floc picture and floc movie.
#include <doctest/doctest.h>

#include "support/paths.hpp"
#include "support/runs.hpp"

using namespace floc;
using namespace floc::test;

namespace {

bool exists(const std::string& path) { return std::filesystem::exists(path); }

}  // namespace

TEST_CASE("pictures are PNG and SVG files of any frame, in every dimension") {
  const TemporaryFolder folder;
  const std::string plane = finished_run().directory;
  run_scene(scene_file(folder, lonely), folder / "line");
  run_scene(scene_file(folder, bouncing), folder / "space", {"--set", "time.end=0.02", "--set", "particles.0.count=5"});
  for (const std::string& run : {folder / "line", plane, folder / "space"})
    for (const std::string time : {"start", "end", "0.05"}) {
      CHECK(command({"picture", run, "--time", time, "--size", "200", "--forces", "-o", folder / "x.png"}).status == 0);
      CHECK(read_file(folder / "x.png").starts_with("\x89PNG"));
      CHECK(command({"picture", run, "--time", time, "-o", folder / "x.svg"}).status == 0);
      CHECK(contains(read_file(folder / "x.svg"), "<svg"));
    }
  const Outcome o = command({"picture", folder / "line"});
  CHECK(o.status == 0);
  CHECK(read_file(folder / "line/picture.png").starts_with("\x89PNG"));
}

TEST_CASE("the flow of a fluid is drawn, measured and exported from the frames that have it") {
  const TemporaryFolder folder;
  const std::string run = folder / "run";
  run_scene(scene_file(folder, sinking), run,
            {"--set", "measure.what=[\"probes\", \"fluid\"]", "--set", "measure.probes=[[0.5, 0.2]]"});
  CHECK(TrajectoryReader(run + "/trajectory.h5").with_flow() == std::vector<std::size_t>{0, 2, 4, 6, 8, 10});
  for (const std::string field : {"speed", "pressure", "vorticity"}) {
    CHECK(command({"picture", run, "--field", field, "--streamlines", "--size", "300", "-o", folder / "x.png"}).status == 0);
    CHECK(read_file(folder / "x.png").starts_with("\x89PNG"));
  }
  CHECK(command({"picture", run, "--field", "speed", "--times", "0,0.02", "-o", folder / "x.svg"}).status == 0);
  CHECK(contains(command({"movie", run, "--field", "vorticity", "--size", "128", "-o", folder / "x.gif"}).out, "6 frames"));

  // What the run has measured of itself is what is measured of its frames.
  CHECK(command({"measure", run, "--what", "probes,flow_profile", "-o", folder / "tables", "--set", "axis=\"x\""}).status == 0);
  const std::string own = read_file(run + "/measure/probes.csv"), after = read_file(folder / "tables/probes.csv");
  CHECK(own.substr(0, own.find('\n')) == "step,time,probe,x,y,velocity_x,velocity_y,pressure,vorticity");
  CHECK(after.substr(0, after.find('\n')) == own.substr(0, own.find('\n')));
  CHECK(std::count(own.begin(), own.end(), '\n') == 12);
  CHECK(std::count(after.begin(), after.end(), '\n') == 7);
  const std::string profile = read_file(folder / "tables/flow_profile.csv");
  CHECK(std::count(profile.begin(), profile.end(), '\n') == 1 + 6 * 32);

  CHECK(contains(command({"export", run, "--to", "vti"}).out, "flow.pvd"));
  CHECK(exists(run + "/vti/flow_000010.vti"));
  CHECK(!exists(run + "/vti/flow_000009.vti"));
  CHECK(exists(run + "/vti/particles_000009.vtp"));

  const std::string dry = finished_run().directory;
  for (const Words& words : {Words{"picture", dry, "--field", "speed"}, {"movie", dry, "--streamlines"},
                             {"measure", dry, "--what", "fluid", "-o", folder / "none"}, {"export", dry, "--to", "vti"}}) {
    const Outcome o = command(words);
    CHECK(o.status == 2);
    CHECK_MESSAGE(contains(o.err, "of a fluid"), o.err);
  }
  CHECK(contains(command({"picture", run, "--field", "sped"}).err, "did you mean \"speed\""));
  CHECK(contains(command({"picture", run, "--field-range", "0,1"}).err, "--field-range needs a --field"));
  CHECK(contains(command({"picture", run, "--field", "speed", "--slice", "z"}).err, "--slice is for the flow of runs in space"));
  CHECK(contains(command({"picture", run, "--field", "speed", "--slice", "w=1"}).err, "--slice takes x, y or z"));
}

TEST_CASE("a picture of a wrong time or into a wrong file is wrong input; one that cannot be written fails") {
  const TemporaryFolder folder;
  const std::string run = finished_run().directory;
  for (const std::string time : {"noon", "", "1x", "nan", "inf"})
    CHECK(command({"picture", run, "--time=" + time, "-o", folder / "x.png"}).status == 2);
  const Outcome wrong = command({"picture", run, "-o", folder / "x.gif"});
  CHECK(wrong.status == 2);
  CHECK(contains(wrong.err, ".png or a .svg"));
  const Outcome nowhere = command({"picture", run, "-o", folder / "nowhere/x.png"});
  CHECK(nowhere.status == 1);
  CHECK(contains(nowhere.err, folder / "nowhere/x.png"));
}

TEST_CASE("pictures are coloured by any quantity, with networks and arrows, and several times make a sheet") {
  const TemporaryFolder folder;
  const std::string run = finished_run().directory;
  for (const char* colour : {"group", "speed", "pressure", "gamma", "aggregate", "coordination"})
    CHECK(command({"picture", run, "--colour", colour, "--size", "100", "-o", folder / "x.png"}).status == 0);
  const Outcome sheet =
      command({"picture", run, "--times", "start,0.06,end", "--network", "force", "--arrows", "--colour", "speed",
               "--colour-range", "0,2", "--size", "100", "-o", folder / "x.svg"});
  CHECK(sheet.status == 0);
  CHECK(contains(sheet.out, "x.svg at t = 0, 0.06, 0.1"));
  CHECK(contains(read_file(folder / "x.svg"), "<svg"));
}

TEST_CASE("pictures are coloured by spin where bodies turn, and refuse to be elsewhere") {
  const TemporaryFolder folder;
  run_scene(scene_file(folder, bed), folder / "run", {"--set", "time.end=0.05", "--set", "friction.coefficient=0.5"});
  for (const std::string colour : {"spin", "rotational_energy"}) {
    CHECK(command({"picture", folder / "run", "--colour", colour, "--size", "100", "-o", folder / "x.png"}).status ==
          0);
    const Outcome o = command({"picture", finished_run().directory, "--colour", colour, "-o", folder / "y.png"});
    CHECK(o.status == 2);
    CHECK_MESSAGE(contains(o.err, "--colour " + colour + " needs bodies that turn"), o.err);
  }
  CHECK(!std::filesystem::exists(folder / "y.png"));
}

TEST_CASE("--pressure and --forces are short for a colour and a network") {
  const TemporaryFolder folder;
  const std::string run = finished_run().directory;
  CHECK(command({"picture", run, "--pressure", "--forces", "--size", "200", "-o", folder / "short.png"}).status == 0);
  CHECK(command(
            {"picture", run, "--colour", "pressure", "--network", "force", "--size", "200", "-o", folder / "long.png"})
            .status == 0);
  CHECK((read_file(folder / "short.png") == read_file(folder / "long.png")));
  CHECK(command({"picture", run, "--pressure", "--colour", "speed", "-o", folder / "x.png"}).status == 2);
}

TEST_CASE("wrong words of a picture are told with what was expected, and nothing is written") {
  const TemporaryFolder folder;
  const std::string run = finished_run().directory, x = folder / "x.png";
  const auto told = [&](const Words& words) {
    Words all{"picture", run, "-o", x};
    all.insert(all.end(), words.begin(), words.end());
    const Outcome o = command(all);
    CHECK(o.status == 2);
    CHECK_FALSE(exists(x));
    return o.err;
  };
  CHECK(contains(told({"--colour", "sped"}), "did you mean \"speed\"?"));
  CHECK(contains(told({"--network", "gama"}), "did you mean \"gamma\"?"));
  CHECK(contains(told({"--colour", "speed", "--colour-range", "2,1"}), "lo < hi"));
  CHECK(contains(told({"--colour", "speed", "--colour-range", "2;1"}), "numbers separated by commas"));
  CHECK(contains(told({"--colour-range", "1,2"}), "not group"));
  CHECK(contains(told({"--camera", "1,95"}), "azimuth,elevation"));
  CHECK(contains(told({"--times", "0,noon"}), "--times takes a number"));
  CHECK(contains(told({"--window", "0,0,1"}), "4 numbers in dimension 2"));
  CHECK(contains(told({"--window", "0,1,1,1"}), "4 numbers in dimension 2"));
  told({"--size", "3"});
}

TEST_CASE("what needs contacts is refused in a run that stored none") {
  const TemporaryFolder folder;
  run_scene(scene_file(folder, lonely), folder / "run", {"--set", "output.contacts=false"});
  for (const Words& words : {Words{"--colour", "pressure"}, Words{"--network", "gamma"}}) {
    const Outcome o = command({"picture", folder / "run", words[0], words[1]});
    CHECK(o.status == 2);
    CHECK(contains(o.err, "output.contacts = false"));
  }
  CHECK(command({"picture", folder / "run", "--colour", "speed"}).status == 0);
}

TEST_CASE("a movie has a picture a frame between two times") {
  const TemporaryFolder folder;
  const std::string run = finished_run().directory;
  const Outcome o = command({"movie", run, "--size", "64", "--from", "0.02", "--to", "0.08", "--colour", "speed",
                             "--fps", "10", "--no-key", "-o", folder / "x.gif"});
  CHECK(o.status == 0);
  CHECK_MESSAGE(contains(o.out, "x.gif: 4 frames of 38 × 78, t = 0.02 to 0.08, 0.4 s"), o.out);
  CHECK(read_file(folder / "x.gif").starts_with("GIF89a"));
}

TEST_CASE("a movie of a wrong kind or of no frame is wrong input; without ffmpeg, or without a run, it fails") {
  const TemporaryFolder folder;
  const std::string run = finished_run().directory;
  CHECK(command({"movie", run, "-o", folder / "x.avi"}).status == 2);
  const Outcome none = command({"movie", run, "--from", "5", "-o", folder / "x.gif"});
  CHECK(none.status == 2);
  CHECK(contains(none.err, "there is no frame from 5 to 0.1; the run has 6 from 0 to 0.1"));
  CHECK(command({"movie", run, "--colour", "sped", "-o", folder / "x.gif"}).status == 2);
  const Outcome nothing = command({"movie", folder.path(), "-o", folder / "x.gif"});
  CHECK(nothing.status == 1);
  CHECK(contains(nothing.err, "holds no run"));
  const Outcome without =
      execute("/usr/bin/env", {"PATH=/nowhere", program(), "movie", run, "-o", folder / "x.gif"});
  CHECK(without.status == 1);
  CHECK(contains(without.err, "which is not installed (Debian: apt-get install ffmpeg)"));
  CHECK_FALSE(exists(folder / "x.gif"));
}

TEST_CASE("a trajectory cut short gives a message and no picture") {
  const TemporaryFolder folder;
  run_scene(scene_file(folder, lonely), folder / "run");
  const std::string path = folder / "run/trajectory.h5", whole = read_file(path);
  for (const std::size_t bytes : {std::size_t{0}, std::size_t{100}, whole.size() / 2}) {
    write_file(path, whole.substr(0, bytes));
    for (const Words& words : {Words{"picture", folder / "run", "-o", folder / "x.png"},
                               Words{"movie", folder / "run", "-o", folder / "x.gif"}}) {
      const Outcome o = command(words);
      CHECK(o.status == 1);
      CHECK(contains(o.err, "trajectory.h5"));
    }
  }
  CHECK_FALSE(exists(folder / "x.png"));
  CHECK_FALSE(exists(folder / "x.gif"));
}
