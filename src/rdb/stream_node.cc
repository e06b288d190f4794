#include "rdb/stream_node.h"

#include <cstddef>
#include <cstdint>
#include <utility>

#include "base/number_text.h"
#include "rdb/listpack_writer.h"
#include "rdb/packed.h"
#include "rdb/reader.h"

namespace keemun::rdb {

using types::StreamEntry;

namespace {

constexpr int64_t kIsDeleted = 1;
constexpr int64_t kHasFieldsOfNode = 2;

class NodeReader {
 public:
  NodeReader(const StreamId& id, std::vector<Bytes> elements, Budget& budget)
      : id_(id), elements_(std::move(elements)), budget_(budget) {}

  void read(std::vector<StreamEntry>& entries) {
    const int64_t entry_count = number();
    const int64_t deleted_count = number();
    for (int64_t left = count_of_fields(); left > 0; --left) fields_.push_back(text());
    if (number() != 0) throw_bad_data();
    int64_t found = 0;
    int64_t deleted = 0;
    while (next_ < elements_.size()) {
      StreamEntry entry;
      const bool is_deleted = read_entry(entry);
      ++(is_deleted ? deleted : found);
      if (!is_deleted) entries.push_back(std::move(entry));
    }
    if (found != entry_count || deleted != deleted_count) throw_bad_data();
  }

 private:
  Bytes text() {
    if (next_ == elements_.size()) throw_bad_data();
    return std::move(elements_[next_++]);
  }

  int64_t number() {
    const auto number = parse_int64(text());
    if (!number) throw_bad_data();
    return *number;
  }

  int64_t count_of_fields() {
    const int64_t count = number();
    if (count < 1) throw_bad_data();
    return count;
  }

  // Whether it is deleted.
  bool read_entry(StreamEntry& entry) {
    const size_t begin = next_;
    const int64_t flags = number();
    entry.id.ms = id_.ms + static_cast<uint64_t>(number());
    entry.id.sequence = id_.sequence + static_cast<uint64_t>(number());
    if ((flags & kHasFieldsOfNode) != 0) {
      for (const Bytes& field : fields_) {
        add_word(entry, field);
        add_word(entry, text());
      }
    } else {
      for (int64_t left = count_of_fields(); left > 0; --left) {
        add_word(entry, text());
        add_word(entry, text());
      }
    }
    const auto element_count = static_cast<int64_t>(next_ - begin);
    if (number() != element_count) throw_bad_data();
    return (flags & kIsDeleted) != 0;
  }

  void add_word(StreamEntry& entry, Bytes word) {
    budget_.spend(word.size());
    entry.words.push_back(std::move(word));
  }

  const StreamId id_;
  std::vector<Bytes> elements_;
  size_t next_ = 0;
  Budget& budget_;
  std::vector<Bytes> fields_;
};

bool have_same_fields(const StreamEntry& a, const StreamEntry& b) {
  if (a.words.size() != b.words.size()) return false;
  for (size_t i = 0; i < a.words.size(); i += 2) {
    if (a.words[i] != b.words[i]) return false;
  }
  return true;
}

void write_entry(const StreamEntry& entry, const StreamEntry& first, ListpackWriter& listpack) {
  constexpr int64_t kFlagsAndId = 3;
  const auto field_count = static_cast<int64_t>(entry.words.size() / 2);
  const bool is_short = have_same_fields(entry, first);
  listpack.add(is_short ? kHasFieldsOfNode : int64_t{0});
  listpack.add(static_cast<int64_t>(entry.id.ms - first.id.ms));
  listpack.add(static_cast<int64_t>(entry.id.sequence - first.id.sequence));
  if (!is_short) listpack.add(field_count);
  for (size_t i = 0; i < entry.words.size(); i += 2) {
    if (!is_short) listpack.add(BytesView(entry.words[i]));
    listpack.add(BytesView(entry.words[i + 1]));
  }
  listpack.add(kFlagsAndId + (is_short ? field_count : 1 + 2 * field_count));
}

}  // namespace

void read_stream_node(const StreamId& id, BytesView listpack, Budget& budget,
                      std::vector<StreamEntry>& entries) {
  Elements elements;
  read_listpack(listpack, elements);
  NodeReader(id, std::move(elements).take(), budget).read(entries);
}

Bytes write_stream_node(std::span<const StreamEntry> entries) {
  const StreamEntry& first = entries.front();
  ListpackWriter listpack;
  listpack.add(static_cast<int64_t>(entries.size()));
  listpack.add(int64_t{0});
  listpack.add(static_cast<int64_t>(first.words.size() / 2));
  for (size_t i = 0; i < first.words.size(); i += 2) listpack.add(BytesView(first.words[i]));
  listpack.add(int64_t{0});
  for (const StreamEntry& entry : entries) write_entry(entry, first, listpack);
  return std::move(listpack).finish();
}

}  // namespace keemun::rdb
