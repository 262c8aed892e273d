// A projection problem as a file of FCLIB, the library of frictional contact problems that solvers are compared on.
//
// It is the global form, with the unknowns v (per body its velocity and, where bodies turn, its spin) and the impulses
// r of the contacts in their own frames, normal first:
//
//   M v = H r + f,   u = Hᵀv + w,   C*_μ ∋ u + (μ|u_t|, 0, 0) ⟂ r ∈ C_μ
//
// with f = M V* + h Gᵀλ_min, r = h(λ − λ_min, t), w = (D/h, − slip/h). This is Coulomb's exact law whatever scheme the
// problem asks for, without the compliance.
//
//   /fclib_global   spacedim; M and H: nzmax, m, n, nz (−1: by columns), p, i, x; vectors: f, w, mu; info
#pragma once

#include <string>

#include "projection/problem.hpp"

namespace floc {

// Throws Error where the file cannot be written, and for what FCLIB has no words for: one dimension, bonds, joints, films,
// resistance to rolling, bodies of infinite mass.
void save_fclib(const std::string& path, const ProjectionProblem& problem, const std::string& title);

}  // namespace floc
