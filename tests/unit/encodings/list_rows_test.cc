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
#include "keyspace/unit_of_work.h"
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
    ListRows list(OpenKey(unit, layout_, "l", Meta(), HasKey()));
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

  sim::SimKv kv_;
  const ports::Capabilities capabilities_ = kv_.capabilities();
  const format::KeyLayout layout_{format::LayoutKind::kPlain, "n"};
};

TEST_F(ListRowsTest, DoesWhatADequeDoes) {
  std::mt19937 random(7);
  const auto below = [&random](size_t bound) { return static_cast<int64_t>(random() % bound); };
  std::deque<Bytes> model;
  for (int step = 0; step < 3000; ++step) {
    const Bytes text = std::to_string(step);
    const BytesView element = text;
    With([&](ListRows& list) {
      ASSERT_EQ(list.size(), static_cast<int64_t>(model.size()));
      const int64_t size = list.size();
      const int64_t choice = below(12);
      if (size == 0 || choice < 2) {
        std::vector<Bytes> many(static_cast<size_t>(1 + below(300)), text);
        many.back() += "last";
        const std::vector<BytesView> views(many.begin(), many.end());
        list.push(choice == 0 ? ListEnd::kHead : ListEnd::kTail, views);
        for (const Bytes& one : many) {
          if (choice == 0) {
            model.push_front(one);
          } else {
            model.push_back(one);
          }
        }
      } else if (choice < 4) {
        const int64_t count = 1 + below(std::min<size_t>(model.size(), 20));
        const auto popped = list.pop(choice == 2 ? ListEnd::kHead : ListEnd::kTail, count);
        for (const Bytes& one : popped) {
          ASSERT_EQ(one, choice == 2 ? model.front() : model.back());
          choice == 2 ? model.pop_front() : model.pop_back();
        }
      } else if (choice < 7) {
        const int64_t index = below(model.size() + 1);
        list.insert(index, element);
        model.insert(model.begin() + index, text);
      } else if (choice < 8) {
        const int64_t index = below(model.size());
        ASSERT_EQ(list.at(index), model[static_cast<size_t>(index)]);
        list.set(index, element);
        model[static_cast<size_t>(index)] = text;
      } else if (choice < 11) {
        std::vector<int64_t> indexes;
        const size_t step_max = 1 + static_cast<size_t>(below(model.size()));
        for (int64_t i = below(model.size()); i < size; i += 1 + below(step_max)) {
          indexes.push_back(i);
        }
        list.remove(indexes);
        for (auto index = indexes.rbegin(); index != indexes.rend(); ++index) {
          model.erase(model.begin() + *index);
        }
      } else if (below(4) == 0) {
        const int64_t first = below(model.size());
        const int64_t count = below(model.size() - static_cast<size_t>(first) + 1);
        list.trim({first, count});
        model.erase(model.begin() + first + count, model.end());
        model.erase(model.begin(), model.begin() + first);
      }
      ASSERT_EQ(list.range({0, list.size()}), (std::vector<Bytes>(model.begin(), model.end())));
    });
    if (HasFatalFailure()) return;
    ASSERT_EQ(HasKey(), !model.empty());
    if (model.size() > 1500) break;
  }
}

TEST_F(ListRowsTest, LeavesNoRowsOutsideOfAListThatLives) {
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

TEST_F(ListRowsTest, IsDroppedWithItsMetaAloneWhenItIsLong) {
  Fill(1000);
  With([&](ListRows& list) { list.trim({0, 0}); });
  EXPECT_EQ(kv_.counts().rows_erased, 1);
  EXPECT_FALSE(HasKey());
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
