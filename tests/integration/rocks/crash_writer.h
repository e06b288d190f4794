// The process that writes and is killed: this test's own program, started anew.
#pragma once

#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <filesystem>
#include <vector>

#include "grouped_writer.h"
#include "rocks/rocks_store.h"

extern char** environ;

namespace keemun {

inline constexpr const char* kWriterFlag = "--write-until-killed";
inline constexpr size_t kEventsOfARound = 3000;

// The end of the log that the engine writes now.
struct LogEnd {
  uint64_t number = 0;
  uint64_t bytes = 0;

  static LogEnd of(const Bytes& dir) {
    LogEnd end;
    for (const auto& entry : std::filesystem::directory_iterator(dir)) {
      if (entry.path().extension() != ".log") continue;
      const uint64_t number = std::stoull(entry.path().stem().string());
      std::error_code is_gone;  // the engine deletes those that it needs no more
      const uint64_t bytes = entry.file_size(is_gone);
      if (!is_gone && number >= end.number) end = {number, bytes};
    }
    return end;
  }
  Bytes name() const {
    Bytes digits = std::to_string(number);
    digits.insert(0, 6 - digits.size(), '0');
    return digits + ".log";
  }
  Bytes path_in(const Bytes& dir) const { return dir + "/" + name(); }
};

// What the writer has said last.
struct Acknowledged {
  uint64_t groups = 0;         // whose commits have returned
  uint64_t synced_groups = 0;  // that were there when the last sync returned
  LogEnd synced_log;
};

// Small buffers, so that kills meet flushes and compactions too.
inline rocks::RocksOptions small_store(Bytes dir, rocks::WalSync wal_sync,
                                       bool compactions_collect) {
  rocks::RocksOptions options;
  if (compactions_collect) options.compacted_namespaces = GroupedWriter::namespaces();
  options.dir = std::move(dir);
  options.wal_sync = wal_sync;
  options.write_buffer_bytes = 64 << 10;
  options.all_write_buffers_bytes = 1 << 20;
  options.wal_bytes_max = 256 << 10;
  options.block_cache_bytes = 1 << 20;
  options.jobs_max = 8;  // several compactions at a time
  return options;
}

// The writer's side: arguments are the directory, the seed, the time to start at, the way of
// syncing, whether compactions leave out garbage, and the family of encodings.
inline int write_until_killed(char** args) {
  constexpr uint64_t kGroupsOfASync = 8;
  const auto wal_sync = static_cast<rocks::WalSync>(std::stoi(args[3]));
  const Bytes dir = args[0];
  rocks::RocksStore store(small_store(dir, wal_sync, args[4] == Bytes("1")));
  const auto family = static_cast<format::EncodingFamily>(std::stoi(args[5]));
  const plan::Plan plan = plan_of_groups(std::stoull(args[1]), kEventsOfARound, family);
  GroupedWriter writer(store, plan, std::stoll(args[2]), family);
  Acknowledged said;
  while (writer.play_group()) {
    ++said.groups;
    if (wal_sync == rocks::WalSync::kAlways) {
      said.synced_groups = said.groups;
      said.synced_log = LogEnd::of(dir);
    } else if (said.groups % kGroupsOfASync == 0) {
      store.settle(writer.core().now_ms());
      said.synced_groups = said.groups;
      said.synced_log = LogEnd::of(dir);
    }
    if (::write(STDOUT_FILENO, &said, sizeof said) != sizeof said) return 1;
  }
  return 0;
}

class CrashWriter {
 public:
  explicit CrashWriter(std::vector<Bytes> words) {
    std::array<int, 2> ends = {};
    if (::pipe2(ends.data(), O_CLOEXEC) != 0) return;
    said_ = ends[0];
    words.insert(words.begin(), {"writer", kWriterFlag});
    std::vector<char*> args;
    for (Bytes& word : words) args.push_back(word.data());
    args.push_back(nullptr);
    posix_spawn_file_actions_t actions;
    ::posix_spawn_file_actions_init(&actions);
    ::posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
    ::posix_spawn(&process_, "/proc/self/exe", &actions, nullptr, args.data(), environ);
    ::posix_spawn_file_actions_destroy(&actions);
    ::close(ends[1]);
  }
  CrashWriter(const CrashWriter&) = delete;
  CrashWriter& operator=(const CrashWriter&) = delete;
  ~CrashWriter() { ::close(said_); }

  // Kills it as soon as it has said that so many groups are committed, wherever it is by then. What
  // it said until it died.
  Acknowledged kill_after(uint64_t groups) {
    Acknowledged last;
    while (last.groups < groups && hear(last)) {
    }
    ::kill(process_, SIGKILL);
    while (hear(last)) {
    }
    ::waitpid(process_, &status_, 0);
    return last;
  }
  bool was_killed_or_through() const {
    return (WIFSIGNALED(status_) && WTERMSIG(status_) == SIGKILL) ||
           (WIFEXITED(status_) && WEXITSTATUS(status_) == 0);
  }

 private:
  bool hear(Acknowledged& last) {
    Acknowledged said;
    if (::read(said_, &said, sizeof said) != sizeof said) return false;
    last = said;
    return true;
  }

  int said_ = -1;
  int status_ = -1;
  pid_t process_ = 0;
};

}  // namespace keemun
