// The real binary, serving on a unix socket in a folder of the test's own. The store outlives the
// process: start() again goes on with what is there.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <map>
#include <vector>

#include "base/bytes.h"
#include "support/temporary_directory.h"

namespace keemun {

class KeemunProcess {
 public:
  KeemunProcess() = default;
  // Ends the process if it runs.
  ~KeemunProcess();
  KeemunProcess(const KeemunProcess&) = delete;
  KeemunProcess& operator=(const KeemunProcess&) = delete;

  // Of the next start() alone: this library comes before all others but those that were named
  // before, and finds the value in the variable.
  void preload(const Bytes& library, const Bytes& variable, const Bytes& value);
  // Of the next start() alone: no sanitizer holds memory that was freed, which peak_mb() would
  // show.
  void hold_nothing_freed() { add_sanitizer_option("quarantine_size_mb=0"); }

  // `options` as on the command line, behind --dir and --unixsocket. True once it accepts
  // connections; false when it ended instead: output() says why.
  bool start(const std::vector<Bytes>& options = {});
  void signal(int number);
  // It stands still until go_on(): what clients send meanwhile comes at once then.
  void stand_still();
  void go_on();
  bool has_ended() const;
  // Its exit status, or 128 and the signal that ended it.
  int wait();

  // Until it has printed this, or has ended.
  void await_output(BytesView text) { read_until(text); }
  // Everything that it was seen to print since start().
  const Bytes& output() const { return output_; }
  Bytes socket_path() const { return folder_ / "socket"; }
  Bytes store_path() const { return folder_ / "store"; }
  Bytes path(const Bytes& name) const { return folder_ / name; }
  // The most memory that it has had so far.
  int64_t peak_mb() const;

 private:
  void read_until(BytesView mark);
  void add_sanitizer_option(const Bytes& option);

  TemporaryDirectory folder_;
  std::map<Bytes, Bytes> environment_;
  Bytes output_;
  pid_t process_ = -1;
  int log_ = -1;
};

}  // namespace keemun
