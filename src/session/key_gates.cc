#include "session/key_gates.h"

#include <algorithm>
#include <utility>

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
  if (lets_in(is_exclusive)) {
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

bool KeyGates::let_in(const GateKeys& wanted) const {
  if (wanted.are_none()) return true;
  if (!whole_.lets_in(wanted.are_all)) return false;
  for (size_t i = 0; i < wanted.keys.size() && !wanted.are_all; ++i) {
    const auto gate = gates_.find(wanted.keys[i]);
    if (gate != gates_.end() && !gate->second.lets_in(!wanted.is_only_read(i))) return false;
  }
  return true;
}

KeyGates::Pass::Pass(KeyGates& gates, const GateKeys& wanted) : gates_(gates) {
  if (wanted.are_all) {
    enter_all();
  } else {
    enter(wanted);
  }
}

KeyGates::Pass::Pass(KeyGates& gates, std::span<const BytesView> keys) : gates_(gates) {
  GateKeys wanted;
  for (const BytesView key : keys) wanted.add(key, false);
  enter(wanted);
}

// On a plain thread a command runs from its beginning to its end: nobody comes in between.
bool KeyGates::Pass::needs_none() const {
  return runtime::Fiber::current() == nullptr && gates_.are_idle();
}

void KeyGates::Pass::enter_all() {
  if (needs_none()) return;
  gates_.whole_.acquire(true);
  is_for_all_ = true;
  has_entered_ = true;
}

void KeyGates::Pass::enter(const GateKeys& wanted) {
  if (wanted.keys.empty() || needs_none()) return;
  // Of a key that is named twice the change comes first.
  boost::container::small_vector<std::pair<BytesView, bool>, 4> sorted;
  for (size_t i = 0; i < wanted.keys.size(); ++i) {
    sorted.emplace_back(wanted.keys[i], wanted.is_only_read(i));
  }
  std::sort(sorted.begin(), sorted.end());
  const auto are_one = [](const auto& one, const auto& other) { return one.first == other.first; };
  sorted.erase(std::unique(sorted.begin(), sorted.end(), are_one), sorted.end());
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
  for (const auto& [key, is_only_read] : sorted) {
    auto& place = *gates_.gates_.try_emplace(Bytes(key)).first;
    struct Forget {
      KeyGates& gates;
      Gates::value_type& place;
      ~Forget() { gates.forget_if_idle(place); }
    } forget{gates_, place};
    place.second.acquire(!is_only_read);
    held_.push_back({&place, !is_only_read});
  }
  undo.pass = nullptr;
}

KeyGates::Pass::~Pass() {
  leave();
}

void KeyGates::Pass::leave() noexcept {
  for (const auto& [place, is_exclusive] : held_) {
    place->second.release(is_exclusive);
    gates_.forget_if_idle(*place);
  }
  held_.clear();
  if (has_entered_) gates_.whole_.release(is_for_all_);
  has_entered_ = false;
}

}  // namespace keemun::session
