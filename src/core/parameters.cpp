#include "core/parameters.hpp"

#include <algorithm>

namespace floc {

void Table::key(std::string_view name, int& value, const Key& about) {
  std::int64_t wide = value;
  key(name, wide, about);
  value = static_cast<int>(wide);
}

void Table::groups(GroupSet& groups) {
  const std::vector<std::string>& known = context_.groups;
  std::vector<std::string> names;
  for (std::size_t g = 0; g < known.size() && !groups.all(); ++g)
    if (groups.has(static_cast<std::int32_t>(g))) names.push_back(known[g]);
  key("groups", names,
      {.help = "the groups it acts on", .example = R"(["sand"])", .choices = known, .otherwise = "every particle"});
  std::vector<std::int32_t> members;
  for (std::size_t g = 0; g < known.size(); ++g)
    if (std::find(names.begin(), names.end(), known[g]) != names.end()) members.push_back(static_cast<std::int32_t>(g));
  groups = members.empty() ? GroupSet() : GroupSet(members);
}

}  // namespace floc
