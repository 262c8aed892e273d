#include "scene/scene.hpp"

namespace floc {

std::vector<std::string> input_files(const Scene& scene) {
  std::vector<std::string> all;
  for (const scene::Particles& particles : scene.particles)
    if (const auto* file = std::get_if<scene::File>(&particles.source); file && !scene.unwritten.contains(file->path))
      all.push_back(file->path);
  if (scene.floor)
    if (const auto* image = std::get_if<scene::FloorImage>(&scene.floor->plan)) all.push_back(image->path);
  return all;
}

}  // namespace floc
