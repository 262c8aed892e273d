#include "scene/input_files.hpp"

#include <filesystem>
#include <fstream>
#include <iterator>

#include "scene/scene.hpp"

namespace floc {

std::string scene::input_text(const std::string& path) {
  std::error_code ignored;
  std::ifstream file;  // a pipe would be waited for, a device has no end
  if (std::filesystem::is_regular_file(path, ignored)) file.open(path, std::ios::binary);
  if (!file.is_open())
    throw NoFile((std::filesystem::exists(path, ignored) ? "cannot read \"" : "there is no file \"") + path + "\"");
  return {std::istreambuf_iterator<char>(file), {}};
}

void scene::for_input_paths(Scene& scene, const std::function<void(std::string&)>& f) {
  const auto of_levels = [&](LevelSet& levels) {
    if (levels.path) f(*levels.path);
  };
  for (Particles& particles : scene.particles) {
    if (auto* file = std::get_if<File>(&particles.source)) f(file->path);
    if (!particles.shape) continue;
    if (auto* mesh = std::get_if<MeshShape>(&particles.shape->shape)) f(mesh->path);
    if (auto* levels = std::get_if<LevelSetShape>(&particles.shape->shape)) of_levels(levels->levels);
  }
  for (Obstacle& obstacle : scene.obstacles) {
    if (auto* mesh = std::get_if<MeshObstacle>(&obstacle.shape)) f(mesh->path);
    if (auto* levels = std::get_if<LevelSetObstacle>(&obstacle.shape)) of_levels(levels->levels);
  }
  if (scene.floor)
    if (auto* image = std::get_if<FloorImage>(&scene.floor->plan)) f(image->path);
}

std::vector<std::string> input_files(const Scene& scene) {
  std::vector<std::string> all;
  Scene copy = scene;  // what goes through the paths may change them
  scene::for_input_paths(copy, [&](const std::string& path) {
    if (!scene.unwritten.contains(path)) all.push_back(path);
  });
  return all;
}

}  // namespace floc
