#include "rocks/checkpoint_directory.h"

#include <sys/stat.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <system_error>

#include "base/file_rights.h"
#include "ports/store_error.h"

namespace keemun::rocks {

namespace fs = std::filesystem;
using ports::StoreError;

namespace {

[[noreturn]] void fail(const fs::path& path, const char* reason) {
  throw StoreError(StoreError::Kind::kUnavailable, path.string() + ": " + reason);
}

}  // namespace

CheckpointDirectory::CheckpointDirectory(const Bytes& path)
    : path_(fs::absolute(path)), outer_(path_.string() + ".tmp"), inner_(outer_ / "store") {
  std::error_code unknown;
  if (fs::exists(path_, unknown)) fail(path_, std::strerror(EEXIST));
  if (::mkdir(outer_.c_str(), S_IRWXU) != 0) fail(outer_, std::strerror(errno));
}

CheckpointDirectory::~CheckpointDirectory() {
  std::error_code ignored;
  fs::remove_all(outer_, ignored);
}

void CheckpointDirectory::finish(const Bytes& of_store) {
  if (!copy_rights(of_store, inner_.string()) || std::rename(inner_.c_str(), path_.c_str()) != 0) {
    fail(path_, std::strerror(errno));
  }
}

}  // namespace keemun::rocks
