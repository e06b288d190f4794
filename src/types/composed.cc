// What stores can do by means of what each of them does: the default bodies of their functions.
#include <algorithm>
#include <iterator>
#include <optional>
#include <utility>

#include "types/hash_store.h"
#include "types/pages.h"
#include "types/set_store.h"
#include "types/zset_store.h"

namespace keemun::types {

namespace {

template <typename Store>
auto load_by_pages(Store& store) {
  Pages pages(store);
  auto all = pages.next();
  for (auto page = pages.next(); !page.empty(); page = pages.next()) {
    std::move(page.begin(), page.end(), std::back_inserter(all));
  }
  return all;
}

// `page_behind` answers a page of names; what is left when nothing follows is the last of all.
template <typename PageBehind>
std::optional<Bytes> last_by_pages(PageBehind page_behind) {
  std::optional<Bytes> last;
  while (true) {
    std::vector<Bytes> page = page_behind(last);
    if (!page.empty()) last = std::move(page.back());
    if (page.size() < kPageElements) return last;
  }
}

}  // namespace

void HashStore::put_known(std::span<const FieldView> fields, int64_t) {
  put(fields);
}

std::vector<Field> HashStore::load_all() {
  return load_by_pages(*this);
}

std::vector<Bytes> HashStore::scan_names(const std::optional<Bytes>& after, size_t fields_max) {
  std::vector<Bytes> names;
  for (Field& field : scan(after, fields_max)) names.push_back(std::move(field.field));
  return names;
}

std::optional<Bytes> HashStore::last_name() {
  return last_by_pages(
      [this](const std::optional<Bytes>& after) { return scan_names(after, kPageElements); });
}

std::vector<BytesView> SetStore::those_of(std::span<const BytesView> members, bool present) {
  const std::vector<bool> is_there = contains_many(members);
  std::vector<BytesView> found;
  for (size_t i = 0; i < members.size(); ++i) {
    if (is_there[i] == present) found.push_back(members[i]);
  }
  return found;
}

void SetStore::add_new(std::span<const BytesView> members) {
  add(members);
}

void SetStore::remove_present(std::span<const BytesView> members) {
  remove(members);
}

std::optional<Bytes> SetStore::last() {
  return last_by_pages(
      [this](const std::optional<Bytes>& after) { return scan(after, kPageElements); });
}

std::vector<Bytes> SetStore::load_all() {
  return load_by_pages(*this);
}

std::vector<ScoredMember> ZSetStore::load_all() {
  return load_by_pages(*this);
}

bool ZSetStore::has_more_than(size_t members) {
  std::optional<Bytes> last;
  for (size_t seen = 0;;) {
    const size_t asked = std::min(kPageElements, members + 1 - seen);
    std::vector<ScoredMember> page = scan(last, asked);
    seen += page.size();
    if (seen > members || page.size() < asked) return seen > members;
    last = std::move(page.back().member);
  }
}

}  // namespace keemun::types
