#include "server/config/replaced_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <system_error>

#include "base/command_error.h"
#include "server/net/descriptor.h"

namespace keemun::server {

namespace {

// Of the one that is to be replaced; without one only the owner reads it. There may be passwords in
// it.
bool take_permissions(int file, const Bytes& from) {
  constexpr mode_t kPermissions = 07777;
  struct stat old = {};
  return ::stat(from.c_str(), &old) != 0 || ::fchmod(file, old.st_mode & kPermissions) == 0;
}

bool write_all(int file, BytesView content) {
  while (!content.empty()) {
    const ssize_t written = ::write(file, content.data(), content.size());
    if (written < 0 && errno != EINTR) return false;
    if (written > 0) content.remove_prefix(static_cast<size_t>(written));
  }
  return true;
}

bool write_file(const Bytes& path, BytesView content, const Bytes& replaced) {
  constexpr mode_t kOwner = 0600;
  ::unlink(path.c_str());  // what was left of one that did not come to its end, or is another's
  const Descriptor file(::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, kOwner));
  return file && take_permissions(file.number(), replaced) && write_all(file.number(), content) &&
         ::fsync(file.number()) == 0;
}

// What is in a folder is safe from a loss of power when the folder is.
void sync_folder_of(const Bytes& path) {
  const Bytes folder = std::filesystem::absolute(path).parent_path().string();
  const Descriptor opened(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (opened) ::fsync(opened.number());
}

}  // namespace

void replace_file(const Bytes& path, const Bytes& content) {
  const Bytes fresh = path + ".new";
  if (write_file(fresh, content, path) && std::rename(fresh.c_str(), path.c_str()) == 0) {
    return sync_folder_of(path);
  }
  const Bytes reason = std::strerror(errno);
  std::remove(fresh.c_str());
  throw CommandError(reason);
}

}  // namespace keemun::server
