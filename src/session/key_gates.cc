#include "session/key_gates.h"

#include <algorithm>

#include "base/check.h"
#include "runtime/fiber.h"

namespace keemun::session {

KeyGates::Gate::Waiter::~Waiter() {
  if (has_entered) return;
  if (is_let_in) {
    gate.release(is_exclusive);
    return;
  }
  // Whoever stood behind an exclusive one may have room now.
  leave_queue();
  gate.let_next_in();
}

void KeyGates::Gate::take(bool is_exclusive) {
  ++holders_;
  is_held_exclusively_ = is_exclusive;
}

void KeyGates::Gate::acquire(bool is_exclusive) {
  if (waiting_.empty() && has_room_for(is_exclusive)) {
    take(is_exclusive);
    return;
  }
  Waiter waiter(*this, is_exclusive);
  waiting_.push_back(waiter);
  waiter.let_in.wait();
  waiter.has_entered = true;
}

void KeyGates::Gate::release(bool is_exclusive) {
  CHECK(holders_ > 0 && is_held_exclusively_ == is_exclusive);
  --holders_;
  is_held_exclusively_ = false;
  let_next_in();
}

void KeyGates::Gate::let_next_in() {
  while (!waiting_.empty() && has_room_for(waiting_.front().is_exclusive)) {
    Waiter& next = waiting_.pop_front();
    take(next.is_exclusive);
    next.is_let_in = true;
    next.let_in.set();
  }
}

void KeyGates::forget_if_idle(Gates::value_type& place) {
  if (place.second.is_idle()) gates_.erase(gates_.find(place.first));
}

KeyGates::Pass::Pass(KeyGates& gates, std::span<const BytesView> keys) : gates_(gates) {
  enter(keys);
}

KeyGates::Pass::Pass(KeyGates& gates) : gates_(gates) {
  enter_all();
}

KeyGates::Pass::Pass(KeyGates& gates, const GateKeys& wanted) : gates_(gates) {
  if (wanted.are_all) {
    enter_all();
  } else {
    enter(wanted.names());
  }
}

// On a plain thread a command runs from its beginning to its end: nobody comes in between.
bool KeyGates::Pass::needs_none() const {
  return runtime::Fiber::current() == nullptr && gates_.gates_.empty() && gates_.whole_.is_idle();
}

void KeyGates::Pass::enter_all() {
  if (needs_none()) return;
  gates_.whole_.acquire(true);
  is_for_all_ = true;
  has_entered_ = true;
}

void KeyGates::Pass::enter(std::span<const BytesView> keys) {
  if (keys.empty() || needs_none()) return;
  boost::container::small_vector<BytesView, 4> sorted(keys.begin(), keys.end());
  std::sort(sorted.begin(), sorted.end());
  sorted.erase(std::unique(sorted.begin(), sorted.end()), sorted.end());
  held_.reserve(sorted.size());
  // A constructor that is unwound calls no destructor: what was entered is given back here.
  struct Undo {
    Pass* pass;
    ~Undo() {
      if (pass != nullptr) pass->leave();
    }
  } undo{this};
  gates_.whole_.acquire(false);
  has_entered_ = true;
  for (const BytesView key : sorted) {
    auto& place = *gates_.gates_.try_emplace(Bytes(key)).first;
    struct Forget {
      KeyGates& gates;
      Gates::value_type& place;
      ~Forget() { gates.forget_if_idle(place); }
    } forget{gates_, place};
    place.second.acquire(true);
    held_.push_back(&place);
  }
  undo.pass = nullptr;
}

KeyGates::Pass::~Pass() {
  leave();
}

void KeyGates::Pass::leave() noexcept {
  for (Gates::value_type* place : held_) {
    place->second.release(true);
    gates_.forget_if_idle(*place);
  }
  held_.clear();
  if (has_entered_) gates_.whole_.release(is_for_all_);
  has_entered_ = false;
}

}  // namespace keemun::session
