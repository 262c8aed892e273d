#include <doctest/doctest.h>
#include <fmt/format.h>

#include "scene/samples.hpp"
#include "scene/schema.hpp"

using namespace floc;
using namespace floc::scene;

namespace {

// Reads the example of every key, alone in its table, and asks that nothing is said about it.
class ExampleReader : public Table {
 public:
  ExampleReader(SceneContext& context, std::string path, std::string opening, int& count)
      : Table(context), path_(std::move(path)), opening_(std::move(opening)), count_(count) {}

 protected:
  void on_key(std::string_view name, Slot, const Key& about) override { try_example(name, about); }

  void on_table(std::string_view name, const Key& about, bool, bool,
                const std::function<void(Table&)>& visit) override {
    if (!about.example.empty()) try_example(name, about);
    const std::string path = below(name);
    ExampleReader child(context(), path, opening_ + fmt::format("[{}]\n", path), count_);
    visit(child);
  }
  void on_list(std::string_view name, const Key& about, std::size_t,
               const std::function<void(Table&, std::size_t)>& visit) override {
    CHECK_FALSE(about.help.empty());
    const std::string path = below(name);
    ExampleReader child(context(), path, opening_ + fmt::format("[[{}]]\n", path), count_);
    visit(child, 0);
  }
  void on_kind(std::string_view name, const Key& about, const std::vector<KindName>& kinds, std::size_t current,
               const std::function<void(Table&, std::size_t)>& visit) override {
    CHECK_FALSE(about.help.empty());
    for (std::size_t k = 1; k <= kinds.size(); ++k) {  // the one that it was comes last: what follows is told for it
      const std::size_t i = (current + k) % kinds.size();
      ExampleReader child(context(), path_, opening_ + fmt::format("{} = \"{}\"\n", name, kinds[i].name), count_);
      visit(child, i);
    }
  }

 private:
  std::string below(std::string_view name) const {
    return path_.empty() ? std::string(name) : fmt::format("{}.{}", path_, name);
  }

  void try_example(std::string_view name, const Key& about) {
    CAPTURE(path_);
    CAPTURE(name);
    CHECK_FALSE(about.help.empty());
    REQUIRE_FALSE(about.example.empty());
    const bool plane = about.dimensions.find('2') != std::string_view::npos;
    const std::string example = fmt::format("{} = {}\n", name, about.example);
    std::string text = path_.empty() ? example : "";
    if (path_ != "scene") text += plane ? "[scene]\ndimension = 2\n" : "[scene]\ndimension = 3\n";
    if (name != "constants") text += "[constants]\nU0 = 1\nk = 2\n";
    if (path_ != "groups") text += "[[groups]]\nname = \"sand\"\n";
    if (path_.starts_with("forces.crowd"))
      text += "[floor]\nkind = \"polygons\"\nboundary = [[0, 0], [1, 0], [1, 1]]\n[[floor.exits]]\nname = \"east\"\n"
              "from = [0, 0]\nto = [1, 0]\n";
    if (!path_.empty()) text += opening_ + example;
    if (name == "periodic") text += "low = [0, 0]\nhigh = [1, 1]\n";
    for (const Diagnostic& error : read_scene_text(text, "s.toml", "").errors) {
      CAPTURE(error.message);
      CHECK(error.message.find(fmt::format("\"{}\" in ", name)) == std::string::npos);
      CHECK(error.message.find("unknown") == std::string::npos);
    }
    ++count_;
  }

  std::string path_, opening_;
  int& count_;
};

}  // namespace

TEST_CASE("every key has help and an example that is a good value for it") {
  int count = 0;
  SceneContext context;
  Scene sample;
  sample.scene.dimension = 3;
  ExampleReader reader(context, "", "", count);
  declare(reader, sample);
  CHECK(count > 90);
}
