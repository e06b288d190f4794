// A disk of a few megabytes, gone with the test. Who may not mount one builds no test of it.
#pragma once

#include <sys/mount.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <string>
#include <utility>

#include "base/bytes.h"

namespace keemun {

class SmallDisk {
 public:
  SmallDisk(Bytes path, const char* how) : path_(std::move(path)) {
    std::filesystem::create_directory(path_);
    is_there_ = ::mount("none", path_.c_str(), "tmpfs", 0, how) == 0;
  }
  SmallDisk(const SmallDisk&) = delete;
  SmallDisk& operator=(const SmallDisk&) = delete;
  ~SmallDisk() {
    if (is_there_) ::umount2(path_.c_str(), MNT_DETACH);
  }
  bool is_there() const { return is_there_; }

  // Something else takes all but so many bytes, or gives them back.
  void fill(size_t left_bytes) {
    give_back();
    const size_t free_bytes = std::filesystem::space(path_).available;
    const Bytes ballast(free_bytes - std::min(left_bytes, free_bytes), 'b');
    std::ofstream(path_ + "/ballast", std::ios::binary) << ballast;
  }
  void take_all_files() {
    std::filesystem::create_directory(path_ + "/ballast");
    for (int i = 0; std::ofstream(path_ + "/ballast/" + std::to_string(i)).is_open(); ++i) {
    }
  }
  void give_back() { std::filesystem::remove_all(path_ + "/ballast"); }

 private:
  const Bytes path_;
  bool is_there_ = false;
};

}  // namespace keemun
