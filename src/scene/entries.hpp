// What a scene may say, as a tree that was made by declaring it: what `explain` and the reference are written from.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "scene/registry.hpp"

namespace floc::scene {

// Tables hold keys, tables and kinds; kinds hold keys.
struct Entry {
  enum class What { key, table, list, kind };
  What what = What::key;
  std::string name, path;  // the path with the kinds in it: obstacles.sphere.radius
  std::string type, fallback, rule;
  std::string help, example, unit;
  std::string dimensions;  // where it makes sense: "23"
  std::vector<std::vector<std::string>> sets;  // of keys that exclude each other
  std::vector<Entry> below;
};

Entry everything(const Registry& registry);

std::string joined(const std::vector<std::string>& words, std::string_view separator);
std::string title(const Entry& e);    // [time], [[particles]], particles.random (kind = "random"), time.step
std::string details(const Entry& e);  // type, bounds, unit, default

}  // namespace floc::scene
