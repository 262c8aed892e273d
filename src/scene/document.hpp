// A TOML document as a tree of nodes that know where they stand. The only door to the TOML parser:
// its header costs seconds of compile time and stays in document.cpp.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "scene/diagnostic.hpp"

namespace floc::scene {

struct Node {
  enum class Type { table, array, text, integer, number, boolean, date };

  Type type = Type::table;
  std::string name;  // its key, for an entry of a table
  Place key, place;  // where its key and its value stand
  Place inside;      // of a text written plainly on one line: its first character; otherwise line 0
  std::string text;
  std::int64_t integer = 0;
  double number = 0;  // of an integer too
  bool boolean = false;
  std::vector<Node> items;  // of an array, or the entries of a table in the order of the file

  const Node* find(std::string_view entry) const;
};

const char* describe(Node::Type type);  // "a table", "a string" …

struct Document {
  std::vector<std::string> sources;  // what Place::source counts
  Node root;
  bool readable = false;  // the text is TOML
};

// Puts the overrides ("path=value") into a document that was read.
void put_overrides(Document& document, const std::vector<std::string>& overrides, std::vector<Diagnostic>& errors);

// Parses the text and puts the overrides ("path=value") in. What is wrong goes to `errors`.
Document parse_document(const std::string& text, const std::string& name, const std::vector<std::string>& overrides,
                        std::vector<Diagnostic>& errors);

}  // namespace floc::scene
