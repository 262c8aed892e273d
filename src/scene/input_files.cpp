#include "scene/input_files.hpp"

#include <filesystem>
#include <fstream>
#include <iterator>

#include "scene/each_key.hpp"
#include "scene/scene.hpp"
#include "scene/schema.hpp"

namespace floc {

std::string scene::input_text(const std::string& path) {
  std::error_code ignored;
  std::ifstream file;  // a pipe would be waited for, a device has no end
  if (std::filesystem::is_regular_file(path, ignored)) file.open(path, std::ios::binary);
  if (!file.is_open())
    throw NoFile((std::filesystem::exists(path, ignored) ? "cannot read \"" : "there is no file \"") + path + "\"");
  return {std::istreambuf_iterator<char>(file), {}};
}

std::vector<std::string> input_files(const Scene& scene) {
  std::vector<std::string> all;
  SceneContext context;
  scene::EachKey files(context, [&](const Slot& slot, const Key& about) {
    const auto* path = std::get_if<Ref<std::string>>(&slot);
    if (about.file && path && !scene.unwritten.contains(path->get())) all.push_back(path->get());
  });
  Scene copy = scene;  // a declaration takes what it declares by reference, for reading too
  scene::declare(files, copy);
  return all;
}

}  // namespace floc
