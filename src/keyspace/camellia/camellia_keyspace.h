// The keyspace of a namespace that is kept in the camellia family of encodings: meta rows, versions
// and the choice of the store that a meta names.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "base/command_error.h"
#include "format/key_layout.h"
#include "format/key_meta.h"
#include "keyspace/camellia/version_source.h"
#include "keyspace/count/counted_keyspace.h"
#include "keyspace/encoding_choice.h"
#include "keyspace/garbage.h"
#include "keyspace/memory/companions.h"
#include "keyspace/unit/unit_of_work.h"

namespace keemun::encodings {
class OpenKey;
}  // namespace keemun::encodings

namespace keemun::keyspace {

class CamelliaKeyspace final : public CountedKeyspace {
 public:
  // Everything given outlives the keyspace, which lives as long as its unit.
  CamelliaKeyspace(UnitOfWork& unit, const format::KeyLayout& layout, const EncodingChoice& choice,
                   VersionSource& versions, const Companions& companions)
      : unit_(unit),
        layout_(layout),
        choice_(choice),
        versions_(versions),
        companions_(companions) {}

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

  // Before the unit commits, once: the index of expiry, where there is one, follows what happened
  // to the metas, and who has been ousted is known.
  void finish();

  // Collections that lost their meta in this unit by deletion, overwriting or met expiry, and keys
  // that were written with a time that is over.
  const std::vector<Garbage>& garbage() const { return garbage_; }
  bool is_flushed() const override { return are_ranges_erased_; }
  std::vector<MetaChange> take_meta_changes(const KeyMetas& metas) override;

 private:
  struct Located {
    BytesView row;  // the meta row's value, until the unit is asked or written next
    format::KeyMeta meta;
  };

  // Where its meta row stands in the unit.
  size_t meta_row(BytesView key) { return unit_.look_up(layout_.meta_key(key)); }
  // What lives under the key now, whose meta row the others are given; live_at() does not count it
  // as looked up.
  std::optional<Located> locate(BytesView key);
  std::optional<Located> locate_at(size_t meta_row, BytesView key);
  std::optional<Located> live_at(size_t meta_row, BytesView key);
  // As locate(), of one type; throws WRONGTYPE. Inline: a frame less to throw through.
  [[gnu::always_inline]] std::optional<Located> locate(BytesView key, format::KeyType type) {
    std::optional<Located> located = locate(key);
    if (located && located->meta.type() != type) {
      throw CommandError("WRONGTYPE Operation against a key holding the wrong kind of value");
    }
    return located;
  }
  // The key ready for its store: as it is, or new with `encoding`; none if absent and Create::kNo.
  std::optional<encodings::OpenKey> open(BytesView key, Create create, format::Encoding encoding);
  format::KeyMeta new_meta(format::Encoding encoding);
  bool is_expired(const format::KeyMeta& meta) const;
  struct FoundKey {
    Bytes key;
    size_t meta_row = 0;                  // as the unit knows it
    std::optional<format::KeyMeta> meta;  // none: it does not decode
  };
  // All of them; none if they, or their rows, are many.
  std::optional<std::vector<FoundKey>> few_keys();
  void flush_partitions();
  void flush_partition(uint32_t partition);
  void write_expiry_index();
  bool has_ousted(const Garbage& expired);
  void leave_garbage(BytesView key, const format::KeyMeta& meta);
  // The meta goes with this unit: what lies below it is garbage then. A string is all in its meta.
  void let_go(BytesView key, const format::KeyMeta& meta);
  // So does what the key has beside the store.
  void drop_beside(BytesView key, const format::KeyMeta& meta);

  UnitOfWork& unit_;
  const format::KeyLayout& layout_;
  const EncodingChoice& choice_;
  VersionSource& versions_;
  const Companions& companions_;
  std::vector<Garbage> garbage_;
  std::optional<std::vector<MetaChange>> meta_changes_;  // where finish() has looked at them
  bool is_flushed_ = false;         // who waits for single keys is told of the whole
  bool are_ranges_erased_ = false;  // by that: changes of single metas do not say it
};

}  // namespace keemun::keyspace
