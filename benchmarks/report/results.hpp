// The one result file of all benchmarks, and how a part of it is measured again.
//
//   {"parts": {"step": {"run": {"date", "commit", "version", "processor", "cores", "load", "size"}, figures…}, …}}
//
// A part is what one program has measured. Measured again it is replaced, but for the beds that the new run had no
// time for (a million grains): these stay, each with the `run` that it is from.
#pragma once

#include <string>
#include <vector>

#include "output/json.hpp"

namespace floc::bench {

// The result file, or an empty one where there is none yet. Throws Error where it is something else.
Json read_results(const std::string& path);

// `figures` as a program wrote them, `run` what is known of the run beside what the figures tell of it.
void gather(Json& results, const std::string& part, Json figures, const Json& run);

inline const Json& part(const Json& results, const std::string& name) { return results["parts"][name]; }

// The run that a bed of a part is from.
const Json& run_of(const Json& part, const Json& bed);
std::string told(const Json& run);  // date and commit

// Settled beds: `depth` is 0 for a cube (a square). Null where it was not measured.
const Json& find_bed(const Json& part, double dimension, double grains, double depth = 0);
// Cold; what was extrapolated from less than a quarter of it is not known either.
const Json& find_solve(const Json& bed, const std::string& solver, double tolerance, double threads = 1);
// A bed of an earlier run may have been measured elsewhere: its seconds compare with no other's.
bool same_machine(const Json& part, const Json& bed);
const Json& find_step(const Json& bed, double tolerance);
// The cubes (squares) of a dimension, small ones first.
std::vector<const Json*> cubes(const Json& part, double dimension);

// b of y = a xᵇ, by least squares of the logarithms; NaN of fewer than two points.
double power(const std::vector<double>& x, const std::vector<double>& y);

std::string with_commas(double whole);    // 10000 is "10,000"
std::string three_digits(double number);  // 1772.4 is "1,772", .12345 "0.123"
std::string power_of_ten(double number);  // 1e-05 is "1e-5"

}  // namespace floc::bench
