#include "measure/statistics.hpp"

#include <doctest/doctest.h>

#include <cmath>

using namespace floc;

TEST_CASE("a line through points: slope, intercept and the error of the slope by the textbook") {
  const std::vector<double> x{0, 1, 2, 3}, y{1, 3, 4, 8};
  const LineFit fit = fit_line(x, y);
  // S_xx = 5, S_xy = 11; residuals 0.7, 0.5, −0.7 … give Σr² = 1.8
  CHECK(fit.slope == doctest::Approx(2.2));
  CHECK(fit.intercept == doctest::Approx(0.7));
  CHECK(fit.slope_error == doctest::Approx(std::sqrt(1.8 / 2 / 5)));
  CHECK(fit_line(std::vector<double>{0, 1, 2}, std::vector<double>{1, 3, 5}).slope_error == doctest::Approx(0));
}

TEST_CASE("a line through two points, or through points above each other, is none") {
  CHECK(std::isnan(fit_line(std::vector<double>{0, 1}, std::vector<double>{1, 3}).slope));
  CHECK(std::isnan(fit_line(std::vector<double>{2, 2, 2}, std::vector<double>{1, 3, 5}).slope));
}

TEST_CASE("a histogram counts every value once and its density has the integral 1") {
  const std::vector<double> values{-1, 0, 0.5, 1, 3};
  const Histogram h = histogram(values, 4);
  CHECK(h.number == std::vector<double>{1, 2, 1, 1});
  CHECK(h.edges.front() == -1);
  CHECK(h.edges.back() == 3);
  double integral = 0;
  for (std::size_t k = 0; k < 4; ++k) integral += h.density(k) * (h.edges[k + 1] - h.edges[k]);
  CHECK(integral == doctest::Approx(1));
  CHECK(histogram(std::vector<double>{2, 2}, 4).number == std::vector<double>{2});
  CHECK(histogram(std::vector<double>{}, 4).number.empty());
}

TEST_CASE("the tail of chi-square: closed forms for 1, 2 and 4 degrees of freedom") {
  for (double x : {0.1, 1.0, 3.0, 10.0, 40.0}) {
    CHECK(chi_square_tail(x, 1) == doctest::Approx(std::erfc(std::sqrt(x / 2))).epsilon(1e-12));
    CHECK(chi_square_tail(x, 2) == doctest::Approx(std::exp(-x / 2)).epsilon(1e-12));
    CHECK(chi_square_tail(x, 4) == doctest::Approx((1 + x / 2) * std::exp(-x / 2)).epsilon(1e-12));
  }
  CHECK(chi_square_tail(0, 3) == 1);
  CHECK(std::isnan(chi_square_tail(1, 0)));
}
