#include "parallel/executor.hpp"

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <exception>
#include <mutex>
#include <thread>

namespace floc {

// Workers wait on a generation counter. A job is the pair (task, number of blocks); workers and the
// caller draw block numbers from one atomic counter until none is left.
struct Executor::Pool {
  explicit Pool(int count) {
    for (int k = 1; k < count; ++k) workers.emplace_back([this] { work(); });
  }
  ~Pool() {
    {
      const std::lock_guard lock(mutex);
      stopping = true;
      ++generation;
      published.store(generation, std::memory_order_release);
    }
    wake.notify_all();
    for (auto& w : workers) w.join();
  }

  void run(std::size_t count, Task t) {
    {
      const std::lock_guard lock(mutex);
      task = t;
      blocks = count;
      next.store(0, std::memory_order_relaxed);
      busy.store(static_cast<int>(workers.size()), std::memory_order_relaxed);
      failure = nullptr;
      ++generation;
      published.store(generation, std::memory_order_release);
    }
    wake.notify_all();
    draw();
    for (int spin = 0; busy.load(std::memory_order_acquire) != 0; ++spin) {
      if (spin < spins) continue;
      std::unique_lock lock(mutex);
      done.wait(lock, [this] { return busy.load(std::memory_order_acquire) == 0; });
    }
    if (failure) std::rethrow_exception(failure);
  }

 private:
  // A step of a small scene issues thousands of short loops; a short spin saves the sleep between
  // two of them, and is short enough to give the core back on a shared machine.
  static constexpr int spins = 4000;

  void draw() {
    try {
      for (std::size_t b; (b = next.fetch_add(1, std::memory_order_relaxed)) < blocks;) task.call(task.object, b);
    } catch (...) {
      const std::lock_guard lock(mutex);
      if (!failure) failure = std::current_exception();
    }
  }

  void work() {
    std::uint64_t seen = 0;
    for (;;) {
      for (int spin = 0; spin < spins && published.load(std::memory_order_acquire) == seen; ++spin) {
      }
      {
        std::unique_lock lock(mutex);
        wake.wait(lock, [&] { return generation != seen; });
        seen = generation;
        if (stopping) return;
      }
      draw();
      if (busy.fetch_sub(1, std::memory_order_acq_rel) == 1) {
        const std::lock_guard lock(mutex);
        done.notify_one();
      }
    }
  }

  std::vector<std::thread> workers;
  std::mutex mutex;
  std::condition_variable wake, done;
  std::uint64_t generation = 0;
  std::atomic<std::uint64_t> published{0};
  bool stopping = false;
  Task task{};
  std::size_t blocks = 0;
  std::atomic<std::size_t> next{0};
  std::atomic<int> busy{0};
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
