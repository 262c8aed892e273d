#include "core/parameters.hpp"

#include <doctest/doctest.h>

using namespace floc;

namespace {

// Answers every key with a given text, and keeps what it was told.
class Answer : public Table {
 public:
  Answer(SceneContext& context, std::map<std::string, std::vector<std::string>> words)
      : Table(context), words_(std::move(words)) {}
  std::map<std::string, Key> keys;
  std::map<std::string, std::vector<std::string>> before;

 protected:
  void on_key(std::string_view name, Slot slot, const Key& about) override {
    const std::string key(name);
    keys.emplace(key, about);
    const auto answer = words_.find(key);
    if (const auto* text = std::get_if<Ref<std::string>>(&slot)) {
      before[key] = {text->get()};
      if (answer != words_.end()) text->set(answer->second[0]);
    }
    if (const auto* list = std::get_if<Ref<std::vector<std::string>>>(&slot)) {
      before[key] = list->get();
      if (answer != words_.end()) list->set(answer->second);
    }
    if (const auto* number = std::get_if<Ref<std::int64_t>>(&slot)) number->set(number->get() + 1);
  }
  void on_table(std::string_view, const Key&, bool, bool, const std::function<void(Table&)>& visit) override {
    visit(*this);
  }
  void on_list(std::string_view, const Key&, std::size_t, const std::function<void(Table&, std::size_t)>&) override {}
  void on_kind(std::string_view, const Key&, const std::vector<KindName>&, std::size_t,
               const std::function<void(Table&, std::size_t)>&) override {}

 private:
  std::map<std::string, std::vector<std::string>> words_;
};

enum class Way { by_foot, by_boat };
const std::vector<std::pair<std::string, Way>> ways{{"foot", Way::by_foot}, {"boat", Way::by_boat}};

}  // namespace

TEST_CASE("a choice offers its words, shows the one of the value, and takes the value of the word that is read") {
  SceneContext context;
  Answer table(context, {{"way", {"boat"}}});
  Way way = Way::by_foot;
  table.choice("way", way, ways, {.help = "how to go"});
  CHECK(table.keys.at("way").choices == std::vector<std::string>{"foot", "boat"});
  CHECK(table.before.at("way") == std::vector<std::string>{"foot"});
  CHECK(way == Way::by_boat);
}

TEST_CASE("groups are read and shown by the names that the scene gave them") {
  SceneContext context;
  context.groups = {"sand", "gravel", "dust"};
  GroupSet groups;
  Answer reader(context, {{"groups", {"dust", "sand"}}});
  reader.groups(groups);
  CHECK(reader.before.at("groups").empty());
  CHECK_FALSE(groups.all());
  CHECK(groups.has(0));
  CHECK_FALSE(groups.has(1));
  CHECK(groups.has(2));
  Answer writer(context, {});
  writer.groups(groups);
  CHECK(writer.before.at("groups") == std::vector<std::string>{"sand", "dust"});
  GroupSet all;
  Answer nothing(context, {});
  nothing.groups(all);
  CHECK(all.all());
}

TEST_CASE("a member of type int is a key of integers") {
  SceneContext context;
  Answer table(context, {});
  int count = 3;
  table.key("count", count, {});
  CHECK(count == 4);
}
