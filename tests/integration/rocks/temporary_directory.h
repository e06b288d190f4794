// A directory of the test's own, gone with everything in it when the test is over.
#pragma once

#include <gtest/gtest.h>
#include <stdlib.h>

#include <filesystem>

#include "base/bytes.h"

namespace keemun {

class TemporaryDirectory {
 public:
  TemporaryDirectory() : path_(testing::TempDir() + "keemun-rocks-XXXXXX") {
    if (::mkdtemp(path_.data()) == nullptr) ADD_FAILURE() << "no directory at " << path_;
  }
  ~TemporaryDirectory() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  TemporaryDirectory(const TemporaryDirectory&) = delete;
  TemporaryDirectory& operator=(const TemporaryDirectory&) = delete;

  Bytes operator/(BytesView name) const { return path_ + "/" + Bytes(name); }

 private:
  Bytes path_;
};

}  // namespace keemun
