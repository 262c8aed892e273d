// One writer a folder.
#pragma once

#include <string>

namespace floc::app {

// While it lives, no other program takes the folder (flock on the folder itself: nothing is left
// behind, whatever ends the program). Throws Error when another one has it. A file system without
// locks is no reason to stop.
class FolderLock {
 public:
  explicit FolderLock(const std::string& directory);
  ~FolderLock();
  FolderLock(FolderLock&& other) noexcept;
  FolderLock& operator=(FolderLock&& other) = delete;

 private:
  int descriptor_;
};

}  // namespace floc::app
