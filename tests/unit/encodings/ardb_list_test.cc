// A list of the ardb family: against a deque, where its indexes come from, and what happens where
// they end.
#include <gtest/gtest.h>

#include <deque>
#include <limits>
#include <random>
#include <string>

#include "base/command_error.h"
#include "encodings/ardb/ardb_list.h"
#include "format/ardb_list_index.h"
#include "format/ardb_order.h"
#include "keyspace/unit/unit_of_work.h"
#include "sim/sim_kv.h"

namespace keemun::encodings {
namespace {

using format::ArdbElement;
using format::ArdbType;
using format::ArdbValue;
using types::ListEnd;

class ArdbListTest : public testing::Test {
 protected:
  bool HasKey() const { return kv_.rows().contains(names_.meta_row()); }
  ArdbValue Meta() const {
    const auto row = kv_.rows().find(names_.meta_row());
    if (row == kv_.rows().end()) return {.type = ArdbType::kList};
    return *format::decode_ardb_value(row->second);
  }
  template <typename Act>
  void With(Act act) {
    keyspace::UnitOfWork unit(kv_, capabilities_, 1'700'000'000'000);
    ArdbList list(OpenArdbKey(unit, {"0", "l"}, Meta(), HasKey()));
    act(list);
    unit.commit();
  }
  void Push(ListEnd end, std::vector<BytesView> elements) {
    With([&](ArdbList& list) { list.push(end, elements); });
  }
  void Insert(int64_t index, BytesView element) {
    With([&](ArdbList& list) { list.insert(index, element); });
  }
  std::vector<Bytes> All() {
    std::vector<Bytes> all;
    With([&](ArdbList& list) { all = list.range({0, list.size()}); });
    return all;
  }
  // A list of one element at this index.
  void PutOneAt(const ArdbElement& index) {
    ArdbValue meta{.type = ArdbType::kList, .elements = {index, index}};
    meta.meta.size = 1;
    meta.meta.is_sequential = std::holds_alternative<int64_t>(index);
    ports::WriteBatch batch;
    batch.writes.push_back({names_.meta_row(), format::encode_ardb_value(meta), false});
    batch.writes.push_back(
        {names_.element_row(index),
         format::encode_ardb_value({.type = ArdbType::kListElement, .elements = {Bytes("x")}}),
         false});
    kv_.commit(batch);
  }

  sim::SimKv kv_;
  const ports::Capabilities capabilities_ = kv_.capabilities();
  const format::ArdbRows names_{"0", "l"};
};

TEST_F(ArdbListTest, BeginsAtZeroAndGrowsByIntegers) {
  Push(ListEnd::kTail, {"a", "b"});
  Push(ListEnd::kHead, {"c", "d"});
  EXPECT_EQ(All(), (std::vector<Bytes>{"d", "c", "a", "b"}));
  const ArdbValue meta = Meta();
  EXPECT_EQ(meta.elements, (format::ArdbElements{int64_t{-2}, int64_t{1}}));
  EXPECT_EQ(meta.meta.size, 4);
  EXPECT_TRUE(meta.meta.is_sequential);
  EXPECT_EQ(kv_.rows().size(), 5u);
}

TEST_F(ArdbListTest, FindsAnElementOfASequentialListWithOneRow) {
  for (int i = 0; i < 50; ++i) Push(ListEnd::kTail, {"e"});
  kv_.reset_counts();
  With([](ArdbList& list) { EXPECT_EQ(list.at(30), "e"); });
  EXPECT_EQ(kv_.counts().gets, 1);
  EXPECT_EQ(kv_.counts().scan_pages, 0);
}

TEST_F(ArdbListTest, PutsNoOtherElementInThePlaceOfOneThatIsMissing) {
  Push(ListEnd::kTail, {"a", "b", "c", "d"});
  ports::WriteBatch batch;
  batch.writes.push_back({names_.element_row(int64_t{1}), "", true});
  kv_.commit(batch);
  for (const types::RankRange ranks : {types::RankRange{0, 2}, {1, 1}, {1, 2}, {0, 4}}) {
    EXPECT_THROW(With([&](ArdbList& list) { list.range(ranks); }), CommandError);
  }
  With([](ArdbList& list) { EXPECT_EQ(list.range({2, 2}), (std::vector<Bytes>{"c", "d"})); });
}

TEST_F(ArdbListTest, InsertsAtTheMeanOfTheNeighbours) {
  Push(ListEnd::kTail, {"a", "b"});
  Insert(1, "m");
  EXPECT_EQ(All(), (std::vector<Bytes>{"a", "m", "b"}));
  EXPECT_TRUE(kv_.rows().contains(names_.element_row(0.5)));
  EXPECT_FALSE(Meta().meta.is_sequential);
}

TEST_F(ArdbListTest, RenumbersWhereNoIndexIsLeftBetweenTwo) {
  Push(ListEnd::kTail, {"a", "b"});
  std::vector<Bytes> expected = {"a", "b"};
  bool was_renumbered = false;
  for (int i = 0; i < 1200; ++i) {
    const Bytes element = std::to_string(i);
    Insert(1, element);
    expected.insert(expected.begin() + 1, element);
    was_renumbered = was_renumbered || Meta().elements[1] != ArdbElement(int64_t{1});
  }
  EXPECT_EQ(All(), expected);
  EXPECT_TRUE(was_renumbered);
  EXPECT_EQ(kv_.rows().size(), expected.size() + 1);
}

TEST_F(ArdbListTest, RenumbersWhereTheIntegersEnd) {
  using Limits = std::numeric_limits<int64_t>;
  PutOneAt(Limits::min());
  Push(ListEnd::kHead, {"a", "b"});
  EXPECT_EQ(All(), (std::vector<Bytes>{"b", "a", "x"}));
  EXPECT_EQ(Meta().elements, (format::ArdbElements{int64_t{-2}, int64_t{0}}));
  With([](ArdbList& list) { list.trim({0, 0}); });
  EXPECT_TRUE(kv_.rows().empty());
  PutOneAt(Limits::max());
  Push(ListEnd::kTail, {"a"});
  EXPECT_EQ(All(), (std::vector<Bytes>{"x", "a"}));
}

TEST_F(ArdbListTest, PushesBesideADoubleByTheNextInteger) {
  PutOneAt(0.5);
  Push(ListEnd::kHead, {"a"});
  Push(ListEnd::kTail, {"b"});
  EXPECT_EQ(All(), (std::vector<Bytes>{"a", "x", "b"}));
  EXPECT_EQ(Meta().elements, (format::ArdbElements{int64_t{0}, int64_t{1}}));
}

// A list and what it should hold, changed at random in the same way.
class ArdbListBesideADeque : public ArdbListTest {
 protected:
  int64_t Below(size_t bound) { return static_cast<int64_t>(draw_() % bound); }
  int64_t Size() const { return static_cast<int64_t>(model_.size()); }

  void Grow(ArdbList& list, int64_t index, const Bytes& element) {
    const BytesView view = element;
    switch (Below(4)) {
      case 0:
        list.push(ListEnd::kHead, {&view, 1});
        model_.push_front(element);
        break;
      case 1:
        list.push(ListEnd::kTail, {&view, 1});
        model_.push_back(element);
        break;
      default:
        list.insert(index, view);
        model_.insert(model_.begin() + index, element);
    }
  }
  void Change(ArdbList& list, int64_t index, const Bytes& element) {
    if (Below(2) == 0) {
      list.set(index, element);
      model_[static_cast<size_t>(index)] = element;
      return;
    }
    const auto end = Below(2) == 0 ? ListEnd::kHead : ListEnd::kTail;
    const Bytes popped = list.pop(end, 1).front();
    EXPECT_EQ(popped, end == ListEnd::kHead ? model_.front() : model_.back());
    end == ListEnd::kHead ? model_.pop_front() : model_.pop_back();
  }
  void Remove(ArdbList& list) {
    std::vector<int64_t> indexes;
    std::deque<Bytes> kept;
    for (int64_t i = 0; i < Size(); ++i) {
      if (Below(4) == 0 || i < 2 || i == Size() - 1) {
        indexes.push_back(i);
      } else {
        kept.push_back(model_[static_cast<size_t>(i)]);
      }
    }
    list.remove(indexes);
    model_ = std::move(kept);
  }
  void Trim(ArdbList& list, int64_t index) {
    const int64_t count = Below(static_cast<size_t>(Size() - index + 1));
    list.trim({index, count});
    model_ = std::deque<Bytes>(model_.begin() + index, model_.begin() + index + count);
  }
  // Any part of it, read alone.
  void ExpectSameRange(int64_t first) {
    const auto count = std::min<int64_t>(3, Size() - first);
    With([&](ArdbList& list) {
      const auto begin = model_.begin() + first;
      EXPECT_EQ(list.range({first, count}), std::vector<Bytes>(begin, begin + count));
      EXPECT_EQ(list.at(first), *begin);
    });
  }

  std::mt19937 draw_{7};
  std::deque<Bytes> model_;
};

TEST_F(ArdbListBesideADeque, IsTheSameWhateverIsDoneToIt) {
  for (int step = 0; step < 4000; ++step) {
    const Bytes element = std::to_string(step);
    const int64_t index = Size() == 0 ? 0 : Below(model_.size());
    With([&](ArdbList& list) {
      const int64_t what = Size() == 0 ? 0 : Below(Size() > 60 ? 8 : 6);
      if (what < 4) Grow(list, index, element);
      if (what == 4 || what == 5) Change(list, index, element);
      if (what == 6) Remove(list);
      if (what == 7) Trim(list, index);
    });
    ASSERT_EQ(All(), std::vector<Bytes>(model_.begin(), model_.end())) << "step " << step;
    ASSERT_EQ(kv_.rows().size(), model_.empty() ? 0 : model_.size() + 1) << "step " << step;
    if (index / 2 < Size()) ExpectSameRange(index / 2);
  }
}

TEST(ArdbListIndex, BetweenIsStrictlyBetweenOrNone) {
  const auto between = format::ardb_index_between;
  EXPECT_EQ(between(int64_t{0}, int64_t{1}), ArdbElement(0.5));
  EXPECT_EQ(between(int64_t{1}, int64_t{3}), ArdbElement(int64_t{2}));
  EXPECT_EQ(between(0.5, 1.5), ArdbElement(int64_t{1}));
  constexpr int64_t k53 = int64_t{1} << 53;
  EXPECT_EQ(between(k53, k53 + 1), std::nullopt);
  EXPECT_EQ(between(k53 + 1, k53 + 2), std::nullopt);
  EXPECT_EQ(between(1.0, std::nextafter(1.0, 2.0)), std::nullopt);
  EXPECT_EQ(between(std::numeric_limits<int64_t>::min(), std::numeric_limits<int64_t>::max()),
            ArdbElement(int64_t{0}));
}

}  // namespace
}  // namespace keemun::encodings
