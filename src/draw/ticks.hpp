// The scale of an axis: what range it shows, where it has ticks, and what is written at them.
//
// A linear axis has its ticks at multiples of 1, 2 or 5 times a power of ten; a logarithmic one at
// the powers of ten (every second, third… of them where there are many, also at 2 and 5 times them
// where there are few), with small ticks without a label between.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace floc {

struct Scale {
  double low = 0, high = 1;  // low < high, both positive on a logarithmic axis
  bool log = false;

  double place(double value) const;  // 0 at `low`, 1 at `high`; NaN for a value that has no place
};

struct Tick {
  double value = 0;
  std::string label;  // empty: a small tick
};

struct Ticks {
  std::vector<Tick> ticks;  // ascending, all within the scale
  int exponent = 0;         // the labels are in units of 10^exponent
};

// A range that holds `values` (those that are finite, and positive on a logarithmic axis) with a
// margin, a part of the range; `low` and `high` replace an end where they are given. There is always
// a range, whatever the values: one about the value where there is only one, [0, 1] for none.
Scale make_scale(const std::vector<double>& values, bool log, double margin, std::optional<double> low,
                 std::optional<double> high);

Ticks make_ticks(const Scale& scale, int about);  // about that many labels

std::string raised(int number);  // in raised digits: -3 is "⁻³"

}  // namespace floc
