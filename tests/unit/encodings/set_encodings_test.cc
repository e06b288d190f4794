// Sets kept counted and blind: what they read, what they write, and that the defaults of a set
// store agree with what they override.
#include <gtest/gtest.h>

#include <string>

#include "encodings/open_key.h"
#include "encodings/set/blind_set.h"
#include "encodings/set/counted_set.h"
#include "keyspace/unit/unit_of_work.h"
#include "sim/sim_kv.h"

namespace keemun::encodings {
namespace {

using types::Changed;
using types::SetStore;

class SetEncodings : public testing::TestWithParam<format::Encoding> {
 protected:
  bool is_blind() const { return GetParam() == format::Encoding::kSetBlind; }

  template <typename Act>
  void With(Act act) {
    keyspace::UnitOfWork unit(kv_, capabilities_, 1'700'000'000'000);
    const auto row = kv_.rows().find(layout_.meta_key("s"));
    format::KeyMeta meta;
    meta.encoding = GetParam();
    const bool exists = row != kv_.rows().end();
    if (exists) meta = *format::decode_key_meta(row->second);
    OpenKey key(unit, layout_, "s", meta, exists);
    if (is_blind()) {
      BlindSet set(std::move(key));
      act(set);
    } else {
      CountedSet set(std::move(key));
      act(set);
    }
    unit.commit();
  }
  static Changed Add(SetStore& set, std::vector<BytesView> members) { return set.add(members); }
  static Changed Remove(SetStore& set, std::vector<BytesView> members) {
    return set.remove(members);
  }
  bool HasKey() const { return kv_.rows().contains(layout_.meta_key("s")); }

  sim::SimKv kv_;
  const ports::Capabilities capabilities_ = kv_.capabilities();
  const format::KeyLayout layout_{format::LayoutKind::kPlain, "n"};
};

INSTANTIATE_TEST_SUITE_P(All, SetEncodings,
                         testing::Values(format::Encoding::kSetCounted,
                                         format::Encoding::kSetBlind));

TEST_P(SetEncodings, ReadTheMembersGivenOnlyWhereTheyAreCounted) {
  With([&](SetStore& set) {
    const Changed changed = Add(set, {"a", "b"});
    EXPECT_EQ(changed.count, 2);
    EXPECT_TRUE(changed.is_exact);
  });
  EXPECT_EQ(kv_.counts().gets, 0);
  With([&](SetStore& set) {
    const Changed changed = Add(set, {"b", "c", "d"});
    EXPECT_EQ(changed.count, is_blind() ? 3 : 2);
    EXPECT_EQ(changed.is_exact, !is_blind());
  });
  EXPECT_EQ(kv_.counts().gets, is_blind() ? 0 : 3);
  kv_.reset_counts();
  With([&](SetStore& set) { EXPECT_EQ(Remove(set, {"x", "a"}).count, is_blind() ? 2 : 1); });
  EXPECT_EQ(kv_.counts().gets, is_blind() ? 0 : 2);
  With([&](SetStore& set) { EXPECT_EQ(set.size(), 3); });
}

TEST_P(SetEncodings, TakeTheKeyWithThemWhenTheyBecomeEmpty) {
  With([&](SetStore& set) { Add(set, {"a", "b"}); });
  With([&](SetStore& set) { Remove(set, {"a", "x"}); });
  EXPECT_TRUE(HasKey());
  With([&](SetStore& set) { Remove(set, {"b"}); });
  EXPECT_TRUE(kv_.rows().empty());
}

TEST_P(SetEncodings, WriteNothingForMembersThatChangeNothingWhereTheyAreCounted) {
  With([&](SetStore& set) { Add(set, {"a"}); });
  kv_.reset_counts();
  With([&](SetStore& set) {
    Add(set, {"a"});
    if (!is_blind()) Remove(set, {"x"});
  });
  EXPECT_EQ(kv_.counts().rows_put, is_blind() ? 1 : 0);
}

TEST_P(SetEncodings, NeedNoReadsForMembersThatTheCallerKnows) {
  With([&](SetStore& set) { Add(set, {"a", "b"}); });
  kv_.reset_counts();
  With([&](SetStore& set) {
    const std::vector<BytesView> added = {"c", "d"};
    set.add_new(added);
    const std::vector<BytesView> removed = {"a", "c"};
    set.remove_present(removed);
    EXPECT_EQ(set.size(), 2);
  });
  EXPECT_EQ(kv_.counts().gets, 0);
  With([&](SetStore& set) { EXPECT_EQ(set.load_all(), (std::vector<Bytes>{"b", "d"})); });
}

TEST_P(SetEncodings, KnowTheLastMemberAsTheDefaultDoesAndInOneRow) {
  With([&](SetStore& set) { EXPECT_EQ(set.last(), std::nullopt); });
  for (const int count : {1, 255, 256, 257, 700}) {
    With([&](SetStore& set) {
      std::vector<Bytes> members;
      for (int i = 0; i < count; ++i) members.push_back(std::to_string(i));
      set.add(std::vector<BytesView>(members.begin(), members.end()));
    });
    With([&](SetStore& set) {
      kv_.reset_counts();
      const auto last = set.last();
      EXPECT_EQ(kv_.counts().scanned_rows, 1);
      EXPECT_EQ(last, set.SetStore::last());
      EXPECT_EQ(last, set.load_all().back());
    });
  }
}

}  // namespace
}  // namespace keemun::encodings
