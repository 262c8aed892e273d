#include "output/outline_arrays.hpp"

#include <doctest/doctest.h>

#include "core/error.hpp"
#include "geometry/shapes.hpp"
#include "output/support.hpp"

using namespace floc;

TEST_CASE("outlines come back from a file as they were, and a shape that has none is a ball") {
  const test::TemporaryDirectory folder;
  Outlines outlines;
  outlines.mesh = {make_box({{1, 1, 1}})->mesh(8), make_ellipse(1, 0.5)->mesh(16)};
  outlines.of_shape = {1, -1, 0, 0};
  {
    h5::File file = h5::File::create(folder / "o.h5", 0);
    put_outlines(file.root().create_group("outlines"), outlines);
    file.close();
  }
  const h5::File file = h5::File::open(folder / "o.h5");
  const Outlines read = read_outlines(file.root().group("outlines"));
  REQUIRE(read.mesh.size() == 2);
  CHECK(read.of_shape == outlines.of_shape);
  for (std::size_t k = 0; k < 2; ++k) {
    CHECK(read.mesh[k].points == outlines.mesh[k].points);
    CHECK(read.mesh[k].faces == outlines.mesh[k].faces);
    CHECK(read.mesh[k].lines == outlines.mesh[k].lines);
  }
  CHECK(read.of(1) == nullptr);
  CHECK(read.of(2) == &read.mesh[0]);
  CHECK(read.of(9) == nullptr);
}

TEST_CASE("lists that do not fit are told as damage") {
  const test::TemporaryDirectory folder;
  Outlines outlines;
  outlines.mesh = {make_ellipse(1, 0.5)->mesh(16)};
  outlines.of_shape = {3};
  {
    h5::File file = h5::File::create(folder / "o.h5", 0);
    put_outlines(file.root().create_group("outlines"), outlines);
    file.close();
  }
  const h5::File file = h5::File::open(folder / "o.h5");
  CHECK_THROWS_AS(read_outlines(file.root().group("outlines")), Error);
}
