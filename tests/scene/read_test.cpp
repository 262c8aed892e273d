#include <doctest/doctest.h>
#include <rapidcheck.h>

#include <filesystem>
#include <fstream>
#include <memory>

#include "contact/restitution.hpp"
#include "forces/drag.hpp"
#include "forces/field.hpp"
#include "forces/gravity.hpp"
#include "geometry/motion_kinds.hpp"
#include "scene/read_root.hpp"
#include "scene/samples.hpp"
#include "scene/scene.hpp"

using namespace floc;
using namespace floc::scene;

namespace {

std::string errors_of(const std::string& text, const std::vector<std::string>& overrides = {}) {
  std::string all;
  const SceneResult result = read_scene_text(text, "s.toml", "/folder", overrides);
  CHECK(result.scene.has_value() == result.errors.empty());
  for (const Diagnostic& e : result.errors) all += e.str() + "\n";
  return all;
}

struct Wrong {
  const char* text;  // from line 12 of a scene that is otherwise good
  const char* errors;
};

}  // namespace

TEST_CASE("a wrong scene is told what is wrong, where, and what was expected") {
  const Wrong all[] = {
      // unknown names
      {"[forces]\ngraivty = [0, -9.81]\n",
       "s.toml:13:1: unknown key \"graivty\" in [forces]; did you mean \"gravity\"?\n"},
      {"[sovler]\n", "s.toml:12:2: unknown key \"sovler\" in the scene; did you mean \"solver\"?\n"},
      {"[solver]\nxyz = 1\n", "s.toml:13:1: unknown key \"xyz\" in [solver]; it has name, tolerance, max_iterations, "
       "cutoff, on_unconverged, linear_solver\n"},
      {"[[obstacles]]\nkind = \"half-space\"\nnormal = [0, 1]\nradius = 1\n",
       "s.toml:15:1: unknown key \"radius\" in [[obstacles]] of kind \"half-space\"; it has kind, point, normal, name, "
       "colour, motion\n"},
      {"[[obstacles]]\nkind = \"spere\"\nradius = 1\n",
       "s.toml:13:8: \"kind\" in [[obstacles]] must be one of \"half-space\", \"wall\", \"box\", \"polygon\", "
       "\"polyline\", "
       "\"sphere\", \"cylinder\", \"mesh\", \"level-set\" or \"shape\", not \"spere\"; did you mean \"sphere\"?\n"},
      {"[[obstacles]]\nnormal = [0, 1]\n", "s.toml:12:1: missing key \"kind\" in [[obstacles]]\n"},
      {"[contact]\nlaw = \"elastic\"\n",
       "s.toml:13:7: \"law\" in [contact] must be one of \"inelastic\", \"restitution\", \"gluey\", "
       "\"gluey-reference\", \"stick\", \"lubricated\" or \"none\", not \"elastic\"; did you mean \"inelastic\"?\n"},
      // contact laws: keys that go together, and one that does not
      {"[contact]\ngamma_min = -1\n",
       "s.toml:13:1: unknown key \"gamma_min\" in [contact]; it goes with law = \"gluey\" or law = "
       "\"gluey-reference\"\n"},
      {"[contact]\nlaw = \"gluey\"\ngamma_min = 1\n",
       "s.toml:14:13: \"gamma_min\" in [contact] must be at most 0, not 1\n"},
      {"[contact]\nlaw = \"gluey\"\nrestitution = 0.5\n",
       "s.toml:14:1: \"restitution\" in [contact] does not combine with gluey contacts: a contact that stores adhesion "
       "holds, and does not bounce\n"},
      {"[contact]\nlaw = \"gluey\"\nroughness = 1e-3\n", "s.toml:12:1: missing key \"viscosity\" in [contact]\n"},
      {"[contact]\nlaw = \"gluey\"\nroughness = 0.6\nviscosity = 0\n",
       "s.toml:14:13: \"roughness\" in [contact] must be at most 0.5, not 0.6\n"
       "s.toml:15:13: \"viscosity\" in [contact] must be above 0, not 0\n"},
      {"[contact]\nlaw = \"gluey-reference\"\ngamma_min = -1\nroughness = 1e-3\nviscosity = 1\n",
       "s.toml:15:1: [contact] may have only one of \"gamma_min\" or \"roughness\" and \"viscosity\"\n"},
      {"[contact]\nlaw = \"gluey\"\nobstacle_roughness = 1e-3\n",
       "s.toml:12:1: \"roughness\" in [contact] is missing: obstacle_roughness needs it\n"},
      {"[[groups]]\nname = \"sand\"\n[contact]\nlaw = \"gluey\"\n[[contact.rough]]\ngroups = [\"snad\"]\n",
       "s.toml:14:1: \"roughness\" in [contact] is missing: rough groups need it\n"
       "s.toml:16:1: missing key \"size\" in [[contact.rough]]\n"
       "s.toml:17:11: \"groups\" in [[contact.rough]] must be \"sand\", not \"snad\"; did you mean \"sand\"?\n"},
      // types
      {"[solver]\ntolerance = \"small\"\n", "s.toml:13:13: \"tolerance\" in [solver] must be a number, not a string\n"},
      {"[solver]\nmax_iterations = 10.5\n",
       "s.toml:13:18: \"max_iterations\" in [solver] must be an integer, not a number\n"},
      {"[output]\ncontacts = 1\n", "s.toml:13:12: \"contacts\" in [output] must be true or false, not an integer\n"},
      {"[forces]\ngravity = 9.81\n",
       "s.toml:13:11: \"gravity\" in [forces] must be a list of 2 numbers, not a number\n"},
      {"[forces]\ngravity = [0, 0, -9.81]\n",
       "s.toml:13:11: \"gravity\" in [forces] must be a list of 2 numbers, not of 3\n"},
      {"[forces]\ngravity = [0, \"-9.81\"]\n",
       "s.toml:13:15: \"gravity\" in [forces] must be a list of 2 numbers, not a string\n"},
      {"[[solver]]\n", "s.toml:12:1: \"solver\" in the scene must be a table, not a list\n"},
      {"[obstacles]\n",
       "s.toml:12:1: \"obstacles\" in the scene must be a list of tables, [[obstacles]], not a table\n"},
      {"[domain]\nperiodic = \"x\"\n",
       "s.toml:13:12: \"periodic\" in [domain] must be a list of strings, not a string\n"},
      {"[output]\nevery = 2020-01-01\n", "s.toml:13:9: \"every\" in [output] must be a number, not a date\n"},
      // bounds, and numbers that are none
      {"[solver]\ntolerance = 0\n", "s.toml:13:13: \"tolerance\" in [solver] must be above 0, not 0\n"},
      {"[solver]\ntolerance = 0.5\n", "s.toml:13:13: \"tolerance\" in [solver] must be at most 0.1, not 0.5\n"},
      {"[output]\ncompression = 10\n", "s.toml:13:15: \"compression\" in [output] must be at most 9, not 10\n"},
      {"[forces]\ngravity = [nan, inf]\n",
       "s.toml:13:12: \"gravity\" in [forces] must be finite, not nan\n"
       "s.toml:13:17: \"gravity\" in [forces] must be finite, not inf\n"},
      {"[contact]\nlaw = \"restitution\"\nrestitution = -0.1\n",
       "s.toml:14:15: \"restitution\" in [contact] must be at least 0, not -0.1\n"},
      {"[[particles]]\nkind = \"random\"\ncount = 3\nlow = [0, 1]\nhigh = [1, 2]\nradius = -1\n",
       "s.toml:17:10: \"radius\" in [[particles]] of kind \"random\" must be above 0, not -1\n"},
      {"[[particles]]\nkind = \"random\"\ncount = 3\nlow = [0, 1]\nhigh = [1, 2]\nradius = { uniform = [0, 1] }\n",
       "s.toml:17:23: \"uniform\" in [particles.radius] must be above 0, not 0\n"},
      {"[[particles]]\nkind = \"random\"\ncount = 3\nlow = [0, 1]\nhigh = [1, 2]\nradius = { list = [] }\n",
       "s.toml:17:19: \"list\" in [particles.radius] must be a list of at least 1 number\n"},
      {"[[particles]]\nkind = \"random\"\ncount = 200_000_000\nlow = [0, 1]\nhigh = [1, 2]\nradius = 1\n",
       "s.toml:14:9: \"count\" in [[particles]] of kind \"random\" must be at most 100000000, not 200000000\n"},
      // words
      {"[start]\noverlaps = \"repiar\"\n",
       "s.toml:13:12: \"overlaps\" in [start] must be one of \"error\" or \"repair\", not \"repiar\"; did you mean "
       "\"repair\"?\n"},
      {"[domain]\nperiodic = [\"w\"]\n",
       "s.toml:13:13: \"periodic\" in [domain] must be one of \"x\", \"y\" or \"z\", not \"w\"; did you mean \"x\"?\n"},
      // keys that go together
      {"[domain]\nperiodic = [\"x\"]\nlow = [0, 0]\n",
       "s.toml:13:12: \"periodic\" in [domain] needs the corners low and high\n"},
      {"[domain]\nperiodic = [\"x\"]\nlow = [0, 0]\nhigh = [0, 1]\n",
       "s.toml:15:8: \"high\" in [domain] must be above low in every periodic direction\n"},
      {"[domain]\nperiodic = [\"z\"]\nlow = [0, 0]\nhigh = [1, 1]\n",
       "s.toml:13:12: \"periodic\" in [domain] names a direction this dimension does not have\n"},
      {"[[forces.drag]]\n", "s.toml:12:1: [[forces.drag]] needs \"tau\" or \"viscosity\"\n"},
      {"[[forces.drag]]\ntau = 1\nviscosity = 2\n",
       "s.toml:14:1: [[forces.drag]] may have only one of \"tau\" or \"viscosity\"\n"},
      {"[[forces.capillary]]\nvolume = 1\nangle = 0\n",
       "s.toml:12:1: missing key \"surface_tension\" in [[forces.capillary]]\n"},
      {"[[forces.capillary]]\nsurface_tension = -1\nvolume = 0\nangle = 91\n",
       "s.toml:13:19: \"surface_tension\" in [[forces.capillary]] must be at least 0, not -1\n"
       "s.toml:14:10: \"volume\" in [[forces.capillary]] must be above 0, not 0\n"
       "s.toml:15:9: \"angle\" in [[forces.capillary]] must be at most 90, not 91\n"},
      {"[[forces.capillary]]\nsurface_tension = 1\nA = -1\nB = 1\nC = 1\nrupture = 0\n",
       "s.toml:14:5: \"A\" in [[forces.capillary]] must be at least 0, not -1\n"
       "s.toml:17:11: \"rupture\" in [[forces.capillary]] must be above 0, not 0\n"},
      {"[[forces.capillary]]\nsurface_tension = 1\nA = 1\nB = 1\nC = -9\nrupture = 1\n",
       "s.toml:16:5: \"C\" in [[forces.capillary]] makes a bridge push before it breaks: exp(−A rupture + B) + C must "
       "not be negative\n"},
      {"[[forces.capillary]]\nsurface_tension = 1\nvolume = 1\n",
       "s.toml:12:1: missing key \"angle\" in [[forces.capillary]]\n"},
      {"[[forces.capillary]]\nsurface_tension = 1\nvolume = 1\nangle = 0\nrupture = 1\n",
       "s.toml:16:1: [[forces.capillary]] may have only one of \"volume\" and \"angle\" or \"A\", \"B\", \"C\" and "
       "\"rupture\"\n"},
      {"[[forces.capillary]]\nsurface_tension = 1\nvolume = 1\nangle = 0\ngroups = [\"grians\"]\n",
       "s.toml:16:11: \"groups\" in [[forces.capillary]] must be \"grains\", not \"grians\"; did you mean "
       "\"grains\"?\n"},
      {"[output]\nevery = 1\nevery_steps = 2\n",
       "s.toml:14:1: [output] may have only one of \"every\" or \"every_steps\"\n"},
      {"[[obstacles]]\nkind = \"wall\"\nfrom = [0, 1]\n",
       "s.toml:12:1: missing key \"to\" in [[obstacles]] of kind \"wall\"\n"},
      {"[[obstacles]]\nkind = \"wall\"\nfrom = [0, 1]\nto = [0, 1]\n",
       "s.toml:15:6: \"to\" in [[obstacles]] of kind \"wall\" must differ from from\n"},
      {"[[obstacles]]\nkind = \"box\"\nlow = [0, 1]\nhigh = [1, 0]\n",
       "s.toml:15:8: \"high\" in [[obstacles]] of kind \"box\" must be above low\n"},
      {"[[obstacles]]\nkind = \"polygon\"\npoints = [[0, 0], [1, 1]]\n",
       "s.toml:14:10: \"points\" in [[obstacles]] of kind \"polygon\" must be a list of at least 3 points\n"},
      {"[[obstacles]]\nkind = \"half-space\"\nnormal = [0, 0]\ncolour = \"red\"\n",
       "s.toml:14:10: \"normal\" in [[obstacles]] of kind \"half-space\" must not be zero\n"
       "s.toml:15:10: \"colour\" in [[obstacles]] of kind \"half-space\" must be a colour such as \"#808080\"\n"},
      // films
      {"[contact]\nlaw = \"lubricated\"\n", "s.toml:12:1: missing key \"viscosity\" in [contact]\n"},
      {"[contact]\nlaw = \"lubricated\"\nviscosity = -1\nrange = 0\n",
       "s.toml:14:13: \"viscosity\" in [contact] must be above 0, not -1\n"
       "s.toml:15:9: \"range\" in [contact] must be above 0, not 0\n"},
      {"[solver]\nlinear_solver = \"pgc\"\n",
       "s.toml:13:17: \"linear_solver\" in [solver] must be one of \"auto\", \"cholmod\" or "
       "\"pcg\", not \"pgc\"; did you mean \"pcg\"?\n"},
      // dimensions
      {"[[obstacles]]\nkind = \"wall\"\ncorner = [0, 0]\nedge1 = [1, 0]\nedge2 = [0, 1]\n",
       "s.toml:14:1: \"corner\" in [[obstacles]] of kind \"wall\" is for dimension 3, and this scene has dimension 2\n"
       "s.toml:15:1: \"edge1\" in [[obstacles]] of kind \"wall\" is for dimension 3, and this scene has dimension 2\n"
       "s.toml:16:1: \"edge2\" in [[obstacles]] of kind \"wall\" is for dimension 3, and this scene has dimension 2\n"},
      // groups
      {"[[groups]]\nname = \"sand\"\n[[groups]]\nname = \"sand\"\n",
       "s.toml:15:8: \"name\" in [[groups]] is the name of an earlier group\n"},
      {"[[groups]]\nname = \"\"\n", "s.toml:13:8: \"name\" in [[groups]] must be a string that is not empty\n"},
      {"[[groups]]\nname = \"sand\"\n[[particles]]\nkind = \"file\"\npath = \"a.csv\"\ngroup = \"snad\"\n",
       "s.toml:17:9: \"group\" in [[particles]] of kind \"file\" names no group of this scene; did you mean "
       "\"sand\"?\n"},
      // expressions and constants
      {"[[forces.drag]]\ntau = 1\nflow = [\"0\", \"1 + yy\"]\n",
       "s.toml:14:19: \"flow\" in [[forces.drag]]: unknown name \"yy\"; known are x, y, z, t, e, pi "
       "(character 5 of the expression \"1 + yy\")\n"},
      {"[[forces.drag]]\ntau = 1\nflow = [\"0\", \"\"\"1 +\"\"\"]\n",
       "s.toml:14:14: \"flow\" in [[forces.drag]]: the formula ends too early (character 4 of the expression \"1 "
       "+\")\n"},
      {"[[obstacles]]\nkind = \"half-space\"\nnormal = [0, 1]\nmotion = { kind = \"expression\", angle = \"2*x\" }\n",
       "s.toml:15:44: \"angle\" in [obstacles.motion] of kind \"expression\": unknown name \"x\"; known are t, e, pi "
       "(character 3 of the expression \"2*x\")\n"},
      {"[constants]\npi = 3\n2u = 1\nU = \"1\"\n",
       "s.toml:13:1: \"pi\" in [constants] is the name of something else in expressions\n"
       "s.toml:14:1: \"2u\" in [constants] is not a name: letters, digits and _, not beginning with a digit\n"
       "s.toml:15:5: \"U\" in [constants] must be a number, not a string\n"},
      // not TOML at all
      {"[forces]\ngravity = [0 1]\n", "s.toml:13:14: "},
  };
  for (const Wrong& wrong : all) {
    CAPTURE(wrong.text);
    const std::string found = errors_of(samples::head() + samples::grain() + wrong.text);
    const std::string expected = wrong.errors;
    if (expected.back() == '\n')
      CHECK(found == expected);
    else
      CHECK(found.rfind(expected, 0) == 0);  // the parser's own words
  }
}

TEST_CASE("the required keys of a missing table are asked for") {
  CHECK(errors_of("") ==
        "s.toml:1:1: missing key \"dimension\" in [scene]\n"
        "s.toml:1:1: missing key \"step\" in [time]\n"
        "s.toml:1:1: missing key \"end\" in [time]\n");
}

TEST_CASE("times are in order, and the step fits into the run") {
  const auto run = [](const std::string& time) { return errors_of("[scene]\ndimension = 2\n[time]\n" + time); };
  CHECK(run("step = 5\nend = 2\n") == "s.toml:4:8: \"step\" in [time] is larger than the whole run\n");
  CHECK(run("step = 0.5\nend = 1e300\n") ==
        "s.toml:4:8: \"step\" in [time] makes 2e+300 steps, and at most 1e+13 can be counted\n");
  CHECK(run("step = 0.01\nstart = 1e18\nend = 2e18\n") ==
        "s.toml:4:8: \"step\" in [time] makes 1e+20 steps, and at most 1e+13 can be counted\n");
  const std::string adaptive = "step = 0.5\nend = 2\n[time.adaptive]\n";
  CHECK(run(adaptive + "travle = 0.1\n") ==
        "s.toml:7:1: unknown key \"travle\" in [time.adaptive]; did you mean \"travel\"?\n");
  CHECK(run(adaptive + "travel = 0\niterations = 0\neasy_steps = 0\nleast = 0\n") ==
        "s.toml:7:10: \"travel\" in [time.adaptive] must be above 0, not 0\n"
        "s.toml:8:14: \"iterations\" in [time.adaptive] must be at least 1, not 0\n"
        "s.toml:9:14: \"easy_steps\" in [time.adaptive] must be at least 1, not 0\n"
        "s.toml:10:9: \"least\" in [time.adaptive] must be above 0, not 0\n");
  CHECK(run(adaptive + "least = 0.6\n") ==
        "s.toml:7:9: \"least\" in [time.adaptive] must be at most the step of [time], 0.5\n");
  CHECK(run(adaptive + "least = 0.001\n") ==
        "s.toml:7:9: \"least\" in [time.adaptive] must be at least a 256th of the step of [time], 0.001953125\n");
  CHECK(run("step = 0.5\nend = 2\nadaptive = true\n") ==
        "s.toml:6:12: \"adaptive\" in [time] must be a table, not a boolean\n");
  CHECK(run("step = 5\nend = 2\nstart = 3\n") == "s.toml:5:7: \"end\" in [time] must be above start\n");
  CHECK(run("step = 0\nend = 2\nstart = 3\n") ==
        "s.toml:4:8: \"step\" in [time] must be above 0, not 0\n"
        "s.toml:5:7: \"end\" in [time] must be above start\n");
  CHECK(run("step = 2\nend = 2\n").empty());
}

TEST_CASE("a dimension that makes no sense does not make mistakes of everything else") {
  const std::string text = "[scene]\ndimension = 4\n[time]\nstep = 1\nend = 2\n[forces]\ngravity = [0, -9.81]\n";
  CHECK(errors_of(text) == "s.toml:2:13: \"dimension\" in [scene] must be at most 3, not 4\n");
}

TEST_CASE("defaults are filled in") {
  const Scene s =
      samples::read(samples::head() + samples::grain() + "[[obstacles]]\nkind = \"half-space\"\nnormal = [0, 1]\n");
  CHECK(s.title.empty());
  CHECK(s.scene.seed == 1);
  CHECK(s.time.start == 0);
  REQUIRE(s.groups.size() == 1);
  CHECK(s.groups[0].name == "grains");
  CHECK(s.particles[0].group == "grains");
  CHECK(s.particles[0].density == 1.0);
  REQUIRE(s.particles[0].velocity.size() == 2);
  CHECK(s.particles[0].velocity[1].text() == "0");
  CHECK(s.obstacles[0].name == "half-space");
  CHECK_FALSE(s.obstacles[0].motion.has_value());
  CHECK(s.contact.name() == "inelastic");
  CHECK(s.solver.solver == "auto");
  CHECK(s.solver.tolerance == 1e-4);
  CHECK(s.output.every == doctest::Approx(0.02));
  CHECK(s.output.checkpoint_every == 60);
  CHECK(s.start.overlaps == "error");
}

TEST_CASE("everything there is can be read") {
  const Scene s = samples::read(samples::plane);
  CHECK(s.dimension() == 2);
  CHECK(s.constants.at("U0") == 1.5);
  CHECK(s.domain.along(0));
  CHECK_FALSE(s.domain.along(1));
  REQUIRE(s.particles.size() == 7);
  CHECK(s.particles[0].group == "gravel");
  CHECK(s.particles[0].radius->uniform->high == 0.02);
  CHECK(s.particles[0].mass->word == "radius-cubed");
  CHECK(s.particles[0].velocity[1].text() == "-1");
  CHECK(std::get<Lattice>(s.particles[1].source).counts == std::vector<std::int64_t>{3, 4});
  CHECK(std::get<Random>(s.particles[3].source).fraction == 0.3);
  CHECK(s.particles[4].radius->constant == 0.05);
  CHECK(std::get<File>(s.particles[5].source).path == "/folder/grains.csv");
  CHECK(std::get<Chain>(s.particles[6].source).copies.centres->size() == 2);
  CHECK(samples::read(samples::space).bonds[0].pairs == Pairs{{0, 1}, {2, 0}});
  CHECK(s.obstacles[0].motion->get_if<OscillationParameters>()->frequency == 3);
  CHECK(s.obstacles[1].motion->get_if<RotationParameters>()->stop == 2.5);
  CHECK(s.contact.get_if<RestitutionParameters>()->restitution == 0.25);
  CHECK(s.forces.all<DragParameters>().size() == 2);
  CHECK(s.forces.all<FieldParameters>()[0].force->at(1).text() == "vy");
  CHECK(s.output.every_steps == 10);
  CHECK_FALSE(s.output.every.has_value());
  CHECK(samples::read(samples::space).obstacles.size() == 5);
}

TEST_CASE("overrides count as if they stood in the file, and are checked like it") {
  const std::string text = samples::head() + samples::grain();
  const Scene s = samples::read(
      text, {"time.step=2e-3", "particles.0.counts=[3, 4]", "particles.0.radius={uniform=[1, 2]}", "solver.name=pgs",
             "title=a b", "forces.gravity=[0, -1]", "constants.U=2", "particles.0.velocity=[\"U\", \"0\"]"});
  CHECK(s.time.step == 2e-3);
  CHECK(std::get<Lattice>(s.particles[0].source).counts == std::vector<std::int64_t>{3, 4});
  CHECK(s.particles[0].radius->uniform->high == 2);
  CHECK(s.solver.solver == "pgs");
  CHECK(s.title == "a b");
  CHECK(s.forces.all<GravityParameters>()[0].g[1] == -1);
  CHECK(errors_of(text, {"time.step=-1", "solver.tolerence=1", "particles.0.velocity=[\"0\", \"q\"]"}) ==
        "--set particles.0.velocity=[\"0\", \"q\"]: \"velocity\" in [[particles]] of kind \"lattice\": unknown name "
        "\"q\"; "
        "known are x, y, z, t, e, pi (character 1 of the expression \"q\")\n"
        "--set solver.tolerence=1: unknown key \"tolerence\" in [solver]; did you mean \"tolerance\"?\n"
        "--set time.step=-1: \"step\" in [time] must be above 0, not -1\n");
}

TEST_CASE("files that are missing or are no files are told") {
  const auto message = [](const std::string& path) {
    const SceneResult result = read_scene(path);
    REQUIRE(result.errors.size() == 1);
    return result.errors[0].message;
  };
  const auto folder = std::filesystem::temp_directory_path();
  CHECK(message((folder / "floc-no-such-scene.toml").string()) == "there is no such file");
  CHECK(message(folder.string()) == "cannot be read: it is a folder, a device or a pipe, and not a file");
}

TEST_CASE("particle files are looked for beside the scene") {
  const auto folder = std::filesystem::temp_directory_path() / "floc-read-test";
  std::filesystem::create_directories(folder);
  const auto path = folder / "s.toml";
  std::ofstream(path) << samples::head() << "[[particles]]\nkind = \"file\"\npath = \"sub/../a.csv\"\n";
  const SceneResult result = read_scene(path.string());
  REQUIRE(result.scene.has_value());
  CHECK(std::get<File>(result.scene->particles[0].source).path == (folder / "a.csv").string());
  std::filesystem::remove_all(folder);
}

TEST_CASE("no bytes whatever break the reader") {
  const std::string base = samples::plane;
  CHECK(rc::check([&](std::vector<std::pair<unsigned short, char>> changes) {
    std::string text = base;
    for (const auto& [at, byte] : changes) text[at % text.size()] = byte;
    const SceneResult result = read_scene_text(text, "s.toml", "");
    RC_ASSERT(result.scene.has_value() == result.errors.empty());
  }));
}

TEST_CASE("a document that is no text is read as one, with its own places") {
  using scene::Node;
  const auto number = [](const char* name, double value, int line) {
    Node n;
    n.type = Node::Type::number;
    n.name = name;
    n.number = value;
    n.key = n.place = {0, line, 3};
    return n;
  };
  const auto table = [](const char* name, std::vector<Node> items) {
    Node n;
    n.name = name;
    n.items = std::move(items);
    return n;
  };
  Node dimension = number("dimension", 2, 1);
  dimension.type = Node::Type::integer;
  dimension.integer = 2;
  auto document = std::make_shared<scene::Document>();
  document->sources = {"script.py"};
  document->readable = true;
  document->root = table("", {table("scene", {dimension}), table("time", {number("step", 0.1, 2), number("edn", 1, 7)})});
  std::vector<Diagnostic> errors;
  put_overrides(*document, {"time.end=2"}, errors);
  const SceneResult wrong = scene::read_document(document, ".", {}, errors);
  REQUIRE(wrong.errors.size() == 1);
  CHECK(wrong.errors[0].str() == "script.py:7:3: unknown key \"edn\" in [time]; did you mean \"end\"?");
  document->root.items[1].items.erase(document->root.items[1].items.begin() + 1);
  const SceneResult right = scene::read_document(document, ".", {}, {});
  REQUIRE(right.scene);
  CHECK(right.scene->time.end == 2);
}
