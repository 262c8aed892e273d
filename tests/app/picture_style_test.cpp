#include "app/picture_style.hpp"

#include <doctest/doctest.h>

#include "app/exit_status.hpp"

using namespace floc;
using namespace floc::app;

namespace {

std::string complaint(const DrawOptions& options) {
  try {
    picture_style(options);
  } catch (const WrongInput& wrong) {
    return wrong.what();
  }
  return {};
}

}  // namespace

TEST_CASE("numbers are separated by commas, and nothing else is taken for one") {
  CHECK(numbers_of("1,2.5,-3e2", "--x") == std::vector<double>{1, 2.5, -300});
  for (const char* text : {"1;2", "1,b", "1,nan", "0x10"}) CHECK_THROWS_AS(numbers_of(text, "--x"), WrongInput);
}

TEST_CASE("the words of the command line become a style, with a key where there is something to tell") {
  DrawOptions options;
  CHECK_FALSE(picture_style(options).key);
  options.colour = "speed";
  options.range = "0,2";
  options.camera = "-50,28";
  const PictureStyle style = picture_style(options);
  CHECK(style.colour == Quantity::speed);
  CHECK(style.azimuth == -50);
  CHECK(style.elevation == 28);
  CHECK(style.key);
}

TEST_CASE("space is seen in perspective unless it is to be orthographic") {
  DrawOptions options;
  CHECK(picture_style(options).perspective);
  CHECK(picture_style(options).shadow);
  CHECK_FALSE(picture_style(options).scale_bar);
  options.orthographic = true;
  CHECK_FALSE(picture_style(options).perspective);
}

TEST_CASE("words that say nothing, or two things at once, are told") {
  DrawOptions options;
  options.colour = "sped";
  CHECK(complaint(options).find("did you mean \"speed\"") != std::string::npos);
  options.colour = "speed";
  options.range = "2,0";
  CHECK(complaint(options).find("lo < hi") != std::string::npos);
  options.range = {};
  options.camera = "0,91";
  CHECK(complaint(options).find("from -90 to 90") != std::string::npos);
  options.camera = {};
  options.pressure = true;
  CHECK(complaint(options).find("--pressure is short for") != std::string::npos);
  options.colour = "group";
  options.pressure = false;
  options.range = "0,1";
  CHECK(complaint(options).find("needs a --colour that is a number") != std::string::npos);
}
