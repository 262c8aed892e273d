// Parts of a document: as text, by their paths, and one put over another.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "scene/document.hpp"

namespace floc::scene {

std::string toml_text(const Node& node);  // on one line

// The values below a table, each with its path ("forces.gravity", "obstacles.wheel.motion.kind") as TOML writes it.
std::vector<std::pair<std::string, std::string>> values_below(const Node& table);

// Where a key stands ("particles.0.count"), or the innermost table around it that is there.
Place place_of(const Node& root, std::string_view key);

struct Misfit {
  Place place;
  std::string message;
};
// Puts `change` over `base`, key by key. A table that says of what kind it is (kind, law) takes the place of the whole
// table, a list that of the whole list; an item of a list is named by its number or its name. What does not fit is told.
void put_over(Node& base, const Node& change, std::vector<Misfit>& misfits);

}  // namespace floc::scene
