// Work of the server's own that does not wait for the disk: it is broken off there, and begun anew
// when that has been read. What is pushed out of memory again and again is waited for at last.
#pragma once

#include <functional>
#include <optional>
#include <utility>

#include "server/observe/rare_warning.h"
#include "server/state.h"
#include "server/store/deferring_store.h"

namespace keemun::server {

class UnhurriedWork {
 public:
  // The state outlives it.
  explicit UnhurriedWork(State& state) : state_(state) {}

  // Unless the disk is being waited for. Whether it came to its end; what has failed is told by the
  // log, as `what`.
  bool do_unless_waiting(const char* what, const std::function<void()>& work);

  bool is_waiting() const { return is_waiting_; }
  // What it was broken off for, which somebody is to read.
  std::optional<ColdRead> take_cold_read() { return std::exchange(cold_read_, std::nullopt); }
  void note_read() { is_waiting_ = false; }

  // Since the last of these calls.
  bool was_broken_off() const { return was_broken_off_; }
  void begins_anew() { was_broken_off_ = false; }

 private:
  State& state_;
  std::optional<ColdRead> cold_read_;
  bool is_waiting_ = false;
  bool was_broken_off_ = false;
  int cold_reads_in_a_row_ = 0;
  RareWarning failures_;
};

}  // namespace keemun::server
