#include "keyspace/any_key.h"

#include <algorithm>
#include <iterator>
#include <utility>
#include <vector>

#include "base/hash.h"

namespace keemun::keyspace {

namespace {

constexpr size_t kPageKeys = 256;

}  // namespace

int64_t count_keys(Keyspace& keys) {
  int64_t count = 0;
  std::optional<Bytes> from;
  do {
    const KeyPage page = keys.scan(from, kPageKeys);
    count += static_cast<int64_t>(page.items.size());
    from = page.next;
  } while (from);
  return count;
}

std::optional<Bytes> pick_any_key(Keyspace& keys, uint64_t draw,
                                  const std::function<Bytes()>& random_position) {
  KeyPage page = keys.scan(std::nullopt, kPageKeys);
  if (page.next) {  // too many to look at all of them
    std::vector<KeyPage::Item> first_items = std::move(page.items);
    page = keys.scan(random_position(), kPageKeys);
    // Keys stand in a ring, else the first would be on fewer pages than others.
    if (!page.next) {
      const size_t room = kPageKeys - page.items.size();
      first_items.resize(std::min(room, first_items.size()));
      std::move(first_items.begin(), first_items.end(), std::back_inserter(page.items));
    }
    draw = hash_draw(draw, 0, 0);
  }
  // Only expired keys there, if any: to the end, then once more from the first.
  for (int rounds = 0; page.items.empty() && rounds < 2;) {
    if (!page.next) ++rounds;
    page = keys.scan(page.next, kPageKeys);
  }
  if (page.items.empty()) return std::nullopt;
  return std::move(page.items[draw % page.items.size()].key);
}

}  // namespace keemun::keyspace
