// COMMAND DOCS, COMMAND INFO's key specifications and GETKEYSANDFLAGS, as a client reads them.
#include "redis_cli.h"

namespace keemun {
namespace {

using resp::Reply;

Reply words(std::initializer_list<const char*> texts) {
  Reply::Items items;
  for (const char* text : texts) items.push_back(Reply::status(text));
  return Reply::set(std::move(items));
}

// The value behind a name in a map; null when there is none.
const Reply* find(const Reply& map, BytesView name) {
  for (size_t i = 0; i + 1 < map.items().size(); i += 2) {
    if (map.items()[i].text() == name) return &map.items()[i + 1];
  }
  return nullptr;
}

class CommandDocuments : public RedisCli {
 protected:
  Reply Document(BytesView name) { return Ask({"command", "docs", name}).items().at(1); }
};

TEST_F(CommandDocuments, NestArgumentsAndLeaveOutWhatIsNotThere) {
  const Reply document = Document("LPOS");
  ASSERT_EQ(document.kind(), Reply::Kind::kMap);
  EXPECT_EQ(find(document, "group")->text(), "list");
  EXPECT_EQ(find(document, "subcommands"), nullptr);
  const Reply* arguments = find(document, "arguments");
  ASSERT_NE(arguments, nullptr);
  ASSERT_EQ(arguments->items().size(), 5u);
  EXPECT_EQ(arguments->items()[0],
            Reply::map({Reply::bulk("name"), Reply::bulk("key"), Reply::bulk("type"),
                        Reply::bulk("key"), Reply::bulk("key_spec_index"), Reply::integer(0)}));
  EXPECT_EQ(arguments->items()[3],
            Reply::map({Reply::bulk("name"), Reply::bulk("num-matches"), Reply::bulk("type"),
                        Reply::bulk("integer"), Reply::bulk("token"), Reply::bulk("COUNT"),
                        Reply::bulk("flags"), words({"optional"})}));
  EXPECT_EQ(find(Document("dbsize"), "arguments"), nullptr);
}

TEST_F(CommandDocuments, SayWhichSpecificationCoversAKey) {
  const auto index_of = [this](BytesView command, size_t argument) {
    const Reply document = Document(command);
    return find(find(document, "arguments")->items().at(argument), "key_spec_index")->integer();
  };
  EXPECT_EQ(index_of("lmove", 0), 0);
  EXPECT_EQ(index_of("lmove", 1), 1);
  EXPECT_EQ(index_of("lcs", 1), 0);
  EXPECT_EQ(index_of("zunionstore", 2), 1);
  EXPECT_EQ(index_of("sort", 1), 1);
  EXPECT_EQ(index_of("sort", 6), 2);
  EXPECT_EQ(find(find(Document("keys"), "arguments")->items().at(0), "key_spec_index"), nullptr);
  EXPECT_EQ(index_of("georadius", 10), 1);
  EXPECT_EQ(index_of("georadius", 11), 2);
}

TEST_F(CommandDocuments, OfAContainerHoldThoseOfItsSubcommands) {
  const Reply document = Document("object");
  EXPECT_EQ(find(document, "arguments"), nullptr);
  const Reply* subcommands = find(document, "subcommands");
  ASSERT_NE(subcommands, nullptr);
  EXPECT_EQ(subcommands->kind(), Reply::Kind::kMap);
  const Reply* encoding = find(*subcommands, "object|encoding");
  ASSERT_NE(encoding, nullptr);
  EXPECT_EQ(*encoding, Document("object|encoding"));
}

TEST_F(CommandDocuments, AreNotThereForWhatNobodyKnows) {
  EXPECT_EQ(Ask({"command", "docs", "nosuch"}), Reply::map());
}

TEST_F(CommandDocuments, SayWhereKeysAreSoughtAndWhatIsDoneToThem) {
  const Reply info = Ask({"command", "info", "bitop", "ping"});
  const Reply& specifications = info.items()[0].items()[8];
  ASSERT_EQ(specifications.kind(), Reply::Kind::kSet);
  ASSERT_EQ(specifications.items().size(), 2u);
  EXPECT_EQ(*find(specifications.items()[0], "flags"), words({"OW", "update"}));
  const Reply& rest = specifications.items()[1];
  EXPECT_EQ(*find(rest, "flags"), words({"RO", "access"}));
  EXPECT_EQ(
      to_transcript(*find(rest, "begin_search")),
      to_transcript(Reply::map({Reply::bulk("type"), Reply::bulk("index"), Reply::bulk("spec"),
                                Reply::map({Reply::bulk("index"), Reply::integer(3)})})));
  EXPECT_EQ(info.items()[1].items()[8], Reply::set());
}

TEST_F(CommandDocuments, HaveAnArrayOfSubcommandsAndASetOfNone) {
  const Reply info = Ask({"command", "info", "object", "get"});
  const Reply& subcommands = info.items()[0].items()[9];
  EXPECT_EQ(subcommands.kind(), Reply::Kind::kArray);
  EXPECT_EQ(subcommands.items().front().items()[9], Reply::set());
  EXPECT_EQ(info.items()[1].items()[9], Reply::set());
}

TEST_F(CommandDocuments, GetkeysandflagsTellsTheDestinationFromTheSources) {
  const auto used = [](BytesView key, const Reply& use) {
    return Reply::array({Reply::bulk(Bytes(key)), use});
  };
  const Reply read = words({"RO", "access"});
  const Reply replaced = words({"OW", "update"});
  EXPECT_EQ(Ask({"command", "getkeysandflags", "get", "a"}), Reply::array({used("a", read)}));
  EXPECT_EQ(Ask({"command", "getkeysandflags", "del", "a", "b"}),
            Reply::array({used("a", words({"RM", "delete"})), used("b", words({"RM", "delete"}))}));
  EXPECT_EQ(Ask({"command", "getkeysandflags", "zunionstore", "d", "2", "a", "b"}),
            Reply::array({used("d", replaced), used("a", read), used("b", read)}));
  // A count that only begins as a number puts the destination last.
  EXPECT_EQ(Ask({"command", "getkeysandflags", "zunionstore", "d", "1.0", "a"}),
            Reply::array({used("a", read), used("d", replaced)}));
  EXPECT_EQ(Ask({"command", "getkeysandflags", "sort", "a", "store", "d"}),
            Reply::array({used("a", read), used("d", replaced)}));
  EXPECT_EQ(Ask({"command", "getkeysandflags", "lmove", "a", "b", "left", "right"}),
            Reply::array({used("a", words({"RW", "access", "delete"})),
                          used("b", words({"RW", "insert"}))}));
}

}  // namespace
}  // namespace keemun
