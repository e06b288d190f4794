#include "rocks/engine_log.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <ctime>

namespace keemun::rocks {

namespace {

constexpr size_t kLineBytesMax = 4096;

size_t print_time(std::array<char, kLineBytesMax>& line) {
  timeval now = {};
  ::gettimeofday(&now, nullptr);
  std::tm local = {};
  ::localtime_r(&now.tv_sec, &local);
  size_t bytes = std::strftime(line.data(), line.size(), "%Y/%m/%d-%H:%M:%S", &local);
  const int micros = std::snprintf(line.data() + bytes, line.size() - bytes, ".%06d ",
                                   static_cast<int>(now.tv_usec));
  return bytes + static_cast<size_t>(micros);
}

}  // namespace

EngineLog::EngineLog(const Bytes& dir, size_t file_bytes_max)
    : path_(dir + "/LOG"), file_bytes_max_(file_bytes_max) {
  open();
}

void EngineLog::open() {
  file_ = Descriptor(
      ::open(path_.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NONBLOCK, 0644));
  struct stat found = {};
  if (file_ && ::fstat(file_.number(), &found) == 0) {
    file_bytes_ = static_cast<size_t>(found.st_size);
  }
}

void EngineLog::Logv(const char* format, std::va_list arguments) {
  std::array<char, kLineBytesMax> line;
  size_t bytes = print_time(line);
  const int text = std::vsnprintf(line.data() + bytes, line.size() - bytes, format, arguments);
  if (text < 0) return;
  bytes = std::min(bytes + static_cast<size_t>(text), line.size() - 1);
  if (line[bytes - 1] != '\n') line[bytes++] = '\n';

  const std::lock_guard lock(mutex_);
  if (file_bytes_ + bytes > file_bytes_max_) {
    std::rename(path_.c_str(), (path_ + ".old").c_str());
    file_ = {};
    file_bytes_ = 0;
  }
  if (!file_) open();
  if (!file_) return;
  const ssize_t written = ::write(file_.number(), line.data(), bytes);
  if (written > 0) file_bytes_ += static_cast<size_t>(written);
}

}  // namespace keemun::rocks
