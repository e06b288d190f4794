// One key as the store of its type holds it: its meta and where its rows stand. Shared by all
// encodings of the camellia family; the only place that writes metas of collections.
//
// Queues the meta row whenever the count changes, at the stage that keeps a torn batch harmless: a
// new or shrinking meta last, a growing or disappearing one first. A key whose last element goes is
// dropped with its meta row; whatever rows it leaves belong to a dead version and are garbage.
#pragma once

#include <cstdint>

#include "base/bytes.h"
#include "format/key_generation.h"
#include "format/key_layout.h"
#include "format/key_meta.h"
#include "ports/rows.h"

namespace keemun::encodings {

class OpenKey {
 public:
  // `meta` is what the store holds, or, for a key that does not exist, what it shall begin with:
  // its encoding, version and expiry. `rows` and `layout` outlive the open key.
  OpenKey(ports::Rows& rows, const format::KeyLayout& layout, BytesView key,
          const format::KeyMeta& meta, bool exists);

  ports::Rows& rows() const { return rows_; }
  const format::KeyGeneration& generation() const { return generation_; }
  const Bytes& key() const { return key_; }
  const format::KeyMeta& meta() const { return meta_; }
  bool exists() const { return exists_; }

  // Makes the key if it is not there. For encodings without a count: after this nothing else needs
  // to be written to the meta until the key is dropped.
  void ensure_exists();
  // The count is now this much larger; makes the key if it is not there.
  void grow(int64_t added);
  // The count is now this much smaller; drops the key at zero. Whoever counted too few, as camellia
  // may, must not lose the rest: where nothing is left to count it is the rows that are counted.
  // Those that were removed are erased by then.
  void shrink(int64_t removed);
  // A list's first position together with its count. Rows outside of these are not there, so here
  // it is the growing meta that comes last and the shrinking one that comes first.
  void set_list(format::ListPosition first, int64_t count);
  // What a stream remembers, together with its count. Makes the key if it is not there; a stream
  // without entries stays. Rows before the first entry are none: where only such have gone, the
  // stream is trimmed, and its meta comes first.
  enum class Trimmed : uint8_t { kNo, kYes };
  void set_stream(const format::StreamMarks& marks, int64_t count, Trimmed trimmed = Trimmed::kNo);
  void drop();

  // Ends the command with "ERR corrupt key ...".
  [[noreturn]] void throw_corrupt(BytesView what) const;

 private:
  void write_meta(ports::Stage stage);

  Bytes meta_key() const { return layout_.meta_key(key_); }

  ports::Rows& rows_;
  const format::KeyLayout& layout_;
  Bytes key_;  // not const, nor the next one: an open key is moved, on each command
  format::KeyGeneration generation_;
  format::KeyMeta meta_;
  int64_t count_before_ = 0;  // both when it was opened
  StreamId last_id_before_;
  bool exists_;
  bool is_new_;
};

}  // namespace keemun::encodings
