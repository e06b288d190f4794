// A directory of the test's own, gone with everything in it when the test is over.
#pragma once

#include <stdlib.h>

#include <filesystem>

#include "base/bytes.h"
#include "base/check.h"

namespace keemun {

class TemporaryDirectory {
 public:
  TemporaryDirectory() : path_(std::filesystem::temp_directory_path() / "keemun-test-XXXXXX") {
    CHECK(::mkdtemp(path_.data()) != nullptr);
  }
  ~TemporaryDirectory() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  TemporaryDirectory(const TemporaryDirectory&) = delete;
  TemporaryDirectory& operator=(const TemporaryDirectory&) = delete;

  const Bytes& path() const { return path_; }
  Bytes operator/(BytesView name) const { return path_ + "/" + Bytes(name); }

 private:
  Bytes path_;
};

}  // namespace keemun
