// Batches that are put together here, as the engine reads them.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "rocks/engine_batch.h"

namespace keemun::rocks {
namespace {

using rocksdb::Slice;
using rocksdb::Status;

// What the engine finds, a line each.
class Listener final : public rocksdb::WriteBatch::Handler {
 public:
  Status PutCF(uint32_t family, const Slice& key, const Slice& value) override {
    return note("put", family, key, value);
  }
  Status DeleteCF(uint32_t family, const Slice& key) override {
    return note("erase", family, key, "");
  }
  Status DeleteRangeCF(uint32_t family, const Slice& begin, const Slice& end) override {
    return note("erase_range", family, begin, end);
  }

  std::vector<std::string> heard;

 private:
  Status note(const char* what, uint32_t family, const Slice& first, const Slice& second) {
    heard.push_back(what + (" " + std::to_string(family)) + " " + first.ToString() + "," +
                    second.ToString());
    return Status::OK();
  }
};

std::string line(const char* what, uint32_t family, const Bytes& first, const Bytes& second) {
  return what + (" " + std::to_string(family)) + " " + first + "," + second;
}

TEST(EngineBatch, IsWhatTheEngineReads) {
  // Lengths on both sides of where one byte more is needed, and more than there was room for.
  const std::vector<size_t> sizes = {0, 1, 127, 128, 16383, 16384, 2097152};
  EngineBatch batch(1, 10);
  std::vector<std::string> expected;
  for (const uint32_t family : {0u, 1u, 6u, 300u}) {
    for (const size_t bytes : sizes) {
      const Bytes key = Bytes(bytes, 'k') + '\0';
      const Bytes value(bytes, 'v');
      batch.put(family, key, value);
      batch.erase(family, value);
      batch.erase_range(family, key, value);
      expected.push_back(line("put", family, key, value));
      expected.push_back(line("erase", family, value, ""));
      expected.push_back(line("erase_range", family, key, value));
    }
  }
  const rocksdb::WriteBatch written = batch.take();
  EXPECT_EQ(written.Count(), expected.size());
  Listener listener;
  const Status status = written.Iterate(&listener);
  EXPECT_TRUE(status.ok()) << status.ToString();
  EXPECT_TRUE(listener.heard == expected);
}

TEST(EngineBatch, IsTheSameBytesAsTheEnginesOwn) {
  rocksdb::WriteBatch own;
  EngineBatch batch(3, 100);
  for (const Bytes& key : {Bytes("a"), Bytes(200, 'b')}) {
    ASSERT_TRUE(own.Put(key, "value").ok());
    ASSERT_TRUE(own.Delete(key).ok());
    ASSERT_TRUE(own.DeleteRange(key, "c").ok());
    batch.put(0, key, "value");
    batch.erase(0, key);
    batch.erase_range(0, key, "c");
  }
  EXPECT_EQ(batch.take().Data(), own.Data());
  EXPECT_EQ(EngineBatch(0, 0).take().Data(), rocksdb::WriteBatch().Data());
}

}  // namespace
}  // namespace keemun::rocks
