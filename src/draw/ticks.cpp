#include "draw/ticks.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <string_view>

namespace floc {
namespace {

bool usable(double value, bool log) { return std::isfinite(value) && (!log || value > 0); }

Ticks linear_ticks(const Scale& scale, int about) {
  const double rough = (scale.high - scale.low) / std::max(about, 1);
  const double power = std::pow(10.0, std::floor(std::log10(rough)));
  double step = 10 * power;
  for (const double factor : {5.0, 2.0, 1.0})
    if (factor * power >= 0.7 * rough) step = factor * power;

  Ticks result;
  const double slack = 1e-9 * (scale.high - scale.low);
  const double largest = std::max(std::abs(scale.low), std::abs(scale.high));
  const int size = static_cast<int>(std::floor(std::log10(largest)));
  if (size >= 5 || size <= -4) result.exponent = size;
  const int decimals = std::clamp(result.exponent - static_cast<int>(std::floor(std::log10(1.001 * step))), 0, 12);
  for (double k = std::ceil((scale.low - slack) / step); k * step <= scale.high + slack; ++k) {
    const std::string digits = fmt::format("{:.{}f}", std::abs(k * step) * std::pow(10.0, -result.exponent), decimals);
    result.ticks.push_back({k * step, (k < 0 ? "−" : "") + digits});
  }
  return result;
}

std::string log_label(int mantissa, int exponent, bool plain) {
  if (plain) return fmt::format("{:g}", mantissa * std::pow(10.0, exponent));
  return mantissa == 1 ? "10" + raised(exponent) : fmt::format("{}·10{}", mantissa, raised(exponent));
}

Ticks log_ticks(const Scale& scale, int about) {
  const double slack = 1e-9;
  const double low = std::log10(scale.low), high = std::log10(scale.high);
  if (high - low < 0.5) return linear_ticks(scale, about);  // hardly more than a linear axis
  const int stride = std::max(1, static_cast<int>(std::ceil((high - low) / (1.5 * std::max(about, 1)))));
  const bool few = high - low<2, plain = low> - 2.1 && high < 3.1;
  Ticks result;
  for (int e = static_cast<int>(std::floor(low)); e <= high + slack; ++e)
    for (int m = 1; m < 10; ++m) {
      const double at = e + std::log10(m);
      if (at < low - slack || at > high + slack) continue;
      const bool labelled = (m == 1 && e % stride == 0) || (few && (m == 2 || m == 5));
      if (!labelled && (stride > 1 && m > 1)) continue;
      result.ticks.push_back({m * std::pow(10.0, e), labelled ? log_label(m, e, plain) : ""});
    }
  return result;
}

}  // namespace

double Scale::place(double value) const {
  if (!usable(value, log)) return std::numeric_limits<double>::quiet_NaN();
  if (log) return std::log(value / low) / std::log(high / low);
  return (value - low) / (high - low);
}

Scale make_scale(const std::vector<double>& values, bool log, double margin, std::optional<double> low,
                 std::optional<double> high) {
  double least = std::numeric_limits<double>::infinity(), most = -least;
  for (const double v : values)
    if (usable(v, log)) {
      least = std::min(least, v);
      most = std::max(most, v);
    }
  if (low && !usable(*low, log)) low.reset();
  if (high && !usable(*high, log)) high.reset();
  if (!(least <= most)) {
    least = low ? *low : high ? (log ? *high / 10 : *high - 1) : (log ? 0.1 : 0.0);
    most = high ? *high : (log ? 10 * least : least + 1);
    margin = 0;
  }

  // A single value, or ends given the wrong way round: a range about what there is.
  double a = low.value_or(least), b = high.value_or(most);
  if (!(a < b) || (log ? b / a < 1 + 1e-9 : b - a < 1e-12 * std::max(std::abs(a), std::abs(b)))) {
    const double middle = low ? a : high ? b : least;
    const double size = middle == 0 ? 1 : 0.1 * std::abs(middle);
    return log ? Scale{middle / 2, middle * 2, true} : Scale{middle - size, middle + size, false};
  }
  if (log) {
    const double factor = std::pow(b / a, margin);
    return {low ? a : a / factor, high ? b : b * factor, true};
  }
  return {low ? a : a - margin * (b - a), high ? b : b + margin * (b - a), false};
}

Ticks make_ticks(const Scale& scale, int about) {
  return scale.log ? log_ticks(scale, about) : linear_ticks(scale, about);
}

std::string raised(int number) {
  static constexpr std::array<std::string_view, 10> digits{"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
  std::string text;
  for (const char c : std::to_string(number)) text += c == '-' ? "⁻" : digits[static_cast<std::size_t>(c - '0')];
  return text;
}

}  // namespace floc
