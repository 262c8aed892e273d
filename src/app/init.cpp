// floc init: a scene of one's own to begin with.
#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>

#include "app/commands.hpp"
#include "app/embedded.hpp"
#include "app/exit_status.hpp"
#include "core/did_you_mean.hpp"
#include "core/error.hpp"
#include "output/files.hpp"

namespace floc::app {
namespace {

// A template begins with one line about it.
std::string_view about(const EmbeddedText& scene) { return scene.text.substr(2, scene.text.find('\n') - 2); }

std::string list() {
  std::string text;
  for (const EmbeddedText& scene : scene_templates) text += fmt::format("  {:<11} {}\n", scene.name, about(scene));
  return text;
}

const EmbeddedText& find(const std::string& name) {
  const auto found = std::ranges::find(scene_templates, name, &EmbeddedText::name);
  if (found != scene_templates.end()) return *found;
  throw WrongInput(
      fmt::format("there is no template \"{}\"{}\n{}", name, did_you_mean(name, template_names()), list()));
}

// The file becomes ours in one step, or is somebody else's and stays as it is.
void create(const std::string& path, std::string_view text) {
  const int descriptor = ::open(path.c_str(), O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0666);
  if (descriptor < 0 && errno == EEXIST)
    throw WrongInput(fmt::format("{} is there already, and is left as it is; name another file with -o", path));
  if (descriptor < 0) throw Error(fmt::format("{}: cannot create: {}", path, std::strerror(errno)));
  ::close(descriptor);
  try {
    OutputFile file(path, OutputFile::Mode::append);
    file.write(text);
    file.sync();
    file.close();
  } catch (...) {
    std::filesystem::remove(path);
    throw;
  }
}

}  // namespace

std::vector<std::string> template_names() {
  std::vector<std::string> names;
  for (const EmbeddedText& scene : scene_templates) names.emplace_back(scene.name);
  return names;
}

int init(const InitOptions& options) {
  if (options.list) {
    fmt::print("{}", list());
    return finished;
  }
  const EmbeddedText& scene = find(options.name);
  const std::string path = options.output.empty() ? options.name + ".toml" : options.output;
  create(path, scene.text);
  const std::string folder = "out/" + std::filesystem::path(path).stem().string();
  fmt::print("{}\n\n  floc run {} -o {}\n  floc view {}\n\n`floc explain` tells what a scene may say.\n", path, path,
             folder, folder);
  return finished;
}

}  // namespace floc::app
