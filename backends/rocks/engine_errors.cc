#include "rocks/engine_errors.h"

#include <cerrno>
#include <cstring>

#include "base/bytes.h"

namespace keemun::rocks {

using ports::StoreError;
using Kind = StoreError::Kind;

namespace {

// A record that did not fit is cut short, and a record that is cut short is never replayed. Not so
// where the record was written and then space was missing to make it durable.
bool was_not_written(const rocksdb::Status& status) {
  if (!status.IsNoSpace()) return false;
  // "… While fdatasync: /srv/sync/store/000007.log: …": a path may hold any word.
  const Bytes text = status.ToString();
  const size_t from = text.find("While ");
  BytesView doing = text;
  if (from != Bytes::npos) doing = doing.substr(from, text.find(": ", from) - from);
  return doing.find("sync") == Bytes::npos;
}

}  // namespace

bool lacks_descriptors(const rocksdb::Status& status) {
  const Bytes text = status.ok() ? "" : status.ToString();
  return text.ends_with(std::strerror(EMFILE)) || text.ends_with(std::strerror(ENFILE));
}

StoreError read_error(const rocksdb::Status& status) {
  if (status.IsNoSpace()) return {Kind::kFull, status.ToString()};
  if (status.IsCorruption()) return {Kind::kCorrupt, status.ToString()};
  return {Kind::kUnavailable, status.ToString()};
}

StoreError commit_error(const rocksdb::Status& status) {
  // Only what the engine remembers has a severity: it has not tried to write.
  const bool was_tried = status.severity() == rocksdb::Status::Severity::kNoError;
  if (!was_tried && status.IsNoSpace()) return {Kind::kFull, status.ToString()};
  if (!was_tried && status.IsCorruption()) {
    return {Kind::kUnavailable,
            "nothing is written since damage was met in a file: " + status.ToString()};
  }
  if (!was_tried) {
    const Bytes what = lacks_descriptors(status)
                           ? "nothing is written as long as no file can be opened: "
                           : "nothing is written after an error of the disk, until a restart: ";
    return {Kind::kUnavailable, what + status.ToString()};
  }
  if (was_not_written(status)) return {Kind::kFull, status.ToString()};
  if (status.IsCorruption()) return {Kind::kCorrupt, status.ToString()};
  const bool was_refused = status.IsBusy() || status.IsTryAgain() || status.IsIncomplete() ||
                           status.IsInvalidArgument() || status.IsNotSupported() ||
                           status.IsShutdownInProgress();
  return {was_refused ? Kind::kUnavailable : Kind::kUnknownOutcome, status.ToString()};
}

}  // namespace keemun::rocks
