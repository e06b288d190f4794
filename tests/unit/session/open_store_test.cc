// What a store remembers of its databases while it has no key.
#include "session/open_store.h"

#include <gtest/gtest.h>

#include <array>

#include "base/command_error.h"
#include "format/store_records.h"
#include "session/database_order.h"
#include "sim/sim_kv.h"

namespace keemun::session {
namespace {

using format::KeyLayout;
using format::LayoutKind;

class OpenedStores : public testing::Test {
 protected:
  void Put(Bytes key, Bytes value) {
    ports::WriteBatch batch;
    batch.writes.push_back({std::move(key), std::move(value), false});
    kv_.commit(batch);
  }
  // As a server leaves it that was asked for nothing but SWAPDB.
  void UseOneDatabase() {
    open_store(kv_, std::array{KeyLayout(LayoutKind::kPlain, "k")});
    Put(format::gc_progress_key("k"), format::encode_gc_progress({}));
    Put(format::gc_lease_key("k"), format::encode_gc_lease({"owner", 1}));
    Put(format::database_order_key(), format::encode_database_order(std::array<size_t, 2>{1, 0}));
    Put(format::version_reservation_key(format::IssuerNumber{0}),
        format::encode_version_reservation(1));
    Put(format::function_library_key("lib"), format::encode_function_library("code"));
  }

  const std::array<KeyLayout, 2> two_ = {KeyLayout(LayoutKind::kSlot, "k0000"),
                                         KeyLayout(LayoutKind::kSlot, "k0001")};
  sim::SimKv kv_;
};

TEST_F(OpenedStores, WithoutAKeyAreAsNew) {
  UseOneDatabase();
  EXPECT_THROW(open_store(kv_, two_), CommandError);
  forget_databases_if_empty(kv_);
  EXPECT_EQ(kv_.rows().size(), 2u);  // no version is given twice, and libraries are for good
  open_store(kv_, two_);
}

TEST_F(OpenedStores, WithOneRowKeepWhatTheyKnow) {
  for (const char* row : {"c#", "m#kkey", "x#?", "x#v", "zzz"}) {
    kv_.rows().clear();
    UseOneDatabase();
    Put(row, "v");
    const auto before = kv_.rows();
    forget_databases_if_empty(kv_);
    EXPECT_EQ(kv_.rows(), before) << row;
    EXPECT_THROW(open_store(kv_, two_), CommandError);
  }
}

}  // namespace
}  // namespace keemun::session
