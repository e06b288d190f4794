// A stream in rows, whichever family they are of: what all encodings of streams share. Each kind of
// thing is a row of its own: an entry, a group, a consumer, an entry that is pending in a group,
// and the same once more without a value among those of its consumer. An encoding says what rows
// are called and what their values are.
//
// A row that does not decode ends the command with "ERR corrupt key ...".
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "format/key_range.h"
#include "ports/rows.h"
#include "types/stream_store.h"

namespace keemun::encodings {

class RowStream : public types::StreamStore {
 public:
  std::vector<types::StreamEntry> entries(const types::StreamRange& range) override;
  std::vector<std::optional<types::StreamEntry>> find(std::span<const StreamId> ids) override;
  std::vector<StreamId> ids(const types::StreamRange& range) override;
  std::vector<StreamId> erase(std::span<const StreamId> ids) override;
  int64_t erase_first(const StreamId& last, int64_t count_max) override;

  std::optional<types::StreamGroup> group(BytesView name) override;
  std::vector<types::NamedGroup> groups(const std::optional<Bytes>& after,
                                        size_t groups_max) override;
  void put_group(BytesView name, const types::StreamGroup& group) override;
  void erase_group(BytesView name) override;

  std::optional<types::StreamConsumer> consumer(BytesView group, BytesView name) override;
  std::vector<types::NamedConsumer> consumers(BytesView group, const std::optional<Bytes>& after,
                                              size_t consumers_max) override;
  void put_consumer(BytesView group, BytesView name,
                    const types::StreamConsumer& consumer) override;
  void erase_consumer(BytesView group, BytesView name) override;

  std::vector<std::optional<types::PendingEntry>> pending(BytesView group,
                                                          std::span<const StreamId> ids) override;
  std::vector<types::PendingEntry> pending(BytesView group,
                                           const types::StreamRange& range) override;
  std::vector<StreamId> pending_of(BytesView group, BytesView consumer,
                                   const types::StreamRange& range) override;
  void put_pending(BytesView group, const types::PendingEntry& entry) override;
  void hand_over(BytesView group, const types::PendingEntry& entry, BytesView previous) override;
  void erase_pending(BytesView group, const StreamId& id, BytesView consumer) override;

 protected:
  // `erases_ranges`: the store erases a range cheaply, in the batch that writes the meta.
  RowStream(ports::Rows& rows, bool erases_ranges) : rows_(rows), erases_ranges_(erases_ranges) {}

  ports::Rows& rows() const { return rows_; }
  virtual bool exists() = 0;
  [[noreturn]] virtual void throw_corrupt(BytesView what) = 0;

  virtual Bytes entry_row(const StreamId& id) = 0;
  virtual Bytes group_row(BytesView group) = 0;
  virtual Bytes consumer_row(BytesView group, BytesView consumer) = 0;
  virtual Bytes pending_row(BytesView group, const StreamId& id) = 0;
  virtual Bytes owned_row(BytesView group, BytesView consumer, const StreamId& id) = 0;

  // Whether the rows of groups, and those of a group's consumers, stand without others among them.
  virtual bool stand_together() const = 0;
  // Where the groups stand, and the consumers of one; rows of other kinds may stand among them, but
  // not between the end of one group's (one consumer's) and the next one.
  virtual format::KeyRange group_rows() = 0;
  virtual Bytes behind_group(BytesView group) = 0;
  virtual format::KeyRange consumer_rows(BytesView group) = 0;
  virtual Bytes behind_consumer(BytesView group, BytesView consumer) = 0;
  // All rows of a group, but for its own, which may be among them.
  virtual std::vector<format::KeyRange> rows_of_group(BytesView group) = 0;

  // The other way round; none: corrupt.
  virtual std::optional<StreamId> id_of_entry(BytesView row) = 0;
  virtual std::optional<Bytes> name_of_group(BytesView row) = 0;
  virtual std::optional<Bytes> name_of_consumer(BytesView row, BytesView group) = 0;
  virtual std::optional<StreamId> id_of_pending(BytesView row, BytesView group) = 0;
  virtual std::optional<StreamId> id_of_owned(BytesView row, BytesView group,
                                              BytesView consumer) = 0;

  virtual std::optional<std::vector<Bytes>> decode_entry(const StreamId& id, BytesView value) = 0;
  virtual Bytes encode_group(const types::StreamGroup& group) = 0;
  virtual std::optional<types::StreamGroup> decode_group(BytesView value) = 0;
  virtual Bytes encode_consumer(const types::StreamConsumer& consumer) = 0;
  virtual std::optional<types::StreamConsumer> decode_consumer(BytesView value) = 0;
  virtual Bytes encode_pending(const types::PendingEntry& entry) = 0;
  // Without the id.
  virtual std::optional<types::PendingEntry> decode_pending(BytesView value) = 0;
  virtual Bytes owned_value() = 0;

  // Of the first entry; 0-0 where nobody knows, the greatest where there is none. What goes leaves
  // marks in a store, over which a scan steps one by one, so nobody begins before it.
  virtual StreamId first_id() = 0;
  // Of a row that is there; others may be left where a batch was torn.
  virtual bool is_entry(const StreamId&) { return true; }

  struct Shrinking {
    int64_t count = 0;                         // of the entries that have gone
    std::optional<StreamId> greatest_deleted;  // of those that were named
    StreamId first_id;                         // of what is left
  };
  virtual void shrink(const Shrinking& shrinking) = 0;
  // What entries have in other rows than their own: of one whose value this is; of all in a run.
  virtual bool has_more_rows(BytesView) { return false; }
  virtual void erase_more_rows(const StreamId&, const StreamId&) {}

  // Each row of a run goes, however many there are.
  void erase_rows(format::KeyRange range);

 private:
  types::StreamRange from_first(types::StreamRange range);
  using Visit = std::function<void(ports::Row& row)>;
  // Up to entries_max rows of those between two.
  void visit(Bytes first_row, Bytes last_row, const types::StreamRange& range, ports::Values values,
             const Visit& visit);
  // Where entries begin, once those before `id` have gone.
  StreamId first_from(const StreamId& id);
  // What is given to `take`, which answers where what is next begins.
  using Take = std::function<Bytes(const ports::Row& row)>;
  void walk_names(format::KeyRange range, size_t names_max, const Take& take);

  template <typename Value>
  Value sound(std::optional<Value> value) {
    if (!value) throw_corrupt("a row of the stream does not decode");
    return *std::move(value);
  }

  ports::Rows& rows_;
  const bool erases_ranges_;
};

}  // namespace keemun::encodings
