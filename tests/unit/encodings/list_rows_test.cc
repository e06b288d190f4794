// A list kept at dense positions: against a deque, its cost at the ends and inside, and where it
// ends.
#include <gtest/gtest.h>

#include <deque>
#include <limits>
#include <random>
#include <string>

#include "base/command_error.h"
#include "encodings/list/list_rows.h"
#include "encodings/open_key.h"
#include "keyspace/unit/unit_of_work.h"
#include "sim/sim_kv.h"

namespace keemun::encodings {
namespace {

using format::ListPosition;
using types::ListEnd;

class ListRowsTest : public testing::Test {
 protected:
  format::KeyMeta Meta() const {
    format::KeyMeta meta;
    meta.encoding = format::Encoding::kList;
    const auto row = kv_.rows().find(layout_.meta_key("l"));
    return row == kv_.rows().end() ? meta : *format::decode_key_meta(row->second);
  }
  bool HasKey() const { return kv_.rows().contains(layout_.meta_key("l")); }
  template <typename Act>
  void With(Act act) {
    keyspace::UnitOfWork unit(kv_, capabilities_, 1'700'000'000'000);
    ListRows list(OpenKey(unit, layout_, "l", Meta(), HasKey()), erases_ranges_);
    act(list);
    unit.commit();
  }
  void Push(ListEnd end, BytesView element) {
    With([&](ListRows& list) { list.push(end, {&element, 1}); });
  }
  void Fill(int64_t count) {
    With([&](ListRows& list) {
      for (int64_t i = 0; i < count; ++i) {
        const Bytes element = std::to_string(i);
        const BytesView view = element;
        list.push(ListEnd::kTail, {&view, 1});
      }
    });
    kv_.reset_counts();
  }
  std::vector<Bytes> All() {
    std::vector<Bytes> all;
    With([&](ListRows& list) { all = list.range({0, list.size()}); });
    return all;
  }
  // A list of one element at this position.
  void PutOneAt(int64_t position) {
    format::KeyMeta meta = Meta();
    meta.first_position = ListPosition(position);
    meta.count = 1;
    kv_.rows()[layout_.meta_key("l")] = format::encode_key_meta(meta);
    kv_.rows()[layout_.generation("l", meta.version).list_key(ListPosition(position))] = "x";
  }

  bool erases_ranges_ = true;
  sim::SimKv kv_;
  const ports::Capabilities capabilities_ = kv_.capabilities();
  const format::KeyLayout layout_{format::LayoutKind::kPlain, "n"};
};

// The same random change to a list and to a deque.
class ListBesideADeque : public ListRowsTest {
 protected:
  int64_t Below(size_t bound) { return static_cast<int64_t>(random_() % bound); }

  void Push(ListRows& list, const Bytes& text) {
    const bool at_head = Below(2) == 0;
    std::vector<Bytes> many(static_cast<size_t>(1 + Below(300)), text);
    many.back() += "last";
    list.push(at_head ? ListEnd::kHead : ListEnd::kTail,
              std::vector<BytesView>(many.begin(), many.end()));
    for (const Bytes& one : many) deque_.insert(at_head ? deque_.begin() : deque_.end(), one);
  }
  void Pop(ListRows& list) {
    const bool at_head = Below(2) == 0;
    const int64_t count = 1 + Below(std::min<size_t>(deque_.size(), 20));
    for (const Bytes& one : list.pop(at_head ? ListEnd::kHead : ListEnd::kTail, count)) {
      ASSERT_EQ(one, at_head ? deque_.front() : deque_.back());
      at_head ? deque_.pop_front() : deque_.pop_back();
    }
  }
  void Remove(ListRows& list) {
    std::vector<int64_t> indexes;
    const auto step_max = static_cast<size_t>(1 + Below(deque_.size()));
    for (int64_t i = Below(deque_.size()); i < list.size(); i += 1 + Below(step_max)) {
      indexes.push_back(i);
    }
    list.remove(indexes);
    for (auto index = indexes.rbegin(); index != indexes.rend(); ++index) {
      deque_.erase(deque_.begin() + *index);
    }
  }
  void Trim(ListRows& list) {
    const int64_t first = Below(deque_.size());
    const int64_t count = Below(deque_.size() - static_cast<size_t>(first) + 1);
    list.trim({first, count});
    deque_.erase(deque_.begin() + first + count, deque_.end());
    deque_.erase(deque_.begin(), deque_.begin() + first);
  }
  void Act(ListRows& list, const Bytes& text) {
    const int64_t choice = Below(16);
    if (deque_.empty() || choice < 3) return Push(list, text);
    if (choice < 5) return Pop(list);
    if (choice < 9) {
      const int64_t index = Below(deque_.size() + 1);
      list.insert(index, text);
      deque_.insert(deque_.begin() + index, text);
    } else if (choice < 11) {
      const int64_t index = Below(deque_.size());
      ASSERT_EQ(list.at(index), deque_[static_cast<size_t>(index)]);
      list.set(index, text);
      deque_[static_cast<size_t>(index)] = text;
    } else if (choice < 15) {
      Remove(list);
    } else {
      Trim(list);
    }
  }

  std::mt19937 random_{7};
  std::deque<Bytes> deque_;
};

TEST_F(ListBesideADeque, HoldsTheSameAfterEveryChange) {
  for (int step = 0; step < 1000; ++step) {
    With([&](ListRows& list) {
      ASSERT_EQ(list.size(), static_cast<int64_t>(deque_.size()));
      ASSERT_NO_FATAL_FAILURE(Act(list, std::to_string(step)));
      ASSERT_EQ(list.range({0, list.size()}), (std::vector<Bytes>(deque_.begin(), deque_.end())));
    });
    if (HasFatalFailure()) return;
    ASSERT_EQ(HasKey(), !deque_.empty());
  }
}

class ListRowsThatErases : public ListRowsTest, public testing::WithParamInterface<bool> {
 protected:
  ListRowsThatErases() { erases_ranges_ = GetParam(); }
};

INSTANTIATE_TEST_SUITE_P(RangesOrRows, ListRowsThatErases, testing::Bool());

TEST_P(ListRowsThatErases, LeavesNoRowsOutsideOfAListThatLives) {
  Fill(1000);
  With([&](ListRows& list) { list.trim({300, 400}); });
  With([&](ListRows& list) { list.pop(ListEnd::kHead, 50); });
  With([&](ListRows& list) {
    const std::vector<int64_t> indexes = {0, 1, 100, 348, 349};
    list.remove(indexes);
  });
  EXPECT_EQ(Meta().count, 345);
  EXPECT_EQ(kv_.rows().size(), 346u);
}

TEST_F(ListRowsTest, CostsOneRowAndTheMetaAtEitherEndHoweverLongItIs) {
  Fill(1000);
  Push(ListEnd::kHead, "a");
  Push(ListEnd::kTail, "b");
  EXPECT_EQ(kv_.counts().rows_put, 4);
  EXPECT_EQ(kv_.counts().gets + kv_.counts().scanned_rows, 0);
  kv_.reset_counts();
  With([&](ListRows& list) { EXPECT_EQ(list.pop(ListEnd::kHead, 1), std::vector<Bytes>{"a"}); });
  With([&](ListRows& list) { EXPECT_EQ(list.pop(ListEnd::kTail, 1), std::vector<Bytes>{"b"}); });
  EXPECT_EQ(kv_.counts().rows_put, 2);
  EXPECT_EQ(kv_.counts().rows_erased, 2);
  EXPECT_EQ(kv_.counts().gets, 0);
  EXPECT_EQ(kv_.counts().scanned_rows, 2);
}

TEST_F(ListRowsTest, MovesTheShorterSide) {
  Fill(1000);
  With([&](ListRows& list) { list.insert(10, "x"); });
  EXPECT_EQ(kv_.counts().rows_put, 12);
  kv_.reset_counts();
  With([&](ListRows& list) { list.insert(991, "y"); });
  EXPECT_EQ(kv_.counts().rows_put, 12);
  kv_.reset_counts();
  With([&](ListRows& list) {
    const std::vector<int64_t> indexes = {10, 991};
    list.remove(indexes);
  });
  EXPECT_EQ(kv_.counts().rows_put, 21);
  const auto all = All();
  for (size_t i = 0; i < all.size(); ++i) EXPECT_EQ(all[i], std::to_string(i));
}

TEST_F(ListRowsTest, IsDroppedWithItsMetaAloneWhenItIsLongAndRowsAreErasedOneByOne) {
  erases_ranges_ = false;
  Fill(1000);
  With([&](ListRows& list) { list.trim({0, 0}); });
  EXPECT_EQ(kv_.counts().rows_erased, 1);
  EXPECT_FALSE(HasKey());
}

TEST_F(ListRowsTest, LeavesNoRowsWhereItIsEmptied) {
  Fill(1000);
  With([&](ListRows& list) { list.trim({0, 0}); });
  EXPECT_TRUE(kv_.rows().empty());
  Fill(1000);
  With([&](ListRows& list) { list.pop(ListEnd::kTail, 1000); });
  EXPECT_TRUE(kv_.rows().empty());
}

TEST_F(ListRowsTest, ReachesTheLastPositionsAndRefusesToGoBehindThem) {
  PutOneAt(std::numeric_limits<int64_t>::min());
  EXPECT_THROW(Push(ListEnd::kHead, "y"), CommandError);
  EXPECT_THROW(With([](ListRows& list) { list.insert(0, "y"); }), CommandError);
  Push(ListEnd::kTail, "y");
  EXPECT_EQ(All(), (std::vector<Bytes>{"x", "y"}));
  kv_.rows().clear();
  PutOneAt(std::numeric_limits<int64_t>::max() - 1);
  EXPECT_THROW(Push(ListEnd::kTail, "y"), CommandError);
  EXPECT_THROW(With([](ListRows& list) { list.insert(1, "y"); }), CommandError);
  Push(ListEnd::kHead, "w");
  EXPECT_EQ(All(), (std::vector<Bytes>{"w", "x"}));
}

TEST_P(ListRowsThatErases, ErasesNoMoreThanThereIsWhateverTheMetaCounts) {
  Fill(1000);
  format::KeyMeta meta = Meta();
  meta.count = format::kCountMax;
  kv_.rows()[layout_.meta_key("l")] = format::encode_key_meta(meta);
  With([&](ListRows& list) { list.trim({10, 1}); });
  EXPECT_EQ(All(), std::vector<Bytes>{"10"});
  EXPECT_EQ(kv_.rows().size(), 2u);
}

TEST_F(ListRowsTest, SaysWhichElementIsMissing) {
  Fill(600);
  const auto generation = layout_.generation("l", Meta().version);
  kv_.rows().erase(generation.list_key(ListPosition(Meta().first_position.value + 300)));
  for (const auto& act : std::vector<std::function<void(ListRows&)>>{
           [](ListRows& list) { list.at(300); },
           [](ListRows& list) {
             list.range({0, 600});
           },
           [](ListRows& list) {
             list.range({300, 1});
           },
       }) {
    try {
      With(act);
      ADD_FAILURE();
    } catch (const CommandError& error) {
      EXPECT_EQ(error.text(), "ERR corrupt key 'l': list element 300 is missing");
    }
  }
}

}  // namespace
}  // namespace keemun::encodings
