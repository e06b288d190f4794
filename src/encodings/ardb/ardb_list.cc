#include "encodings/ardb/ardb_list.h"

#include <algorithm>
#include <iterator>

#include "encodings/ardb/named_rows.h"
#include "encodings/row_walk.h"
#include "format/ardb_list_index.h"

namespace keemun::encodings {

using format::ArdbElement;
using format::ArdbType;
using format::KeyRange;
using ports::Row;
using ports::Stage;
using types::ListEnd;
using types::RankRange;

ArdbElement ArdbList::index_of(const Row& row) const {
  auto index = key_.names().index_of(row.key);
  if (!index) key_.throw_corrupt("a list row has no index");
  return *std::move(index);
}

ArdbElement ArdbList::index_at(int64_t rank) {
  if (key_.is_sequential()) return std::get<int64_t>(key_.first_index()) + rank;
  return index_of(read({rank, 1}, ports::Values::kNone).front());
}

Bytes ArdbList::text_of(const Row& row) const {
  return format::ardb_text_of(element_of_row(key_, ArdbType::kListElement, row.value));
}

void ArdbList::put(const Index& index, BytesView element) {
  key_.rows().put(key_.names().element_row(index),
                  format::encode_ardb_value({.type = ArdbType::kListElement,
                                             .elements = {format::ardb_element_of(element)}}),
                  Stage::kPut);
}

void ArdbList::throw_missing() const {
  key_.throw_corrupt("an element of the list is missing");
}

std::vector<Row> ArdbList::read(RankRange ranks, ports::Values values) {
  std::vector<Row> rows = ranks.count > 0 ? walk_to(ranks, values) : std::vector<Row>();
  if (static_cast<int64_t>(rows.size()) != ranks.count) {
    throw_missing();
  }
  return rows;
}

std::vector<Row> ArdbList::walk_to(RankRange ranks, ports::Values values) {
  KeyRange range = key_.names().element_rows();
  const int64_t behind = size() - ranks.first - ranks.count;
  const bool from_tail = !key_.is_sequential() && behind < ranks.first;
  int64_t to_skip = from_tail ? behind : ranks.first;
  if (key_.is_sequential()) {
    range.begin = key_.names().element_row(index_at(ranks.first));
    // To the end of the list: who has to wait for a page may want what is behind it, too. Not a
    // step further, for there is what was erased.
    range.end = format::row_after(key_.names().element_row(index_at(size() - 1)));
    to_skip = 0;
  }
  RowWalk walk(key_.rows(), std::move(range), from_tail);
  walk.skip(to_skip);
  std::vector<Row> rows;
  while (!walk.at_end()) {
    const int64_t left = ranks.count - static_cast<int64_t>(rows.size());
    if (left <= 0) break;
    std::vector<Row> page = walk.next(left, values);
    std::move(page.begin(), page.end(), std::back_inserter(rows));
  }
  const auto is_last = [&](const Row& row) {
    return row.key == key_.names().element_row(index_at(ranks.first + ranks.count - 1));
  };
  if (key_.is_sequential() && !rows.empty() && !is_last(rows.back())) throw_missing();
  if (from_tail) std::reverse(rows.begin(), rows.end());
  return rows;
}

OpenArdbKey::ListBounds ArdbList::bounds_of(RankRange ranks) {
  OpenArdbKey::ListBounds bounds{key_.first_index(), key_.last_index(), key_.is_sequential()};
  if (ranks.first > 0) bounds.first = index_at(ranks.first);
  const int64_t end = ranks.first + ranks.count;
  if (end < size()) bounds.last = index_at(end - 1);
  return bounds;
}

void ArdbList::push(ListEnd end, std::span<const BytesView> elements) {
  const auto added = static_cast<int64_t>(elements.size());
  if (added == 0) return;
  const bool is_head = end == ListEnd::kHead;
  if (!key_.exists()) {
    int64_t index = 0;
    for (const BytesView element : elements) put(is_head ? index-- : index++, element);
    const int64_t outermost = is_head ? 1 - added : added - 1;
    key_.resize_list(added, {std::min<int64_t>(0, outermost), std::max<int64_t>(0, outermost)});
    return;
  }
  const auto outermost = [&] {
    return is_head ? format::ardb_index_before(key_.first_index(), added)
                   : format::ardb_index_behind(key_.last_index(), added);
  };
  if (!outermost()) renumber();
  const int64_t last_pushed = *outermost();
  int64_t index = is_head ? last_pushed + added - 1 : last_pushed - added + 1;
  for (const BytesView element : elements) put(is_head ? index-- : index++, element);
  OpenArdbKey::ListBounds bounds{key_.first_index(), key_.last_index(), key_.is_sequential()};
  (is_head ? bounds.first : bounds.last) = last_pushed;
  key_.resize_list(added, std::move(bounds));
}

std::vector<Bytes> ArdbList::pop(ListEnd end, int64_t count) {
  const bool is_head = end == ListEnd::kHead;
  const int64_t left = size() - count;
  const std::vector<Row> rows = read({is_head ? 0 : left, count}, ports::Values::kWhole);
  std::vector<Bytes> popped;
  for (const Row& row : rows) popped.push_back(text_of(row));
  if (!is_head) std::reverse(popped.begin(), popped.end());
  if (left == 0) {
    for (const Row& row : rows) key_.rows().erase(row.key, Stage::kErase);
    key_.drop();
  } else if (count > 0) {
    auto bounds = bounds_of({is_head ? count : 0, left});
    for (const Row& row : rows) key_.rows().erase(row.key, Stage::kErase);
    key_.resize_list(-count, std::move(bounds));
  }
  return popped;
}

Bytes ArdbList::at(int64_t index) {
  if (key_.is_sequential()) {
    auto value = key_.rows().get(key_.names().element_row(index_at(index)));
    if (!value) throw_missing();
    return text_of({{}, *std::move(value)});
  }
  return text_of(read({index, 1}, ports::Values::kWhole).front());
}

std::vector<Bytes> ArdbList::range(RankRange ranks) {
  std::vector<Bytes> elements;
  for (const Row& row : read(ranks, ports::Values::kWhole)) elements.push_back(text_of(row));
  return elements;
}

void ArdbList::set(int64_t index, BytesView element) {
  put(index_at(index), element);
}

void ArdbList::trim(RankRange ranks) {
  const KeyRange all = key_.names().element_rows();
  if (ranks.count == 0) {
    erase_ardb_rows(key_.rows(), all);
    key_.drop();
    return;
  }
  const int64_t removed = size() - ranks.count;
  if (removed == 0) return;
  OpenArdbKey::ListBounds bounds = bounds_of(ranks);
  erase_ardb_rows(key_.rows(), {all.begin, key_.names().element_row(bounds.first)});
  erase_ardb_rows(key_.rows(), {format::row_after(key_.names().element_row(bounds.last)), all.end});
  key_.resize_list(-removed, std::move(bounds));
}

void ArdbList::insert(int64_t index, BytesView element) {
  if (index == 0 || index == size()) {
    push(index == 0 ? ListEnd::kHead : ListEnd::kTail, {&element, 1});
    return;
  }
  const auto between = [&] {
    if (key_.is_sequential()) {
      return format::ardb_index_between(index_at(index - 1), index_at(index));
    }
    const std::vector<Row> around = read({index - 1, 2}, ports::Values::kNone);
    return format::ardb_index_between(index_of(around[0]), index_of(around[1]));
  };
  auto place = between();
  if (!place) {
    renumber();
    place = between();
  }
  put(*place, element);
  key_.resize_list(1, {key_.first_index(), key_.last_index(), false});
}

void ArdbList::remove(std::span<const int64_t> indexes) {
  const auto removed = static_cast<int64_t>(indexes.size());
  if (removed == 0) return;
  if (removed == size()) {
    trim({0, 0});
    return;
  }
  // What goes at the ends moves the bounds; only what goes between leaves gaps.
  size_t head = 0;
  while (head < indexes.size() && indexes[head] == static_cast<int64_t>(head)) ++head;
  size_t tail = 0;
  for (int64_t last = size() - 1; tail < indexes.size(); ++tail, --last) {
    if (indexes[indexes.size() - 1 - tail] != last) break;
  }
  const auto first_kept = static_cast<int64_t>(head);
  auto bounds = bounds_of({first_kept, size() - first_kept - static_cast<int64_t>(tail)});
  bounds.is_sequential = bounds.is_sequential && head + tail == indexes.size();
  const int64_t from = indexes.front();
  std::vector<Row> rows = read({from, indexes.back() - from + 1}, ports::Values::kNone);
  for (const int64_t index : indexes) {
    key_.rows().erase(std::move(rows[static_cast<size_t>(index - from)].key), Stage::kErase);
  }
  key_.resize_list(-removed, std::move(bounds));
}

void ArdbList::renumber() {
  const KeyRange all = key_.names().element_rows();
  std::vector<Row> rows = read({0, size()}, ports::Values::kWhole);
  key_.rows().erase_range(all.begin, all.end);
  int64_t index = 0;
  for (Row& row : rows) {
    key_.rows().put(key_.names().element_row(index++), std::move(row.value), Stage::kPut);
  }
  key_.resize_list(0, {int64_t{0}, index - 1});
}

}  // namespace keemun::encodings
