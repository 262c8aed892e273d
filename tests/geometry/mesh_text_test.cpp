#include "geometry/mesh_text.hpp"

#include <doctest/doctest.h>

#include <cstring>
#include <sstream>

#include "geometry/mesh_cases.hpp"
#include "geometry/shapes.hpp"

using namespace floc;
using namespace floc::test;

namespace {

std::string stl_text(const ClosedMesh& m) {
  std::ostringstream out;
  out << "solid thing\n";
  for (const auto& p : m.pieces) {
    out << "  facet normal 0 0 0\n    outer loop\n";
    for (const int c : p)
      out << "      vertex " << m.points[c][0] << " " << m.points[c][1] << " " << m.points[c][2] << "\n";
    out << "    endloop\n  endfacet\n";
  }
  out << "endsolid\n";
  return out.str();
}

std::string stl_binary(const ClosedMesh& m) {
  std::string bytes = "solid that is binary all the same";
  bytes.resize(80, ' ');
  const auto append = [&](const void* p, std::size_t n) { bytes.append(static_cast<const char*>(p), n); };
  const auto count = static_cast<std::uint32_t>(m.pieces.size());
  append(&count, 4);
  for (const auto& p : m.pieces) {
    const float normal[3] = {0, 0, 0};
    append(normal, 12);
    for (const int c : p)
      for (int k = 0; k < 3; ++k) {
        const auto x = static_cast<float>(m.points[c][k]);
        append(&x, 4);
      }
    const std::uint16_t rest = 0;
    append(&rest, 2);
  }
  return bytes;
}

}  // namespace

TEST_CASE("a box as STL text, binary STL and OBJ is the same closed mesh") {
  const ClosedMesh box = triangulated(make_box({{1, 2, 4}})->mesh(8));
  const std::string obj =
      "# a box\no box\nv -.5 -1 -2\nv .5 -1 -2\nv -.5 1 -2\nv .5 1 -2\nv -.5 -1 2\nv .5 -1 2\nv -.5 1 2\nv .5 1 2\n"
      "vn 0 0 1\nf 1 3 4 2\nf 5//1 6//1 8//1 7//1\nf 1/1 2/2 6/3 5/4\nf -6 -2 -1 -5\nf 1 5 7 3\r\nf 2 4 8 6\n";
  for (const std::string& text : {stl_text(box), stl_binary(box), obj}) {
    const ClosedMesh read = check_closed(parse_mesh(text));
    CHECK(read.points.size() == 8);
    CHECK(read.pieces.size() == 12);
    CHECK(moments(read).volume == doctest::Approx(8).epsilon(1e-14));
  }
}

TEST_CASE("an outline is read with commas, comments and a corner that closes it") {
  const ClosedMesh square = parse_outline("# a square\n0, 0\n2 0  # corner\n\n2;2\n0\t2\n0 0\n");
  CHECK(square.points.size() == 4);
  CHECK(moments(square).volume == doctest::Approx(4));
}

TEST_CASE("mistakes in mesh files are named with their line") {
  CHECK_THROWS_WITH(parse_mesh("v 0 0 0\nv 1 0 x\n"), "line 2: a number was expected, not \"x\"");
  CHECK_THROWS_WITH(parse_mesh("v 0 0 0\nv 1 0\n"), "line 2: a number was expected, not \"\"");
  CHECK_THROWS_WITH(parse_mesh("v 0 0 0\nf 1 2 1\n"), "line 2: \"2\" is none of the 1 points before it");
  CHECK_THROWS_WITH(parse_mesh("v 0 0 0\nf 1 1\n"), "line 2: a face has at least three corners");
  CHECK_THROWS_WITH(parse_mesh("solid\nfacet\nvertex 0 0 0\nvertex 1 0 0\nendfacet\n"),
                    "line 5: a facet of an STL file has three vertices, not 2");
  CHECK_THROWS_WITH(parse_mesh("hello"),
                    "no triangles were found: an STL file (text or binary) or an OBJ file is expected");
  CHECK_THROWS_WITH(parse_mesh(""), "no triangles were found: an STL file (text or binary) or an OBJ file is expected");
  CHECK_THROWS_WITH(parse_outline("0 0\n1 0 0\n"), "line 2: two numbers were expected, x and y");
  CHECK_THROWS_WITH(parse_outline("0 0\n1 1\n1 0\n0 1\n"), "segments 1 and 3 of an outline cross each other");
}
