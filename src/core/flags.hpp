// Flags of the run time as template arguments, as with_dimension (vec.hpp) does for the dimension.
#pragma once

namespace floc {

// Calls f.template operator()<flags...>().
template <bool... known, class F>
auto with_flags(const F& f) {
  return f.template operator()<known...>();
}
template <bool... known, class F, class... Flags>
auto with_flags(const F& f, bool flag, Flags... others) {
  return flag ? with_flags<known..., true>(f, others...) : with_flags<known..., false>(f, others...);
}

}  // namespace floc
