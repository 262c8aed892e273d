// resize() for the large arrays of a step. A vector that grows by one doubles, and half of it may
// stay empty for good; here the first size is exact, and later ones leave a sixteenth to spare.
#pragma once

#include <cstddef>
#include <vector>

namespace floc {

template <class T>
void grow(std::vector<T>& values, std::size_t size) {
  if (size > values.capacity()) values.reserve(values.capacity() == 0 ? size : size + size / 16);
  values.resize(size);
}

// Gives the memory back, which `values = {}` keeps.
template <class T>
void release(std::vector<T>& values) {
  std::vector<T>().swap(values);
}

}  // namespace floc
