#include "parallel/job_queue.hpp"

#include <doctest/doctest.h>

#include <future>
#include <stdexcept>
#include <vector>

using floc::JobQueue;

TEST_CASE("jobs are done in the order in which they were posted, and all of them before the end") {
  std::vector<int> done;
  {
    JobQueue queue(10);
    for (int k = 0; k < 100; ++k) queue.post([&done, k] { done.push_back(k); }, 3);
    queue.wait();
    CHECK(done.size() == 100);
    for (int k = 100; k < 200; ++k) queue.post([&done, k] { done.push_back(k); }, 3);
  }
  REQUIRE(done.size() == 200);
  for (int k = 0; k < 200; ++k) CHECK(done[static_cast<std::size_t>(k)] == k);
}

TEST_CASE("jobs that wait hold no more than they may, but one may always wait") {
  std::promise<void> gate;
  std::shared_future<void> open = gate.get_future().share();
  JobQueue queue(10);
  std::promise<void> begun;
  queue.post([&] { begun.set_value(); open.wait(); }, 1000);  // does not wait: it is being done
  begun.get_future().wait();
  queue.post([] {}, 1000);  // larger than what may wait, but alone
  auto blocked = std::async(std::launch::async, [&] { queue.post([] {}, 1); });
  CHECK(blocked.wait_for(std::chrono::milliseconds(20)) == std::future_status::timeout);
  gate.set_value();
  blocked.get();
  queue.wait();
}

TEST_CASE("a job that throws is the last one, and its error comes out of every later call") {
  int done = 0;
  JobQueue queue(1000);
  std::promise<void> gate;
  queue.post([&] { gate.get_future().wait(); throw std::runtime_error("full"); }, 1);
  for (int k = 0; k < 5; ++k) queue.post([&] { ++done; }, 1);
  gate.set_value();
  CHECK_THROWS_WITH(queue.wait(), "full");
  CHECK_THROWS_WITH(queue.wait(), "full");
  CHECK_THROWS_WITH(queue.post([&] { ++done; }, 1), "full");
  CHECK(done == 0);
}
