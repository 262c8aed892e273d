#include <fmt/format.h>

#include "scene/scene.hpp"
#include "scene/schema.hpp"
#include "scene/value_text.hpp"

namespace floc {
namespace scene {
namespace {

// Writes one table: under a header of its own, or in braces within an item of a list.
class Writer : public Table {
 public:
  Writer(SceneContext& context, std::string& out, std::string path, bool braces)
      : Table(context), out_(out), path_(std::move(path)), braces_(braces) {}

 protected:
  void on_key(std::string_view name, Slot slot, const Key& about) override {
    if (about.dimensions.find(static_cast<char>('0' + dimension())) == std::string_view::npos) return;
    const bool present = std::visit([](const auto& ref) { return ref.present(); }, slot);
    if (!present) return;
    if (const auto* map = std::get_if<Ref<std::map<std::string, double>>>(&slot)) {  // a table with free keys
      out_ += fmt::format("\n[{}]\n", name);
      for (const auto& [key, value] : map->get()) out_ += fmt::format("{} = {}\n", key, number_text(value));
    } else {
      entry(name, value_text(slot, dimension()));
    }
  }

  void on_table(std::string_view name, const Key& about, bool /*optional*/, bool present,
                const std::function<void(Table&)>& visit) override {
    if (!present) return;
    if (in_list_) {
      std::string inner;
      Writer child(context(), inner, {}, true);
      child.in_list_ = true;
      visit(child);
      const bool brief = child.entries_ == 1 && inner.rfind(fmt::format("{} = ", about.shorthand), 0) == 0;
      entry(name, brief ? inner.substr(about.shorthand.size() + 3) : inner.empty() ? "{}" : "{ " + inner + " }");
    } else {
      const std::string path = below(name);
      out_ += fmt::format("\n[{}]\n", path);
      Writer child(context(), out_, path, false);
      visit(child);
    }
  }

  void on_list(std::string_view name, const Key& /*about*/, std::size_t size,
               const std::function<void(Table&, std::size_t)>& visit) override {
    if (braces_) {
      std::string items;
      for (std::size_t i = 0; i < size; ++i) {
        std::string inner;
        Writer child(context(), inner, {}, true);
        child.in_list_ = true;
        visit(child, i);
        items += fmt::format("{}{{ {} }}", items.empty() ? "" : ", ", inner);
      }
      if (size > 0) entry(name, "[" + items + "]");
      return;
    }
    for (std::size_t i = 0; i < size; ++i) {
      const std::string path = below(name);
      out_ += fmt::format("\n[[{}]]\n", path);
      Writer child(context(), out_, path, false);
      child.in_list_ = true;
      visit(child, i);
    }
  }

  void on_kind(std::string_view name, const Key& /*about*/, const std::vector<KindName>& kinds, std::size_t current,
               const std::function<void(Table&, std::size_t)>& visit) override {
    entry(name, quoted(kinds[current].name));
    visit(*this, current);
  }

 private:
  std::string below(std::string_view name) const {
    return path_.empty() ? std::string(name) : fmt::format("{}.{}", path_, name);
  }

  void entry(std::string_view name, const std::string& value) {
    if (braces_)
      out_ += fmt::format("{}{} = {}", entries_ == 0 ? "" : ", ", name, value);
    else
      out_ += fmt::format("{} = {}\n", name, value);
    ++entries_;
  }

  std::string& out_;
  std::string path_;
  bool braces_;
  bool in_list_ = false;  // tables below are written in braces
  int entries_ = 0;
};

}  // namespace
}  // namespace scene

std::string write_scene(const Scene& scene) {
  std::string out;
  SceneContext context;
  scene::Writer writer(context, out, {}, false);
  Scene copy = scene;  // a declaration takes what it declares by reference, for reading too
  scene::declare(writer, copy);
  return out;
}

}  // namespace floc
