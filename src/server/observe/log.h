// What a server tells the person who runs it, a line each, in the form of Redis' log:
// 1234:M 21 Nov 2026 03:50:08.123 * Ready to accept connections
#pragma once

#include <cstdint>
#include <cstdio>

#include "base/bytes.h"

namespace keemun::server {

class Log {
 public:
  enum class Level : uint8_t { kDebug, kVerbose, kNotice, kWarning };

  // To standard output where `path` is empty. Throws CommandError if it does not open.
  explicit Log(const Bytes& path = {}) { open(path); }
  Log(const Log&) = delete;
  Log& operator=(const Log&) = delete;
  ~Log();

  // Nothing changes where `path` is empty. Throws CommandError if it does not open.
  void open(const Bytes& path);
  // As whoever has moved the file away asks for. Where it does not open, the old one stays.
  void reopen();
  void set_level(Level level) { level_ = level; }

  // Whether it is worth to put a line together.
  bool tells(Level level) const { return level >= level_; }
  void notice(const Bytes& text) { write(Level::kNotice, text); }
  void warning(const Bytes& text) { write(Level::kWarning, text); }

  void write(Level level, const Bytes& text);

  // For who may not wait, nor ask for memory.
  int descriptor() const { return ::fileno(file_); }

 private:
  Bytes path_;
  std::FILE* file_ = stdout;
  Level level_ = Level::kNotice;
};

// "debug", "verbose", "notice" or "warning".
Log::Level log_level_named(BytesView name);

}  // namespace keemun::server
