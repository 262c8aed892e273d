#define DOCTEST_CONFIG_IMPLEMENT_WITH_MAIN
#include <doctest/doctest.h>

// fontconfig keeps what it read until the process ends, and loses a little of it; HDF5 loses what it has read of a file
// before it finds that it is damaged.
extern "C" const char* __lsan_default_suppressions();
extern "C" const char* __lsan_default_suppressions() { return "leak:libfontconfig\nleak:libhdf5_serial\n"; }
