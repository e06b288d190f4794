#include "server/saves.h"

#include <chrono>
#include <system_error>

namespace keemun::server {

std::optional<ports::StoreError> Saves::write(const Bytes& dir) const {
  try {
    store_.checkpoint(dir);
  } catch (const ports::StoreError& error) {
    return error;
  }
  return std::nullopt;
}

void Saves::save(const Bytes& dir, int64_t now_ms) {
  dir_ = dir;
  changes_before_ = changes_;
  const auto failure = write(dir);
  has_ended(failure, now_ms);
  if (failure) throw *failure;
}

void Saves::begin(const Bytes& dir, int64_t now_ms) {
  dir_ = dir;
  begun_ms_ = now_ms;
  changes_before_ = changes_;
  try {
    store_.check_room_for_checkpoint();
    being_written_ = std::async(std::launch::async, [this, dir] { return write(dir); });
  } catch (const ports::StoreError& error) {
    has_ended(error, now_ms);
    throw;
  } catch (const std::system_error& error) {  // no thread
    const ports::StoreError failure(ports::StoreError::Kind::kUnavailable, error.what());
    has_ended(failure, now_ms);
    throw failure;
  }
}

void Saves::look(int64_t now_ms) {
  if (!is_under_way()) return;
  if (being_written_.wait_for(std::chrono::seconds(0)) == std::future_status::ready) finish(now_ms);
}

void Saves::finish(int64_t now_ms) {
  if (!is_under_way()) return;
  has_ended(being_written_.get(), now_ms);
  last_took_ms_ = now_ms - begun_ms_;
}

void Saves::has_ended(const std::optional<ports::StoreError>& failure, int64_t now_ms) {
  last_has_failed_ = failure.has_value();
  if (failure) {
    log_.warning("No checkpoint was written to " + dir_ + ": " + failure->text());
    return;
  }
  ++count_;
  changes_ -= changes_before_;
  last_ms_ = now_ms;
  log_.notice("Checkpoint written to " + dir_);
}

}  // namespace keemun::server
