#include "parallel/job_queue.hpp"

#include <condition_variable>
#include <deque>
#include <exception>
#include <mutex>
#include <thread>
#include <utility>

namespace floc {

struct JobQueue::Impl {
  struct Job {
    std::function<void()> work;
    std::size_t bytes;
  };

  explicit Impl(std::size_t most) : most_bytes(most), thread([this] { work(); }) {}

  ~Impl() {
    {
      const std::lock_guard lock(mutex);
      over = true;
    }
    changed.notify_all();
    thread.join();
  }

  void work() {
    std::unique_lock lock(mutex);
    for (;;) {
      changed.wait(lock, [&] { return over || !jobs.empty(); });
      if (jobs.empty()) return;
      Job job = std::move(jobs.front());
      jobs.pop_front();
      waiting_bytes -= job.bytes;
      busy = true;
      changed.notify_all();
      lock.unlock();
      std::exception_ptr failure;
      try {
        job.work();
      } catch (...) {
        failure = std::current_exception();
      }
      job.work = nullptr;  // what it holds goes here and not under the lock
      lock.lock();
      busy = false;
      if (failure) {
        error = failure;
        jobs.clear();
        waiting_bytes = 0;
      }
      changed.notify_all();
    }
  }

  void post(Job job) {
    std::unique_lock lock(mutex);
    changed.wait(lock, [&] { return error || jobs.empty() || waiting_bytes + job.bytes <= most_bytes; });
    if (error) std::rethrow_exception(error);
    waiting_bytes += job.bytes;
    jobs.push_back(std::move(job));
    changed.notify_all();
  }

  void wait() {
    std::unique_lock lock(mutex);
    changed.wait(lock, [&] { return jobs.empty() && !busy; });
    if (error) std::rethrow_exception(error);
  }

  std::size_t most_bytes, waiting_bytes = 0;
  std::mutex mutex;
  std::condition_variable changed;
  std::deque<Job> jobs;
  bool busy = false, over = false;
  std::exception_ptr error;
  std::thread thread;  // last: it uses all of the above
};

JobQueue::JobQueue(std::size_t most_bytes) : impl_(std::make_unique<Impl>(most_bytes)) {}
JobQueue::~JobQueue() = default;
JobQueue::JobQueue(JobQueue&&) noexcept = default;

void JobQueue::post(std::function<void()> job, std::size_t bytes) { impl_->post({std::move(job), bytes}); }
void JobQueue::wait() { impl_->wait(); }

}  // namespace floc
