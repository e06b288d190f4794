// A store keeps marks of rows that are gone for a while, and a scan steps over each. A stream that
// loses at its front what it gains at its end must not be read over ever more of them.
#include <gtest/gtest.h>

#include <iterator>
#include <set>

#include "base/number_text.h"
#include "redis_cli.h"
#include "sim/kv_front.h"

namespace keemun {
namespace {

using format::EncodingFamily;

// Counts marks.
class StoreWithMarks final : public sim::KvFront {
 public:
  StoreWithMarks() : KvFront(below) {}

  ports::Capabilities capabilities() const override {
    ports::Capabilities capabilities = below.capabilities();
    capabilities.cheap_range_erase = false;
    return capabilities;
  }
  ports::ScanPage scan(const ports::ScanRequest& request) override {
    ports::ScanPage page = below.scan(request);
    Bytes begin(request.begin);
    Bytes end(request.end);
    if (page.rows.size() == request.rows_max)
      (request.is_reverse ? begin : end) = page.rows.back().key;
    if (begin < end) {
      stepped_over += std::distance(marks_.lower_bound(begin), marks_.lower_bound(end));
    }
    return page;
  }
  void commit(const ports::WriteBatch& batch) override {
    below.commit(batch);
    for (const ports::WriteBatch::Write& write : batch.writes) {
      if (write.is_erase) {
        marks_.insert(write.key);
      } else {
        marks_.erase(write.key);
      }
    }
  }

  sim::SimKv below;
  int64_t stepped_over = 0;

 private:
  std::set<Bytes> marks_;
};

class StreamScans : public testing::TestWithParam<EncodingFamily> {
 protected:
  explicit StreamScans(size_t local_bytes = 0)
      : clock_(1'700'000'000'000),
        random_(1),
        core_(store_, clock_, random_, settings(local_bytes)),
        session_(core_) {}

  static session::CoreSettings settings(size_t local_bytes) {
    session::CoreSettings settings;
    settings.databases.emplace_back(format::LayoutKind::kPlain, "n");
    settings.families = {GetParam()};
    settings.caches.local_bytes = local_bytes;
    return settings;
  }

  void Run(const std::vector<Bytes>& args) {
    const auto reply = session_.execute(std::vector<BytesView>(args.begin(), args.end()));
    EXPECT_FALSE(reply.is_error()) << args.front() << ": " << to_transcript(reply);
  }
  static Bytes Id(int number) { return format_int64(number) + "-0"; }

  static constexpr int kRounds = 300;
  static constexpr int kLength = 10;

  StoreWithMarks store_;
  sim::SimClock clock_;
  sim::SimRandom random_;
  session::Core core_;
  session::Session session_;
};

TEST_P(StreamScans, OfAStreamThatIsTrimmedMeetFewThatAreGone) {
  for (int i = 1; i <= kRounds; ++i) {
    Run({"xadd", "s", "maxlen", format_int64(kLength), Id(i), "f", "v"});
    Run({"xrange", "s", "-", "+", "count", "1"});
    Run({"xread", "streams", "s", "0"});
    Run({"xinfo", "stream", "s"});
  }
  EXPECT_LE(store_.stepped_over, kRounds);
}

TEST_P(StreamScans, OfAStreamThatIsDeletedFromMeetFewThatAreGone) {
  for (int i = 1; i <= kRounds; ++i) {
    Run({"xadd", "s", Id(i), "f", "v"});
    if (i <= kLength) continue;
    Run({"xdel", "s", Id(i - kLength)});
    Run({"xrange", "s", "-", "+"});
  }
  EXPECT_LE(store_.stepped_over, kRounds);
}

TEST_P(StreamScans, OfAStreamOfWhichTheFirstEntryStaysMeetFewThatAreGone) {
  Run({"xadd", "s", Id(1), "f", "v"});
  for (int i = 2; i <= kRounds; ++i) {
    Run({"xadd", "s", Id(i), "f", "v"});
    Run({"xdel", "s", Id(i)});
    Run({"xread", "count", "1", "streams", "s", "0"});
  }
  EXPECT_LE(store_.stepped_over, kRounds);
}

TEST_P(StreamScans, OfAGroupThatAcknowledgesMeetFewThatAreGone) {
  Run({"xgroup", "create", "s", "g", "0", "mkstream"});
  for (int i = 1; i <= kRounds; ++i) {
    Run({"xadd", "s", Id(i), "f", "v"});
    Run({"xreadgroup", "group", "g", "c", "streams", "s", ">"});
    Run({"xack", "s", "g", Id(i)});
  }
  EXPECT_LE(store_.stepped_over, kRounds);
}

// What is pending has no first id in any row: it is remembered in memory that nothing is left
// there.
class StreamScansWithMemory : public StreamScans {
 protected:
  StreamScansWithMemory() : StreamScans(1 << 20) {}

  void Deliver(int number) {
    Run({"xadd", "s", Id(number), "f", "v"});
    Run({"xreadgroup", "group", "g", "c", "streams", "s", ">"});
  }
  // And consumers ask what is left.
  void Acknowledge(int number) {
    Run({"xack", "s", "g", Id(number)});
    Run({"xreadgroup", "group", "g", "c", "count", "1", "streams", "s", "0"});
    Run({"xautoclaim", "s", "g", "d", "3600000", "0-0", "count", "1"});
    Run({"xpending", "s", "g"});
  }
};

// An acknowledged entry leaves two marks, and each is met once.
TEST_P(StreamScansWithMemory, OfAGroupMeetWhatIsGoneOnce) {
  Run({"xgroup", "create", "s", "g", "0", "mkstream"});
  for (int i = 1; i <= kRounds; ++i) {
    Deliver(i);
    Acknowledge(i);
  }
  EXPECT_LE(store_.stepped_over, 2 * kRounds);
}

// More is pending than one run of memory holds, and then nothing, again and again.
TEST_P(StreamScansWithMemory, OfAQueueThatSwellsMeetWhatIsGoneOnce) {
  constexpr int kSwellings = 6;
  constexpr int kSwelling = 400;
  Run({"xgroup", "create", "s", "g", "0", "mkstream"});
  for (int first = 1; first < kSwellings * kSwelling; first += kSwelling) {
    for (int i = first; i < first + kSwelling; ++i) Deliver(i);
    for (int i = first; i < first + kSwelling; ++i) Acknowledge(i);
  }
  EXPECT_LE(store_.stepped_over, 2 * kSwellings * kSwelling);
}

INSTANTIATE_TEST_SUITE_P(Families, StreamScans,
                         testing::Values(EncodingFamily::kCamellia, EncodingFamily::kArdb));
INSTANTIATE_TEST_SUITE_P(Families, StreamScansWithMemory,
                         testing::Values(EncodingFamily::kCamellia, EncodingFamily::kArdb));

}  // namespace
}  // namespace keemun
