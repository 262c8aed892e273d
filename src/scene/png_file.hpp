// PNG files as pixels. Read here and not below: the rooms below know no files.
#pragma once

#include <string>

#include "geometry/plan_image.hpp"

namespace floc::scene {

// What is transparent is seen on white. Throws Error ("cannot read …", "… is not a PNG image") for a file that
// cannot be read or has more than 64 million pixels.
PixelImage read_png(const std::string& path);

}  // namespace floc::scene
