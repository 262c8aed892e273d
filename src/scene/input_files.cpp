#include "scene/input_files.hpp"

#include <filesystem>
#include <fstream>
#include <iterator>

#include "core/error.hpp"
#include "scene/scene.hpp"

namespace floc {

std::string scene::input_text(const std::string& path) {
  std::error_code ignored;
  std::ifstream file;  // a pipe would be waited for, a device has no end
  if (std::filesystem::is_regular_file(path, ignored)) file.open(path, std::ios::binary);
  if (!file.is_open())
    throw Error((std::filesystem::exists(path, ignored) ? "cannot read \"" : "there is no file \"") + path + "\"");
  return {std::istreambuf_iterator<char>(file), {}};
}

std::vector<std::string> input_files(const Scene& scene) {
  std::vector<std::string> all;
  for (const scene::Particles& particles : scene.particles)
    if (const auto* file = std::get_if<scene::File>(&particles.source); file && !scene.unwritten.contains(file->path))
      all.push_back(file->path);
  for (const scene::Particles& particles : scene.particles)
    if (particles.shape)
      if (const std::string* path = scene::file_of(particles.shape->shape)) all.push_back(*path);
  if (scene.floor)
    if (const auto* image = std::get_if<scene::FloorImage>(&scene.floor->plan)) all.push_back(image->path);
  return all;
}

}  // namespace floc
