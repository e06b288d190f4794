#include "server/config/replaced_file.h"

#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <system_error>

#include "base/command_error.h"
#include "base/descriptor.h"
#include "base/file_rights.h"

namespace keemun::server {

namespace {

bool write_all(int file, BytesView content) {
  while (!content.empty()) {
    const ssize_t written = ::write(file, content.data(), content.size());
    if (written < 0 && errno != EINTR) return false;
    if (written > 0) content.remove_prefix(static_cast<size_t>(written));
  }
  return true;
}

// Without one that is replaced only the owner reads it. There may be passwords in it.
bool write_file(int file, BytesView content, const Bytes& path, const Bytes& replaced) {
  if (file < 0 || !write_all(file, content)) return false;
  const bool is_there = ::access(replaced.c_str(), F_OK) == 0;
  return (!is_there || copy_rights(replaced, path)) && ::fsync(file) == 0;
}

// What is in a folder is safe from a loss of power when the folder is.
void sync_folder_of(const Bytes& path) {
  const Bytes folder = std::filesystem::absolute(path).parent_path().string();
  const Descriptor opened(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (opened) ::fsync(opened.number());
}

}  // namespace

void replace_file(const Bytes& path, const Bytes& content) {
  std::error_code is_new;
  const std::filesystem::path found = std::filesystem::canonical(path, is_new);
  const Bytes replaced = is_new ? path : found.string();
  Bytes fresh = replaced + ".XXXXXX";
  const Descriptor file(::mkostemp(fresh.data(), O_CLOEXEC));
  if (write_file(file.number(), content, fresh, replaced) &&
      std::rename(fresh.c_str(), replaced.c_str()) == 0) {
    return sync_folder_of(replaced);
  }
  const Bytes reason = std::strerror(errno);
  if (file) ::unlink(fresh.c_str());
  throw CommandError(reason);
}

}  // namespace keemun::server
