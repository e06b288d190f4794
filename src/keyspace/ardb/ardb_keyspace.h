// The keyspace of a namespace that is kept in the ardb family: one meta row a key, rows without
// versions, an index of what expires.
//
// Since rows carry no version, whatever ends the life of a key erases all of its rows in the batch
// of the unit: DEL, overwriting, and the creation of a key where an expired one still has rows. So
// it needs a store whose batches are atomic. Where such a store erases no range cheaply and the
// rows are many, DEL leaves a tombstone (ardb_remains.h), the sweep erases them page by page, and
// who wants the key meanwhile erases what is left or, if that is too much for a batch, tries again.
// A meta and its row in the index of expiry are written together, always.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include "format/ardb_value.h"
#include "keyspace/ardb/ardb_remains.h"
#include "keyspace/count/counted_keyspace.h"
#include "keyspace/count/key_metas.h"
#include "keyspace/encoding_choice.h"
#include "keyspace/expired_key.h"
#include "keyspace/unit/unit_of_work.h"

namespace keemun::encodings {
class OpenArdbKey;
}  // namespace keemun::encodings

namespace keemun::keyspace {

class ArdbKeyspace final : public CountedKeyspace {
 public:
  // Everything given outlives the keyspace, which lives as long as its unit.
  ArdbKeyspace(UnitOfWork& unit, BytesView namespace_name, const EncodingChoice& choice)
      : unit_(unit), namespace_name_(namespace_name), choice_(choice) {}

  int64_t now_ms() const override { return unit_.now_ms(); }

  std::unique_ptr<types::StringStore> string(BytesView key, Create create) override;
  std::unique_ptr<types::HashStore> hash(BytesView key, Create create) override;
  std::unique_ptr<types::SetStore> set(BytesView key, Create create) override;
  std::unique_ptr<types::ZSetStore> zset(BytesView key, Create create) override;
  std::unique_ptr<types::ListStore> list(BytesView key, Create create) override;
  std::unique_ptr<types::StreamStore> stream(BytesView key, Create create) override;

  std::optional<KeyInfo> find(BytesView key) override;
  bool erase(BytesView key) override;
  void put_string(BytesView key, BytesView value, int64_t expire_at_ms) override;
  void set_expiry(BytesView key, int64_t expire_at_ms) override;

  KeyPage scan_prefix(BytesView prefix, const std::optional<Bytes>& from, size_t keys_max) override;
  std::optional<Bytes> any_key(uint64_t draw) override;
  void flush() override;

  bool is_flushed() const override { return are_ranges_erased_; }
  std::vector<MetaChange> take_meta_changes(const KeyMetas& metas) override;

  // Of a row in the index of expiry: takes the key away if it is as the row says and its time has
  // come, or part of it if it has many rows, or the row alone if it is stale.
  Swept sweep(BytesView key, int64_t expire_at_ms);

 private:
  Bytes meta_row(BytesView key) const;
  format::ArdbValue new_meta(format::ArdbType type) const;
  bool is_expired(const format::ArdbValue& meta) const;
  // It has expired, or counts nothing: no command sees its key.
  bool is_gone(const format::ArdbValue& meta) const;
  // All keys; none if they, or their rows, are many.
  std::optional<std::vector<std::pair<Bytes, format::ArdbValue>>> few_keys();
  // The meta that stands under the key, gone or not.
  std::optional<format::ArdbValue> stored(BytesView key);
  bool has_rows(BytesView key);  // beside its meta
  // The meta of a key that lives.
  std::optional<format::ArdbValue> locate(BytesView key);
  // The meta of a key of this type, with which its store opens: that of the store, or a new one
  // with Create::kYes, then without a trace of what was there. Throws WRONGTYPE.
  struct Found {
    format::ArdbValue meta;
    bool exists = false;
  };
  std::optional<Found> locate(BytesView key, Create create, format::ArdbType type);
  std::optional<encodings::OpenArdbKey> open(BytesView key, Create create, format::ArdbType type);
  // The rows of the key, whose meta this is. What they leave is nothing, or a tombstone.
  void end(BytesView key, const format::ArdbValue& meta);
  // The same, but every row goes, for another value comes in its place.
  void make_room(BytesView key, const format::ArdbValue& meta);
  // Erases the meta, and what stands in the index of expiry for it.
  void erase_meta(BytesView key, const format::ArdbValue& meta);
  // True: the key has no row left. Else nothing is erased, or as many rows as there is room for.
  enum class IfTooMany : uint8_t { kNothing, kFirst };
  bool erase_rows(BytesView key, const format::ArdbValue& meta, EraseRoom room, IfTooMany if_many);
  void bury(BytesView key, const format::ArdbValue& meta);
  EraseRoom room_at_once() const { return {choice_.ardb_rows_erased_max, unit_.bytes_left() / 2}; }
  void write_meta(BytesView key, const format::ArdbValue& meta);

  UnitOfWork& unit_;
  const BytesView namespace_name_;
  const EncodingChoice& choice_;
  bool is_flushed_ = false;         // who waits for single keys is told of the whole
  bool are_ranges_erased_ = false;  // by that: changes of single metas do not say it
};

}  // namespace keemun::keyspace
