// What is written about coagulation (measure/coagulation.hpp): three tables.
//
//   coagulation.csv          a line a kernel: kernel, rate k, its error, K = k |W| and its error (where there is
//                            a volume), log_likelihood, chi_square, degrees_of_freedom, p_value, distance,
//                            critical_distance, fits, likeliest (0 or 1)
//   coagulation_sizes.csv    time, size, number in the run, and by each kernel
//   coagulation_numbers.csv  time, number of aggregates in the run, and by each kernel
//
// As JSON, all three are in coagulation.json.
#pragma once

#include <string>
#include <vector>

#include "measure/coagulation.hpp"

namespace floc {

// `stem` is the path without the ending; returns the files written. Throws Error.
std::vector<std::string> write_coagulation(const std::string& stem, const std::string& format,
                                           const CoagulationHistory& history, const CoagulationResult& result);

// "shear: k = 1.2e-3 ± 1e-4, χ² = 12.3 of 8 (p = 0.14), KS 0.05 of 0.1: fits"
std::string kernel_line(const KernelFit& fit);

}  // namespace floc
