// problem.h5: one projection problem (projection/problem.hpp) as a file, to be solved on its own.
//
//   /    format, dimension, step, length, compliance
//        inverse_mass (N), free_velocity (N × d), first, second, gap (C), normal (C × d);
//        lower and guess (C) where the problem has them;
//        where bodies turn inverse_inertia, free_spin, lever_first, lever_second (C × d), exact, and as the problem has them
//        friction (C), slip, tangential_guess (C × d), rolling and twisting (C)
//
// With the checksum of a checkpoint (output/file_checksum.hpp).
#pragma once

#include <cstddef>
#include <span>
#include <string>

#include "projection/problem.hpp"

namespace floc {

// Throws Error for a problem that is not well posed, and for what is not written: joints, and resistance to rolling on
// obstacles that turn.
void save_problem(const std::string& path, const ProjectionProblem& problem);
// Throw Error when the file is not sound or the problem not well posed (find_fault).
ProblemArrays read_problem(const std::string& path);
ProblemArrays read_problem(std::span<const std::byte> file, const std::string& name);

}  // namespace floc
