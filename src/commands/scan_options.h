// What SCAN, HSCAN, SSCAN and ZSCAN have in common: cursor, MATCH, COUNT, and the shape of the
// reply.
#pragma once

#include <cstddef>
#include <optional>
#include <utility>

#include "base/bytes.h"
#include "base/glob.h"
#include "commands/call.h"
#include "commands/cursor_table.h"
#include "types/pages.h"

namespace keemun::commands {

struct ScanCursor {
  CursorTable::Answer answer = CursorTable::Answer::kFound;
  std::optional<Bytes> position;  // none at the start
};

// Redis reads the cursor before it looks for the key, and the options after it.
ScanCursor parse_scan_cursor(const Call& call, size_t cursor_at);
// Behind a cursor that was never given there is nothing. Throws where its position is gone.
bool is_behind_all(const ScanCursor& cursor);

// "*" alone is every name; as a pattern it would miss the empty one.
bool matches_name(BytesView pattern, BytesView name);

struct ScanOptions {
  std::optional<BytesView> pattern;
  std::optional<BytesView> type;  // SCAN only
  size_t count = 10;

  bool matches(BytesView name) const;
  // What every name begins with that matches.
  BytesView prefix() const { return pattern ? literal_prefix(*pattern) : BytesView(); }
};
ScanOptions parse_scan_options(const Call& call, size_t first, bool of_keys = false);

// Of a key that is not there.
Reply empty_scan_reply();

class ScanReply {
 public:
  ScanReply(Call& call, ScanCursor cursor, const ScanOptions& options)
      : call_(call), cursor_(std::move(cursor)), options_(options) {}

  // The page of a store of elements that this call answers; remembers where to go on.
  template <typename Store>
  auto page(Store& store) -> typename types::Pages<Store>::Page {
    // What is answered whole needs no cursor, and takes any.
    auto elements = store.scan(cursor_.position, elements_max());
    items_.reserve(2 * elements.size());
    if (elements.size() < elements_max()) return elements;
    if (is_behind_all(cursor_)) return {};
    next_ = types::name_of(elements.back());
    return elements;
  }
  void go_on_from(Bytes position) { next_ = std::move(position); }
  void add(Bytes bytes) { items_.push_back(Reply::bulk(std::move(bytes))); }
  size_t elements_max() const;

  Reply finish();

 private:
  Call& call_;
  const ScanCursor cursor_;
  const ScanOptions& options_;
  std::optional<Bytes> next_;
  Reply::Items items_;
};

}  // namespace keemun::commands
