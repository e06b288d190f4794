// Users against redis-server: the same rules, the same requests of the same users, the same
// answers.
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <random>

#include "commands/table/table.h"
#include "server/commands/command_table.h"
#include "support/keemun_process.h"
#include "support/redis_server.h"

namespace keemun {
namespace {

using resp::Reply;
using Words = std::vector<Bytes>;

Words words_of(BytesView line) {
  Words words;
  while (!line.empty()) {
    const BytesView word = line.substr(0, line.find(' '));
    if (!word.empty()) words.emplace_back(word == "\"\"" ? "" : word);
    line.remove_prefix(std::min(word.size() + 1, line.size()));
  }
  return words;
}

// Single commands in a text of rules stand in any order in Redis; they end it here.
Bytes with_sorted_commands(const Bytes& text) {
  const size_t begin = text.rfind("@all");
  if (begin == Bytes::npos || begin == 0) return text;
  Words words = words_of(text.substr(begin - 1));
  const auto singles =
      std::find_if(words.begin(), words.end(), [](const Bytes& word) { return word[1] != '@'; });
  std::sort(singles, words.end());
  Bytes sorted = text.substr(0, begin - 1);
  for (const Bytes& word : words) sorted += word + " ";
  return sorted;
}

// What of an answer does not hang on the time, on addresses and on Redis' own order. Calls itself
// once per level of an answer.
Bytes essence(const Reply& reply) {
  if (reply.kind() != Reply::Kind::kArray) {
    const bool is_text = reply.kind() == Reply::Kind::kBulk;
    return is_text ? "\"" + with_sorted_commands(reply.text()) + "\"" : to_transcript(reply);
  }
  Bytes text = "[";
  bool is_left_out = false;
  for (const Reply& item : reply.items()) {
    text += (is_left_out ? "-" : essence(item)) + " ";
    const bool is_name = !is_left_out && item.kind() == Reply::Kind::kBulk;
    is_left_out = is_name && (item.text() == "age-seconds" || item.text() == "client-info" ||
                              item.text() == "id");
  }
  return text + "]";
}

class AccessBesideRedis : public testing::Test {
 protected:
  void SetUp() override {
    ASSERT_TRUE(keemun_.start()) << keemun_.output();
    theirs_ = redis_.connect();
    ours_ = verify::connect_redis(*verify::parse_server_address("unix:" + keemun_.socket_path()));
  }

  // By which client, and what it says.
  void compare(size_t client, const Words& request) {
    const Bytes theirs = essence(theirs_->call(client, request));
    EXPECT_EQ(essence(ours_->call(client, request)), theirs) << testing::PrintToString(request);
  }
  void compare_all(const std::vector<std::pair<size_t, BytesView>>& requests) {
    for (const auto& [client, line] : requests) compare(client, words_of(line));
  }

  const Bytes& any_of(const Words& words) { return words[random_() % words.size()]; }

  RedisServer redis_;
  KeemunProcess keemun_;
  std::unique_ptr<verify::Target> theirs_;
  std::unique_ptr<verify::Target> ours_;
  std::mt19937 random_{7};
};

Words known_names() {
  Words names;
  for (const commands::Command& row : commands::all_commands()) names.emplace_back(row.name);
  for (const server::ServerCommand& command : server::all_server_commands()) {
    names.emplace_back(command.row.name);
  }
  for (const char* absent : {"xadd", "xgroup|create", "fcall", "migrate", "cluster|info"}) {
    names.emplace_back(absent);
  }
  return names;
}

TEST_F(AccessBesideRedis, AnyRulesMakeTheSameUsers) {
  const Words names = known_names();
  const Words categories = words_of(
      "keyspace read write set sortedset list hash string bitmap hyperloglog geo stream pubsub "
      "admin "
      "fast slow blocking dangerous connection transaction scripting all nosuch");
  const Words patterns = words_of("* a b* \"\" [a-c] foo:* % ( )");
  const Words others = words_of(
      "on off nopass resetpass >p >q <p <q #x !x sanitize-payload skip-sanitize-payload ON "
      "allkeys resetkeys allchannels resetchannels allcommands nocommands reset clearselectors @ "
      "nosuch +select|0 +get|A +config|get|x +config|nosuch -select|0 +| +get| -nosuch %R %~ %RR~ "
      "( ) () (on) (~x x)");
  const auto rule = [&] {
    switch (random_() % 7) {
      case 0:
        return any_of({"+@", "-@"}) + any_of(categories);
      case 1:
      case 2:
        return any_of({"+", "-"}) + any_of(names);
      case 3:
        return any_of({"~", "%R~", "%W~", "%rw~", "&"}) + any_of(patterns);
      case 4:
        return "(" + any_of({"+", "-"}) + any_of(names) + " ~" + any_of(patterns) + ")";
      default:
        return any_of(others);
    }
  };
  for (int i = 0; i < 1500; ++i) {
    Words request = {"ACL", "SETUSER", "bob"};
    if (random_() % 4 == 0) request.emplace_back("reset");
    for (size_t left = random_() % 6; left > 0; --left) request.push_back(rule());
    compare(0, request);
    compare(0, {"ACL", "GETUSER", "bob"});
    if (HasFailure()) return;
  }
}

TEST_F(AccessBesideRedis, AUserMayRunTheSame) {
  compare(0, words_of("ACL SETUSER bob +@all -@dangerous -mget %R~r* %W~w* %RW~x &c &d:* "
                      "(+@read ~b) (+get|a ~a)"));
  const Words words = words_of(
      "a b r w x y 1 2 0 -1 store get by limit storedist keys m ex set overflow incrby left c d:1 "
      "d:*");
  for (const Bytes& name : known_names()) {
    const Bytes words_of_name = [&name] {
      Bytes spaced = name;
      std::replace(spaced.begin(), spaced.end(), '|', ' ');
      return spaced;
    }();
    // What there is not here is not found, and what is one row here is many there.
    const std::vector<Bytes> parts = words_of(words_of_name);
    const std::vector<BytesView> asked(parts.begin(), parts.end());
    if (commands::find_command(std::span(asked)) == nullptr &&
        server::find_server_command(asked) == nullptr) {
      continue;
    }
    if (parts[0] == "cluster") continue;
    for (int i = 0; i < 12; ++i) {
      Words request = {"ACL", "DRYRUN", "bob"};
      request.insert(request.end(), parts.begin(), parts.end());
      for (size_t left = random_() % 6; left > 0; --left) request.push_back(any_of(words));
      const bool is_stricter =
          name == "pfmerge" || std::count(request.begin(), request.end(), "store") +
                                       std::count(request.begin(), request.end(), "storedist") >
                                   1;
      if (!is_stricter) compare(0, request);
    }
  }
}

TEST_F(AccessBesideRedis, IsDeniedInTheSameWords) {
  compare_all({
      {0, "ACL SETUSER bob on >p +multi +exec +discard +eval +acl|whoami"},
      {1, "AUTH bob p"},
      {1, "GET k"},
      {1, "GET"},
      {1, "CONFIG GET timeout"},
      {1, "CONFIG GET"},
      {1, "CONFIG nosuch"},
      {1, "nosuch"},
      {1, "ACL WHOAMI"},
      {1, "ACL LIST"},
      {1, "AUTH bob wrong"},
      {1, "AUTH nobody p"},
      {1, "AUTH p"},
      {1, "AUTH a b c"},
      {1, "HELLO 2 AUTH bob wrong"},
      {1, "HELLO 2 AUTH bob"},
      {0, "ACL LOG"},
      {0, "ACL LOG RESET"},
      {0, "ACL SETUSER bob +get +set +mget +select|0 ~x*"},
      {1, "SELECT 0"},
      {1, "SELECT 1"},
      {1, "GET x"},
      {1, "MGET x y"},
      {1, "MULTI"},
      {1, "GET y"},
      {1, "SAVE"},
      {1, "EXEC"},
      {1, "MULTI"},
      {1, "GET x"},
      {1, "GET x1"},
      {0, "ACL SETUSER bob resetkeys ~x1 -mget"},
      {1, "EXEC"},
      {1, "MULTI"},
      {1, "GET x1"},
      {0, "ACL SETUSER bob -get"},
      {1, "EXEC"},
      {0, "ACL SETUSER bob -exec"},
      {1, "MULTI"},
      {1, "EXEC"},
      {1, "PING"},
      {0, "ACL SETUSER bob +exec +@pubsub +@scripting +sort +ping &a"},
      {1, "DISCARD"},
      {1, "PUBLISH c m"},
      {1, "SUBSCRIBE a c"},
      {1, "PSUBSCRIBE a*"},
      {1, "SPUBLISH c m"},
      {1, "SSUBSCRIBE c"},
      {1, "SORT x1 BY v*"},
      {1, "SORT x1 GET #"},
      {1, "SORT x1 BY nosort"},
      {0, "ACL LOG"},
  });
}

TEST_F(AccessBesideRedis, IsToldOfInTheSameWords) {
  compare_all({
      {0, "ACL SETUSER bob on nopass +get|x ~x &a"},
      {1, "AUTH bob p"},
      {1, "GET y"},
      {1, "GET x"},
      {0, "ACL LOG 2"},
      {0, "ACL LOG -1"},
      {0, "ACL LOG x"},
      {0, "ACL LOG 1 2"},
      {0, "ACL DELUSER nobody bob default"},
      {0, "ACL DELUSER nobody"},
      {0, "ACL DRYRUN nobody get x"},
      {0, "ACL DRYRUN bob nosuch"},
      {0, "ACL DRYRUN bob get"},
      {0, "ACL GETUSER bob"},
      {0, "ACL LIST"},
      {0, "ACL USERS"},
      {0, "ACL HELP"},
      {0, "ACL LOAD"},
      {0, "ACL SAVE"},
      {0, "ACL SETUSER"},
      {0, "ACL SETUSER default -@all"},
      {0, "PING"},
      {0, "AUTH x"},
      {0, "HELLO 2"},
  });
}

TEST_F(AccessBesideRedis, OfAScriptIsThatOfItsUser) {
  compare(0, words_of("ACL SETUSER bob on nopass +eval +eval_ro +get +config|get ~b"));
  compare(1, {"AUTH", "bob", "p"});
  for (const Bytes call :
       {"call('get', 'b')", "call('get', 'k')", "pcall('get', 'k')", "call('set', 'b', 'v')",
        "call('config', 'get', 'x')", "call('publish', 'c', 'm')", "acl_check_cmd('get', 'b')",
        "acl_check_cmd('get', 'k')", "acl_check_cmd('get')", "acl_check_cmd('nosuch')",
        "acl_check_cmd()", "acl_check_cmd({})", "acl_check_cmd('config', 'nosuch')",
        "acl_check_cmd('publish', 'c')"}) {
    compare(1, {"EVAL", "return redis." + call, "0"});
    compare(1, {"EVAL_RO", "return redis." + call, "0"});
  }
  compare(1, {"EVAL", "return 1", "1", "k"});
  compare(0, {"ACL", "LOG"});
}

TEST_F(AccessBesideRedis, WantsTheSamePasswordOfTheDefaultUser) {
  compare_all({
      {0, "CONFIG SET requirepass p"},
      {0, "ACL LIST"},
      {1, "PING"},
      {1, "HELLO 2"},
      {1, "AUTH q"},
      {0, "ACL SETUSER default >q"},
      {1, "AUTH q"},
      {0, "CONFIG GET requirepass"},
      {0, "CONFIG SET requirepass \"\""},
      {0, "ACL LIST"},
      {0, "CONFIG GET aclfile"},
      {0, "CONFIG GET acl-pubsub-default"},
      {0, "CONFIG GET acllog-max-len"},
      {2, "PING"},
      {0, "ACL SETUSER default off"},
      {2, "PING"},
      {2, "RESET"},
      {2, "PING"},
      {0, "CONFIG SET acl-pubsub-default allchannels"},
      {0, "ACL SETUSER bob"},
      {0, "CONFIG SET acl-pubsub-default none"},
      {0, "CONFIG SET acllog-max-len -1"},
      {0, "ACL LIST"},
  });
}

}  // namespace
}  // namespace keemun
