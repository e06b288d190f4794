// Which logs and manifests a store has, and how much of each is on the disk for certain, in whole
// records: written down beside them.
//
// RocksDB takes either for complete where it is cut short between two records, the last log in the
// middle of one, too: it cannot tell what is gone from what was never written. Of a log that means
// commits that are lost and no word of it; of the manifest it is worse, for the engine deletes the
// tables that the lost part has named. And it plays whatever log lies in its directory: that of
// another store, or of this one before a checkpoint was copied over it.
//
// A file is named here, and synced, before it begins; where that is not to be had, nothing is said
// of any. How much of it is said is never more than what was synced: a loss of power may leave it
// behind what is there, and never ahead. So that is not synced itself, and where it cannot be
// written, nothing is the worse for it.
#pragma once

#include <cstdint>
#include <map>
#include <mutex>
#include <optional>

#include "base/bytes.h"
#include "base/descriptor.h"

namespace keemun::rocks {

inline constexpr BytesView kSyncedLengthsName = "keemun.synced";

// All calls but the constructor from any thread.
class SyncedLengths {
 public:
  // As they were left in `dir`. What is there is the store's where nothing is said of it, or where
  // what was said is damaged.
  explicit SyncedLengths(const Bytes& dir);

  struct Loss {
    Bytes text;
    bool is_of_last_log = false;  // what is there of it is a moment of the store
  };
  // A file that has less than what was synced of it, or the last log where it is missing; of
  // several one that is not the last log, for no moment makes up for that.
  std::optional<Loss> loss() const;

  // What is left of the last log is taken for all that it had, by later starts, too.
  void accept_loss_of_last_log();

  // It has begun elsewhere.
  bool is_foreign(BytesView name) const;
  // The first log that has and is not empty, of this one and those that follow it; or nothing.
  Bytes foreign_log_from(BytesView first) const;
  // Of it, that are safe.
  uint64_t synced(BytesView name) const;

  // A file of this name is about to begin: what a crash has left of one before is not of it.
  void begin(BytesView name);
  // It has so many bytes of whole records now, safe or not.
  void note_growth(BytesView name, uint64_t bytes);
  uint64_t length(BytesView name) const;
  // Of one that has begun, and is not forgotten, so many bytes are safe, and maybe more.
  void note(BytesView name, uint64_t bytes);
  // It is about to be deleted.
  void forget(BytesView name);

 private:
  struct Entry {
    size_t place = 0;    // in the file, in lines
    uint64_t bytes = 0;  // that are safe
    uint64_t length = 0;
  };

  bool write_line(size_t place, BytesView text);
  void name_all();
  void fall_silent();
  size_t free_place() const;
  void sync();

  const Bytes dir_;
  Descriptor file_;         // not until something is noted
  bool names_all_ = true;   // the file does; else it is written anew
  bool is_silent_ = false;  // it could not be made to
  mutable std::mutex mutex_;
  std::map<Bytes, Entry, std::less<>> entries_;
};

// As the engine calls them, and nobody else.
bool is_log_name(BytesView name);
bool is_manifest_name(BytesView name);
bool grows(BytesView name);  // one or the other

// All that is there of a copy of a store, which is synced.
void note_lengths_of_copy(const Bytes& dir);

}  // namespace keemun::rocks
