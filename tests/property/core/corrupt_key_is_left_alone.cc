// A key whose meta row cannot be read answers "ERR corrupt key" and the reason to every command
// that would look at it; nothing is written, and every other key goes on.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "commands/table/table.h"
#include "format/ardb_rows.h"
#include "format/ardb_value.h"
#include "format/key_meta.h"
#include "format/store_records.h"
#include "plan/generator.h"
#include "plan/plan_text.h"
#include "session/session.h"
#include "sim/sim_clock.h"
#include "sim/sim_kv.h"
#include "sim/sim_random.h"

namespace keemun {
namespace {

using format::EncodingFamily;
using resp::Reply;

// One key in a store of its own.
class OneKey {
 public:
  OneKey(Bytes meta_row, EncodingFamily family)
      : row_(std::move(meta_row)),
        clock_(plan::kStartMs),
        random_(1),
        core_(kv_, clock_, random_, settings(family)) {
    // What FCALL calls is known from then on, without its rows.
    ask({"function", "load",
         "#!lua name=count\nredis.register_function('count', function(keys) "
         "return redis.call('incr', keys[1]) end)"});
    ask({"function", "load",
         "#!lua name=look\nredis.register_function{function_name='look', flags={'no-writes'}, "
         "callback=function(keys) return redis.call('get', keys[1]) end}"});
    restore();
  }

  Reply ask(const plan::Args& args) {
    session::Session session(core_);
    return session.execute(commands::views_of(args));
  }
  bool is_untouched() const {
    return kv_.rows().size() == 1 && kv_.rows().begin()->second == row_ &&
           kv_.counts().commits == 0;
  }
  void restore() {
    kv_.rows() = {{meta_key(), row_}};
    kv_.reset_counts();
  }

 private:
  static session::CoreSettings settings(EncodingFamily family) {
    session::CoreSettings settings;
    settings.families.assign(2, family);
    for (const char* name : {"a", "b"}) {
      settings.databases.emplace_back(format::LayoutKind::kPlain, name);
    }
    return settings;
  }
  Bytes meta_key() const {
    if (core_.settings.family(0) == EncodingFamily::kArdb) {
      return format::ArdbRows("a", "bad").meta_row();
    }
    return core_.settings.databases[0].meta_key("bad");
  }

  const Bytes row_;
  sim::SimKv kv_;
  sim::SimClock clock_;
  sim::SimRandom random_;
  session::Core core_;
};

struct Damage {
  const char* name;
  Bytes row;
  const char* reason;
  EncodingFamily family = EncodingFamily::kCamellia;

  friend void PrintTo(const Damage& damage, std::ostream* out) { *out << damage.name; }
};

std::vector<Damage> damages() {
  format::KeyMeta meta;
  meta.version = format::KeyVersion{1};
  meta.encoding = format::Encoding::kHashCounted;
  meta.count = 1;
  const Bytes hash = format::encode_key_meta(meta);
  const auto with = [&hash](size_t at, char byte) {
    Bytes row = hash;
    row[at] = byte;
    return row;
  };
  return {
      {"Empty", "", "meta row of 0 bytes is too short"},
      {"CutInTheHeader", hash.substr(0, 17), "meta row of 17 bytes is too short"},
      {"CutInTheCount", hash.substr(0, 20), "meta row does not decode"},
      {"LongerThanItIs", hash + "x", "meta row does not decode"},
      {"UnknownEncodeVersion", with(0, 7), "unknown encode version 7 of type 2"},
      {"UnknownType", with(1, 9), "unknown encode version 0 of type 9"},
      {"NegativeVersion", with(2, '\x80'), "meta row does not decode"},
      {"NegativeCount", with(18, '\x80'), "meta row does not decode"},
  };
}

std::vector<Damage> ardb_damages() {
  using format::ArdbType;
  const auto damaged = [](const char* name, Bytes row) {
    return Damage{name, std::move(row), "meta row does not decode", EncodingFamily::kArdb};
  };
  format::ArdbValue list{.type = ArdbType::kList, .elements = {int64_t{0}, int64_t{1}}};
  list.meta.size = 3;
  const Bytes hash = format::encode_ardb_value({.type = ArdbType::kHash, .meta = {.size = 1}});
  return {
      damaged("ArdbEmpty", ""), damaged("ArdbCut", hash.substr(0, 3)),
      damaged("ArdbSequentialWithAGap", format::encode_ardb_value(list)),
      damaged("ArdbRowOfAnotherKind", format::encode_ardb_value({.type = ArdbType::kSetMember})),
      damaged("ArdbStreamWithAShortId",
              Bytes("\x0c\0\0\2\4\x0f", 6) + Bytes(15, 'i') + Bytes(1, '\0'))};
}

// A string that can be read.
Bytes healthy_row(EncodingFamily family) {
  if (family == EncodingFamily::kArdb) {
    return format::encode_ardb_value({.type = format::ArdbType::kString, .elements = {int64_t{5}}});
  }
  format::KeyMeta meta;
  meta.version = format::KeyVersion{1};
  return format::encode_string_meta(meta, "5");
}

class CorruptKey : public testing::TestWithParam<Damage> {};

// A script says it somewhere: with the place where it failed, or in an answer of its own.
bool says(const Reply& reply, const commands::Command& command, const Bytes& expected) {
  if (command.group == commands::Group::kScripting) {
    return resp::to_transcript(reply).find(expected) != Bytes::npos;
  }
  return reply.is_error() && reply.text() == expected;
}

// EVALSHA goes by scripts that no plan sends.
bool is_played(const commands::Command& command) {
  return !command.name.starts_with("command|") && !command.name.starts_with("evalsha");
}

bool names_keys(const commands::Command& command) {
  return command.keys.first != 0 || command.keys.moving != commands::Keys::Moving::kNever;
}

// What has yet to be seen to answer so.
std::set<BytesView> missing(const std::set<BytesView>& answered) {
  std::set<BytesView> names;
  for (const commands::Command& command : commands::all_commands()) {
    if (!names_keys(command) || !is_played(command)) continue;
    if (!answered.contains(command.name)) names.insert(command.name);
  }
  return names;
}

// Commands as the generator makes them, all their keys replaced by the damaged one. Few plans have
// every command at the right moment: FCALL_RO needs a library that reads the key.
TEST_P(CorruptKey, AnswersSoToEveryCommandAndIsLeftAlone) {
  constexpr uint64_t kPlans = 480;
  constexpr uint64_t kPlansMax = 10 * kPlans;
  const Bytes expected = Bytes("ERR corrupt key 'bad': ") + GetParam().reason;
  OneKey corrupt(GetParam().row, GetParam().family);
  OneKey healthy(healthy_row(GetParam().family), GetParam().family);
  std::set<BytesView> answered;
  plan::GeneratorOptions generator;
  generator.event_count = 200;

  for (uint64_t seed = 1; seed <= kPlans || (seed <= kPlansMax && !missing(answered).empty());
       ++seed) {
    for (const plan::Event& event : plan::generate(seed, generator).events) {
      plan::Args args = event.command()->args;
      const commands::Command* command = commands::find_command(args);
      if (command == nullptr || !names_keys(*command)) continue;
      const auto positions = commands::key_positions(*command, args);
      for (size_t i = 0; i < positions.size(); ++i) args[positions[i]] = "bad";
      const Reply reply = corrupt.ask(args);
      ASSERT_TRUE(corrupt.is_untouched()) << plan::command_line(args);
      if (says(reply, *command, expected)) {
        answered.insert(command->name);
        continue;
      }
      // It was refused, or answered, before anybody looked at the key.
      ASSERT_EQ(resp::to_transcript(healthy.ask(args)), resp::to_transcript(reply))
          << plan::command_line(args);
      ASSERT_TRUE(healthy.is_untouched()) << plan::command_line(args);
      healthy.restore();
    }
  }
  EXPECT_EQ(missing(answered), std::set<BytesView>());
}

TEST_P(CorruptKey, StopsNoOtherKey) {
  OneKey store(GetParam().row, GetParam().family);
  EXPECT_EQ(resp::to_transcript(store.ask({"set", "good", "v"})), "OK");
  EXPECT_EQ(resp::to_transcript(store.ask({"get", "good"})), "\"v\"");
  EXPECT_EQ(resp::to_transcript(store.ask({"keys", "*"})), "1) \"good\"");
  EXPECT_EQ(resp::to_transcript(store.ask({"dbsize"})), "(integer) 1");
  EXPECT_EQ(resp::to_transcript(store.ask({"randomkey"})), "\"good\"");
  EXPECT_THAT(resp::to_transcript(store.ask({"mget", "good", "bad"})),
              testing::HasSubstr("ERR corrupt key 'bad'"));
  EXPECT_THAT(resp::to_transcript(store.ask({"del", "good", "bad"})),
              testing::HasSubstr("ERR corrupt key 'bad'"));
  EXPECT_EQ(resp::to_transcript(store.ask({"get", "good"})), "\"v\"");
  EXPECT_EQ(resp::to_transcript(store.ask({"del", "good"})), "(integer) 1");
  EXPECT_EQ(resp::to_transcript(store.ask({"flushdb"})), "OK");
  EXPECT_EQ(resp::to_transcript(store.ask({"set", "bad", "new"})), "OK");
}

INSTANTIATE_TEST_SUITE_P(Damages, CorruptKey, testing::ValuesIn(damages()),
                         [](const auto& damage) { return Bytes(damage.param.name); });

INSTANTIATE_TEST_SUITE_P(ArdbDamages, CorruptKey, testing::ValuesIn(ardb_damages()),
                         [](const auto& damage) { return Bytes(damage.param.name); });

}  // namespace
}  // namespace keemun
