#include "encodings/list/list_rows.h"

#include <algorithm>
#include <limits>

#include "base/command_error.h"
#include "base/number_text.h"
#include "encodings/row_walk.h"
#include "encodings/sub_rows.h"
#include "format/key_range.h"

namespace keemun::encodings {

using format::ListPosition;
using ports::Stage;
using types::ListEnd;
using types::RankRange;

namespace {

constexpr int64_t kPage = static_cast<int64_t>(kPageRows);
constexpr int64_t kFirstMin = std::numeric_limits<int64_t>::min();
constexpr int64_t kEndMax = std::numeric_limits<int64_t>::max();

[[noreturn]] void throw_no_room() {
  throw CommandError("ERR list has no positions left at this end");
}

}  // namespace

void ListRows::throw_missing(int64_t position) const {
  key_.throw_corrupt("list element " + format_int64(position - first()) + " is missing");
}

int64_t ListRows::size() {
  return key_.exists() ? key_.meta().count : 0;
}

int64_t ListRows::first_before(int64_t added) {
  if (first() < kFirstMin + added) throw_no_room();
  return first() - added;
}

void ListRows::check_room_behind(int64_t added) {
  if (end() > kEndMax - added) throw_no_room();
}

std::vector<Bytes> ListRows::read(int64_t position, int64_t count) {
  std::vector<Bytes> elements;
  elements.reserve(static_cast<size_t>(std::min(count, kPage)));  // they may not be there
  if (count == 1) {  // cheaper than a scan, and may be in memory
    elements.push_back(read_one(position));
    return elements;
  }
  while (count > 0) {
    const int64_t wanted = std::min(count, kPage);
    // To the end of the list: who has to wait for the page may want what is behind it, too.
    const format::KeyRange range =
        key_.generation().list_rows(ListPosition(position), ListPosition(end()));
    ports::ScanPage page =
        key_.rows().scan({range.begin, range.end, static_cast<size_t>(wanted), false});
    for (ports::Row& row : page.rows) {
      const auto expected = ListPosition(position).bytes();
      const BytesView found = BytesView(row.key).substr(key_.generation().stem_bytes());
      if (found != BytesView(expected.data(), expected.size())) throw_missing(position);
      elements.push_back(std::move(row.value));
      ++position;
      --count;
    }
    if (page.rows.empty()) throw_missing(position);
  }
  return elements;
}

void ListRows::put(int64_t position, BytesView element) {
  key_.rows().put(key_.generation().list_key(ListPosition(position)), Bytes(element), Stage::kPut);
}

void ListRows::erase(int64_t begin, int64_t end) {
  if (end - begin <= kPage) {
    for (int64_t position = begin; position < end; ++position) {
      key_.rows().erase(key_.generation().list_key(ListPosition(position)), Stage::kErase);
    }
    return;
  }
  format::KeyRange range = key_.generation().list_rows(ListPosition(begin), ListPosition(end));
  if (erases_ranges_) {
    key_.rows().erase_range(std::move(range.begin), std::move(range.end));
    return;
  }
  for (RowWalk walk(key_.rows(), std::move(range), false); !walk.at_end();) {
    for (ports::Row& row : walk.next(kPage, ports::Values::kNone)) {
      key_.rows().erase(std::move(row.key), Stage::kErase);
    }
  }
}

void ListRows::keep(int64_t first_kept, int64_t count) {
  // What a dead list leaves is garbage like that of any other key, where it would take row by row
  // to erase it. Nobody tells the collector of it: it is found by the scan.
  if (count > 0 || size() <= kPage || erases_ranges_) {
    erase(first(), first_kept);
    erase(first_kept + count, end());
  }
  key_.set_list(ListPosition(first_kept), count);
}

void ListRows::push(ListEnd list_end, std::span<const BytesView> elements) {
  const auto added = static_cast<int64_t>(elements.size());
  const int64_t size_before = size();
  if (list_end == ListEnd::kHead) {
    const int64_t new_first = first_before(added);
    int64_t position = first();
    for (const BytesView element : elements) put(--position, element);
    key_.set_list(ListPosition(new_first), size_before + added);
  } else {
    check_room_behind(added);
    int64_t position = end();
    for (const BytesView element : elements) put(position++, element);
    key_.set_list(ListPosition(first()), size_before + added);
  }
}

std::vector<Bytes> ListRows::pop(ListEnd list_end, int64_t count) {
  const int64_t left = size() - count;
  if (count == 1) {
    std::vector<Bytes> popped = {read_outermost(list_end)};
    keep(list_end == ListEnd::kHead ? first() + 1 : first(), left);
    return popped;
  }
  if (list_end == ListEnd::kHead) {
    std::vector<Bytes> popped = read(first(), count);
    keep(first() + count, left);
    return popped;
  }
  std::vector<Bytes> popped = read(first() + left, count);
  std::reverse(popped.begin(), popped.end());
  keep(first(), left);
  return popped;
}

Bytes ListRows::at(int64_t index) {
  return read_one(first() + index);
}

Bytes ListRows::read_one(int64_t position) {
  auto element = key_.rows().get(key_.generation().list_key(ListPosition(position)));
  if (!element) throw_missing(position);
  return std::move(*element);
}

Bytes ListRows::read_outermost(ListEnd list_end) {
  constexpr size_t kPopsAhead = 64;
  const bool is_tail = list_end == ListEnd::kTail;
  const int64_t position = is_tail ? end() - 1 : first();
  const Bytes last_row = key_.generation().list_key(ListPosition(end() - 1));
  const Bytes first_row = key_.generation().list_key(ListPosition(first()));
  ports::ScanRequest request = {first_row, {}, 1, is_tail};
  const Bytes behind = format::row_after(last_row);
  request.end = behind;
  request.rows_ahead = kPopsAhead;
  ports::ScanPage page = key_.rows().scan(request);
  if (page.rows.empty() || page.rows[0].key != (is_tail ? last_row : first_row)) {
    throw_missing(position);
  }
  return std::move(page.rows[0].value);
}

std::vector<Bytes> ListRows::range(RankRange ranks) {
  return read(first() + ranks.first, ranks.count);
}

void ListRows::set(int64_t index, BytesView element) {
  put(first() + index, element);
}

void ListRows::trim(RankRange ranks) {
  keep(first() + ranks.first, ranks.count);
}

void ListRows::insert(int64_t index, BytesView element) {
  const int64_t size_before = size();
  const int64_t position = first() + index;
  if (index < size_before - index) {
    const int64_t new_first = first_before(1);
    move(first(), position, -1);
    put(position - 1, element);
    key_.set_list(ListPosition(new_first), size_before + 1);
  } else {
    check_room_behind(1);
    move(position, end(), 1);
    put(position, element);
    key_.set_list(ListPosition(first()), size_before + 1);
  }
}

void ListRows::move(int64_t begin, int64_t end, int64_t distance) {
  // Page by page from the side that it moves to, so that nothing is overwritten before it is read.
  while (begin < end) {
    const int64_t count = std::min(end - begin, kPage);
    const int64_t from = distance < 0 ? begin : end - count;
    int64_t target = from + distance;
    for (const Bytes& element : read(from, count)) put(target++, element);
    (distance < 0 ? begin : end) += distance < 0 ? count : -count;
  }
}

void ListRows::remove(std::span<const int64_t> indexes) {
  // The longest run without a gap stays where it is.
  const auto gaps = static_cast<int64_t>(indexes.size());
  if (gaps == 0) return;
  size_t gaps_before = 0;
  int64_t longest = -1;
  for (size_t i = 0; i <= indexes.size(); ++i) {
    const int64_t begin = i == 0 ? 0 : indexes[i - 1] + 1;
    const int64_t run = (i == indexes.size() ? size() : indexes[i]) - begin;
    if (run <= longest) continue;
    longest = run;
    gaps_before = i;
  }
  if (gaps < size()) {
    close_upwards(indexes.first(gaps_before));
    close_downwards(indexes.subspan(gaps_before));
  }
  keep(first() + static_cast<int64_t>(gaps_before), size() - gaps);
}

void ListRows::close_upwards(std::span<const int64_t> gaps) {
  if (gaps.empty()) return;
  int64_t target = gaps.back();
  for (int64_t end = gaps.back() + 1; end > 0;) {
    const int64_t begin = std::max<int64_t>(end - kPage, 0);
    const std::vector<Bytes> page = range({begin, end - begin});
    for (int64_t index = end - 1; index >= begin; --index) {
      if (!gaps.empty() && gaps.back() == index) {
        gaps = gaps.first(gaps.size() - 1);
      } else {
        put(first() + target--, page[static_cast<size_t>(index - begin)]);
      }
    }
    end = begin;
  }
}

void ListRows::close_downwards(std::span<const int64_t> gaps) {
  if (gaps.empty()) return;
  int64_t target = gaps.front();
  for (int64_t begin = gaps.front(); begin < size();) {
    const int64_t end = std::min(begin + kPage, size());
    const std::vector<Bytes> page = range({begin, end - begin});
    for (int64_t index = begin; index < end; ++index) {
      if (!gaps.empty() && gaps.front() == index) {
        gaps = gaps.subspan(1);
      } else {
        put(first() + target++, page[static_cast<size_t>(index - begin)]);
      }
    }
    begin = end;
  }
}

}  // namespace keemun::encodings
