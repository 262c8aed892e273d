// The `floc` command: words of the command line to options, options to commands.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <limits>
#include <new>

#include "app/command_line.hpp"
#include "app/commands.hpp"
#include "app/exit_status.hpp"
#include "app/suggest.hpp"
#include "core/simd_target.hpp"
#include "core/version.hpp"
#include "draw/steps_plot.hpp"
#include "fluid/flow_field.hpp"
#include "measure/measurements.hpp"
#include "measure/particle_quantity.hpp"
#include "output/export.hpp"
#include "projection/solver.hpp"
#include "scene/changes.hpp"
#include "scene/scene.hpp"

namespace {

using namespace floc::app;

constexpr auto a_list = CommandOption::Value::list;
constexpr auto keys = CommandOption::Value::keys;

// The names of all in a table of the library, for completion.
template <class Entries>
std::vector<std::string> names_of(const Entries& entries) {
  std::vector<std::string> names;
  for (const auto& entry : entries) names.emplace_back(entry.name);
  return names;
}

void add_init(CLI::App& app, std::function<int()>& action) {
  static InitOptions o;
  CLI::App* c = app.add_subcommand("init", "Write a scene to begin with, from a template");
  c->footer("Examples:\n  floc init --list\n  floc init funnel -o mine.toml && floc run mine.toml -o out/mine");
  offer(c->add_option("TEMPLATE", o.name, "its name, see --list"), template_names());
  c->add_option("-o,--output", o.output, "the scene file (default: TEMPLATE.toml); one that is there is left as it is");
  c->add_flag("--list", o.list, "the templates there are");
  c->callback([&action] {
    if (o.name.empty() && !o.list) throw CLI::RequiredError("TEMPLATE (or --list)");
    action = [] { return init(o); };
  });
}

// The parser's own checks let a number pass that is none.
CLI::Validator finite(double low, double high, const std::string& name) {
  return CLI::Validator(
      [low, high, name](std::string& text) {
        double value = 0;
        if (CLI::detail::lexical_cast(text, value) && value >= low && value <= high) return std::string();
        return fmt::format("\"{}\" is not a {}", text, name);
      },
      "");
}
constexpr double largest = std::numeric_limits<double>::max();
const CLI::Validator positive = finite(std::numeric_limits<double>::min(), largest, "number above 0");
const CLI::Validator any_number = finite(-largest, largest, "number");

void add_run(CLI::App& app, std::function<int()>& action) {
  static RunOptions o;
  CLI::App* c = app.add_subcommand("run", "Run a scene into a folder");
  c->footer(
      "Example:\n  floc run scenes/funnel/scene.toml -o out/funnel --set time.end=1 --set solver.tolerance=1e-5\n\n"
      "The folder gets trajectory.h5 (H5MD), steps.csv, checkpoint.h5, scene.toml with all defaults\n"
      "filled in, and summary.json. Ctrl-C gives up the step under way and writes a checkpoint.");
  c->add_option("SCENE", o.scene, "the scene file (TOML); `floc explain` tells what it may say")->required();
  c->add_option("-o,--output", o.directory, "folder of the run");
  offer(c->add_option("--set", o.overrides, "key=value, overrides the scene: time.end=2, particles.0.count=100")
            ->allow_extra_args(false),
        floc::scene::settable_keys(), keys);
  c->add_option("--from", o.from,
                "DIR or DIR:TIME: begin with the checkpoint, or the frame at that time, of another run")
      ->type_name("RUN");
  c->add_option("--threads", o.threads, "threads (default: all cores); the result does not depend on it")
      ->check(CLI::Range(1, 1024));
  c->add_option("--max-walltime", o.max_walltime,
                "seconds; then the step under way is given up, a checkpoint is written and the run ends with status 5")
      ->check(positive);
  c->add_flag("--dry-run", o.dry_run, "read the scene, place the particles, and stop");
  c->add_flag("--overwrite", o.overwrite, "replace a run that the folder holds, with what other commands made of it");
  c->add_flag("-q,--quiet", o.quiet, "no progress line");
  c->add_flag("--profile", o.profile, "at the end, what each stage took, and what the projection moved");
  c->callback([&action] {
    if (o.directory.empty() && !o.dry_run) throw CLI::RequiredError("-o (or --dry-run)");
    action = [] { return run(o); };
  });
}

std::vector<std::string> keys_for_resume() {
  std::vector<std::string> names = floc::scene::settable_keys();
  std::erase_if(names, [](const std::string& key) { return !floc::changeable(key); });
  return names;
}

void add_resume(CLI::App& app, std::function<int()>& action) {
  static ResumeOptions o;
  CLI::App* c = app.add_subcommand("resume", "Go on with a run from its last checkpoint");
  c->footer(
      "Examples:\n  floc resume out/funnel\n  floc resume out/funnel --set time.end=5      # for longer than was "
      "meant\n\n"
      "The result has the same bits as that of a run that was never stopped. What may change is\n  " +
      fmt::format("{}", fmt::join(floc::changeable_keys(), ", ")) +
      ":\nby --set, or by an edit of DIR/scene.toml. Changes are listed in summary.json.");
  c->add_option("DIR", o.directory, "folder of the run")->required();
  c->add_option("-o,--output", o.output,
                "go on in this new folder; DIR is only read, and may have lost all but a checkpoint");
  offer(c->add_option("--set", o.overrides, "key=value, changes the scene from here on: time.end=5")
            ->allow_extra_args(false),
        keys_for_resume(), keys);
  c->add_option("--threads", o.threads, "threads (default: all cores)")->check(CLI::Range(1, 1024));
  c->add_option("--max-walltime", o.max_walltime, "seconds")->check(positive);
  c->add_flag("-q,--quiet", o.quiet, "no progress line");
  c->add_flag("--profile", o.profile, "at the end, what each stage took, and what the projection moved");
  c->callback([&action] { action = [] { return resume(o); }; });
}

void add_info(CLI::App& app, std::function<int()>& action) {
  static std::string directory;
  CLI::App* c = app.add_subcommand("info", "What a run folder holds: state, certificate, times");
  c->footer("Example:\n  floc info out/funnel");
  c->add_option("DIR", directory, "folder of the run")->required();
  c->callback([&action] { action = [] { return info(directory); }; });
}

void add_export(CLI::App& app, std::function<int()>& action) {
  static ExportOptions o;
  CLI::App* c = app.add_subcommand(
      "export", "Frames for ParaView (vtp; vti with the flow of a fluid), OVITO (gsd, xyz), ASE (xyz), LAMMPS's tools or tables (csv)");
  std::string formats = "Formats:\n";
  for (const floc::ExportFormat& f : floc::export_formats()) formats += fmt::format("  {:<7} {}\n", f.name, f.help);
  c->footer(formats +
            "\nExample:\n  floc export out/funnel --to vtp       # then open out/funnel/vtp/particles.pvd in ParaView");
  c->add_option("DIR", o.directory, "folder of the run")->required();
  std::vector<std::string> names;
  for (const floc::ExportFormat& f : floc::export_formats()) names.push_back(f.name);
  c->add_option("--to", o.format, fmt::format("{}", fmt::join(names, ", ")))->required()->check(CLI::IsMember(names));
  c->add_option("-o,--output", o.output, "folder for the files (default: DIR/FORMAT)");
  c->callback([&action] { action = [] { return export_frames(o); }; });
}

std::string quantity_help() {
  std::string text = "Colours:\n";
  for (const floc::QuantityInfo& q : floc::quantities()) text += fmt::format("  {:<13} {}\n", q.name, q.help);
  return text;
}

void add_draw_options(CLI::App* c, DrawOptions& o) {
  c->add_option("DIR", o.directory, "folder of the run")->required();
  c->add_option("--size", o.size, "longer side of a picture in pixels")->check(CLI::Range(16, 8192));
  offer(c->add_option("--colour,--color", o.colour, "what the particles' colours tell, see below (default: group)"),
        names_of(floc::quantities()));
  c->add_option("--colour-range,--color-range", o.range, "lo,hi of the colours (default: that of the frames)");
  offer(c->add_option("--network", o.network, "force or gamma: tubes whose width and darkness are the value"),
        {"force", "gamma"});
  offer(c->add_option("--field", o.field, "of the flow of a fluid, beneath the particles: speed, pressure or vorticity"),
        names_of(floc::flow_quantities()));
  c->add_option("--field-range", o.field_range, "lo,hi of its colours (default: that of the frames)");
  c->add_flag("--streamlines", o.streamlines, "of the flow");
  c->add_option("--slice", o.slice, "the plane the flow is shown on, x, y, z or y=0.5 (3D; default: across the view)");
  c->add_flag("--arrows", o.arrows, "velocities as arrows");
  c->add_flag("--marks,!--no-marks", o.marks, "halves or segments that turn with bodies that do (default: yes)");
  c->add_option("--window", o.window, "what is shown, lower and upper corner: x,y,x,y in 2D");
  c->add_option("--camera", o.camera, "azimuth,elevation in degrees (3D; default: -65,22)");
  CLI::Option* near = c->add_flag("--perspective", o.perspective, "what is near is larger (3D; the default)");
  c->add_flag("--orthographic", o.orthographic, "parallel lines stay parallel (3D)")->excludes(near);
  c->add_flag("--shadow,!--no-shadow", o.shadow, "on the ground, where there are obstacles (3D; default: yes)");
  c->add_flag("--scale-bar", o.scale_bar, "a length to compare with (2D and 3D)");
  c->add_flag("--time-stamp,!--no-time-stamp", o.time_stamp, "the time below the picture (default: yes)");
  c->add_flag("--key,!--no-key", o.key, "what colours, tubes and arrows mean, at the right (default: yes)");
  c->add_flag("--pressure", o.pressure, "short for --colour pressure");
  c->add_flag("--forces", o.forces, "short for --network force");
}

void add_picture(CLI::App& app, std::function<int()>& action) {
  static PictureOptions o;
  CLI::App* c = app.add_subcommand("picture", "Draw a frame, or several side by side, as PNG or SVG");
  c->footer(
      "Examples:\n  floc picture out/funnel --time 1.5 --network force -o funnel.svg\n"
      "  floc picture out/funnel --times 0,0.5,1,3 --colour speed -o sheet.png\n"
      "  floc picture out/drum --camera -40,30 --colour coordination -o drum.png\n\n" +
      quantity_help());
  add_draw_options(c, o);
  c->add_option("--time", o.time, "the frame nearest to this time; \"start\" and \"end\" too (default: end)");
  c->add_option("--times", o.times, "several times, separated by commas: a sheet with the time below each");
  c->add_option("-o,--output", o.output, "x.png or x.svg (default: DIR/picture.png)");
  c->callback([&action] { action = [] { return picture(o); }; });
}

void add_movie(CLI::App& app, std::function<int()>& action) {
  static MovieOptions o;
  CLI::App* c = app.add_subcommand("movie", "Make a movie of the frames: MP4, WebM or GIF");
  c->footer(
      "Examples:\n  floc movie out/funnel -o funnel.mp4\n"
      "  floc movie out/funnel --colour speed --from 0.5 --to 2 --fps 50 --size 600 -o funnel.gif\n\n"
      "One picture a stored frame (output.every in the scene says how many there are); window, camera and\n"
      "colours are the same in all of them. Made with ffmpeg (Debian: apt-get install ffmpeg).\n\n" +
      quantity_help());
  add_draw_options(c, o);
  c->add_option("-o,--output", o.output, "x.mp4, x.webm or x.gif (default: DIR/movie.mp4)");
  c->add_option("--fps", o.fps, "frames per second (default: 25)")->check(finite(0.1, 240, "number from 0.1 to 240"));
  c->add_option("--from", o.from, "time of the first frame (default: start)");
  c->add_option("--to", o.to, "time of the last frame (default: end)");
  c->add_flag("-q,--quiet", o.quiet, "no progress line");
  c->callback([&action] { action = [] { return movie(o); }; });
}

void add_plot(CLI::App& app, std::function<int()>& action) {
  static PlotOptions o;
  CLI::App* c = app.add_subcommand("plot", "Plot the statistics of a run against time, as SVG or PNG");
  std::string subjects = "Subjects:\n";
  for (const floc::PlotSubject& s : floc::plot_subjects()) subjects += fmt::format("  {:<11} {}\n", s.name, s.help);
  c->footer("Example:\n  floc plot out/aggregation --what energies,contacts,aggregates -o aggregation.svg\n\n" +
            subjects);
  c->add_option("DIR", o.directory, "folder of the run")->required();
  offer(c->add_option("--what", o.what, "subjects, separated by commas (default: energies,contacts,overlap,iterations)"),
        names_of(floc::plot_subjects()), a_list);
  c->add_option("-o,--output", o.output, "x.svg or x.png (default: DIR/plot.svg)");
  c->callback([&action] { action = [] { return plot(o); }; });
}

void add_measure(CLI::App& app, std::function<int()>& action) {
  static MeasureOptions o;
  CLI::App* c = app.add_subcommand("measure", "Measure the frames of a run: tables as CSV or JSON");
  c->footer(measurement_help() +
            "\nExamples:\n  floc measure out/aggregation --what aggregates,sizes --set gap=0.1\n"
            "  floc measure out/funnel --what flow --set line=[[-0.08,0.62],[0.08,0.62]] -o flow.csv\n\n"
            "`floc explain measure` lists what --set may say; a scene with the table [measure] makes the same files\n"
            "as it runs.");
  c->add_option("DIR", o.directory, "folder of the run")->required();
  offer(c->add_option("--what", o.what, "measurements, with commas between them")->delimiter(',')->required(),
        names_of(floc::measurement_kinds()), a_list);
  c->add_option("--set", o.settings, "key=value of the table [measure]: gap=0.1, bins=20")->allow_extra_args(false);
  c->add_option("--from", o.from, "only frames from this time on")->check(any_number);
  c->add_option("--to", o.to, "only frames up to this time")->check(any_number);
  c->add_option("-o,--output", o.output,
                "a folder, or for one measurement a .csv or .json file (default: DIR/measure)");
  c->add_option("--format", o.format, "csv or json (default: csv)")->check(CLI::IsMember({"csv", "json"}));
  c->callback([&action] { action = [] { return measure(o); }; });
}

void add_view(CLI::App& app, std::function<int()>& action) {
  static ViewOptions o;
  CLI::App* c = app.add_subcommand("view", "A page for the browser: play, turn, zoom, colour, follow a particle");
  c->footer(
      "Example:\n  floc view out/funnel && xdg-open out/funnel/view.html\n\n"
      "One file that needs no network and no server. With --serve the run is at a port of this machine, which\n"
      "nobody else can reach, until Ctrl-C: frames are read as they are played, and come as the run goes on.");
  c->add_option("DIR", o.directory, "folder of the run")->required();
  c->add_option("--beside", o.beside, "folder of another run, shown at its side with the same camera and time");
  c->add_option("-o,--output", o.output, "x.html (default: DIR/view.html)");
  c->add_option("--every", o.every, "take every n-th frame (default: 1)")->check(CLI::Range(1, 1000000));
  c->add_option("--max-size", o.max_size, "largest page in megabytes (default: 250)")->check(positive);
  c->add_flag("!--no-network", o.network, "without the contacts, which make the page smaller");
  CLI::Option* serve = c->add_option("--serve", o.port, "serve it, at this port (default: any that is free)")
                           ->expected(0, 1)
                           ->check(CLI::Range(0, 65535));
  c->callback([&action, serve] {
    o.serve = serve->count() > 0;
    action = [] { return view(o); };
  });
}

void add_explain(CLI::App& app, std::function<int()>& action) {
  static ExplainOptions o;
  CLI::App* c = app.add_subcommand("explain", "What a scene may say: tables, keys, units, bounds, defaults");
  c->footer("Examples:\n  floc explain\n  floc explain obstacles.sphere\n  floc explain solver.tolerance");
  offer(c->add_option("KEY", o.key, "a table, a kind or a key; nothing: an overview"), floc::scene::declared_keys());
  c->add_option("--markdown", o.markdown, "writes the whole reference into this folder, as pages of Markdown");
  c->callback([&action] { action = [] { return explain_key(o); }; });
}

void add_dump(CLI::App& app, std::function<int()>& action) {
  static DumpOptions o;
  CLI::App* c = app.add_subcommand("dump-problem", "Write the projection of one step of a run to a file");
  c->footer("Example:\n  floc dump-problem out/funnel --step 400 -o problem.h5 && floc solve problem.h5 --solver apgd");
  c->add_option("DIR", o.directory, "folder of the run")->required();
  c->add_option("--step", o.step, "number of the step, from 1")->required()->check(CLI::PositiveNumber);
  c->add_option("-o,--output", o.output, "the file")->required();
  c->add_flag("--fclib", o.fclib, "in the format of FCLIB, for other solvers: Coulomb's law, without the compliance");
  c->add_option("--threads", o.threads, "threads (default: all cores)")->check(CLI::Range(1, 1024));
  c->callback([&action] { action = [] { return dump_problem(o); }; });
}

void add_solve(CLI::App& app, std::function<int()>& action) {
  static SolveOptions o;
  CLI::App* c = app.add_subcommand("solve", "Solve one projection from a file, and print its certificate");
  c->footer("Example:\n  floc solve problem.h5 --solver ipm --tolerance 1e-8 --cold");
  c->add_option("PROBLEM", o.problem, "written by floc dump-problem")->required();
  const std::vector<std::string> names = names_of(floc::solvers());
  offer(c->add_option("--solver", o.solver, fmt::format("{} (default: auto)", fmt::join(names, ", "))), names);
  c->add_option("--tolerance", o.tolerance, fmt::format("in mean radii (default: {:g})", o.tolerance))->check(positive);
  c->add_option("--max-iterations", o.max_iterations, fmt::format("(default: {})", o.max_iterations))
      ->check(CLI::PositiveNumber);
  c->add_flag("--cold", o.cold, "forget the first guess");
  c->add_option("--threads", o.threads, "threads (default: all cores)")->check(CLI::Range(1, 1024));
  c->callback([&action] { action = [] { return solve_problem(o); }; });
}

// What the command line tells of itself.
void add_man(CLI::App& app, std::function<int()>& action) {
  static std::string page = "floc";
  CLI::App* c = app.add_subcommand("man", "The manual page of the program, or of the scene file");
  c->footer("Example:\n  floc man | man -l -\n  floc man scene | man -l -");
  c->add_option("PAGE", page, "floc or scene (default: floc)")->check(CLI::IsMember({"floc", "scene"}));
  c->callback([&] { action = [&app] { return print_man_page(describe(app), page); }; });
}

void add_completion(CLI::App& app, std::function<int()>& action) {
  static std::string shell;
  static std::vector<std::string> words;
  CLI::App* script = app.add_subcommand("completion", "The script by which a shell completes words of floc");
  script->footer(
      "Examples:\n  source <(floc completion bash)\n  source <(floc completion zsh)\n  floc completion fish | source");
  script->add_option("SHELL", shell, "bash, zsh or fish")->required()->check(CLI::IsMember(completion_shells()));
  script->callback([&action] { action = [] { return print_completion_script(shell); }; });
  CLI::App* complete = app.add_subcommand("complete", "Called by that script")->group("");
  complete->add_option("WORDS", words, "behind `--`: those of the command line, the last one unfinished");
  complete->callback([&] { action = [&app] { return print_completions(describe(app), words); }; });
}

// For measurements: FLOC_INSTRUCTIONS=x86-64 in the environment. All of them give the same bits
// (docs/theory/instructions.md). False for some that this processor does not have.
bool take_instructions() {
  const char* const wanted = std::getenv("FLOC_INSTRUCTIONS");
  if (!wanted || !*wanted) return true;
  std::vector<std::string_view> names;
  for (const floc::SimdTarget target : floc::simd_targets()) {
    names.push_back(to_string(target));
    if (names.back() == wanted) return floc::force_simd_target(target), true;
  }
  fmt::print(stderr, "floc: FLOC_INSTRUCTIONS={}: this processor has {}\n", wanted, fmt::join(names, ", "));
  return false;
}

}  // namespace

int main(int argc, char** argv) {
  if (!take_instructions()) return wrong_input;
  CLI::App app{"floc: rigid bodies that collide, stick, aggregate and flow; one certified projection per step", "floc"};
  app.footer(
      "First steps:\n  floc init --list                                  scenes to begin with\n"
      "  floc explain                                      what a scene file may say\n"
      "  floc run scenes/funnel/scene.toml -o out/funnel    run a scene\n"
      "  floc picture out/funnel -o funnel.png              look at it\n"
      "  floc movie out/funnel -o funnel.mp4                see it move\n"
      "  floc view out/funnel                               a page for the browser: see it from all sides\n\n"
      "Exit status: 0 finished, 1 a file or the machine failed, 2 wrong scene or command line,\n"
      "3 a step did not converge and the scene says stop, 4 interrupted, 5 wall time used up\n"
      "(after 3, 4 and 5 a checkpoint is there: floc resume DIR), 6 at its end, but some steps did not converge.");
  app.set_version_flag("--version",
                       fmt::format("floc {}, with {} instructions", floc::version(), to_string(floc::simd_target())));
  app.require_subcommand(1);
  std::function<int()> action;
  add_init(app, action);
  add_run(app, action);
  add_resume(app, action);
  add_info(app, action);
  add_export(app, action);
  add_picture(app, action);
  add_movie(app, action);
  add_plot(app, action);
  add_measure(app, action);
  add_view(app, action);
  add_explain(app, action);
  add_dump(app, action);
  add_solve(app, action);
  add_man(app, action);
  add_completion(app, action);
  std::vector<std::string> commands, words(argv + 1, argv + argc);
  for (const CLI::App* c : app.get_subcommands({})) commands.push_back(c->get_name());
  if (!words.empty() && words[0] == "help") {  // floc help run: floc run --help
    words.erase(words.begin());
    words.resize(std::min<std::size_t>(1, words.size()));
    words.push_back("--help");
  }
  if (!words.empty() && !words[0].starts_with("-") && std::ranges::find(commands, words[0]) == commands.end()) {
    fmt::print(stderr, "floc: {}\n", unknown_command(words[0], commands));
    return wrong_input;
  }
  std::ranges::reverse(words);  // as the parser takes them
  try {
    app.parse(words);
  } catch (const CLI::ParseError& error) {
    const int code = app.exit(error);
    return code == 0 ? finished : wrong_input;
  }
  std::signal(SIGXFSZ, SIG_IGN);  // a file that may not grow is an error of the write, not our end
  try {
    return action();
  } catch (const WrongInput& error) {
    fmt::print(stderr, "floc: {}\n", error.what());
    return wrong_input;
  } catch (const std::bad_alloc&) {
    fmt::print(stderr, "floc: not enough memory\n");
    return failed;
  } catch (const std::exception& error) {
    fmt::print(stderr, "floc: {}\n", error.what());
    return failed;
  }
}
