// What there is to know about CHOLMOD beside its functions (internal): its memory, its errors, its threads.
#pragma once

#include <cholmod.h>
#include <dlfcn.h>
#include <fmt/format.h>

#include <string>

#include "core/error.hpp"

namespace floc {

// CHOLMOD may be built with OpenMP, and then runs short loops on four threads whatever the machine is
// busy with, to no gain. While this lives, parallel regions that
// the calling thread opens stay on it. The functions are looked up because OpenMP is CHOLMOD's affair
// and may not be there.
class OneThread {
 public:
  OneThread() {
    if (get && set) {
      levels_ = get();
      set(0);
    }
  }
  ~OneThread() {
    if (get && set) set(levels_);
  }
  OneThread(const OneThread&) = delete;
  OneThread& operator=(const OneThread&) = delete;

 private:
  using Get = int (*)();
  using Set = void (*)(int);
  inline static const Get get = reinterpret_cast<Get>(dlsym(RTLD_DEFAULT, "omp_get_max_active_levels"));
  inline static const Set set = reinterpret_cast<Set>(dlsym(RTLD_DEFAULT, "omp_set_max_active_levels"));
  int levels_ = 0;
};

struct CholmodSession {
  cholmod_common common;
  cholmod_sparse* matrix = nullptr;
  cholmod_factor* factor = nullptr;
  cholmod_dense *right = nullptr, *solution = nullptr, *y = nullptr, *e = nullptr;

  CholmodSession() {
    cholmod_start(&common);
    common.print = 0;
  }
  ~CholmodSession() {
    clear();
    cholmod_finish(&common);
  }
  CholmodSession(const CholmodSession&) = delete;
  CholmodSession& operator=(const CholmodSession&) = delete;

  void clear() {
    cholmod_free_sparse(&matrix, &common);
    cholmod_free_factor(&factor, &common);
    for (cholmod_dense** x : {&right, &solution, &y, &e}) cholmod_free_dense(x, &common);
  }
  void check() const {
    if (common.status != CHOLMOD_OK)
      throw Error(common.status == CHOLMOD_NOT_POSDEF
                      ? std::string("the factorised matrix is not positive definite")
                      : fmt::format("the factorisation failed (CHOLMOD status {})", common.status));
  }
};

}  // namespace floc
