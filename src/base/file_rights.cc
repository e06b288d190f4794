#include "base/file_rights.h"

#include <sys/stat.h>
#include <unistd.h>

namespace keemun {

bool copy_rights(const Bytes& from, const Bytes& to) {
  constexpr mode_t kPermissions = 07777;
  constexpr auto kSameOwner = static_cast<uid_t>(-1);
  struct stat model = {};
  if (::stat(from.c_str(), &model) != 0) return false;
  mode_t permissions = model.st_mode & kPermissions;
  if (::chown(to.c_str(), model.st_uid, model.st_gid) != 0 &&
      ::chown(to.c_str(), kSameOwner, model.st_gid) != 0) {
    permissions &= ~mode_t{S_IRWXG | S_ISGID};
  }
  return ::chmod(to.c_str(), permissions) == 0;
}

}  // namespace keemun
