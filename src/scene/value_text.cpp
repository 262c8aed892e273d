#include "scene/value_text.hpp"

#include <fmt/format.h>

#include <cmath>

namespace floc::scene {
namespace {

std::string text(bool v) { return v ? "true" : "false"; }
std::string text(std::int64_t v) { return fmt::format("{}", v); }
std::string text(double v) { return number_text(v); }
std::string text(const std::string& v) { return quoted(v); }
std::string text(const NumberOrWord& v) { return v.word.empty() ? text(v.number) : quoted(v.word); }
std::string text(const Interval& v) { return fmt::format("[{}, {}]", text(v.low), text(v.high)); }
std::string text(const Expression& v) { return quoted(v.text()); }

template <class Range, class F>
std::string list(const Range& range, F&& item) {
  std::string s;
  for (const auto& v : range) s.append(s.empty() ? "" : ", ").append(item(v));
  return fmt::format("[{}]", s);
}

template <class T>
std::string value(const T& v, int /*dimension*/) {
  return text(v);
}
template <class T>
std::string value(const std::vector<T>& v, int /*dimension*/) {
  return list(v, [](const T& item) { return text(item); });
}
std::string value(const Vec3& v, int dimension) {
  return value(std::vector<double>(v.c.begin(), v.c.begin() + dimension), dimension);
}
std::string value(const std::vector<Vec3>& v, int dimension) {
  return list(v, [&](const Vec3& item) { return value(item, dimension); });
}
std::string value(const Pairs& v, int /*dimension*/) {
  return list(v, [](const auto& pair) { return fmt::format("[{}, {}]", pair[0], pair[1]); });
}
std::string value(const std::map<std::string, double>& v, int /*dimension*/) {
  std::string s;
  for (const auto& [key, number] : v) s += fmt::format("{} {} = {}", s.empty() ? "" : ",", key, text(number));
  return s.empty() ? "{}" : fmt::format("{{{} }}", s);
}

std::string value(const Overrides& v, int /*dimension*/) {
  std::string s;
  for (const auto& [key, text] : v.entries) s += fmt::format("{} {} = {}", s.empty() ? "" : ",", key, text);
  return s.empty() ? "{}" : fmt::format("{{{} }}", s);
}

}  // namespace

// "-0" would be the integer, which has no sign.
std::string number_text(double value) { return value == 0 && std::signbit(value) ? "-0.0" : fmt::format("{}", value); }

std::string quoted(std::string_view s) {
  std::string out = "\"";
  for (const char c : s) {
    const auto code = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\')
      out += {'\\', c};
    else if (code < 0x20 || code == 0x7f)
      out += fmt::format("\\u{:04x}", code);
    else
      out += c;
  }
  return out + '"';
}

std::string value_text(const Slot& slot, int dimension) {
  return std::visit([&](const auto& ref) { return value(ref.get(), dimension); }, slot);
}

}  // namespace floc::scene
