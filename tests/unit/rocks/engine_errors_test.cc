#include "rocks/engine_errors.h"

#include <gtest/gtest.h>

namespace keemun::rocks {
namespace {

using Kind = ports::StoreError::Kind;
using rocksdb::Status;

// The engine's words, and behind them a path.
TEST(EngineErrors, TellAWriteThatDidNotFitFromASyncThatDidNot) {
  const auto kind = [](const char* doing) {
    return commit_error(Status::NoSpace(doing, "No space left on device")).kind();
  };
  EXPECT_EQ(kind("While appending to file: /srv/store/000007.log"), Kind::kFull);
  EXPECT_EQ(kind("While appending to file: /srv/sync/store/000007.log"), Kind::kFull);
  EXPECT_EQ(kind("While fdatasync: /srv/store/000007.log"), Kind::kUnknownOutcome);
  EXPECT_EQ(kind("no sync"), Kind::kUnknownOutcome);
}

TEST(EngineErrors, TellWhetherDescriptorsAreLacking) {
  const auto lacks = [](const char* text) {
    return lacks_descriptors(Status::IOError("While open a file: /srv/store/000007.sst", text));
  };
  EXPECT_TRUE(lacks("Too many open files"));
  EXPECT_TRUE(lacks("Too many open files in system"));
  EXPECT_FALSE(lacks("Input/output error"));
  EXPECT_FALSE(
      lacks_descriptors(Status::IOError("/Too many open files/LOG", "Input/output error")));
  EXPECT_FALSE(lacks_descriptors(Status::OK()));
}

}  // namespace
}  // namespace keemun::rocks
