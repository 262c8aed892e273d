#include "scene/png_file.hpp"

#include <cairo.h>
#include <fmt/format.h>

#include <array>
#include <filesystem>
#include <fstream>
#include <memory>

#include "core/error.hpp"

namespace floc::scene {
namespace {

constexpr double most_pixels = 64e6;

struct Close {
  void operator()(cairo_surface_t* s) const { cairo_surface_destroy(s); }
  void operator()(cairo_t* c) const { cairo_destroy(c); }
};
using SurfaceHandle = std::unique_ptr<cairo_surface_t, Close>;
using ContextHandle = std::unique_ptr<cairo_t, Close>;

// The size stands in the first bytes: it is known before anything is unpacked.
void check_size(const std::string& path) {
  std::error_code ignored;
  if (!std::filesystem::exists(path, ignored)) throw Error(fmt::format("there is no file \"{}\"", path));
  std::array<unsigned char, 24> head{};
  std::ifstream file;  // a pipe would be waited for, a device has no end
  if (std::filesystem::is_regular_file(path, ignored)) file.open(path, std::ios::binary);
  if (!file.is_open()) throw Error(fmt::format("cannot read \"{}\"", path));
  file.read(reinterpret_cast<char*>(head.data()), head.size());
  constexpr std::array<unsigned char, 8> signature{0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'};
  if (!file || !std::equal(signature.begin(), signature.end(), head.begin()))
    throw Error(fmt::format("\"{}\" is not a PNG image", path));
  const auto number = [&](std::size_t at) {
    return ((head[at] * 256.0 + head[at + 1]) * 256.0 + head[at + 2]) * 256.0 + head[at + 3];
  };
  if (number(16) * number(20) > most_pixels)
    throw Error(fmt::format("\"{}\" has more than {:g} pixels", path, most_pixels));
}

}  // namespace

PixelImage read_png(const std::string& path) {
  check_size(path);
  const SurfaceHandle file(cairo_image_surface_create_from_png(path.c_str()));
  if (const cairo_status_t status = cairo_surface_status(file.get()); status != CAIRO_STATUS_SUCCESS)
    // What cairo cannot unpack it takes for a want of memory; the size has been looked at above.
    throw Error(fmt::format("cannot read \"{}\" as a PNG image: {}", path,
                            status == CAIRO_STATUS_NO_MEMORY ? "it is damaged" : cairo_status_to_string(status)));
  PixelImage image{cairo_image_surface_get_width(file.get()), cairo_image_surface_get_height(file.get()), {}};

  // Painted on white, it has one format whatever the file has.
  const SurfaceHandle sheet(cairo_image_surface_create(CAIRO_FORMAT_RGB24, image.width, image.height));
  const ContextHandle painter(cairo_create(sheet.get()));
  cairo_set_source_rgb(painter.get(), 1, 1, 1);
  cairo_paint(painter.get());
  cairo_set_source_surface(painter.get(), file.get(), 0, 0);
  cairo_paint(painter.get());
  cairo_surface_flush(sheet.get());
  if (cairo_status(painter.get()) != CAIRO_STATUS_SUCCESS) throw Error(fmt::format("cannot read \"{}\"", path));

  const unsigned char* data = cairo_image_surface_get_data(sheet.get());
  const int stride = cairo_image_surface_get_stride(sheet.get());
  image.colour.reserve(static_cast<std::size_t>(image.width) * static_cast<std::size_t>(image.height));
  for (int y = 0; y < image.height; ++y) {
    const auto* row = reinterpret_cast<const std::uint32_t*>(data + static_cast<std::ptrdiff_t>(y) * stride);
    for (int x = 0; x < image.width; ++x)
      image.colour.push_back({static_cast<std::uint8_t>(row[x] >> 16), static_cast<std::uint8_t>(row[x] >> 8),
                              static_cast<std::uint8_t>(row[x])});
  }
  return image;
}

}  // namespace floc::scene
