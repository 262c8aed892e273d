#include "app/folder_lock.hpp"

#include <doctest/doctest.h>

#include <optional>
#include <utility>

#include "core/error.hpp"
#include "support/process.hpp"

using floc::app::FolderLock;

TEST_CASE("a folder has one writer at a time, and no trace of it remains") {
  const floc::test::TemporaryFolder folder;
  {
    std::optional<FolderLock> first(folder.path());
    CHECK_THROWS_AS(FolderLock(folder.path()), floc::Error);
    const FolderLock moved(std::move(*first));
    first.reset();
    CHECK_THROWS_AS(FolderLock(folder.path()), floc::Error);
  }
  CHECK_NOTHROW(FolderLock(folder.path()));
  CHECK(std::filesystem::is_empty(folder.path()));
}
