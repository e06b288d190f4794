// Ranges of rows, as they will be after the commit.
#include <algorithm>
#include <utility>

#include "base/check.h"
#include "format/key_range.h"
#include "keyspace/unit/write_overlay.h"

namespace keemun::keyspace {

using ports::ScanPage;
using ports::ScanRequest;

namespace {

ScanRequest within_range(const ScanRequest& request, const format::KeyRange& range) {
  ScanRequest asked = request;
  asked.begin = range.begin;
  asked.end = range.end;
  return asked;
}

template <bool kReverse>
bool comes_before(BytesView a, BytesView b) {
  return kReverse ? b < a : a < b;
}

}  // namespace

template <bool kReverse>
class WriteOverlay::Walk {
 public:
  Walk(const WriteOverlay& overlay, Places places) : overlay_(overlay), places_(places) {}

  bool at_end() const { return places_.empty(); }
  const Write& operator*() const {
    return overlay_.write_at(kReverse ? places_.back() : places_.front());
  }
  const Write* operator->() const { return &**this; }
  void advance() { places_ = kReverse ? places_.first(places_.size() - 1) : places_.subspan(1); }

 private:
  const WriteOverlay& overlay_;
  Places places_;
};

ScanPage WriteOverlay::scan(ports::KvStore& below, const ScanRequest& request) const {
  if (empty()) return below.scan(request);
  // Bounds of its own: spans come and go while it is answered.
  const auto rest = hollow_.rest_of(request.begin, request.end);
  const ScanRequest asked = rest ? within_range(request, *rest) : request;
  return asked.is_reverse ? merge<true>(below, asked) : merge<false>(below, asked);
}

template <bool kReverse>
void WriteOverlay::note_hollow(const ScanRequest& request, const ScanPage& page) const {
  if (is_shared_ || !request.mark.bytes.empty()) return;
  Bytes begin(request.begin);
  Bytes end(request.end);
  if (!page.rows.empty()) {
    if constexpr (kReverse) {
      begin = format::row_after(page.rows.front().key);
    } else {
      end = page.rows.front().key;
    }
  }
  hollow_.add(begin, end);
}

template <bool kReverse>
ScanPage WriteOverlay::merge(ports::KvStore& below, const ScanRequest& request) const {
  ScanPage result;
  if (request.begin >= request.end) return result;
  const size_t queued_count = batch_.writes.size();
  const Places places = within(request.begin, request.end);
  Walk<kReverse> own(*this, places);
  size_t erased_in_front = 0;
  const auto emit_own = [&] {
    if (own->is_erase && result.rows.empty()) ++erased_in_front;
    if (!own->is_erase && request.mark.is_on(own->key))
      result.rows.push_back({own->key, Bytes(ports::part_of(own->value, request.values))});
    own.advance();
  };
  const auto is_full = [&] { return result.rows.size() == request.rows_max; };

  // Rows that are erased here are no part of the answer: asking for some more than are sought finds
  // them in one page where few are erased, and for more each time in few pages where many are.
  constexpr size_t kErasedLikely = 8;
  constexpr size_t kErasedLikelyMax = 256;
  size_t erased_likely = std::min(places.size(), kErasedLikely);

  Bytes begin(request.begin);
  Bytes end(request.end);
  for (bool has_more = true; has_more;) {
    ScanRequest wanted = request;
    wanted.begin = begin;
    wanted.end = end;
    wanted.rows_max = request.rows_max + erased_likely;
    erased_likely = std::min({places.size(), 4 * erased_likely, kErasedLikelyMax});
    ScanPage page = below.scan(wanted);
    CHECK(batch_.writes.size() == queued_count);
    has_more = page.has_more && !page.rows.empty();
    if (has_more) {
      if constexpr (kReverse) {
        end = page.rows.back().key;
      } else {
        begin = format::row_after(page.rows.back().key);
      }
    }
    for (ports::Row& row : page.rows) {
      while (!is_full() && !own.at_end() && comes_before<kReverse>(own->key, row.key)) emit_own();
      if (is_full()) break;
      if (!own.at_end() && own->key == row.key) {
        emit_own();
      } else if (!is_range_erased(row.key)) {
        result.rows.push_back(std::move(row));
      }
    }
    if (is_full()) break;
  }
  result.has_more = is_full();
  while (!is_full() && !own.at_end()) emit_own();
  result.has_more |= !own.at_end();
  constexpr size_t kHollowMin = 8;
  if (erased_in_front >= kHollowMin) note_hollow<kReverse>(request, result);
  return result;
}

ports::PassedRows WriteOverlay::pass_over(ports::KvStore& below, const ScanRequest& request) const {
  const auto rest = hollow_.rest_of(request.begin, request.end);
  const ScanRequest asked = rest ? within_range(request, *rest) : request;
  ports::PassedRows passed = pass_over_solid(below, asked);
  if (!passed.has_more) passed.bound = request.is_reverse ? request.begin : request.end;
  return passed;
}

ports::PassedRows WriteOverlay::pass_over_solid(ports::KvStore& below,
                                                const ScanRequest& asked) const {
  if (empty() || asked.begin >= asked.end) return below.pass_over(asked);
  const auto [begin, end] = untouched(asked);
  if (begin >= end) return ports::passed_by(asked, scan(below, ports::page_to_pass(asked)));
  ScanRequest before = asked;
  before.begin = begin;
  before.end = end;
  ports::PassedRows passed = below.pass_over(before);
  passed.has_more |= begin != asked.begin || end != asked.end;
  return passed;
}

std::pair<Bytes, Bytes> WriteOverlay::untouched(const ScanRequest& request) const {
  const Places queued = within(request.begin, request.end);
  const auto erased = erased_.lower_bound(request.end);
  std::pair<Bytes, Bytes> range(request.begin, request.end);
  auto& [begin, end] = range;
  if (request.is_reverse) {
    if (!queued.empty()) begin = write_at(queued.back()).key + '\0';
    if (erased != erased_.begin()) begin = std::max(begin, std::prev(erased)->second);
  } else {
    if (!queued.empty()) end = write_at(queued.front()).key;
    const auto first = erased_.lower_bound(request.begin);
    if (first != erased) end = std::min(end, first->first);
    if (is_range_erased(request.begin)) end = begin;
  }
  return range;
}

}  // namespace keemun::keyspace
