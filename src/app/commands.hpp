// The commands of the program. Each takes its options, speaks on stdout and stderr, and returns an
// exit status (app/exit_status.hpp). main.cpp fills the options from the command line.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "projection/problem.hpp"

namespace floc::app {

struct InitOptions {
  std::string name;    // of a template
  std::string output;  // empty: NAME.toml
  bool list = false;
};
int init(const InitOptions& options);
std::vector<std::string> template_names();

struct RunOptions {
  std::string scene;
  std::string directory;
  std::vector<std::string> overrides;  // key=value
  std::string from;                    // DIR or DIR:TIME of another run; empty: as the scene says
  int threads = 0;                     // 0: all cores
  double max_walltime = 0;             // seconds; 0: no limit
  bool dry_run = false;
  bool overwrite = false;
  bool quiet = false;
  bool profile = false;
};
int run(const RunOptions& options);

struct ResumeOptions {
  std::string directory;
  std::string output;                  // another folder, that the run goes on in; empty: its own
  std::vector<std::string> overrides;  // key=value, of the keys that may change
  int threads = 0;
  double max_walltime = 0;
  bool quiet = false;
  bool profile = false;
};
int resume(const ResumeOptions& options);

int info(const std::string& directory);

struct ExportOptions {
  std::string directory;
  std::string format;
  std::string output;  // folder; empty: DIR/FORMAT
};
int export_frames(const ExportOptions& options);

// What pictures and movies have in common, as written on the command line.
struct DrawOptions {
  std::string directory;
  std::string output;
  int size = 0;               // longer side in pixels; 0: what suits
  std::string colour;         // the name of a quantity; empty: group
  std::string range;          // lo,hi
  std::string network;        // force or gamma
  std::string camera;         // azimuth,elevation
  std::string window;         // lower corner, upper corner
  bool perspective = false;   // asked for; it is the default in space
  bool orthographic = false;  // instead of it
  bool shadow = true;
  bool scale_bar = false;
  std::string field;          // of the flow of a fluid: speed, pressure or vorticity
  std::string field_range;    // lo,hi
  bool streamlines = false;
  std::string slice;  // x, y or z, or with its place: y=0.5
  bool arrows = false;
  bool marks = true;
  bool forces = false;    // network force
  bool pressure = false;  // colour pressure
  bool time_stamp = true;
  bool key = true;
};

struct PictureOptions : DrawOptions {
  std::string time = "end";  // a number, "start" or "end"
  std::string times;         // several of them: a sheet
};
int picture(const PictureOptions& options);

struct MovieOptions : DrawOptions {
  std::string from = "start", to = "end";
  double fps = 25;
  bool quiet = false;
};
int movie(const MovieOptions& options);

struct PlotOptions {
  std::string directory;
  std::string output;
  std::string what = "energies,contacts,overlap,iterations";
};
int plot(const PlotOptions& options);

struct MeasureOptions {
  std::string directory;
  std::vector<std::string> what;
  std::vector<std::string> settings;  // key=value, of the table [measure]
  std::optional<double> from, to;     // times
  std::string output;                 // folder, or a file that ends in .csv or .json; empty: DIR/measure
  std::string format;                 // "csv" or "json"; empty: what the file says, or CSV
};
int measure(const MeasureOptions& options);
std::string measurement_help();  // a line each

struct ViewOptions {
  std::string directory;
  std::string beside;     // folder of another run, shown at its side; empty: none
  std::string output;     // empty: DIR/view.html
  int every = 1;          // of so many frames one
  double max_size = 250;  // megabytes
  bool network = true;    // contacts are in it
  bool serve = false;
  int port = 0;  // 0: any that is free
};
int view(const ViewOptions& options);

struct ExplainOptions {
  std::string key;
  std::string markdown;  // the folder to write the reference to
};
int explain_key(const ExplainOptions& options);

// What the command line itself is asked for; `complete` is called by the scripts of the shells.
struct CommandLine;
int print_man_page(const CommandLine& line, const std::string& page);
int print_completions(const CommandLine& line, const std::vector<std::string>& words);
int print_completion_script(const std::string& shell);
std::vector<std::string> completion_shells();

struct DumpOptions {
  std::string directory;
  std::int64_t step = 1;
  std::string output;
  bool fclib = false;
  int threads = 0;
};
int dump_problem(const DumpOptions& options);

struct SolveOptions {
  std::string problem;
  std::string solver = "auto";
  double tolerance = ProjectionSettings{}.tolerance;
  int max_iterations = ProjectionSettings{}.max_iterations;
  bool cold = false;
  int threads = 0;
};
int solve_problem(const SolveOptions& options);

// Shared by the commands.
int thread_count(int asked);  // all cores for 0

}  // namespace floc::app
