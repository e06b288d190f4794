#include "encodings/ardb/ardb_stream.h"

#include <algorithm>

#include "base/wrapping.h"
#include "encodings/row_walk.h"
#include "encodings/sub_rows.h"

namespace keemun::encodings {

using format::ArdbElement;
using format::ArdbElements;
using format::ArdbNil;
using format::ArdbType;
using format::KeyRange;
using ports::Row;
using ports::Stage;
using types::PendingEntry;
using types::StreamConsumer;
using types::StreamGroup;
using types::StreamPast;

namespace {

// Names that the meta keeps for all entries: it is written with each of them.
constexpr size_t kSharedNamesMax = 16;
constexpr size_t kSharedNameBytesMax = 256;
// Words of an entry in one row of their own, of which fields and values have an equal share.
constexpr size_t kPartWordsMax = 254;

Bytes encode(ArdbType type, ArdbElements elements) {
  return format::encode_ardb_value({.type = type, .elements = std::move(elements)});
}

// None unless it is of this type and has at least so many elements.
std::optional<ArdbElements> decode(ArdbType type, BytesView value, size_t elements_min) {
  auto decoded = format::decode_ardb_value(value);
  if (!decoded || decoded->type != type || decoded->elements.size() < elements_min) {
    return std::nullopt;
  }
  return std::move(decoded->elements);
}

std::optional<int64_t> int_in(const ArdbElement& element) {
  const auto* number = std::get_if<int64_t>(&element);
  return number == nullptr ? std::nullopt : std::optional(*number);
}

std::optional<Bytes> string_in(const ArdbElement& element) {
  const auto* bytes = std::get_if<Bytes>(&element);
  return bytes == nullptr ? std::nullopt : std::optional(*bytes);
}

std::optional<StreamId> id_in(const ArdbElement& element) {
  const auto* bytes = std::get_if<Bytes>(&element);
  return bytes == nullptr ? std::nullopt : StreamId::of_bytes(*bytes);
}

ArdbElements names_of(std::span<const BytesView> words) {
  ArdbElements names;
  for (size_t i = 0; i < words.size(); i += 2) names.emplace_back(Bytes(words[i]));
  return names;
}

bool may_be_shared(std::span<const BytesView> words) {
  size_t byte_count = 0;
  for (size_t i = 0; i < words.size(); i += 2) byte_count += words[i].size();
  return words.size() / 2 <= kSharedNamesMax && byte_count <= kSharedNameBytesMax;
}

}  // namespace

void ArdbStream::create() {
  if (!exists()) key_.set_stream(0, last_id(), key_.field_names());
}

Bytes ArdbStream::gone_row() const {
  return key_.names().row(ArdbType::kStreamPending, {ArdbNil()});
}

ArdbStream::Gone ArdbStream::gone() {
  if (!exists()) return {};
  const auto value = rows().get(gone_row());
  if (!value) return {};
  const auto elements = decode(ArdbType::kStreamPending, *value, 3);
  const auto greatest = elements ? id_in((*elements)[0]) : std::nullopt;
  const auto count = elements ? int_in((*elements)[1]) : std::nullopt;
  const auto first = elements ? id_in((*elements)[2]) : std::nullopt;
  if (!greatest || !count || !first) throw_corrupt("a row of the stream does not decode");
  return {*greatest, *count, *first};
}

void ArdbStream::put_gone(const Gone& gone) {
  rows().put(gone_row(),
             encode(ArdbType::kStreamPending,
                    {gone.greatest_deleted.bytes(), gone.count, gone.first_id.bytes()}),
             Stage::kPut);
}

// Sums and differences wrap around, as in Redis, which counts without a sign.
StreamPast ArdbStream::past() {
  const Gone known = gone();
  return {known.greatest_deleted, wrapping_sum(known.count, size())};
}

void ArdbStream::set_past(const StreamPast& past) {
  create();
  put_gone({past.greatest_deleted, wrapping_difference(past.entries_added, size()), first_id()});
}

void ArdbStream::set_last_id(const StreamId& id) {
  key_.set_stream(size(), id, key_.field_names());
}

void ArdbStream::append(const StreamId& id, std::span<const BytesView> words) {
  ArdbElements shared = key_.field_names();
  // Where there are no entries, nobody needs the old ones.
  if (size() == 0) shared = may_be_shared(words) ? names_of(words) : ArdbElements();
  // Of a stream that is new nobody need know it.
  if (Gone known = size() == 0 ? gone() : Gone(); known.first_id > id) {
    known.first_id = id;
    put_gone(known);
  }
  key_.set_stream(size() + 1, id, std::move(shared));
  put_entry(id, words);
}

void ArdbStream::put_entry(const StreamId& id, std::span<const BytesView> words) {
  ArdbElements elements = {static_cast<int64_t>(words.size() / 2)};
  ArdbElements names = names_of(words);
  const bool are_shared = names == key_.field_names();
  if (are_shared || words.size() < format::kArdbElementsMax) {
    for (size_t i = 1; i < words.size(); i += 2) {
      elements.push_back(format::ardb_element_of(words[i]));
    }
    if (!are_shared) elements.insert(elements.end(), names.begin(), names.end());
  } else {
    put_parts(id, words);
  }
  rows().put(entry_row(id), encode(ArdbType::kStreamElement, std::move(elements)), Stage::kPut);
}

Bytes ArdbStream::part_row(const StreamId& id, int64_t part) const {
  return key_.names().row(ArdbType::kStreamElement, {id.bytes(), part});
}

void ArdbStream::put_parts(const StreamId& id, std::span<const BytesView> words) {
  for (int64_t part = 0; !words.empty(); ++part) {
    const auto here = words.first(std::min(words.size(), kPartWordsMax));
    words = words.subspan(here.size());
    ArdbElements elements;
    for (size_t i = 0; i < here.size(); i += 2) {
      elements.emplace_back(Bytes(here[i]));
      elements.push_back(format::ardb_element_of(here[i + 1]));
    }
    rows().put(part_row(id, part), encode(ArdbType::kStreamElement, std::move(elements)),
               Stage::kPut);
  }
}

std::optional<std::vector<Bytes>> ArdbStream::read_parts(const StreamId& id, size_t word_count) {
  std::vector<Bytes> words;
  RowWalk walk(rows(), key_.names().rows(ArdbType::kStreamElement, 2, {id.bytes()}), false);
  while (!walk.at_end()) {
    for (const Row& row : walk.next(static_cast<int64_t>(kPageRows), ports::Values::kWhole)) {
      const auto elements = decode(ArdbType::kStreamElement, row.value, 2);
      if (!elements) return std::nullopt;
      for (const ArdbElement& element : *elements) words.push_back(format::ardb_text_of(element));
    }
  }
  if (words.size() != word_count) return std::nullopt;
  return words;
}

std::optional<std::vector<Bytes>> ArdbStream::decode_entry(const StreamId& id, BytesView value) {
  const auto elements = decode(ArdbType::kStreamElement, value, 1);
  const auto field_count = elements ? int_in((*elements)[0]) : std::nullopt;
  if (!field_count || *field_count < 1) return std::nullopt;
  const auto fields = static_cast<size_t>(*field_count);
  if (elements->size() == 1) return read_parts(id, fields * 2);
  const bool are_shared = elements->size() == 1 + fields;
  const ArdbElements& shared = key_.field_names();
  if (are_shared ? shared.size() != fields : elements->size() != 1 + fields * 2) {
    return std::nullopt;
  }
  std::vector<Bytes> words;
  words.reserve(fields * 2);
  for (size_t i = 0; i < fields; ++i) {
    words.push_back(format::ardb_text_of(are_shared ? shared[i] : (*elements)[1 + fields + i]));
    words.push_back(format::ardb_text_of((*elements)[1 + i]));
  }
  return words;
}

bool ArdbStream::has_more_rows(BytesView value) {
  const auto elements = decode(ArdbType::kStreamElement, value, 1);
  return elements && elements->size() == 1;
}

void ArdbStream::erase_more_rows(const StreamId& first, const StreamId& last) {
  const auto rows_of = [&](const StreamId& id) {
    return key_.names().rows(ArdbType::kStreamElement, 2, {id.bytes()});
  };
  erase_rows({rows_of(first).begin, rows_of(last).end});
}

void ArdbStream::shrink(const Shrinking& shrinking) {
  Gone known = gone();
  known.count = wrapping_sum(known.count, shrinking.count);
  known.greatest_deleted =
      std::max(known.greatest_deleted, shrinking.greatest_deleted.value_or(StreamId()));
  known.first_id = shrinking.first_id;
  put_gone(known);
  key_.set_stream(size() - shrinking.count, last_id(), key_.field_names());
}

Bytes ArdbStream::entry_row(const StreamId& id) {
  return key_.names().row(ArdbType::kStreamElement, {id.bytes()});
}

Bytes ArdbStream::group_row(BytesView group) {
  return key_.names().row(ArdbType::kStreamPending, {Bytes(group), ArdbNil()});
}

Bytes ArdbStream::pending_row(BytesView group, const StreamId& id) {
  return key_.names().row(ArdbType::kStreamPending, {Bytes(group), id.bytes()});
}

Bytes ArdbStream::consumer_row(BytesView group, BytesView consumer) {
  return key_.names().row(ArdbType::kStreamPending, {Bytes(group), Bytes(consumer), ArdbNil()});
}

Bytes ArdbStream::owned_row(BytesView group, BytesView consumer, const StreamId& id) {
  return key_.names().row(ArdbType::kStreamPending, {Bytes(group), Bytes(consumer), id.bytes()});
}

KeyRange ArdbStream::group_rows() {
  return key_.names().rows(ArdbType::kStreamPending, 2, {});
}

Bytes ArdbStream::behind_group(BytesView group) {
  return key_.names().rows(ArdbType::kStreamPending, 2, {Bytes(group)}).end;
}

KeyRange ArdbStream::consumer_rows(BytesView group) {
  return key_.names().rows(ArdbType::kStreamPending, 3, {Bytes(group)});
}

Bytes ArdbStream::behind_consumer(BytesView group, BytesView consumer) {
  return key_.names().rows(ArdbType::kStreamPending, 3, {Bytes(group), Bytes(consumer)}).end;
}

std::vector<KeyRange> ArdbStream::rows_of_group(BytesView group) {
  return {key_.names().rows(ArdbType::kStreamPending, 2, {Bytes(group)}), consumer_rows(group)};
}

std::optional<StreamId> ArdbStream::id_of_entry(BytesView row) {
  const auto elements = key_.names().elements_of(row, 1);
  return elements ? id_in((*elements)[0]) : std::nullopt;
}

std::optional<Bytes> ArdbStream::name_of_group(BytesView row) {
  const auto elements = key_.names().elements_of(row, 2);
  if (!elements || !std::holds_alternative<ArdbNil>((*elements)[1])) return std::nullopt;
  return string_in((*elements)[0]);
}

std::optional<Bytes> ArdbStream::name_of_consumer(BytesView row, BytesView) {
  const auto elements = key_.names().elements_of(row, 3);
  if (!elements || !std::holds_alternative<ArdbNil>((*elements)[2])) return std::nullopt;
  return string_in((*elements)[1]);
}

std::optional<StreamId> ArdbStream::id_of_pending(BytesView row, BytesView) {
  const auto elements = key_.names().elements_of(row, 2);
  return elements ? id_in((*elements)[1]) : std::nullopt;
}

std::optional<StreamId> ArdbStream::id_of_owned(BytesView row, BytesView, BytesView) {
  const auto elements = key_.names().elements_of(row, 3);
  return elements ? id_in((*elements)[2]) : std::nullopt;
}

Bytes ArdbStream::encode_group(const StreamGroup& group) {
  return encode(ArdbType::kStreamPending, {group.last_delivered.bytes(), group.entries_read});
}

std::optional<StreamGroup> ArdbStream::decode_group(BytesView value) {
  const auto elements = decode(ArdbType::kStreamPending, value, 1);
  const auto id = elements ? id_in((*elements)[0]) : std::nullopt;
  if (!id) return std::nullopt;
  // Ardb's own have no more than that.
  if (elements->size() == 1) return StreamGroup{*id, types::kEntriesReadUnknown};
  const auto entries_read = int_in((*elements)[1]);
  if (!entries_read) return std::nullopt;
  return StreamGroup{*id, *entries_read};
}

Bytes ArdbStream::encode_consumer(const StreamConsumer& consumer) {
  return encode(ArdbType::kStreamPending, {consumer.seen_at_ms, consumer.pending});
}

std::optional<StreamConsumer> ArdbStream::decode_consumer(BytesView value) {
  const auto elements = decode(ArdbType::kStreamPending, value, 2);
  const auto seen = elements ? int_in((*elements)[0]) : std::nullopt;
  const auto pending = elements ? int_in((*elements)[1]) : std::nullopt;
  if (!seen || !pending || *pending < 0) return std::nullopt;
  return StreamConsumer{*seen, *pending};
}

Bytes ArdbStream::encode_pending(const PendingEntry& entry) {
  return encode(ArdbType::kStreamPending,
                {entry.consumer, entry.delivered_at_ms, entry.deliveries});
}

std::optional<PendingEntry> ArdbStream::decode_pending(BytesView value) {
  const auto elements = decode(ArdbType::kStreamPending, value, 3);
  const auto consumer = elements ? string_in((*elements)[0]) : std::nullopt;
  const auto delivered = elements ? int_in((*elements)[1]) : std::nullopt;
  const auto deliveries = elements ? int_in((*elements)[2]) : std::nullopt;
  if (!consumer || !delivered || !deliveries) return std::nullopt;
  return PendingEntry{{}, *consumer, *delivered, *deliveries};
}

Bytes ArdbStream::owned_value() {
  return encode(ArdbType::kStreamPending, {});
}

}  // namespace keemun::encodings
