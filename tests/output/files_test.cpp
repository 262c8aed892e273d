#include "output/files.hpp"

#include <doctest/doctest.h>

#include "output/support.hpp"

using namespace floc;
using namespace floc::test;

TEST_CASE("what is written is read back, also in pieces larger than the buffer") {
  const TemporaryDirectory dir;
  const std::string part(70000, 'a');
  OutputFile file(dir / "f", OutputFile::Mode::create);
  file.write("head\n");
  file.write(part);
  file.write(part);
  file.close();
  CHECK(read_text(dir / "f") == "head\n" + part + part);
  OutputFile more(dir / "f", OutputFile::Mode::append);
  more.write("tail");
  more.sync();
  CHECK(read_text(dir / "f") == "head\n" + part + part + "tail");
}

TEST_CASE("a full device is reported with the file and the reason") {
  OutputFile file("/dev/full", OutputFile::Mode::create);
  file.write("x");
  CHECK(error_of([&] { file.flush(); }) == "/dev/full: cannot write: No space left on device");
  CHECK(error_of([&] { file.close(); }) == "/dev/full: cannot write: No space left on device");
}

TEST_CASE("writing atomically keeps the old file when the new one does not fit") {
  const TemporaryDirectory dir;
  write_atomically(dir / "f", "old");
  CHECK(with_small_disk(1000, [&] {
          return error_of([&] { write_atomically(dir / "f", std::string(5000, 'n')); }).find("File too large") ==
                 std::string::npos;
        }) == 0);
  CHECK(read_text(dir / "f") == "old");
  CHECK(!file_exists(dir / "f.tmp"));
  write_atomically(dir / "f", "new");
  CHECK(read_text(dir / "f") == "new");
}

TEST_CASE("missing files and directories are named") {
  CHECK(error_of([] { read_text("/nowhere/f"); }) == "/nowhere/f: cannot open: No such file or directory");
  CHECK(error_of([] { OutputFile("/nowhere/f", OutputFile::Mode::create); }).find("cannot open for writing") !=
        std::string::npos);
  CHECK(error_of([] { make_directory("/dev/null/d"); }).find("cannot create the directory") != std::string::npos);
  CHECK(error_of([] { rename_file("/nowhere/a", "/nowhere/b"); }).find("cannot rename to /nowhere/b") !=
        std::string::npos);
  CHECK(parent_directory("a") == ".");
  CHECK(parent_directory("a/b") == "a");
}
