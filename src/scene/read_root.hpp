// How a scene is read from a document, and its stages from changes of it (internal).
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "scene/document.hpp"
#include "scene/scene.hpp"

namespace floc::scene {

// The scene that stands in `root`, which is the document's or made of it. None where something is wrong.
std::optional<Scene> read_root(const Document& document, const Node& root, const std::string& folder,
                               const Registry& registry, std::optional<double> stage_start,
                               std::vector<Diagnostic>& errors);

// The scene of a whole document, which may come from elsewhere than a file. `errors` are those found on the way to it.
SceneResult read_document(const std::shared_ptr<const Document>& document, const std::string& folder,
                          const Registry& registry, std::vector<Diagnostic> errors);

// Reads all stages of a scene and tells what is wrong with them. Their expressions know `stage_start`.
void read_stages(Scene& scene, const std::shared_ptr<const Document>& document, const std::string& folder,
                 const Registry& registry, std::vector<Diagnostic>& errors);

}  // namespace floc::scene
