// floc info, export and explain.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>

#include "scene/scene.hpp"
#include "support/runs.hpp"

using namespace floc;
using namespace floc::test;

namespace {

std::size_t count(const std::string& text, const std::string& part) {
  std::size_t n = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++n;
  return n;
}

std::int64_t poured(std::size_t frame) {
  return static_cast<std::int64_t>(
      TrajectoryReader(finished_run().directory + "/trajectory.h5").read(frame).bodies.size());
}

}  // namespace

TEST_CASE("info tells of a finished run: frames, state, certificate, times, version") {
  const Outcome o = command({"info", finished_run().directory});
  CHECK(o.status == 0);
  CHECK(o.err.empty());
  for (const char* part : {"A bed", "frames         6, t = 0 to 0.1", "status         finished", "step 20, t = 0.1",
                           "worst overlap", "0 of 20 steps not converged", "wall time", "version"})
    CHECK_MESSAGE(contains(o.out, part), o.out);
  CHECK(contains(o.out, fmt::format("{:016x}", finished_run().summary.hash)));
}

TEST_CASE("info and steps.csv tell how many bridges there are, and a picture and an export have them") {
  const TemporaryFolder folder;
  const std::string wet = std::string(bed) + "[[forces.capillary]]\nsurface_tension = 5\nvolume = 1e-7\nangle = 0\n";
  const std::string run = folder / "run";
  const Summary summary = run_scene(scene_file(folder, wet), run, {"--set", "time.end=0.2"});
  CHECK(summary.bridges > 0);
  CHECK(contains(command({"info", run}).out, fmt::format(" contacts, {} bridges, kinetic", summary.bridges)));
  const Words lines = lines_of(read_file(run + "/steps.csv")), head = cells_of(lines.front());
  const auto column = static_cast<std::size_t>(std::find(head.begin(), head.end(), "bridges") - head.begin());
  CHECK(cells_of(lines.back())[column] == std::to_string(summary.bridges));
  const TrajectoryReader trajectory(run + "/trajectory.h5");
  CHECK(trajectory.read(trajectory.frames() - 1).bridges.size() == static_cast<std::size_t>(summary.bridges));
  CHECK(command({"picture", run}).status == 0);
  CHECK(contains(command({"export", run, "--to", "vtp"}).out, "bridges.pvd"));
}

TEST_CASE("info tells of an interrupted run and of one that ended without a word") {
  const TemporaryFolder folder;
  const std::string run = folder / "run";
  const Words words{"run", scene_file(folder, bed), "-o", run, "-q", "--set", "time.end=600", "--max-walltime", "0.5"};
  CHECK(command(words).status == 5);
  const std::int64_t step = read_summary(run + "/summary.json").step;
  CHECK(contains(command({"info", run}).out, "status         walltime"));
  std::filesystem::remove(run + "/summary.json");
  const Outcome o = command({"info", run});
  CHECK(o.status == 0);
  CHECK(contains(o.out, "go on with: floc resume " + run));
  CHECK(contains(o.out, fmt::format("checkpoint.h5: step {},", step)));
}

TEST_CASE("info on an empty folder, a missing one and a file is a message and status 1") {
  const TemporaryFolder folder;
  write_file(folder / "file", "");
  for (const std::string& path : {folder.path(), folder / "nowhere", folder / "file"}) {
    const Outcome o = command({"info", path});
    CHECK(o.status == 1);
    CHECK(o.out.empty());
    CHECK(contains(o.err, path + " holds no run"));
  }
}

TEST_CASE("info on a summary that is no summary names it") {
  const TemporaryFolder folder;
  const std::string run = folder / "run";
  run_scene(scene_file(folder, lonely), run);
  for (const char* text : {"", "{", "{}", "[]", "{\"version\": 1}", "nonsense"}) {
    write_file(run + "/summary.json", text);
    const Outcome o = command({"info", run});
    CHECK(o.status == 1);
    CHECK(contains(o.err, "summary.json"));
  }
}

TEST_CASE("export to csv writes a line a body and frame") {
  const TemporaryFolder folder;
  const Outcome o = command({"export", finished_run().directory, "--to", "csv", "-o", folder / "csv"});
  CHECK(o.status == 0);
  CHECK(contains(o.out, folder / "csv/particles.csv"));
  const Words lines = lines_of(read_file(folder / "csv/particles.csv"));
  std::size_t bodies = 0;
  for (std::size_t k = 0; k < 6; ++k) bodies += static_cast<std::size_t>(poured(k));
  CHECK(lines.size() == 1 + bodies);
  const std::size_t columns = cells_of(lines.front()).size();
  for (const std::string& line : lines) CHECK(cells_of(line).size() == columns);
}

TEST_CASE("export to xyz writes frames that announce their number of lines") {
  const TemporaryFolder folder;
  CHECK(command({"export", finished_run().directory, "--to", "xyz", "-o", folder / "xyz"}).status == 0);
  const Words lines = lines_of(read_file(folder / "xyz/particles.xyz"));
  std::size_t at = 0, frame = 0;
  while (at < lines.size()) {
    const std::int64_t n = std::stoll(lines[at]);
    CHECK(n == poured(frame));
    REQUIRE(at + 1 < lines.size());
    CHECK(contains(lines[at + 1], "Lattice="));
    CHECK(contains(lines[at + 1], "Properties=type:S:1:pos:R:3"));
    at += static_cast<std::size_t>(n) + 2;
    ++frame;
  }
  CHECK(at == lines.size());
  CHECK(frame == 6);
}

TEST_CASE("export to vtp writes a collection whose files are there, with their points") {
  const TemporaryFolder folder;
  CHECK(command({"export", finished_run().directory, "--to", "vtp", "-o", folder / "vtp"}).status == 0);
  for (const std::string kind : {"particles", "obstacles"}) {
    const std::string collection = read_file(folder / ("vtp/" + kind + ".pvd"));
    CHECK(count(collection, "<DataSet") == 6);
    std::size_t at = 0;
    for (std::size_t k = 0; k < 6; ++k) {
      at = collection.find("file=\"", at) + 6;
      const std::string piece = read_file(folder / ("vtp/" + collection.substr(at, collection.find('"', at) - at)));
      CHECK(contains(piece, "<VTKFile type=\"PolyData\""));
      CHECK(piece.ends_with("</VTKFile>\n"));
      if (kind == "particles") CHECK(contains(piece, fmt::format("NumberOfPoints=\"{}\"", poured(k))));
    }
  }
}

TEST_CASE("export without -o goes into a folder of the run") {
  const TemporaryFolder folder;
  run_scene(scene_file(folder, lonely), folder / "run");
  CHECK(command({"export", folder / "run", "--to", "csv"}).status == 0);
  CHECK(lines_of(read_file(folder / "run/csv/particles.csv")).size() == 1 + 2);
}

TEST_CASE("explain tells of all tables, a table, a kind and a key") {
  const Outcome all = command({"explain"});
  CHECK(all.status == 0);
  for (const char* table : {"scene", "time", "particles", "obstacles", "solver", "output"})
    CHECK(contains(all.out, table));
  CHECK(contains(command({"explain", "solver"}).out, "tolerance"));
  CHECK(contains(command({"explain", "obstacles.sphere"}).out, "radius"));
  const Outcome key = command({"explain", "solver.tolerance"});
  CHECK(key.status == 0);
  CHECK(contains(key.out, "0.0001"));
}

TEST_CASE("explain of an unknown key offers the nearest and is wrong input") {
  const Outcome o = command({"explain", "solver.tolerence"});
  CHECK(o.status == 2);
  CHECK(o.out.empty());
  CHECK(contains(o.err, "did you mean"));
  CHECK(contains(o.err, "tolerance"));
}

TEST_CASE("explain --markdown writes the pages of the documentation, and every key has its place in them") {
  const TemporaryFolder place;
  const std::string folder = place / "reference";
  const Outcome o = command({"explain", "--markdown", folder});
  CHECK(o.status == 0);
  std::string all;
  for (const ReferencePage& page : reference_pages()) {
    CAPTURE(page.path);
    CHECK(contains(o.out, page.path));
    CHECK(read_file(folder + "/" + page.path) == page.text);
    CHECK_MESSAGE(read_file(source_dir() + "/docs/reference/" + page.path) == page.text, "make docs writes it anew");
    all += page.text;
  }
  for (const std::string& key : scene::declared_keys())
    CHECK_MESSAGE((contains(all, "<a id=\"" + key + "\">") || contains(all, "# `" + key + "`") ||
                   contains(all, "# `[" + key + "]`") || contains(all, "# `[[" + key + "]]`")),
                  key);
}
