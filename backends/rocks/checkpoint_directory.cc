#include "rocks/checkpoint_directory.h"

#include <sys/stat.h>

#include <cerrno>
#include <cstring>
#include <system_error>

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
  try {
    fs::permissions(inner_, fs::status(of_store).permissions());
    fs::rename(inner_, path_);
  } catch (const fs::filesystem_error& error) {
    fail(path_, error.code().message().c_str());
  }
}

}  // namespace keemun::rocks
