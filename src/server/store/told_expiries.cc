#include "server/store/told_expiries.h"

namespace keemun::server {

bool ToldExpiries::add(size_t place, const format::Expiry& gone) {
  if (gone.key.size() > kKeyBytesMax) return true;
  Key key = {{place, gone.expire_at_ms}, gone.key};
  const bool was_told = !told_before_.empty() && told_before_.erase(key) > 0;
  told_.add(std::move(key));
  return !was_told;
}

void ToldExpiries::begin_anew() {
  for (Key& key : told_.take()) {
    if (told_before_.size() < kKeysMax) told_before_.insert(std::move(key));
  }
}

}  // namespace keemun::server
