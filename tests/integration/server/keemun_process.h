// The real binary, serving on a unix socket in a folder of the test's own. The store outlives the
// process: start() again goes on with what is there.
#pragma once

#include <sys/types.h>

#include <vector>

#include "base/bytes.h"

namespace keemun {

class KeemunProcess {
 public:
  KeemunProcess();
  // Ends the process if it runs, and removes the folder.
  ~KeemunProcess();
  KeemunProcess(const KeemunProcess&) = delete;
  KeemunProcess& operator=(const KeemunProcess&) = delete;

  // `options` as on the command line, behind --dir and --unixsocket. True once it accepts
  // connections; false when it ended instead: output() says why.
  bool start(const std::vector<Bytes>& options = {});
  void signal(int number);
  // Its exit status, or 128 and the signal that ended it.
  int wait();

  // Everything that it has printed since start().
  const Bytes& output() const { return output_; }
  Bytes socket_path() const { return folder_ + "/socket"; }
  Bytes store_path() const { return folder_ + "/store"; }
  Bytes path(const Bytes& name) const { return folder_ + "/" + name; }
  pid_t process() const { return process_; }

 private:
  void read_until(BytesView mark);

  Bytes folder_;
  Bytes output_;
  pid_t process_ = -1;
  int log_ = -1;
};

}  // namespace keemun
