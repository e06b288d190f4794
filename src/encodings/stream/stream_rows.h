// stream version 0 of the camellia family: sub rows of five kinds (format/stream_members.h), and
// what the stream remembers in its meta. Appending costs one row and the meta.
#pragma once

#include <utility>

#include "encodings/open_key.h"
#include "encodings/stream/row_stream.h"

namespace keemun::encodings {

class StreamRows final : public RowStream {
 public:
  StreamRows(OpenKey key, bool erases_ranges)
      : RowStream(key.rows(), erases_ranges), key_(std::move(key)) {}

  void create() override;
  int64_t size() override { return key_.exists() ? key_.meta().count : 0; }
  StreamId last_id() override { return key_.meta().stream.last_id; }
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
  bool stand_together() const override { return true; }
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
  Bytes owned_value() override { return {}; }

  StreamId first_id() override { return key_.meta().stream.first_id; }
  bool is_entry(const StreamId& id) override { return size() > 0 && id >= first_id(); }
  void shrink(const Shrinking& shrinking) override;

  Bytes sub_key(const Bytes& member) const { return key_.generation().sub_key(member); }
  // Of a row, what is behind a beginning of its member.
  BytesView tail(BytesView row, const Bytes& member_prefix) const {
    return row.substr(key_.generation().stem_bytes() + member_prefix.size());
  }

  OpenKey key_;
};

}  // namespace keemun::encodings
