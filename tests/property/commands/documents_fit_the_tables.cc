// Every command of both tables is explained, nothing else is, and what its document says that it
// takes is what its row says: as many words at least, and more only where the row lets more pass.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <vector>

#include "commands/table/argument_notation.h"
#include "commands/table/command_documents.h"
#include "commands/table/key_specifications.h"
#include "commands/table/table.h"
#include "server/commands/command_table.h"

namespace keemun {
namespace {

using commands::Argument;
using commands::ArgumentType;
using commands::Command;

std::vector<Command> all_rows() {
  const auto core = commands::all_commands();
  std::vector<Command> rows(core.begin(), core.end());
  for (const auto& command : server::all_server_commands()) rows.push_back(command.row);
  return rows;
}

// How many words can be written: so many at least, and whether there may be more.
struct Words {
  size_t least = 0;
  bool is_open = false;
};

Words words_of(const std::vector<Argument>& arguments);

// What may be left out of a choice is still one of its words once it is chosen.
Words words_of_a_choice(std::vector<Argument> alternatives) {
  for (Argument& alternative : alternatives) alternative.is_optional = false;
  Words words = words_of({alternatives[0]});
  for (const Argument& alternative : alternatives) {
    const Words other = words_of({alternative});
    words.is_open = words.is_open || other.is_open || other.least != words.least;
    words.least = std::min(words.least, other.least);
  }
  return words;
}

Words words_of(const Argument& argument) {
  Words words = {1, false};
  if (argument.type == ArgumentType::kOneof) words = words_of_a_choice(argument.arguments);
  if (argument.type == ArgumentType::kBlock) words = words_of(argument.arguments);
  const bool has_token_before =
      !argument.token.empty() && argument.type != ArgumentType::kPureToken;
  if (has_token_before) ++words.least;
  if (argument.is_optional) words.least = 0;
  words.is_open = words.is_open || argument.is_optional || argument.is_multiple;
  return words;
}

Words words_of(const std::vector<Argument>& arguments) {
  Words sum;
  for (const Argument& argument : arguments) {
    const Words words = words_of(argument);
    sum.least += words.least;
    sum.is_open = sum.is_open || words.is_open;
  }
  return sum;
}

int arity_of(const Words& arguments, BytesView name) {
  const bool is_subcommand = name.find('|') != BytesView::npos;
  const auto least = static_cast<int>(arguments.least + (is_subcommand ? 2 : 1));
  return arguments.is_open ? -least : least;
}

bool is_container(BytesView name, const std::vector<Command>& rows) {
  const Bytes begin = Bytes(name) + "|";
  return std::any_of(rows.begin(), rows.end(),
                     [&begin](const Command& row) { return row.name.starts_with(begin); });
}

// The rows that let more pass than the command takes, and why.
const std::map<BytesView, const char*> kLaxer = {
    {"geohash", "as in Redis, which answers nothing for no members"},
    {"geopos", "as in Redis, which answers nothing for no members"},
    {"pfmerge", "as in Redis, which merges nothing into a key too"},
    {"quit", "a client that wants to go is not kept for the words behind it"},
};

TEST(Documents, AreThereForEveryCommandAndForNothingElse) {
  std::set<BytesView> rows;
  for (const Command& row : all_rows()) rows.insert(row.name);
  std::set<BytesView> documents;
  for (const auto family : commands::all_documents()) {
    for (const auto& document : family) {
      EXPECT_TRUE(documents.insert(document.name).second) << document.name << " is there twice";
    }
  }
  for (const BytesView name : rows) {
    EXPECT_TRUE(documents.contains(name)) << name << " has no document";
  }
  for (const BytesView name : documents) EXPECT_TRUE(rows.contains(name)) << name << " is no row";
}

TEST(Documents, SayASentenceOfEachCommand) {
  for (const auto family : commands::all_documents()) {
    for (const auto& document : family) {
      ASSERT_FALSE(document.summary.empty()) << document.name;
      EXPECT_TRUE(document.summary[0] >= 'A' && document.summary[0] <= 'Z') << document.name;
      EXPECT_TRUE(document.summary.ends_with('.')) << document.name;
    }
  }
}

TEST(Documents, TakeAsManyWordsAsTheirRowsLetPass) {
  const std::vector<Command> rows = all_rows();
  for (const Command& row : rows) {
    const commands::Document* document = commands::find_document(row.name);
    ASSERT_NE(document, nullptr) << row.name;
    const auto arguments = commands::parse_arguments(document->arguments);
    ASSERT_TRUE(arguments) << row.name << ": " << document->arguments;
    if (is_container(row.name, rows)) {
      // What it takes is said by its subcommands.
      EXPECT_TRUE(arguments->empty()) << row.name;
    } else if (kLaxer.contains(row.name)) {
      EXPECT_NE(arity_of(words_of(*arguments), row.name), row.arity) << row.name << " is no laxer";
    } else {
      EXPECT_EQ(arity_of(words_of(*arguments), row.name), row.arity)
          << row.name << ": " << document->arguments;
    }
  }
}

bool names_a_key(const std::vector<Argument>& arguments) {
  return std::any_of(arguments.begin(), arguments.end(), [](const Argument& argument) {
    return argument.type == ArgumentType::kKey || names_a_key(argument.arguments);
  });
}

TEST(Documents, NameKeysWhereTheirRowsDo) {
  for (const Command& row : all_rows()) {
    const commands::Document* document = commands::find_document(row.name);
    ASSERT_NE(document, nullptr) << row.name;
    const auto specifications = commands::key_specifications(row);
    const bool has_keys =
        !specifications.empty() && (specifications[0].use & commands::kNoKey) == 0;
    const auto arguments = commands::parse_arguments(document->arguments);
    EXPECT_EQ(names_a_key(*arguments), has_keys) << row.name;
  }
}

}  // namespace
}  // namespace keemun
