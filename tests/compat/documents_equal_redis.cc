// COMMAND DOCS and the key specifications of COMMAND INFO against those of redis-server.
#include <gtest/gtest.h>

#include <map>
#include <vector>

#include "../unit/commands/argument_text.h"
#include "commands/table/argument_notation.h"
#include "commands/table/command_documents.h"
#include "commands/table/info_names.h"
#include "commands/table/key_specifications.h"
#include "commands/table/table.h"
#include "resp/reply.h"
#include "server/commands/command_table.h"
#include "support/redis_server.h"

namespace keemun {
namespace {

using commands::Command;
using resp::Reply;

std::vector<Command> all_rows() {
  const auto core = commands::all_commands();
  std::vector<Command> rows(core.begin(), core.end());
  for (const auto& command : server::all_server_commands()) rows.push_back(command.row);
  return rows;
}

// The value behind a name in a map, flat or not; null when there is none.
const Reply* find(const Reply& map, BytesView name) {
  for (size_t i = 0; i + 1 < map.items().size(); i += 2) {
    if (map.items()[i].text() == name) return &map.items()[i + 1];
  }
  return nullptr;
}

Bytes text_at(const Reply& map, BytesView name) {
  const Reply* value = find(map, name);
  return value == nullptr ? Bytes() : value->text();
}

bool has_flag(const Reply& map, BytesView flag) {
  const Reply* flags = find(map, "flags");
  if (flags == nullptr) return false;
  for (const Reply& item : flags->items()) {
    if (item.text() == flag) return true;
  }
  return false;
}

// As argument_text() writes ours.
Bytes redis_arguments_text(const Reply* arguments) {
  if (arguments == nullptr) return "";
  Bytes text;
  for (const Reply& argument : arguments->items()) {
    if (!text.empty()) text += " ";
    if (const Reply* token = find(argument, "token")) text += token->text() + "=";
    text += text_at(argument, "name") + ":" + text_at(argument, "type");
    if (has_flag(argument, "optional")) text += "?";
    if (has_flag(argument, "multiple")) text += "*";
    if (has_flag(argument, "multiple_token")) text += "+";
    const Bytes inside = redis_arguments_text(find(argument, "arguments"));
    if (!inside.empty()) text += "(" + inside + ")";
  }
  return text;
}

// Documents of containers and of their subcommands, by name.
std::map<Bytes, Reply> documents_of_redis() {
  const RedisServer server;
  const Reply all = server.connect()->call(1, {"COMMAND", "DOCS"});
  std::map<Bytes, Reply> documents;
  for (size_t i = 0; i < all.items().size(); i += 2) {
    const Reply& document = all.items()[i + 1];
    documents.emplace(all.items()[i].text(), document);
    const Reply* subcommands = find(document, "subcommands");
    if (subcommands == nullptr) continue;
    for (size_t j = 0; j < subcommands->items().size(); j += 2) {
      documents.emplace(subcommands->items()[j].text(), subcommands->items()[j + 1]);
    }
  }
  return documents;
}

// Where we say it otherwise, and why.
const std::map<BytesView, const char*> kOtherArguments = {
    {"cluster", "is no container here"},
    {"debug", "is no container here"},
    {"command|getkeys", "Redis leaves out what it takes"},
    {"command|getkeysandflags", "Redis leaves out what it takes"},
};

TEST(Documents, NameTheArgumentsThatRedisNames) {
  const auto redis = documents_of_redis();
  for (const Command& row : all_rows()) {
    const auto found = redis.find(Bytes(row.name));
    ASSERT_NE(found, redis.end()) << row.name;
    const commands::Document* document = commands::find_document(row.name);
    ASSERT_NE(document, nullptr) << row.name;
    const auto ours = commands::parse_arguments(document->arguments);
    ASSERT_TRUE(ours) << row.name;
    const Bytes theirs = redis_arguments_text(find(found->second, "arguments"));
    if (kOtherArguments.contains(row.name)) {
      EXPECT_NE(arguments_text(*ours), theirs) << row.name << " is as in Redis";
    } else {
      EXPECT_EQ(arguments_text(*ours), theirs) << row.name;
    }
  }
}

TEST(Documents, SaySinceWhenAndInWhichGroup) {
  const auto redis = documents_of_redis();
  for (const Command& row : all_rows()) {
    const Reply& theirs = redis.at(Bytes(row.name));
    EXPECT_EQ(row.since, text_at(theirs, "since")) << row.name;
    EXPECT_EQ(group_name(row.group), text_at(theirs, "group")) << row.name;
  }
}

// Notes are for those who read Redis' sources.
Reply without_notes(const Reply& specification) {
  Reply::Items items;
  for (size_t i = 0; i < specification.items().size(); i += 2) {
    if (specification.items()[i].text() == "notes") continue;
    items.push_back(specification.items()[i]);
    items.push_back(specification.items()[i + 1]);
  }
  return Reply::array(std::move(items));
}

std::map<Bytes, Reply> key_specifications_of_redis() {
  constexpr size_t kSpecifications = 8;
  constexpr size_t kSubcommands = 9;
  const RedisServer server;
  const Reply all = server.connect()->call(1, {"COMMAND"});
  std::map<Bytes, Reply> found;
  const auto add = [&found](const Reply& row) {
    Reply::Items specifications;
    for (const Reply& specification : row.items()[kSpecifications].items()) {
      specifications.push_back(without_notes(specification));
    }
    found.emplace(row.items()[0].text(), Reply::array(std::move(specifications)));
  };
  for (const Reply& row : all.items()) {
    add(row);
    for (const Reply& subcommand : row.items()[kSubcommands].items()) add(subcommand);
  }
  return found;
}

TEST(KeySpecifications, AreThoseOfRedis) {
  const auto redis = key_specifications_of_redis();
  for (const Command& row : all_rows()) {
    // Redis calls the destination of this one alone RW, where its siblings overwrite theirs.
    if (row.name == "sinterstore") continue;
    Reply::Items ours;
    for (const auto& specification : commands::key_specifications(row)) {
      ours.push_back(commands::key_specification_reply(specification).resp2_form());
    }
    EXPECT_EQ(Reply::array(std::move(ours)), redis.at(Bytes(row.name))) << row.name;
  }
}

}  // namespace
}  // namespace keemun
