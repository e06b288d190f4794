// A stream of the ardb family, in Ardb's rows: a row an entry, a row a group, a row for what is
// pending there; and in rows of ours, for which Ardb has none: consumers, what is pending for each,
// what the stream remembers of entries that are gone, and the words of an entry that has more than
// a row can number. spec/encodings/ardb.md § 5.1.
#pragma once

#include <utility>

#include "encodings/ardb/open_ardb_key.h"
#include "encodings/stream/row_stream.h"

namespace keemun::encodings {

class ArdbStream final : public RowStream {
 public:
  ArdbStream(OpenArdbKey key, bool erases_ranges)
      : RowStream(key.rows(), erases_ranges), key_(std::move(key)) {}

  void create() override;
  int64_t size() override { return key_.size(); }
  StreamId last_id() override { return key_.last_id(); }
  types::StreamPast past() override;
  void set_last_id(const StreamId& id) override;
  void set_past(const types::StreamPast& past) override;
  void append(const StreamId& id, std::span<const BytesView> words) override;

 private:
  bool exists() override { return key_.exists(); }
  [[noreturn]] void throw_corrupt(BytesView what) override { key_.throw_corrupt(what); }

  Bytes entry_row(const StreamId& id) override;
  Bytes group_row(BytesView group) override;
  Bytes consumer_row(BytesView group, BytesView consumer) override;
  Bytes pending_row(BytesView group, const StreamId& id) override;
  Bytes owned_row(BytesView group, BytesView consumer, const StreamId& id) override;
  bool stand_together() const override { return false; }
  format::KeyRange group_rows() override;
  Bytes behind_group(BytesView group) override;
  format::KeyRange consumer_rows(BytesView group) override;
  Bytes behind_consumer(BytesView group, BytesView consumer) override;
  std::vector<format::KeyRange> rows_of_group(BytesView group) override;

  std::optional<StreamId> id_of_entry(BytesView row) override;
  std::optional<Bytes> name_of_group(BytesView row) override;
  std::optional<Bytes> name_of_consumer(BytesView row, BytesView group) override;
  std::optional<StreamId> id_of_pending(BytesView row, BytesView group) override;
  std::optional<StreamId> id_of_owned(BytesView row, BytesView group, BytesView consumer) override;

  std::optional<std::vector<Bytes>> decode_entry(const StreamId& id, BytesView value) override;
  Bytes encode_group(const types::StreamGroup& group) override;
  std::optional<types::StreamGroup> decode_group(BytesView value) override;
  Bytes encode_consumer(const types::StreamConsumer& consumer) override;
  std::optional<types::StreamConsumer> decode_consumer(BytesView value) override;
  Bytes encode_pending(const types::PendingEntry& entry) override;
  std::optional<types::PendingEntry> decode_pending(BytesView value) override;
  Bytes owned_value() override;

  StreamId first_id() override { return gone().first_id; }
  void shrink(const Shrinking& shrinking) override;
  bool has_more_rows(BytesView value) override;
  void erase_more_rows(const StreamId& first, const StreamId& last) override;

  // Entries that are gone, the greatest of those that were deleted, and where the rest begins.
  struct Gone {
    StreamId greatest_deleted;
    int64_t count = 0;
    StreamId first_id;
  };
  Bytes gone_row() const;
  Gone gone();
  void put_gone(const Gone& gone);

  Bytes part_row(const StreamId& id, int64_t part) const;
  void put_entry(const StreamId& id, std::span<const BytesView> words);
  void put_parts(const StreamId& id, std::span<const BytesView> words);
  std::optional<std::vector<Bytes>> read_parts(const StreamId& id, size_t word_count);

  OpenArdbKey key_;
};

}  // namespace keemun::encodings
