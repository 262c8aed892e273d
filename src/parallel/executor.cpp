#include "parallel/executor.hpp"

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <exception>
#include <mutex>
#include <thread>

namespace floc {

// A job is a task and a number of blocks. Whoever is awake, the caller included, draws tickets: one
// number that holds the job's generation and its next block, so that a worker who comes late finds
// either blocks of its own job or none. The caller waits for blocks, not for workers: on a shared
// machine one that sleeps through a short loop costs nothing.
struct Executor::Pool {
  explicit Pool(int count) {
    for (int k = 1; k < count; ++k) workers.emplace_back([this] { work(); });
  }
  ~Pool() {
    {
      const std::lock_guard lock(mutex);
      stopping = true;
      publish();
    }
    wake.notify_all();
    for (auto& w : workers) w.join();
  }

  void run(std::size_t blocks, Task task) {
    {
      const std::lock_guard lock(mutex);
      job = {task, static_cast<std::uint32_t>(blocks), job.generation};
      finished.store(0, std::memory_order_relaxed);
      failure = nullptr;
      publish();
    }
    wake.notify_all();
    draw(job);
    for (int spin = 0; finished.load(std::memory_order_acquire) != job.blocks; ++spin) {
      if (spin < spins) continue;
      std::unique_lock lock(mutex);
      done.wait(lock, [this] { return finished.load(std::memory_order_acquire) == job.blocks; });
    }
    if (failure) std::rethrow_exception(failure);
  }

 private:
  struct Job {
    Task task{};
    std::uint32_t blocks = 0;
    std::uint32_t generation = 0;
  };

  // A step of a small scene issues thousands of short loops; a short spin saves the sleep between
  // two of them, and is short enough to give the core back on a shared machine.
  static constexpr int spins = 4000;

  void publish() {
    ++job.generation;
    ticket.store(static_cast<std::uint64_t>(job.generation) << 32, std::memory_order_release);
  }

  void draw(const Job& mine) {
    std::uint64_t t = ticket.load(std::memory_order_acquire);
    while (static_cast<std::uint32_t>(t >> 32) == mine.generation && static_cast<std::uint32_t>(t) < mine.blocks) {
      if (!ticket.compare_exchange_weak(t, t + 1, std::memory_order_acq_rel)) continue;
      try {
        mine.task.call(mine.task.object, static_cast<std::uint32_t>(t));
      } catch (...) {
        const std::lock_guard lock(mutex);
        if (!failure) failure = std::current_exception();
      }
      if (finished.fetch_add(1, std::memory_order_acq_rel) + 1 == mine.blocks) {
        const std::lock_guard lock(mutex);
        done.notify_one();
      }
      t = ticket.load(std::memory_order_acquire);
    }
  }

  void work() {
    std::uint32_t seen = 0;
    for (;;) {
      for (int spin = 0; spin < spins; ++spin)
        if (static_cast<std::uint32_t>(ticket.load(std::memory_order_acquire) >> 32) != seen) break;
      Job mine;
      {
        std::unique_lock lock(mutex);
        wake.wait(lock, [&] { return job.generation != seen; });
        if (stopping) return;
        mine = job;
        seen = mine.generation;
      }
      draw(mine);
    }
  }

  std::vector<std::thread> workers;
  std::mutex mutex;
  std::condition_variable wake, done;
  Job job;
  bool stopping = false;
  std::atomic<std::uint64_t> ticket{0};
  std::atomic<std::uint32_t> finished{0};
  std::exception_ptr failure;
};

Executor::Executor(int threads) {
  if (threads > 1) {
    pool_ = std::make_unique<Pool>(threads);
    count_ = threads;
  }
}
Executor::~Executor() = default;

void Executor::run_on_pool(std::size_t blocks, Task task) { pool_->run(blocks, task); }

}  // namespace floc
