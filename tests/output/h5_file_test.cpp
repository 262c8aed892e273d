#include <doctest/doctest.h>

#include "output/h5.hpp"
#include "output/support.hpp"

using namespace floc;
using namespace floc::test;

namespace {

void write_small(const std::string& path) {
  h5::File file = h5::File::create(path, 512);
  file.root().put<double>("a", {3}, std::vector<double>{1, 2, 3});
  file.close();
}

}  // namespace

TEST_CASE("a file is read from memory as from the disk") {
  const TemporaryDirectory dir;
  write_small(dir / "f.h5");
  const std::string bytes = contents(dir / "f.h5");
  const h5::File file = h5::File::from_memory(std::as_bytes(std::span(bytes)), "memory");
  CHECK(file.root().dataset("a").read_all<double>({3}) == std::vector<double>{1, 2, 3});
  CHECK(error_of([&] { file.root().dataset("b"); }).find("memory: ") == 0);
  CHECK(h5::File::open(dir / "f.h5").root().dataset("a").rows() == 3);
}

TEST_CASE("files that are missing, foreign or of an old format are refused with their name") {
  const TemporaryDirectory dir;
  CHECK(error_of([&] { h5::File::open(dir / "none"); }) == dir / "none" + ": cannot open: No such file or directory");
  write_small(dir / "f.h5");
  std::string bytes = contents(dir / "f.h5");
  bytes[512 + 8] = 0;  // the version of the superblock
  set_contents(dir / "old.h5", bytes);
  CHECK(error_of([&] { h5::File::open(dir / "old.h5"); }).find("old.h5: not a file that floc wrote") !=
        std::string::npos);
  CHECK(error_of([&] { h5::File::from_memory(std::as_bytes(std::span(bytes)), "m"); }).find("m: not a file") == 0);
  CHECK(error_of([&] { h5::File::open(dir.path()); }).find(dir.path()) == 0);
}

TEST_CASE("a full disk is reported while writing or closing, and the process goes on and ends well") {
  const TemporaryDirectory dir;
  CHECK(with_small_disk(20000, [&] {
          const std::string why = error_of([&] {
            h5::File file = h5::File::create(dir / "f.h5");
            const std::vector<double> values(10000, 1.5);
            file.root().put<double>("a", {values.size()}, values);
            file.close();
          });
          if (why.find("f.h5: cannot ") == std::string::npos || why.find("File too large") == std::string::npos)
            return 1;
          h5::File::create(dir / "g.h5").close();  // HDF5 still works
          return 0;
        }) == 0);
}
