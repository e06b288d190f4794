#include "server/replaced_file.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fstream>

#include "base/command_error.h"

namespace keemun::server {

void replace_file(const Bytes& path, const Bytes& content) {
  const Bytes fresh = path + ".new";
  std::ofstream file(fresh, std::ios::trunc);
  file << content;
  file.close();
  if (file && std::rename(fresh.c_str(), path.c_str()) == 0) return;
  const Bytes reason = std::strerror(errno);
  std::remove(fresh.c_str());
  throw CommandError(reason);
}

}  // namespace keemun::server
