#include <iterator>
#include <optional>
#include <utility>

#include "types/hash_store.h"
#include "types/set_store.h"
#include "types/zset_store.h"

namespace keemun::types {

namespace {

constexpr size_t kPageElements = 256;

template <typename Element, typename Store, typename NameOf>
std::vector<Element> load_by_pages(Store& store, NameOf name_of) {
  std::vector<Element> all;
  std::optional<Bytes> after;
  while (true) {
    std::vector<Element> page = store.scan(after, kPageElements);
    const bool is_last = page.size() < kPageElements;
    if (!page.empty()) after = name_of(page.back());
    std::move(page.begin(), page.end(), std::back_inserter(all));
    if (is_last) return all;
  }
}

}  // namespace

std::vector<Field> HashStore::load_all() {
  return load_by_pages<Field>(*this, [](const Field& field) { return field.field; });
}

std::vector<Bytes> SetStore::load_all() {
  return load_by_pages<Bytes>(*this, [](const Bytes& member) { return member; });
}

std::vector<ScoredMember> ZSetStore::load_all() {
  return load_by_pages<ScoredMember>(*this, [](const ScoredMember& item) { return item.member; });
}

}  // namespace keemun::types
