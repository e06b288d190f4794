#include "server/store/unsettled_keys.h"

#include <algorithm>
#include <utility>

namespace keemun::server {

void UnsettledKeys::Marks::mark(uint64_t hash) {
  const size_t place = place_of(hash);
  if (bits_[place]) return;
  bits_[place] = true;
  marked_.push_back(place);
}

void UnsettledKeys::Marks::clear() {
  for (const size_t place : marked_) bits_[place] = false;
  marked_.clear();
  are_all_ = false;
}

void UnsettledKeys::name(const session::GateKeys& names, Keys& keys) const {
  keys.are_all |= names.are_all;
  for (const BytesView name : names.names()) keys.hashes.push_back(hash_(name));
}

void UnsettledKeys::name(const commands::Command& command, std::span<const BytesView> args,
                         Keys& keys) const {
  session::GateKeys names;
  session::add_gate_keys(command, args, names);
  // KEYS, DBSIZE: what sees keys, and names none.
  const bool sees_keys = command.is(commands::kReadonly | commands::kWrite);
  names.are_all |= sees_keys && names.keys.empty();
  name(names, keys);
}

void UnsettledKeys::add(const Keys& keys) {
  if (keys.are_all) gathered_.mark_all();
  for (const uint64_t hash : keys.hashes) gathered_.mark(hash);
}

bool UnsettledKeys::hold_any_of(const Keys& keys) const {
  if (empty()) return false;
  return keys.are_all || std::any_of(keys.hashes.begin(), keys.hashes.end(), [this](uint64_t hash) {
           return departed_.holds(hash) || gathered_.holds(hash);
         });
}

void UnsettledKeys::depart() {
  departed_.clear();
  std::swap(departed_, gathered_);
}

void UnsettledKeys::clear() {
  departed_.clear();
  gathered_.clear();
}

}  // namespace keemun::server
