// What a command does about its keys where several processes share a store (ports/key_owner.h): it
// enters before its first read and leaves when its answer is settled. Where the process has the
// store to itself nothing happens.
#pragma once

#include <cstdint>

#include "ports/key_owner.h"
#include "session/gate_keys.h"

namespace keemun::session {

class KeyVisit {
 public:
  // `owner` may be null.
  KeyVisit(ports::KeyOwner* owner, const GateKeys& keys, int64_t now_ms) : owner_(owner) {
    if (owner_ != nullptr) visit_ = owner_->enter(keys.names(), keys.are_all, now_ms);
  }
  KeyVisit(const KeyVisit&) = delete;
  KeyVisit& operator=(const KeyVisit&) = delete;
  ~KeyVisit() {
    if (owner_ != nullptr) owner_->leave(visit_);
  }

  // What the command answers where it may not touch the keys; null where it may.
  const Bytes* refusal() const { return visit_.refusal ? &*visit_.refusal : nullptr; }

  // What every write of the command has to expect.
  std::span<const ports::WriteBatch::Expectation> expectations() const {
    return visit_.expectations;
  }
  // Before an answer that was read and not written. Throws what is answered instead.
  void check_answer() const {
    if (owner_ != nullptr) owner_->check(visit_);
  }
  void note_refusal() const {
    if (owner_ != nullptr) owner_->note_refusal(visit_);
  }

 private:
  ports::KeyOwner* owner_;
  ports::KeyOwner::Visit visit_;
};

}  // namespace keemun::session
