#include "scene/nodes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <optional>

#include "core/did_you_mean.hpp"
#include "scene/value_text.hpp"

namespace floc::scene {
namespace {

bool is_bare(std::string_view key) {
  const auto bare = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-';
  };
  return !key.empty() && std::all_of(key.begin(), key.end(), bare);
}
std::string key_text(const std::string& key) { return is_bare(key) ? key : quoted(key); }

void add_values(const Node& node, const std::string& path, std::vector<std::pair<std::string, std::string>>& to) {
  if (node.type != Node::Type::table || node.items.empty()) {
    to.emplace_back(path, toml_text(node));
    return;
  }
  for (const Node& entry : node.items) add_values(entry, path + "." + key_text(entry.name), to);
}

std::string name_of(const Node& item) {
  const Node* name = item.find("name");
  return name && name->type == Node::Type::text ? name->text : std::string();
}

// The item of a list that is meant.
Node* item_of(Node& list, const std::string& word) {
  for (Node& item : list.items)
    if (!word.empty() && name_of(item) == word) return &item;
  std::size_t index = 0;
  const auto [end, fault] = std::from_chars(word.data(), word.data() + word.size(), index);
  const bool number = fault == std::errc{} && end == word.data() + word.size();
  return number && index < list.items.size() ? &list.items[index] : nullptr;
}

std::string no_such_item(const Node& list, const std::string& word) {
  std::vector<std::string> names;
  for (const Node& item : list.items)
    if (std::string name = name_of(item); !name.empty()) names.push_back(std::move(name));
  return fmt::format("the list has no item \"{}\": it has {}, counted from 0{}{}", word, list.items.size(),
                     names.empty() ? "" : fmt::format(", by name {}", fmt::join(names, ", ")), did_you_mean(word, names));
}

}  // namespace

std::string toml_text(const Node& node) {
  switch (node.type) {
    case Node::Type::text: return quoted(node.text);
    case Node::Type::integer: return fmt::format("{}", node.integer);
    case Node::Type::number: return number_text(node.number);
    case Node::Type::boolean: return node.boolean ? "true" : "false";
    default: break;
  }
  const bool table = node.type == Node::Type::table;
  std::string all;
  for (const Node& item : node.items)
    all += (all.empty() ? "" : ", ") + (table ? key_text(item.name) + " = " : std::string()) + toml_text(item);
  if (!table) return "[" + all + "]";
  return all.empty() ? "{}" : "{ " + all + " }";
}

std::vector<std::pair<std::string, std::string>> values_below(const Node& table) {
  std::vector<std::pair<std::string, std::string>> all;
  for (const Node& entry : table.items) add_values(entry, key_text(entry.name), all);
  return all;
}

Place place_of(const Node& root, std::string_view key) {
  const Node* node = &root;
  Place place = root.place;
  while (!key.empty()) {
    const std::size_t dot = std::min(key.find('.'), key.size());
    const std::string_view part = key.substr(0, dot);
    std::size_t index = 0;
    if (node->type == Node::Type::array) {
      std::from_chars(part.data(), part.data() + part.size(), index);
      node = index < node->items.size() ? &node->items[index] : nullptr;
    } else {
      node = node->find(part);
    }
    if (!node) break;
    place = node->place;
    key.remove_prefix(std::min(dot + 1, key.size()));
  }
  return place;
}

void put_over(Node& base, const Node& change, std::vector<Misfit>& misfits) {
  const bool chooses = change.find("kind") || change.find("law");
  if (change.type == Node::Type::table && base.type == Node::Type::array) {
    for (const Node& entry : change.items)
      if (Node* item = item_of(base, entry.name)) put_over(*item, entry, misfits);
      else misfits.push_back({entry.key, no_such_item(base, entry.name)});
  } else if (change.type == Node::Type::table && base.type == Node::Type::table && !chooses) {
    for (const Node& entry : change.items) {
      const auto there =
          std::find_if(base.items.begin(), base.items.end(), [&](const Node& n) { return n.name == entry.name; });
      if (there == base.items.end()) base.items.push_back(entry);
      else put_over(*there, entry, misfits);
    }
  } else {
    std::string name = std::move(base.name);
    base = change;
    base.name = std::move(name);
  }
}

}  // namespace floc::scene
