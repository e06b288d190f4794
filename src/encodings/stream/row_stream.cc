#include "encodings/stream/row_stream.h"

#include <algorithm>
#include <utility>

#include "encodings/row_walk.h"
#include "encodings/sub_rows.h"

namespace keemun::encodings {

using format::KeyRange;
using ports::Row;
using ports::Stage;
using types::NamedConsumer;
using types::NamedGroup;
using types::PendingEntry;
using types::StreamConsumer;
using types::StreamEntry;
using types::StreamGroup;
using types::StreamRange;

void RowStream::visit(Bytes first_row, Bytes last_row, const StreamRange& range,
                      ports::Values values, const Visit& visit) {
  if (!exists() || range.first > range.last) return;
  RowWalk walk(rows_, {std::move(first_row), format::row_after(std::move(last_row))},
               range.is_reverse);
  for (size_t left = range.entries_max; left > 0 && !walk.at_end();) {
    const auto wanted = static_cast<int64_t>(std::min(left, kPageRows));
    for (Row& row : walk.next(wanted, values)) {
      visit(row);
      --left;
    }
  }
}

StreamRange RowStream::from_first(StreamRange range) {
  range.first = std::max(range.first, first_id());
  return range;
}

std::vector<StreamEntry> RowStream::entries(const StreamRange& asked) {
  std::vector<StreamEntry> found;
  if (size() == 0) return found;
  const StreamRange range = from_first(asked);
  visit(entry_row(range.first), entry_row(range.last), range, ports::Values::kWhole,
        [&](const Row& row) {
          const StreamId id = sound(id_of_entry(row.key));
          found.push_back({id, sound(decode_entry(id, row.value))});
        });
  return found;
}

std::vector<std::optional<StreamEntry>> RowStream::find(std::span<const StreamId> ids) {
  std::vector<std::optional<StreamEntry>> found(ids.size());
  if (!exists() || ids.empty()) return found;
  std::vector<Bytes> row_keys;
  for (const StreamId& id : ids) row_keys.push_back(entry_row(id));
  const auto values = rows_.multi_get(row_keys);
  for (size_t i = 0; i < ids.size(); ++i) {
    if (!values[i] || !is_entry(ids[i])) continue;
    found[i] = StreamEntry{ids[i], sound(decode_entry(ids[i], *values[i]))};
  }
  return found;
}

std::vector<StreamId> RowStream::ids(const StreamRange& asked) {
  std::vector<StreamId> found;
  if (size() == 0) return found;
  const StreamRange range = from_first(asked);
  visit(entry_row(range.first), entry_row(range.last), range, ports::Values::kNone,
        [&](const Row& row) { found.push_back(sound(id_of_entry(row.key))); });
  return found;
}

std::vector<StreamId> RowStream::erase(std::span<const StreamId> ids) {
  std::vector<StreamId> erased;
  if (!exists()) return erased;
  std::vector<Bytes> row_keys;
  for (const StreamId& id : ids) row_keys.push_back(entry_row(id));
  const auto values = rows_.multi_get(row_keys);
  for (size_t i = 0; i < ids.size(); ++i) {
    if (!values[i] || !is_entry(ids[i])) continue;
    if (has_more_rows(*values[i])) erase_more_rows(ids[i], ids[i]);
    rows_.erase(std::move(row_keys[i]), Stage::kErase);
    erased.push_back(ids[i]);
  }
  if (erased.empty()) return erased;
  const auto [least, greatest] = std::minmax_element(erased.begin(), erased.end());
  const StreamId first = first_id();
  const bool is_first_left = !first.is_zero() && *least > first;
  shrink(
      {static_cast<int64_t>(erased.size()), *greatest, is_first_left ? first : first_from(first)});
  return erased;
}

StreamId RowStream::first_from(const StreamId& id) {
  const auto first = ids({.first = id, .entries_max = 1});
  return first.empty() ? kStreamIdMax : first.front();
}

int64_t RowStream::erase_first(const StreamId& last, int64_t count_max) {
  if (size() == 0) return 0;
  const StreamId first = first_id();
  if (first > last) return 0;
  // Whoever keeps a stream short takes one or few, again and again: what is read whole is kept in
  // memory, with more of what will be asked for.
  constexpr int64_t kFew = 3;
  constexpr size_t kRowsAhead = 64;
  const auto with_first_that_stays = [](int64_t entries) {
    return std::min(entries, static_cast<int64_t>(kPageRows) - 1) + 1;
  };
  const Bytes begin = entry_row(first);
  RowWalk walk(rows_, {begin, format::row_after(entry_row(kStreamIdMax))}, false);
  auto page = walk.next(with_first_that_stays(std::min(count_max, kFew)), ports::Values::kWhole,
                        kRowsAhead);
  int64_t count = 0;
  StreamId last_gone;
  std::optional<StreamId> first_left;
  std::vector<Bytes> gone;  // as long as they are few
  while (true) {
    for (Row& row : page) {
      const StreamId id = sound(id_of_entry(row.key));
      if (count == count_max || id > last) {
        first_left = id;
        break;
      }
      ++count;
      last_gone = id;
      if (gone.size() < kPageRows) gone.push_back(std::move(row.key));
    }
    if (first_left || walk.at_end()) break;
    page = walk.next(with_first_that_stays(count_max - count), ports::Values::kNone);
  }
  if (count == 0) return 0;
  erase_more_rows(first, last_gone);
  if (static_cast<int64_t>(gone.size()) == count) {
    for (Bytes& row : gone) rows_.erase(std::move(row), Stage::kErase);
  } else {
    erase_rows({begin, format::row_after(entry_row(last_gone))});
  }
  shrink({count, std::nullopt, first_left.value_or(kStreamIdMax)});
  return count;
}

void RowStream::erase_rows(KeyRange range) {
  ports::ScanPage page =
      rows_.scan({range.begin, range.end, kPageRows, false, ports::Values::kNone});
  if (page.has_more && erases_ranges_) {
    return rows_.erase_range(std::move(range.begin), std::move(range.end));
  }
  if (page.has_more) range.begin = format::row_after(page.rows.back().key);
  for (Row& row : page.rows) rows_.erase(std::move(row.key), Stage::kErase);
  if (!page.has_more) return;
  for (RowWalk walk(rows_, std::move(range), false); !walk.at_end();) {
    for (Row& row : walk.next(static_cast<int64_t>(kPageRows), ports::Values::kNone)) {
      rows_.erase(std::move(row.key), Stage::kErase);
    }
  }
}

void RowStream::walk_names(KeyRange range, size_t names_max, const Take& take) {
  while (names_max > 0) {
    const size_t rows_max = stand_together() ? std::min(names_max, kPageRows) : 1;
    const ports::ScanPage page = rows_.scan({range.begin, range.end, rows_max, false});
    for (const Row& row : page.rows) range.begin = take(row);
    names_max -= page.rows.size();
    if (!page.has_more || page.rows.empty()) return;
  }
}

std::optional<StreamGroup> RowStream::group(BytesView name) {
  if (!exists()) return std::nullopt;
  const auto value = rows_.get(group_row(name));
  if (!value) return std::nullopt;
  return sound(decode_group(*value));
}

std::vector<NamedGroup> RowStream::groups(const std::optional<Bytes>& after, size_t groups_max) {
  std::vector<NamedGroup> found;
  if (!exists()) return found;
  KeyRange rest = group_rows();
  if (after) rest.begin = behind_group(*after);
  walk_names(std::move(rest), groups_max, [&](const Row& row) {
    found.push_back({sound(name_of_group(row.key)), sound(decode_group(row.value))});
    return behind_group(found.back().name);
  });
  return found;
}

void RowStream::put_group(BytesView name, const StreamGroup& group) {
  create();
  rows_.put(group_row(name), encode_group(group), Stage::kPut);
}

// The group itself goes last: whoever has had no answer asks once more, and finds what is left.
void RowStream::erase_group(BytesView name) {
  for (KeyRange& range : rows_of_group(name)) erase_rows(std::move(range));
  rows_.erase(group_row(name), Stage::kMetaLast);
}

std::optional<StreamConsumer> RowStream::consumer(BytesView group, BytesView name) {
  const auto value = rows_.get(consumer_row(group, name));
  if (!value) return std::nullopt;
  return sound(decode_consumer(*value));
}

std::vector<NamedConsumer> RowStream::consumers(BytesView group, const std::optional<Bytes>& after,
                                                size_t consumers_max) {
  std::vector<NamedConsumer> found;
  KeyRange rest = consumer_rows(group);
  if (after) rest.begin = behind_consumer(group, *after);
  walk_names(std::move(rest), consumers_max, [&](const Row& row) {
    found.push_back({sound(name_of_consumer(row.key, group)), sound(decode_consumer(row.value))});
    return behind_consumer(group, found.back().name);
  });
  return found;
}

void RowStream::put_consumer(BytesView group, BytesView name, const StreamConsumer& consumer) {
  rows_.put(consumer_row(group, name), encode_consumer(consumer), Stage::kPut);
}

void RowStream::erase_consumer(BytesView group, BytesView name) {
  rows_.erase(consumer_row(group, name), Stage::kMetaLast);
}

std::vector<std::optional<PendingEntry>> RowStream::pending(BytesView group,
                                                            std::span<const StreamId> ids) {
  std::vector<Bytes> row_keys;
  for (const StreamId& id : ids) row_keys.push_back(pending_row(group, id));
  std::vector<std::optional<PendingEntry>> found;
  if (row_keys.empty()) return found;
  for (const auto& value : rows_.multi_get(row_keys)) {
    auto& entry = found.emplace_back();
    if (!value) continue;
    entry = sound(decode_pending(*value));
    entry->id = ids[found.size() - 1];
  }
  return found;
}

std::vector<PendingEntry> RowStream::pending(BytesView group, const StreamRange& range) {
  std::vector<PendingEntry> found;
  visit(pending_row(group, range.first), pending_row(group, range.last), range,
        ports::Values::kWhole, [&](const Row& row) {
          found.push_back(sound(decode_pending(row.value)));
          found.back().id = sound(id_of_pending(row.key, group));
        });
  return found;
}

std::vector<StreamId> RowStream::pending_of(BytesView group, BytesView consumer,
                                            const StreamRange& range) {
  std::vector<StreamId> found;
  // With their values, which are short: such pages stay in memory, and what they say of rows that
  // are gone.
  visit(owned_row(group, consumer, range.first), owned_row(group, consumer, range.last), range,
        ports::Values::kWhole,
        [&](const Row& row) { found.push_back(sound(id_of_owned(row.key, group, consumer))); });
  return found;
}

void RowStream::put_pending(BytesView group, const PendingEntry& entry) {
  rows_.put(pending_row(group, entry.id), encode_pending(entry), Stage::kPut);
  rows_.put(owned_row(group, entry.consumer, entry.id), owned_value(), Stage::kPut);
}

void RowStream::hand_over(BytesView group, const PendingEntry& entry, BytesView previous) {
  rows_.put(pending_row(group, entry.id), encode_pending(entry), Stage::kPut);
  if (previous == entry.consumer) return;
  rows_.erase(owned_row(group, previous, entry.id), Stage::kErase);
  rows_.put(owned_row(group, entry.consumer, entry.id), owned_value(), Stage::kPut);
}

void RowStream::erase_pending(BytesView group, const StreamId& id, BytesView consumer) {
  rows_.erase(pending_row(group, id), Stage::kErase);
  rows_.erase(owned_row(group, consumer, id), Stage::kErase);
}

}  // namespace keemun::encodings
