// Goes through all keys that a table has, with those of the tables and lists below it, and changes nothing.
#pragma once

#include <functional>
#include <utility>

#include "core/parameters.hpp"

namespace floc::scene {

class EachKey final : public Table {
 public:
  using Visit = std::function<void(const Slot& slot, const Key& about)>;
  EachKey(SceneContext& context, Visit visit) : Table(context), visit_(std::move(visit)) {}

 protected:
  void on_key(std::string_view, Slot slot, const Key& about) override {
    if (std::visit([](const auto& ref) { return ref.present(); }, slot)) visit_(slot, about);
  }
  void on_table(std::string_view, const Key&, bool /*optional*/, bool present,
                const std::function<void(Table&)>& visit) override {
    if (present) visit(*this);
  }
  void on_list(std::string_view, const Key&, std::size_t size,
               const std::function<void(Table&, std::size_t)>& visit) override {
    for (std::size_t i = 0; i < size; ++i) visit(*this, i);
  }
  void on_kind(std::string_view, const Key&, const std::vector<KindName>&, std::size_t current,
               const std::function<void(Table&, std::size_t)>& visit) override {
    visit(*this, current);
  }

 private:
  Visit visit_;
};

}  // namespace floc::scene
