// Any text is a scene or a list of mistakes with places; a scene, written out and read again, is
// the same scene.
#include <cstdint>
#include <cstdlib>
#include <string>

#include "scene/scene.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  const floc::SceneResult result = floc::read_scene_text(text, "input.toml", ".");
  if (result.scene.has_value() != result.errors.empty()) std::abort();
  if (!result.scene) return 0;

  const std::string written = floc::write_scene(*result.scene);
  const floc::SceneResult again = floc::read_scene_text(written, "written.toml", ".");
  if (!again.scene || floc::write_scene(*again.scene) != written) std::abort();
  return 0;
}
