#include "draw/raster.hpp"

#include <doctest/doctest.h>

#include <cmath>

using namespace floc;

namespace {

constexpr int side = 100;

RasterImage drawn(const RasterScene& scene, RasterCamera camera = {-5, 5, 10}, int threads = 1) {
  Executor executor(threads);
  return render(scene, camera, side, side, executor);
}
std::int32_t body(const RasterImage& image, int x, int y) {
  return image.bodies[static_cast<std::size_t>(y * image.width + x)];
}
std::uint32_t pixel(const RasterImage& image, int x, int y) {
  return image.pixels[static_cast<std::size_t>(y * image.width + x)];
}
int brightness(std::uint32_t pixel) {
  return static_cast<int>((pixel >> 16 & 255) + (pixel >> 8 & 255) + (pixel & 255));
}
int count(const RasterImage& image, std::int32_t name) {
  return static_cast<int>(std::count(image.bodies.begin(), image.bodies.end(), name));
}

constexpr Colour red{1, 0, 0}, blue{0, 0, 1};

RasterScene heap(std::size_t n) {
  RasterScene scene;
  for (std::size_t i = 0; i < n; ++i) {
    const auto s = static_cast<double>(i);
    scene.spheres.push_back({{{4 * std::sin(7.1 * s), 4 * std::sin(3.3 * s), 4 * std::sin(5.7 * s)}},
                             0.2 + 0.1 * std::sin(s),
                             i % 2 == 0 ? red : blue,
                             static_cast<std::int32_t>(i)});
    if (i % 10 == 0) scene.tubes.push_back({scene.spheres[i].centre, {}, 0.05, blue, i % 20 == 0});
  }
  scene.solid.push_back({{{{-1, -1, 0}}, {{1, -1, 1}}, {{0, 1, 0}}}, grey, 1, {}});
  scene.translucent.push_back({{{{-4, -4, 4}}, {{4, -4, 4}}, {{4, 4, 4}}, {{-4, 4, 4}}}, ink, 0.3, {}});
  scene.edges.push_back({{{-4, -4, 4}}, {{4, 4, -4}}, black, 0.5, true});
  scene.near_shadow = 0.5;
  scene.far_shadow = 2;
  return scene;
}

}  // namespace

TEST_CASE("a sphere is a disc of its radius at its place, on white") {
  RasterScene scene;
  scene.spheres.push_back({{{1, 2, 7}}, 1.5, red, 4});
  const RasterImage image = drawn(scene);
  CHECK(body(image, 60, 30) == 4);
  CHECK(body(image, 60 + 14, 30) == 4);
  CHECK(body(image, 60 + 16, 30) == -1);
  CHECK(body(image, 60, 30 - 14) == 4);
  CHECK(body(image, 60, 30 - 16) == -1);
  CHECK(pixel(image, 5, 5) == 0xffffff);
  CHECK(count(image, 4) == doctest::Approx(3.14159 * 15 * 15).epsilon(0.01));
  const std::uint32_t middle = pixel(image, 60, 30);
  CHECK((middle >> 16 & 255) > 150);
  CHECK((middle >> 16 & 255) > 3 * (middle & 255));
}

TEST_CASE("faces with normals at their corners are lit as what is round: no edge is seen between them") {
  // A roof of two faces, and the same with normals that lean together at its ridge.
  RasterScene scene;
  scene.solid.push_back({{{{-4, -4, 0}}, {{0, -4, 1}}, {{0, 4, 1}}, {{-4, 4, 0}}}, {1, 1, 1}, 1, {}});
  scene.solid.push_back({{{{0, -4, 1}}, {{4, -4, 0}}, {{4, 4, 0}}, {{0, 4, 1}}}, {1, 1, 1}, 1, {}});
  const auto step_at_ridge = [&] {
    const RasterImage image = drawn(scene);
    return std::abs(brightness(pixel(image, 48, 50)) - brightness(pixel(image, 51, 50)));
  };
  const int flat = step_at_ridge();
  const double c = 4 / std::sqrt(17.0), s = 1 / std::sqrt(17.0);
  scene.solid[0].normals = {{{-s, 0, c}}, {{0, 0, 1}}, {{0, 0, 1}}, {{-s, 0, c}}};
  scene.solid[1].normals = {{{0, 0, 1}}, {{s, 0, c}}, {{s, 0, c}}, {{0, 0, 1}}};
  const int smooth = step_at_ridge();
  CHECK(flat > 60);
  CHECK(smooth < flat / 5);
}

TEST_CASE("segments of a sphere are where its two axes agree, and a sphere without has none") {
  RasterScene scene;
  scene.spheres = {{{{-2.5, 0, 0}}, 2, {1, 1, 1}, 0}, {{{2.5, 0, 0}}, 2, {1, 1, 1}, 1}};
  const RasterImage plain = drawn(scene);
  scene.segments = {{{{1, 0, 0}}, {{0, 1, 0}}}, {}};
  const RasterImage image = drawn(scene);
  const auto darker = [&](int x, int y) {
    return brightness(pixel(image, x, y)) < brightness(pixel(plain, x, y)) - 30;
  };
  CHECK(darker(35, 40));
  CHECK(darker(15, 60));
  CHECK_FALSE(darker(15, 40));
  CHECK_FALSE(darker(35, 60));
  for (const int x : {65, 85})
    for (const int y : {40, 60}) CHECK(pixel(image, x, y) == pixel(plain, x, y));
}

TEST_CASE("light comes from the upper left") {
  RasterScene scene;
  scene.spheres.push_back({{}, 4, grey, 0});
  const RasterImage image = drawn(scene);
  CHECK(brightness(pixel(image, 35, 30)) > brightness(pixel(image, 50, 50)));
  CHECK(brightness(pixel(image, 50, 50)) > brightness(pixel(image, 70, 75)));
}

TEST_CASE("one sphere has one tone, however large it is drawn, in both projections") {
  for (const bool perspective : {false, true})
    for (const Colour colour : {red, grey, black}) {
      RasterScene scene;
      scene.spheres.push_back({{}, 1, colour, 0});
      scene.haze = 0;
      const auto with_radius = [&](int r) {  // in pixels, about the middle of the sheet
        const double half = 0.5 * side / r;
        return drawn(scene,
                     perspective ? RasterCamera{-half, half, double(r), 8} : RasterCamera{-half, half, double(r)});
      };
      const RasterImage small = with_radius(8), large = with_radius(40);
      for (const int x : {-6, -3, -1, 0, 2, 5})
        for (const int y : {-5, -2, 0, 3}) {
          // The middle of pixel k of the small one is that of pixel 5k + 2 of the large one, both from the middle of
          // the sheet.
          const std::uint32_t a = pixel(small, 50 + x, 50 + y), b = pixel(large, 50 + 5 * x + 2, 50 + 5 * y + 2);
          CAPTURE(x);
          CAPTURE(y);
          for (const int shift : {0, 8, 16})
            CHECK(std::abs(static_cast<int>(a >> shift & 255) - static_cast<int>(b >> shift & 255)) <= 4);
        }
    }
}

TEST_CASE("what is nearer hides what is farther, whichever comes first, also where they cut each other") {
  const RasterSphere near{{{-0.5, 0, 1}}, 1, red, 0}, far{{{0.5, 0, 0}}, 1, blue, 1};
  for (const bool first : {true, false}) {
    RasterScene scene;
    scene.spheres = first ? std::vector{near, far} : std::vector{far, near};
    const RasterImage image = drawn(scene);
    CHECK(body(image, 50, 50) == 0);
    CHECK(body(image, 62, 50) == 1);
    // They meet in the plane of points equally far from both centres: z − 1/2 = x, on the far one's surface.
    const double x = 0.75 - 0.25;
    CHECK(body(image, static_cast<int>(50 + 10 * x) - 4, 50) == 0);
  }
}

TEST_CASE("in perspective a sphere is as large as its tangents from the eye say") {
  RasterScene scene;
  RasterCamera camera{-5, 5, 10, 10};
  for (const double z : {-5.0, 0.0, 5.0}) {
    scene.spheres = {{{{0, 0, z}}, 1, red, 0}};
    const double away = 10 - z, r = 10 / std::sqrt(away * away - 1);  // on the sheet
    CHECK(count(drawn(scene, camera), 0) == doctest::Approx(3.14159 * 100 * r * r).epsilon(0.02));
  }
  scene.spheres = {{{{2, 0, 5}}, 0.1, red, 0}};
  CHECK(body(drawn(scene, camera), 90, 50) == 0);  // 2 · 10/5 = 4 to the right
}

TEST_CASE("tubes join their ends, with or without round ends") {
  RasterScene scene;
  scene.tubes.push_back({{{-2, 0, 0}}, {{2, 1, 0}}, 0.3, red, true});
  const RasterImage with = drawn(scene);
  CHECK(pixel(with, 50, 45) != 0xffffff);
  CHECK(pixel(with, 28, 50) != 0xffffff);
  CHECK(pixel(with, 25, 50) == 0xffffff);
  scene.tubes[0].round = false;
  CHECK(pixel(drawn(scene), 28, 51) == 0xffffff);
  scene.tubes[0] = {{}, {}, 0.3, red, true};  // no length: a ball
  CHECK(pixel(drawn(scene), 50, 50) != 0xffffff);
}

TEST_CASE("translucent faces let light through, and nothing is seen of them behind a sphere") {
  RasterScene scene;
  scene.spheres.push_back({{}, 1, red, 0});
  const std::uint32_t alone = pixel(drawn(scene), 50, 50);
  const auto wall = [](double z) {
    return RasterFace{{{{-4, -4, z}}, {{4, -4, z}}, {{4, 4, z}}, {{-4, 4, z}}}, black, 0.2, {}};
  };
  scene.translucent = {wall(-3)};
  CHECK(pixel(drawn(scene), 50, 50) == alone);
  CHECK(pixel(drawn(scene), 20, 20) == 0xcccccc);
  CHECK(pixel(drawn(scene), 5, 5) == 0xffffff);
  scene.translucent = {wall(3)};
  CHECK(brightness(pixel(drawn(scene), 50, 50)) < 0.85 * brightness(alone));
  CHECK(body(drawn(scene), 50, 50) == 0);
  scene.translucent.push_back(wall(2));
  CHECK(pixel(drawn(scene), 20, 20) == 0xa3a3a3);  // 0.8 · 0.8
}

TEST_CASE("solid faces hide, and take the normal they are given") {
  RasterScene scene;
  scene.spheres.push_back({{{0, 0, -1}}, 0.5, red, 0});
  scene.solid.push_back({{{{-2, -2, 0}}, {{2, -2, 0}}, {{2, 2, 0}}, {{-2, 2, 0}}}, grey, 1, {}});
  const RasterImage flat = drawn(scene);
  CHECK(body(flat, 50, 50) == -1);
  CHECK(pixel(flat, 40, 40) == pixel(flat, 60, 60));
  scene.solid[0].normal = [](const Vec3& p) { return 0.5 * Vec3{{p[0], p[1], std::sqrt(4 - 0.5 * dot(p, p))}}; };
  const RasterImage round = drawn(scene);
  CHECK(brightness(pixel(round, 40, 40)) > brightness(pixel(round, 60, 60)));
}

TEST_CASE("edges are drawn before what lies behind them, and hidden by what lies before") {
  RasterScene scene;
  scene.spheres.push_back({{}, 1, white, 0});
  scene.edges.push_back({{{-4, 0, 2}}, {{4, 0, 2}}, black, 1, false});
  CHECK(pixel(drawn(scene), 50, 50) < 0x808080);
  scene.edges[0].from[2] = scene.edges[0].to[2] = -2;
  CHECK(brightness(pixel(drawn(scene), 50, 50)) > 400);
  CHECK(pixel(drawn(scene), 20, 50) < 0x808080);
}

TEST_CASE("a surface is darker where a neighbour stands over it") {
  RasterScene scene;
  scene.solid.push_back({{{{-5, -5, 0}}, {{5, -5, 0}}, {{5, 5, 0}}, {{-5, 5, 0}}}, grey, 1, {}});
  scene.near_shadow = 1;
  scene.far_shadow = 1;
  scene.haze = 0;
  const std::uint32_t open = pixel(drawn(scene), 50, 50);
  scene.spheres.push_back({{{0, 0, 1}}, 1, red, 0});
  const RasterImage image = drawn(scene);
  CHECK(brightness(pixel(image, 61, 50)) < 0.95 * brightness(open));
  CHECK(pixel(image, 95, 95) == open);
}

TEST_CASE("images have the same bits for any number of threads, in both projections") {
  const RasterScene scene = heap(400);
  for (const RasterCamera& camera : {RasterCamera{-5, 5, 10}, RasterCamera{-5, 5, 10, 12}}) {
    const RasterImage one = drawn(scene, camera);
    CHECK(std::count(one.pixels.begin(), one.pixels.end(), 0xffffffu) < side * side / 2);
    for (const int threads : {2, 3, 7}) {
      const RasterImage many = drawn(scene, camera, threads);
      CHECK((many.pixels == one.pixels));
      CHECK((many.bodies == one.bodies));
    }
  }
}

TEST_CASE("hidden spheres change nothing: a wall of spheres before a heap is all that is seen") {
  RasterScene scene;
  for (int x = -10; x <= 10; ++x)
    for (int y = -10; y <= 10; ++y) scene.spheres.push_back({{{0.6 * x, 0.6 * y, 10}}, 0.6, grey, 0});
  scene.haze = 0;
  const RasterImage wall = drawn(scene);
  CHECK(count(wall, 0) == side * side);
  for (const RasterSphere& s : heap(500).spheres) scene.spheres.push_back(s);
  CHECK((drawn(scene).pixels == wall.pixels));
}

TEST_CASE("things behind the eye, outside the sheet or without a size do no harm") {
  RasterScene scene;
  const double huge = 1e12;
  scene.spheres = {{{{0, 0, 50}}, 1, red, 0}, {{{huge, 0, 0}}, 1, red, 0}, {{{100, 100, 0}}, 2, red, 0}};
  scene.tubes = {{{{0, 0, 40}}, {{0, 0, 60}}, 1, red, true}};
  scene.translucent.push_back({{{{huge, 0, 0}}, {{0, huge, 0}}, {{0, 0, huge}}}, ink, 0.5, {}});
  scene.solid.push_back({{{}, {}, {}}, ink, 1, {}});
  scene.edges.push_back({{{0, 0, 3}}, {{0, 0, 3}}, ink, 1, false});
  for (const RasterCamera& camera : {RasterCamera{-5, 5, 10}, RasterCamera{-5, 5, 10, 12}})
    CHECK(drawn(scene, camera).pixels.size() == side * side);
}
