// Jobs that a thread of its own does one after the other, in the order in which they come.
//
// Whoever posts a job goes on at once, unless the jobs that wait hold more memory than they may. A job that
// throws is the last one: those behind it are dropped, and the error comes out of the next call.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>

namespace floc {

class JobQueue {
 public:
  // Jobs that wait hold at most so many bytes; one may always wait, however large it is.
  explicit JobQueue(std::size_t most_bytes);
  ~JobQueue();  // does what was posted; an error is only heard through wait()
  JobQueue(JobQueue&&) noexcept;
  JobQueue& operator=(JobQueue&&) = delete;

  void post(std::function<void()> job, std::size_t bytes);
  void wait();  // until all is done

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace floc
