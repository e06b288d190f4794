// Law: a walk by cursor, from its beginning to its end, answers every element that is there all the
// while, and none that never was, whatever others add and remove meanwhile. Of the elements of
// collections, and of keys.
//
// The histories of linearizable_per_key do without the scans, for a walk is more than one
// operation.
#include <gtest/gtest.h>

#include <set>
#include <string>
#include <tuple>

#include "fibers_on_a_core.h"
#include "format/encoding.h"
#include "plan/draw.h"

namespace keemun {
namespace {

using format::Encoding;
using format::LayoutKind;
using sim::SeededScheduler;

// More than one answer holds, so that there are cursors.
constexpr int kStaying = 300;
constexpr int kComing = 300;
constexpr int kWriters = 2;
constexpr int kWalkers = 2;

struct Subject {
  const char* name;
  keyspace::EncodingChoice encodings = {};
  LayoutKind layout = LayoutKind::kPlain;

  bool is_of_keys() const { return Bytes(name) == "keys"; }
};

const Subject kSubjects[] = {
    {"hash"},
    {"hash", {.hash = Encoding::kHashBlind}},
    {"set"},
    {"set", {.set = Encoding::kSetBlind}},
    {"zset"},
    {"keys"},
    {"keys", {}, LayoutKind::kMd5},
    {"keys", {}, LayoutKind::kSlot},
};

Bytes staying(int number) {
  return std::to_string(number) + "-stays";
}
Bytes coming(size_t number) {
  return std::to_string(number) + "-comes";
}

// With rows in memory for every other seed.
session::CoreSettings settings_of(const Subject& subject, uint64_t seed) {
  session::CoreSettings settings;
  settings.databases.emplace_back(subject.layout, "a");
  settings.encodings = subject.encodings;
  settings.caches.local_bytes = seed % 2 == 0 ? size_t{1} << 15 : 0;
  return settings;
}

class Walks {
 public:
  Walks(const Subject& subject, const sim::KvProfile& profile, SeededScheduler::Mode mode,
        uint64_t seed)
      : subject_(subject),
        draw_(seed, 0, plan::Stream::kWorkload),
        fibers_(profile, settings_of(subject, seed), {.mode = mode, .seed = seed}) {}

  void play() {
    SeededScheduler& scheduler = fibers_.scheduler();
    scheduler.spawn([this] { make_staying(); });
    while (fibers_.step()) {
    }
    for (int i = 0; i < kWriters; ++i) scheduler.spawn([this] { come_and_go(); });
    for (int i = 0; i < kWalkers; ++i) scheduler.spawn([this] { walk(); });
    while (fibers_.step()) {
      if (draw_.percent(1)) fibers_.weather().expect({plan::Fault::kKvRefused, 0}, 0);
    }
  }

 private:
  void add(session::Session& session, const Bytes& element) {
    const Bytes type = subject_.name;
    if (type == "hash") ask(session, {"HSET", "c", element, "v"});
    if (type == "set") ask(session, {"SADD", "c", element});
    if (type == "zset") ask(session, {"ZADD", "c", "1", element});
    if (type == "keys") ask(session, {"SET", element, "v"});
  }
  void remove(session::Session& session, const Bytes& element) {
    const Bytes type = subject_.name;
    if (type == "hash") ask(session, {"HDEL", "c", element});
    if (type == "set") ask(session, {"SREM", "c", element});
    if (type == "zset") ask(session, {"ZREM", "c", element});
    if (type == "keys") ask(session, {"DEL", element});
  }
  resp::Reply page(session::Session& session, const Bytes& cursor) {
    const Bytes type = subject_.name;
    if (type == "keys") return ask(session, {"SCAN", cursor});
    return ask(session, {type.substr(0, 1) + "SCAN", "c", cursor});
  }

  void make_staying() {
    session::Session session(fibers_.core());
    for (int i = 0; i < kStaying; ++i) add(session, staying(i));
  }

  void come_and_go() {
    session::Session session(fibers_.core());
    while (walks_ended_ < kWalkers) {
      runtime::Scheduler::yield();
      const Bytes element = coming(draw_.below(kComing));
      draw_.percent(50) ? add(session, element) : remove(session, element);
    }
  }

  void walk() {
    session::Session session(fibers_.core());
    const size_t width = Bytes(subject_.name) == "set" || subject_.is_of_keys() ? 1 : 2;
    std::set<Bytes> met;
    size_t pages = 0;
    for (Bytes cursor = "0"; pages == 0 || cursor != "0";) {
      runtime::Scheduler::yield();
      const resp::Reply reply = page(session, cursor);
      if (reply.is_error()) {
        ASSERT_NE(reply.text(), "ERR invalid cursor");
        continue;
      }
      ++pages;
      cursor = reply.items()[0].text();
      const auto& items = reply.items()[1].items();
      for (size_t i = 0; i < items.size(); i += width) met.insert(items[i].text());
    }
    EXPECT_GT(pages, 2u);
    for (int i = 0; i < kStaying; ++i) EXPECT_EQ(met.erase(staying(i)), 1u) << staying(i);
    for (size_t i = 0; i < kComing; ++i) met.erase(coming(i));
    EXPECT_TRUE(met.empty()) << *met.begin();
    ++walks_ended_;
  }

  const Subject& subject_;
  plan::Draw draw_;
  int walks_ended_ = 0;
  FibersOnACore fibers_;
};

using Setting = std::tuple<Subject, const char*>;  // and class

class Scans : public testing::TestWithParam<Setting> {};

TEST_P(Scans, MeetWhatStays) {
  const auto& [subject, name] = GetParam();
  using Mode = SeededScheduler::Mode;
  for (const Mode mode : {Mode::kFifo, Mode::kUniform}) {
    for (uint64_t seed = 1; seed <= 20 && !HasFailure(); ++seed) {
      SCOPED_TRACE("seed " + std::to_string(seed));
      Walks(subject, *sim::KvProfile::named(name), mode, seed).play();
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Worlds, Scans,
                         testing::Combine(testing::ValuesIn(kSubjects),
                                          testing::Values("memory", "tikv_raw")));

}  // namespace
}  // namespace keemun
