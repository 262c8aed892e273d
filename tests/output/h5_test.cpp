#include "output/h5.hpp"

#include <doctest/doctest.h>

#include "output/support.hpp"

using namespace floc;
using namespace floc::test;

TEST_CASE("arrays, texts and attributes come back as they were") {
  const TemporaryDirectory dir;
  const std::vector<double> numbers{1.0 / 3, -0.0, 1e-308, 4};
  const std::vector<std::int64_t> ids{1, -2};
  {
    h5::File file = h5::File::create(dir / "f.h5");
    h5::Group g = file.root().create_group("g");
    g.put<double>("numbers", {2, 2}, numbers, {.chunk = {1, 2}, .gzip = 5, .checksum = true});
    g.put<std::int64_t>("ids", {2}, ids);
    g.put<std::int32_t>("empty", {0}, {}, {.chunk = {8}, .checksum = true});
    g.create_text("text", "größe\n");
    g.create_texts("texts", {"", "two"});
    g.set_integer("integer", -5);
    g.set_number("number", 0.1);
    g.link(g.dataset("ids"), "again");
    file.close();
  }
  const h5::File file = h5::File::open(dir / "f.h5");
  const h5::Group g = file.root().group("g");
  CHECK(g.dataset("numbers").read_all<double>({2, 2}, 2000) == numbers);
  CHECK(g.dataset("again").read_all<std::int64_t>({2}) == ids);
  CHECK(g.dataset("empty").read_all<std::int32_t>({0}).empty());
  CHECK(g.text("text") == "größe\n");
  CHECK(g.texts("texts") == std::vector<std::string>{"", "two"});
  CHECK(g.integer("integer") == -5);
  CHECK(g.number("number") == 0.1);
  CHECK(g.has("ids"));
  CHECK(!g.has("nothing"));
  CHECK(file.root().holds_group("g"));
  CHECK(!g.holds_group("ids"));
}

TEST_CASE("what is not there or not as expected is named by file and path") {
  const TemporaryDirectory dir;
  h5::File file = h5::File::create(dir / "f.h5");
  h5::Group root = file.root();
  root.put<double>("a", {3}, std::vector<double>{1, 2, 3});
  root.set_number("x", 1);
  CHECK(error_of([&] { root.dataset("b"); }).find("f.h5: cannot find /b") != std::string::npos);
  CHECK(error_of([&] { root.group("a"); }).find("/a") != std::string::npos);
  CHECK(error_of([&] { root.dataset("a").read_all<double>({4}); }).find("/a: has an unexpected shape") !=
        std::string::npos);
  CHECK(error_of([&] { root.dataset("a").read_all<std::int32_t>({3}); }).find("unexpected type") != std::string::npos);
  CHECK(error_of([&] { root.text("a"); }).find("not text") != std::string::npos);
  CHECK(error_of([&] { root.number("y"); }).find("attribute y") != std::string::npos);
  CHECK(error_of([&] { root.integer("x"); }).find("attribute x") != std::string::npos);
  std::vector<double> two(2);
  CHECK(error_of([&] { root.dataset("a").read<double>(2, 2, two); }).find("fewer rows") != std::string::npos);
}

TEST_CASE("a claim that is larger than the file is not believed") {
  const TemporaryDirectory dir;
  h5::File file = h5::File::create(dir / "f.h5");
  h5::Group root = file.root();
  root.create("huge", h5::Type::float64, {0, 1000}, {.chunk = {1, 1000}, .grows = true}).resize(1ull << 50);
  CHECK(error_of([&] {
          root.dataset("huge").read_all<double>({1ull << 50, 1000}, 1100);
        }).find("/huge") != std::string::npos);
}

TEST_CASE("rows are added at the end, and what was never written reads as the fill value") {
  const TemporaryDirectory dir;
  h5::File file = h5::File::create(dir / "f.h5");
  h5::Dataset d = file.root().create("rows", h5::Type::float32, {0, 2}, {.chunk = {1, 2}, .grows = true, .fill = -7.0});
  d.resize(2);
  d.write<double>(0, 1, std::vector<double>{1, 2});
  CHECK(d.read_all<double>({2, 2}, 10) == std::vector<double>{1, 2, -7, -7});
}
