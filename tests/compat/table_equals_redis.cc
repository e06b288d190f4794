// The table of commands against COMMAND INFO of redis-server, and against spec/commands.md.
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <map>
#include <set>
#include <sstream>
#include <vector>

#include "base/ascii.h"
#include "commands/table/categories.h"
#include "commands/table/command_tips.h"
#include "commands/table/info_names.h"
#include "commands/table/key_specifications.h"
#include "commands/table/table.h"
#include "commands/table/used_keys.h"
#include "model/command_keys.h"
#include "model/model.h"
#include "plan/grammar.h"
#include "server/commands/command_table.h"
#include "support/redis_server.h"

namespace keemun {
namespace {

using resp::Reply;

// COMMAND INFO of containers and their subcommands, by name.
class ServersTable {
 public:
  ServersTable() : target_(server_.connect()) {
    const Reply all = target_->call(1, {"COMMAND"});
    for (const Reply& row : all.items()) add(row);
  }

  const Reply* find(BytesView name) const {
    const auto found = rows_.find(Bytes(name));
    return found == rows_.end() ? nullptr : &found->second;
  }
  verify::Target& target() { return *target_; }

 private:
  void add(const Reply& row) {
    constexpr size_t kSubcommands = 9;
    rows_.emplace(row.items()[0].text(), row);
    for (const Reply& subcommand : row.items()[kSubcommands].items()) {
      rows_.emplace(subcommand.items()[0].text(), subcommand);
    }
  }

  RedisServer server_;
  std::unique_ptr<verify::Target> target_;
  std::map<Bytes, Reply> rows_;
};

std::vector<Bytes> flags_of(const commands::Command& command) {
  std::vector<Bytes> names;
  for (const auto& [flag, name] : commands::flag_names()) {
    if (command.is(flag)) names.emplace_back(name);
  }
  return names;
}

std::vector<Bytes> category_words(const commands::Command& command) {
  std::vector<Bytes> names;
  for (const commands::CategoryName& known : commands::category_names()) {
    if ((commands::categories_of(command) & known.category) != 0) {
      names.push_back("@" + Bytes(known.name));
    }
  }
  return names;
}

std::vector<Bytes> words_of(const Reply& reply) {
  std::vector<Bytes> words;
  for (const Reply& item : reply.items()) words.push_back(item.text());
  return words;
}

// "read write" words as one text, for messages and for spec/commands.md.
template <typename Words>
Bytes joined(const Words& words) {
  Bytes text;
  for (const auto& word : words) text += (text.empty() ? "" : " ") + Bytes(word);
  return text;
}

void expect_as_redis(const commands::Command& command, const ServersTable& redis) {
  const Reply* row = redis.find(command.name);
  ASSERT_NE(row, nullptr) << command.name;
  EXPECT_EQ(command.arity, row->items()[1].integer()) << command.name;
  EXPECT_EQ(joined(flags_of(command)), joined(words_of(row->items()[2]))) << command.name;
  EXPECT_EQ(command.keys.first, row->items()[3].integer()) << command.name;
  EXPECT_EQ(command.keys.last, row->items()[4].integer()) << command.name;
  EXPECT_EQ(command.keys.step, row->items()[5].integer()) << command.name;
  EXPECT_EQ(joined(category_words(command)), joined(words_of(row->items()[6]))) << command.name;
  EXPECT_EQ(joined(commands::tips_of(command)), joined(words_of(row->items()[7]))) << command.name;
}

TEST(Table, SaysWhatRedisSaysOfEachCommand) {
  const ServersTable redis;
  for (const commands::Command& command : commands::all_commands()) {
    expect_as_redis(command, redis);
  }
}

TEST(Table, OfTheServerSaysWhatRedisSaysOfEachCommand) {
  const ServersTable redis;
  for (const server::ServerCommand& command : server::all_server_commands()) {
    expect_as_redis(command.row, redis);
  }
}

TEST(Table, FindsTheKeysThatRedisFinds) {
  ServersTable redis;
  const std::vector<plan::Args> requests = {
      {"GET", "a"},
      {"MSET", "a", "1", "b", "2"},
      {"del", "a", "b", "c"},
      {"BITOP", "AND", "d", "a", "b"},
      {"ZUNION", "2", "a", "b", "WEIGHTS", "1", "2"},
      {"ZUNIONSTORE", "d", "2", "a", "b"},
      {"ZDIFFSTORE", "d", "1", "a"},
      {"SINTERCARD", "2", "a", "b", "LIMIT", "1"},
      {"LMPOP", "1", "a", "LEFT"},
      {"ZMPOP", "2", "a", "b", "MIN"},
      {"SORT", "a"},
      {"SORT", "a", "BY", "w*", "LIMIT", "0", "1", "STORE", "d"},
      {"SORT", "a", "GET", "store", "x"},
      {"SORT", "a", "STORE", "d", "store", "e"},
      {"SORT", "a", Bytes("STORE\0x", 7), "d"},
      {"SORT_RO", "a"},
      {"OBJECT", "refcount", "a"},
      {"LCS", "a", "b"},
      {"COPY", "a", "b", "DB", "1"},
      {"WATCH", "a", "b"},
      {"ZRANGESTORE", "d", "a", "0", "1"},
      {"GEOSEARCHSTORE", "d", "a", "FROMMEMBER", "m", "BYRADIUS", "1", "KM"},
      {"GEORADIUS", "a", "1", "2", "3", "km"},
      {"GEORADIUS", "a", "1", "2", "3", "km", "COUNT", "1", "store", "d"},
      {"GEORADIUS", "store", "1", "2", "3", "km", "STOREDIST", "d", "ASC"},
      {"GEORADIUS", "a", "1", "2", "3", "km", "STORE"},
      {"GEORADIUSBYMEMBER", "a", "store", "2", "km", "STORE", "d"},
      {"XREAD", "STREAMS", "a", "b", "1", "2"},
      {"XREAD", "COUNT", "STREAMS", "a", "1"},
      {"XREAD", "FOO", "STREAMS", "a", "1"},
      {"XREAD", "BLOCK", "1", "2", "STREAMS", "a", "1"},
      {"XREADGROUP", "GROUP", "streams", "c", "STREAMS", "a", ">"},
      {"XREADGROUP", "GROUP", "g", "c", "STREAMS", "a", "b", ">"},
  };
  for (const plan::Args& request : requests) {
    plan::Args asked = request;
    asked.insert(asked.begin(), {"COMMAND", "GETKEYS"});
    const Reply redis_keys = redis.target().call(1, asked);
    Reply::Items ours;
    const auto* command = commands::find_command(request);
    ASSERT_NE(command, nullptr) << request[0];
    const auto keys = commands::key_positions(*command, request);
    for (size_t i = 0; i < keys.size(); ++i) ours.push_back(Reply::bulk(request[keys[i]]));
    EXPECT_EQ(Reply::array(ours), redis_keys) << request[0];
  }
}

TEST(Table, SaysOfEachKeyWhatRedisSaysThatIsDoneToIt) {
  ServersTable redis;
  const std::vector<plan::Args> requests = {
      {"SET", "a", "v"},
      {"SET", "a", "get"},
      {"SET", "a", "v", "EX", "10", "GeT"},
      {"BITFIELD", "a"},
      {"BITFIELD", "a", "get", "u4", "0", "OVERFLOW", "wrap"},
      {"BITFIELD", "a", "get", "u4"},
      {"BITFIELD", "a", "get", "u4", "0", "set", "u4", "0", "1"},
      {"BITFIELD", "a", "foo"},
      {"SMOVE", "a", "b", "m"},
      {"SORT", "a", "STORE", "b", "STORE", "c"},
      {"PFMERGE", "a", "b"},
      {"MEMORY", "USAGE", "a"},
      {"XREAD", "COUNT", "1", "STREAMS", "a", "b", "0", "$"},
      {"XREADGROUP", "GROUP", "streams", "c", "NOACK", "STREAMS", "a", ">"},
      {"XGROUP", "DESTROY", "a", "g"},
  };
  for (const plan::Args& request : requests) {
    plan::Args asked = request;
    asked.insert(asked.begin(), {"COMMAND", "GETKEYSANDFLAGS"});
    const std::vector<BytesView> words = commands::views_of(request);
    const commands::Command* command = commands::find_command(std::span(words));
    if (command == nullptr) command = &server::find_server_command(words)->row;
    Reply::Items ours;
    for (const commands::UsedKey& used : commands::used_keys(*command, words)) {
      EXPECT_EQ(words[used.place], used.key);
      ours.push_back(Reply::array(
          {Reply::bulk(Bytes(used.key)), commands::key_use_reply(used.use).resp2_form()}));
    }
    EXPECT_EQ(Reply::array(ours), redis.target().call(1, asked)) << request[0];
  }
}

TEST(Table, NamesNoKeyWhereTheCountIsWrong) {
  for (const char* count : {"0", "-1", "3", "x", "9223372036854775807", ""}) {
    const plan::Args request = {"ZUNION", count, "a", "b"};
    EXPECT_TRUE(commands::key_positions(*commands::find_command(request), request).empty());
  }
  const plan::Args short_request = {"ZUNION"};
  EXPECT_TRUE(
      commands::key_positions(*commands::find_command(short_request), short_request).empty());
}

TEST(Table, FindsRowsInAnyCaseAndSubcommandsByTheirContainer) {
  EXPECT_EQ(commands::find_command(plan::Args{"zAdD"})->name, "zadd");
  EXPECT_EQ(commands::find_command(plan::Args{"object", "REFCOUNT"})->name, "object|refcount");
  EXPECT_EQ(commands::find_command(plan::Args{"object"})->name, "object");
  EXPECT_EQ(commands::find_command(plan::Args{"object", "nosuch"}), nullptr);
  EXPECT_EQ(commands::find_command(plan::Args{"object|refcount", "a"}), nullptr);
  EXPECT_EQ(commands::find_command(plan::Args{Bytes(100, 'x')}), nullptr);
  EXPECT_EQ(commands::find_command(plan::Args{""}), nullptr);
}

// The rows of spec/commands.md, by name: name, arity, flags, keys, since, what we do, where we
// differ.
std::map<Bytes, std::vector<Bytes>> rows_of_the_spec() {
  std::map<Bytes, std::vector<Bytes>> rows;
  std::ifstream file("spec/commands.md");
  for (Bytes line; std::getline(file, line);) {
    if (!line.starts_with("| `")) continue;
    std::vector<Bytes> cells;
    std::stringstream rest(line.substr(1));
    for (Bytes cell; std::getline(rest, cell, '|');) {
      const size_t begin = cell.find_first_not_of(" `");
      const size_t end = cell.find_last_not_of(" `");
      cells.push_back(begin == Bytes::npos ? "" : cell.substr(begin, end - begin + 1));
    }
    Bytes name = cells[0];
    std::replace(name.begin(), name.end(), ' ', '|');
    std::transform(name.begin(), name.end(), name.begin(), [](char c) { return ascii_lower(c); });
    rows[name] = cells;
  }
  return rows;
}

Bytes keys_text(const commands::Command& command) {
  using Moving = commands::Keys::Moving;
  Bytes text = command.keys.first == 0
                   ? ""
                   : std::to_string(command.keys.first) + " " + std::to_string(command.keys.last) +
                         " " + std::to_string(command.keys.step);
  if (command.keys.moving == Moving::kNumkeys) text = "numkeys at 1";
  if (command.keys.moving == Moving::kTimeoutNumkeys) text = "numkeys at 2";
  if (command.keys.moving == Moving::kDestinationNumkeys) text = "1, numkeys at 2";
  if (command.keys.moving == Moving::kSort) text = "1, STORE";
  if (command.keys.moving == Moving::kStreamsWord) text = "behind STREAMS";
  if (command.keys.moving == Moving::kStoreWord) text = "1, STORE or STOREDIST";
  return text;
}

TEST(Table, SaysWhatTheSpecSays) {
  const auto spec = rows_of_the_spec();
  for (const commands::Command& command : commands::all_commands()) {
    const auto found = spec.find(Bytes(command.name));
    ASSERT_NE(found, spec.end()) << command.name << " has no line in spec/commands.md";
    const std::vector<Bytes>& cells = found->second;
    ASSERT_GE(cells.size(), 7u) << command.name;
    const std::vector<Bytes> flags = flags_of(command);
    EXPECT_EQ(cells[1], std::to_string(command.arity)) << command.name;
    EXPECT_EQ(cells[2], joined(std::set<Bytes>(flags.begin(), flags.end()))) << command.name;
    EXPECT_EQ(cells[3], keys_text(command)) << command.name;
    EXPECT_EQ(cells[4], command.since) << command.name;
    EXPECT_FALSE(cells[5].empty()) << command.name << " does not say what it does";
  }
}

// What every command needs, and nothing may have that is no command.
// Histories are told apart by the keys that the model finds, gates by those of the table.
TEST(Alphabet, HasItsKeysWhereTheModelFindsThem) {
  for (const commands::Command& row : commands::all_commands()) {
    if (row.keys.moving != commands::Keys::Moving::kNever) continue;
    const model::KeyPositions keys = model::key_positions(row.name);
    EXPECT_EQ(keys.first, row.keys.first) << row.name;
    EXPECT_EQ(keys.last, row.keys.last) << row.name;
    EXPECT_EQ(keys.step, row.keys.step) << row.name;
  }
}

TEST(Alphabet, IsComplete) {
  std::set<Bytes> table;
  for (const auto& command : commands::all_commands()) table.emplace(command.name);
  std::set<Bytes> model;
  for (const BytesView name : model::command_names()) model.emplace(name);
  std::set<Bytes> generator;
  for (const auto& row : plan::grammar_rows()) generator.emplace(row.name);
  std::set<Bytes> spec;
  for (const auto& [name, cells] : rows_of_the_spec()) spec.insert(name);
  EXPECT_EQ(model, table);
  EXPECT_EQ(generator, table);
  EXPECT_EQ(spec, table);
}

}  // namespace
}  // namespace keemun
