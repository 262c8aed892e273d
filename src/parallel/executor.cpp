#include "parallel/executor.hpp"

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <exception>
#include <mutex>
#include <thread>

namespace floc {
namespace {

// The loops of a solve follow each other within microseconds: whoever waits looks for about as long as it
// takes to fall asleep and be woken, and then sleeps. On a shared machine no core is kept for longer.
constexpr int looks = 1500;

void pause() {
#if defined(__x86_64__) || defined(__i386__)
  __builtin_ia32_pause();
#endif
}

template <class Condition>
bool comes_soon(Condition&& condition) {
  for (int k = 0; k < looks; ++k) {
    if (condition()) return true;
    pause();
  }
  return false;
}

}  // namespace

// The blocks of a job are cut into as many shares as there are threads. A thread draws blocks from its own
// share, which are the ones whose data it had in the loop before, and then from those of the others; but the
// last block of a thread that is awake is left to it, since to move its data takes longer than to wait. A
// share is one number, its next block and its end, so that a block is drawn by one exchange; a thread that
// comes late finds blocks of the job that is under way or none. The caller waits for blocks, not for threads:
// one that sleeps through a short loop costs nothing.
struct Executor::Pool {
  explicit Pool(int count) : shares(static_cast<std::size_t>(count)) {
    shares[0].asleep.store(false);  // the caller
    for (std::size_t k = 1; k < shares.size(); ++k) workers.emplace_back([this, k] { work(k); });
  }
  ~Pool() {
    {
      const std::lock_guard lock(mutex);
      stopping.store(true);
    }
    wake.notify_all();
    for (auto& w : workers) w.join();
  }

  void run(std::size_t blocks, Task given) {
    task = given;
    failure = nullptr;
    left.store(blocks);
    generation = (generation + 1) % (std::uint64_t{1} << 16);
    const std::size_t count = shares.size();
    for (std::size_t k = 0; k < count; ++k)
      shares[k].word.store(generation << 48 | (blocks * (k + 1) / count) << 24 | blocks * k / count);
    if (blocks >= worth_waking && sleepers.load() > 0) {
      const std::lock_guard lock(mutex);
      wake.notify_all();
    }
    draw(0, 1);
    const auto finished = [this] { return left.load() == 0; };
    if (!comes_soon(finished)) {
      draw(0, 0);  // of threads that were taken off their cores
      std::unique_lock lock(mutex);
      caller_sleeps.store(true);
      done.wait(lock, finished);
      caller_sleeps.store(false);
    }
    if (failure) std::rethrow_exception(failure);
  }

 private:
  struct alignas(64) Share {
    std::atomic<std::uint64_t> word{0};  // generation (16 bits), end, next (24 each)
    std::atomic<bool> asleep{true};      // its thread
  };
  static constexpr std::uint64_t mask = most_blocks - 1;

  static std::uint64_t generation_of(std::uint64_t word) { return word >> 48; }

  // All blocks of the own share, and those of the others but `left_to_them` of each who is awake.
  void draw(std::size_t mine, std::uint64_t left_to_them) {
    std::size_t drawn = 0;
    for (std::size_t k = 0; k < shares.size(); ++k) {
      Share& theirs = shares[(mine + k) % shares.size()];
      std::atomic<std::uint64_t>& share = theirs.word;
      const std::uint64_t kept = k == 0 || theirs.asleep.load() ? 0 : left_to_them;
      std::uint64_t word = share.load(std::memory_order_acquire);
      while ((word & mask) + kept < (word >> 24 & mask)) {
        if (!share.compare_exchange_weak(word, word + 1, std::memory_order_acq_rel)) continue;
        try {
          task.call(task.object, word & mask);
        } catch (...) {
          const std::lock_guard lock(mutex);
          if (!failure) failure = std::current_exception();
        }
        ++drawn;
        word = share.load(std::memory_order_acquire);
      }
    }
    if (drawn > 0 && left.fetch_sub(drawn) == drawn && caller_sleeps.load()) {
      const std::lock_guard lock(mutex);
      done.notify_one();
    }
  }

  void work(std::size_t mine) {
    std::uint64_t seen = 0;
    shares[mine].asleep.store(false);
    // `stopping` and the sleepers are ordered with the words by the total order of all these operations:
    // either the caller sees a sleeper, or the sleeper sees its blocks.
    const auto called = [&] { return generation_of(shares[mine].word.load()) != seen || stopping.load(); };
    for (;;) {
      if (!comes_soon(called)) {
        std::unique_lock lock(mutex);
        ++sleepers;
        shares[mine].asleep.store(true);
        wake.wait(lock, called);
        shares[mine].asleep.store(false);
        --sleepers;
      }
      if (stopping.load()) return;
      seen = generation_of(shares[mine].word.load());
      draw(mine, 1);
    }
  }

  std::vector<Share> shares;
  std::vector<std::thread> workers;
  Task task{};
  std::uint64_t generation = 0;
  std::atomic<std::size_t> left{0};
  std::exception_ptr failure;

  std::mutex mutex;
  std::condition_variable wake, done;
  std::atomic<int> sleepers{0};
  std::atomic<bool> caller_sleeps{false}, stopping{false};
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
