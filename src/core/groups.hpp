// Which groups of bodies something acts on: all of them, or a few.
#pragma once

#include <cstdint>
#include <vector>

namespace floc {

class GroupSet {
 public:
  GroupSet() = default;  // all
  explicit GroupSet(const std::vector<std::int32_t>& members) : all_(false) {
    for (const std::int32_t g : members) {
      const auto k = static_cast<std::size_t>(g);
      if (k >= member_.size()) member_.resize(k + 1, 0);
      member_[k] = 1;
    }
  }
  bool all() const { return all_; }
  bool has(std::int32_t group) const {
    const auto k = static_cast<std::size_t>(group);
    return all_ || (k < member_.size() && member_[k] != 0);
  }

 private:
  bool all_ = true;
  std::vector<char> member_;
};

}  // namespace floc
