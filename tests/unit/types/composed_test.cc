// What the abstract stores compose from their primitives, on stores that are maps in memory.
#include <gtest/gtest.h>

#include <map>
#include <set>
#include <string>

#include "types/hash_store.h"
#include "types/set_store.h"
#include "types/zset_store.h"

namespace keemun::types {
namespace {

// More than two pages of whoever composes.
constexpr int kMany = 600;

Bytes numbered(int number) {
  const Bytes digits = std::to_string(number);
  return Bytes(4 - digits.size(), '0') + digits;
}

template <typename Container>
auto behind(const Container& items, const std::optional<Bytes>& after) {
  return after ? items.upper_bound(*after) : items.begin();
}

class MapHash final : public HashStore {
 public:
  Changed put(std::span<const FieldView> fields) override {
    int64_t added = 0;
    for (const FieldView& field : fields) {
      added += fields_.insert_or_assign(Bytes(field.field), Bytes(field.value)).second ? 1 : 0;
    }
    return {added, true};
  }
  bool put_if_absent(FieldView field) override {
    return fields_.emplace(field.field, field.value).second;
  }
  Changed erase(std::span<const BytesView> fields) override {
    size_t erased = 0;
    for (const BytesView field : fields) erased += fields_.erase(Bytes(field));
    return {static_cast<int64_t>(erased), true};
  }
  std::optional<Bytes> get(BytesView field) override {
    const auto found = fields_.find(Bytes(field));
    return found == fields_.end() ? std::nullopt : std::optional(found->second);
  }
  std::vector<std::optional<Bytes>> get_many(std::span<const BytesView> fields) override {
    std::vector<std::optional<Bytes>> values;
    for (const BytesView field : fields) values.push_back(get(field));
    return values;
  }
  int64_t size() override { return static_cast<int64_t>(fields_.size()); }
  std::vector<Field> scan(const std::optional<Bytes>& after, size_t fields_max) override {
    std::vector<Field> page;
    for (auto it = behind(fields_, after); it != fields_.end() && page.size() < fields_max; ++it) {
      page.push_back({it->first, it->second});
    }
    return page;
  }

 private:
  std::map<Bytes, Bytes> fields_;
};

class PlainSet final : public SetStore {
 public:
  Changed add(std::span<const BytesView> members) override {
    int64_t added = 0;
    for (const BytesView member : members) added += members_.emplace(member).second ? 1 : 0;
    return {added, true};
  }
  Changed remove(std::span<const BytesView> members) override {
    size_t removed = 0;
    for (const BytesView member : members) removed += members_.erase(Bytes(member));
    return {static_cast<int64_t>(removed), true};
  }
  bool contains(BytesView member) override { return members_.contains(Bytes(member)); }
  std::vector<bool> contains_many(std::span<const BytesView> members) override {
    std::vector<bool> found;
    for (const BytesView member : members) found.push_back(contains(member));
    return found;
  }
  int64_t size() override { return static_cast<int64_t>(members_.size()); }
  std::vector<Bytes> scan(const std::optional<Bytes>& after, size_t members_max) override {
    std::vector<Bytes> page;
    for (auto it = behind(members_, after); it != members_.end() && page.size() < members_max;
         ++it) {
      page.push_back(*it);
    }
    return page;
  }

 private:
  std::set<Bytes> members_;
};

TEST(ComposedHash, LoadsEveryFieldInOrder) {
  MapHash hash;
  EXPECT_TRUE(hash.load_all().empty());
  for (int i = kMany; i-- > 0;) hash.put_if_absent({numbered(i), "v" + numbered(i)});
  const std::vector<Field> fields = hash.load_all();
  ASSERT_EQ(fields.size(), static_cast<size_t>(kMany));
  for (int i = 0; i < kMany; ++i) {
    EXPECT_EQ(fields[static_cast<size_t>(i)].field, numbered(i));
    EXPECT_EQ(fields[static_cast<size_t>(i)].value, "v" + numbered(i));
  }
}

TEST(ComposedHash, ScansNamesWithoutTheFieldItStartsBehind) {
  MapHash hash;
  for (const char* field : {"a", "b", "c"}) hash.put_if_absent({field, "v"});
  EXPECT_EQ(hash.scan_names(std::nullopt, 2), (std::vector<Bytes>{"a", "b"}));
  EXPECT_EQ(hash.scan_names("a", 9), (std::vector<Bytes>{"b", "c"}));
  EXPECT_TRUE(hash.scan_names("c", 9).empty());
}

TEST(ComposedHash, FindsTheLastNameBehindAnyNumberOfPages) {
  MapHash hash;
  EXPECT_EQ(hash.last_name(), std::nullopt);
  for (int i = 0; i < kMany; ++i) {
    hash.put_if_absent({numbered(i), ""});
    if (i == 255 || i == 256 || i == kMany - 1) {
      EXPECT_EQ(hash.last_name(), numbered(i));
    }
  }
}

TEST(ComposedHash, PutsAKnownFieldWhetherItWasThereOrNot) {
  MapHash hash;
  const FieldView first = {"a", "1"};
  const FieldView second = {"a", "2"};
  hash.put_known({&first, 1}, 1);
  hash.put_known({&second, 1}, 0);
  EXPECT_EQ(hash.get("a"), "2");
  EXPECT_EQ(hash.size(), 1);
}

TEST(ComposedSet, AddsAndRemovesWhatTheCallerKnows) {
  PlainSet set;
  const std::vector<BytesView> members = {"a", "b"};
  set.add_new(members);
  EXPECT_EQ(set.load_all(), (std::vector<Bytes>{"a", "b"}));
  set.remove_present(std::span(members).first(1));
  EXPECT_EQ(set.load_all(), std::vector<Bytes>{"b"});
  EXPECT_EQ(set.size_if_known(), std::nullopt);
}

TEST(ComposedSet, FindsTheLastMemberBehindAnyNumberOfPages) {
  PlainSet set;
  EXPECT_EQ(set.last(), std::nullopt);
  for (int i = 0; i < kMany; ++i) {
    const Bytes member = numbered(i);
    const BytesView view = member;
    set.add({&view, 1});
  }
  EXPECT_EQ(set.last(), numbered(kMany - 1));
  EXPECT_EQ(set.load_all().size(), static_cast<size_t>(kMany));
}

}  // namespace
}  // namespace keemun::types
