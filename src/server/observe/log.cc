#include "server/observe/log.h"

#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <ctime>

#include "base/command_error.h"

namespace keemun::server {

Log::~Log() {
  if (file_ != stdout) std::fclose(file_);
}

void Log::open(const Bytes& path) {
  if (path.empty()) return;
  std::FILE* file = std::fopen(path.c_str(), "ae");
  if (file == nullptr)
    throw CommandError("cannot open log file " + path + ": " + std::strerror(errno));
  if (file_ != stdout) std::fclose(file_);
  path_ = path;
  file_ = file;
}

void Log::reopen() {
  try {
    open(path_);
  } catch (const CommandError& error) {
    warning(error.text());
  }
}

void Log::write(Level level, const Bytes& text) {
  if (!tells(level)) return;
  constexpr std::array<char, 4> kMarks = {'.', '-', '*', '#'};
  const auto now = std::chrono::system_clock::now();
  const auto ms = std::chrono::duration_cast<std::chrono::milliseconds>(now.time_since_epoch());
  const std::time_t seconds = std::chrono::system_clock::to_time_t(now);
  std::tm local = {};
  ::localtime_r(&seconds, &local);
  char when[64];
  std::strftime(when, sizeof when, "%d %b %Y %H:%M:%S", &local);
  std::fprintf(file_, "%d:M %s.%03d %c %s\n", static_cast<int>(::getpid()), when,
               static_cast<int>(ms.count() % 1000), kMarks[static_cast<size_t>(level)],
               text.c_str());
  std::fflush(file_);
}

Log::Level log_level_named(BytesView name) {
  if (name == "debug") return Log::Level::kDebug;
  if (name == "verbose") return Log::Level::kVerbose;
  if (name == "warning") return Log::Level::kWarning;
  return Log::Level::kNotice;
}

}  // namespace keemun::server
