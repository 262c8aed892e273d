#include "geometry/mesh_text.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <cstring>
#include <map>
#include <string>
#include <vector>

#include "core/error.hpp"

namespace floc {
namespace {

[[noreturn]] void fail(std::size_t line, const std::string& what) {
  throw Error("line " + std::to_string(line) + ": " + what);
}

std::string quoted(std::string_view word) {
  std::string text(1, '"');
  text.append(word);
  text.push_back('"');
  return text;
}

// The words of a line.
class Words {
 public:
  Words(std::string_view line, std::size_t number, std::string_view spaces = " \t\r") : number_(number) {
    for (std::size_t at = line.find_first_not_of(spaces); at != std::string_view::npos;) {
      const std::size_t end = std::min(line.find_first_of(spaces, at), line.size());
      words_.push_back(line.substr(at, end - at));
      at = line.find_first_not_of(spaces, end);
    }
  }
  std::size_t size() const { return words_.size(); }
  std::string_view operator[](std::size_t k) const { return k < words_.size() ? words_[k] : std::string_view{}; }
  double number(std::size_t k) const {
    double value = 0;
    std::string_view word = (*this)[k];
    if (word.starts_with('+')) word.remove_prefix(1);
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
    if (word.empty() || error != std::errc() || end != word.data() + word.size())
      fail(number_, "a number was expected, not " + quoted((*this)[k]));
    return value;
  }
  Vec3 point(std::size_t from) const { return {{number(from), number(from + 1), number(from + 2)}}; }

 private:
  std::size_t number_;
  std::vector<std::string_view> words_;
};

template <class F>
void for_lines(std::string_view text, F&& f) {
  std::size_t number = 0;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    f(text.substr(0, end), ++number);
    text.remove_prefix(std::min(end + 1, text.size()));
  }
}

// Points that are the same are one.
class Points {
 public:
  explicit Points(ClosedMesh& mesh) : mesh_(mesh) {}
  int add(Vec3 p) {
    for (double& c : p.c) c += 0.0;  // −0 is 0
    const auto [found, fresh] = index_.try_emplace(p.c, static_cast<int>(mesh_.points.size()));
    if (fresh) mesh_.points.push_back(p);
    return found->second;
  }

 private:
  ClosedMesh& mesh_;
  std::map<std::array<double, 3>, int> index_;
};

ClosedMesh parse_stl_text(std::string_view text) {
  ClosedMesh mesh;
  Points points(mesh);
  std::array<int, 3> corner{};
  int corners = 0;
  for_lines(text, [&](std::string_view line, std::size_t number) {
    const Words words(line, number);
    if (words[0] == "vertex") {
      if (corners == 3) fail(number, "a facet of an STL file has three vertices, and this is a fourth");
      corner[static_cast<std::size_t>(corners++)] = points.add(words.point(1));
    } else if (words[0] == "endfacet") {
      if (corners != 3) fail(number, "a facet of an STL file has three vertices, not " + std::to_string(corners));
      mesh.pieces.push_back(corner);
      corners = 0;
    }
  });
  return mesh;
}

ClosedMesh parse_stl_binary(std::string_view bytes, std::uint32_t count) {
  ClosedMesh mesh;
  Points points(mesh);
  for (std::uint32_t t = 0; t < count; ++t) {
    std::array<float, 9> x;  // after the normal
    std::memcpy(x.data(), bytes.data() + 84 + 50 * static_cast<std::size_t>(t) + 12, sizeof x);
    std::array<int, 3> corner;
    for (std::size_t c = 0; c < 3; ++c) corner[c] = points.add({{x[3 * c], x[3 * c + 1], x[3 * c + 2]}});
    mesh.pieces.push_back(corner);
  }
  return mesh;
}

ClosedMesh parse_obj(std::string_view text) {
  ClosedMesh mesh;
  for_lines(text, [&](std::string_view line, std::size_t number) {
    const Words words(line, number);
    if (words[0] == "v") {
      mesh.points.push_back(words.point(1));
    } else if (words[0] == "f") {
      if (words.size() < 4) fail(number, "a face has at least three corners");
      // "7", "7/1", "7//3"; counted from 1, or from the last one backwards.
      const auto corner = [&](std::size_t k) {
        const std::string_view word = words[k].substr(0, words[k].find('/'));
        int index = 0;
        const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), index);
        const int all = static_cast<int>(mesh.points.size());
        if (index < 0) index += all + 1;
        if (error != std::errc() || end != word.data() + word.size() || index < 1 || index > all)
          fail(number, quoted(words[k]) + " is none of the " + std::to_string(all) + " points before it");
        return index - 1;
      };
      for (std::size_t k = 2; k + 1 < words.size(); ++k) mesh.pieces.push_back({corner(1), corner(k), corner(k + 1)});
    }
  });
  return mesh;
}

}  // namespace

ClosedMesh parse_mesh(std::string_view text) {
  // A binary STL is as long as its number of triangles says, whatever its heading.
  if (text.size() >= 84) {
    std::uint32_t count = 0;
    std::memcpy(&count, text.data() + 80, 4);
    if (text.size() == 84 + 50 * static_cast<std::size_t>(count)) return parse_stl_binary(text, count);
  }
  ClosedMesh mesh = text.find("facet") != std::string_view::npos ? parse_stl_text(text) : parse_obj(text);
  if (mesh.pieces.empty())
    throw Error("no triangles were found: an STL file (text or binary) or an OBJ file is expected");
  return mesh;
}

ClosedMesh parse_outline(std::string_view text) {
  std::vector<Vec3> corners;
  for_lines(text, [&](std::string_view line, std::size_t number) {
    const Words words(line.substr(0, line.find('#')), number, " \t\r,;");
    if (words.size() == 0) return;
    if (words.size() != 2) fail(number, "two numbers were expected, x and y");
    corners.push_back({{words.number(0), words.number(1), 0}});
  });
  if (corners.size() > 1 && corners.front() == corners.back()) corners.pop_back();
  return closed_polygon(corners);
}

}  // namespace floc
