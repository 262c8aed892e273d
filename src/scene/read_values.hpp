// The values of the keys of one table, read from the nodes of a document: one function a type of key.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/parameters.hpp"
#include "scene/document.hpp"

namespace floc::scene {

std::string in_words(const std::vector<std::string>& words, std::string_view last);  // "a", "b" or "c"

// Where a document comes from, and what is wrong with it.
struct ReadLog {
  const std::vector<std::string>& sources;
  const std::string& folder;  // what files are looked for in
  std::vector<Diagnostic>& errors;

  void error(const Place& place, std::string message) const;
};

class ValueReader {
 public:
  // The table is at this path ("forces.drag"), and called so in messages.
  ValueReader(const SceneContext& scene, const ReadLog& log, std::string at, std::string called)
      : label(std::move(called)), path(std::move(at)), scene_(scene), log_(log) {}

  struct Asked {  // the key a value is read for
    std::string_view name;
    const Key& about;
  };
  // Leaves what is in the slot where the node has no such value, and tells what is wrong.
  void read(const Node& node, Slot& slot, const Asked& asked);
  bool read_word(const Node& node, std::string& to, const Asked& asked, const std::vector<std::string>& choices);

  std::string below(std::string_view name) const;
  // How a key of this table is called in messages.
  std::string say(std::string_view name) const;
  void wrong(const Node& node, const Asked& asked, std::string_view must);
  void mismatch(const Node& node, const Asked& asked, std::string_view expected);
  // Keys with a mistake: nothing more is asked of them.
  void blame(std::string_view name) { faulty_.emplace_back(name); }
  bool faulty(std::string_view name) const;

  std::string label, path;
  std::string alias;  // of a value written short: the key it stands for

 private:
  bool read_number(const Node& node, double& to, const Asked& asked, std::string_view expected = "a number");
  bool read_integer(const Node& node, std::int64_t& to, const Asked& asked, std::string_view expected = "an integer");
  bool within(const Node& node, double v, const Asked& asked);
  bool read_list(const Node& node, std::size_t length, const Asked& asked, const std::string& expected);
  bool long_enough(const Node& node, const Asked& asked, std::string_view what);
  std::string of_length(std::string_view what) const;
  bool read_vector(const Node& node, Vec3& to, const Asked& asked);
  std::optional<Expression> read_expression(const Node& node, const Asked& asked, const std::string& expected);

  void read_into(const Node& node, Ref<bool>& ref, const Asked& asked);
  void read_into(const Node& node, Ref<std::int64_t>& ref, const Asked& asked);
  void read_into(const Node& node, Ref<double>& ref, const Asked& asked);
  void read_into(const Node& node, Ref<std::string>& ref, const Asked& asked);
  void read_into(const Node& node, Ref<NumberOrWord>& ref, const Asked& asked);
  void read_into(const Node& node, Ref<Interval>& ref, const Asked& asked);
  void read_into(const Node& node, Ref<Vec3>& ref, const Asked& asked);
  void read_into(const Node& node, Ref<Expression>& ref, const Asked& asked);
  void read_into(const Node& node, Ref<Expressions>& ref, const Asked& asked);
  void read_into(const Node& node, Ref<std::vector<std::int64_t>>& ref, const Asked& asked);
  void read_into(const Node& node, Ref<std::vector<double>>& ref, const Asked& asked);
  void read_into(const Node& node, Ref<std::vector<std::string>>& ref, const Asked& asked);
  void read_into(const Node& node, Ref<std::vector<Vec3>>& ref, const Asked& asked);
  void read_into(const Node& node, Ref<IdPairs>& ref, const Asked& asked);
  void read_into(const Node& node, Ref<std::map<std::string, double>>& ref, const Asked& asked);
  void read_into(const Node& node, Ref<Overrides>& ref, const Asked& asked);

  const SceneContext& scene_;
  const ReadLog& log_;
  std::vector<std::string> faulty_;
};

}  // namespace floc::scene
