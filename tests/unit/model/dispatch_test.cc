#include "model/call.h"
#include "session.h"

namespace keemun::model {
namespace {

class DispatchModel : public Session {};

TEST_F(DispatchModel, FindsCommandsInAnyCase) {
  EXPECT_EQ(run({"SeT", "k", "v"}), Reply::ok());
  EXPECT_EQ(run({"GET", "k"}), Reply::bulk("v"));
  EXPECT_EQ(run({"OBJECT", "Encoding", "none"}), Reply::null());
}

TEST_F(DispatchModel, QuotesAnUnknownCommandAndItsArguments) {
  EXPECT_EQ(show({"foo", "a", "b"}),
            "(error) ERR unknown command 'foo', with args beginning with: 'a' 'b' ");
  EXPECT_EQ(show({"foo"}), "(error) ERR unknown command 'foo', with args beginning with: ");
  EXPECT_EQ(show({"get|foo"}), "(error) ERR unknown command 'get|foo', with args beginning with: ");
}

TEST_F(DispatchModel, CutsWhatItQuotes) {
  const Bytes a_lot(200, 'x');
  const Bytes cut(128, 'x');
  EXPECT_EQ(run({a_lot, a_lot, "y"}).text(),
            "ERR unknown command '" + cut + "', with args beginning with: '" + cut + "' ");
  EXPECT_EQ(run({"a\r\nb", Bytes("c\0d", 3)}).text(),
            "ERR unknown command 'a  b', with args beginning with: 'c' ");
}

TEST_F(DispatchModel, CountsArguments) {
  EXPECT_EQ(show({"get"}), "(error) ERR wrong number of arguments for 'get' command");
  EXPECT_EQ(show({"GET", "a", "b"}), "(error) ERR wrong number of arguments for 'get' command");
  EXPECT_EQ(show({"object"}), "(error) ERR wrong number of arguments for 'object' command");
  EXPECT_EQ(show({"object", "freq"}),
            "(error) ERR wrong number of arguments for 'object|freq' command");
}

TEST_F(DispatchModel, PointsFromAnUnknownSubcommandToHelp) {
  EXPECT_EQ(show({"object", "Foo"}), "(error) ERR unknown subcommand 'Foo'. Try OBJECT HELP.");
  EXPECT_EQ(show({"command", "x"}), "(error) ERR unknown subcommand 'x'. Try COMMAND HELP.");
}

TEST_F(DispatchModel, ReadsWordsUpToANul) {
  EXPECT_EQ(run({"set", "k", "v", Bytes("nx\0z", 4)}), Reply::ok());
}

TEST_F(DispatchModel, KnowsEveryNameOnce) {
  const auto names = command_names();
  EXPECT_GT(names.size(), 150u);
  for (size_t i = 1; i < names.size(); ++i) EXPECT_LT(names[i - 1], names[i]);
}

TEST_F(DispatchModel, SpeaksOfItself) {
  EXPECT_EQ(run({"ping"}), Reply::status("PONG"));
  EXPECT_EQ(run({"ping", "x"}), Reply::bulk("x"));
  EXPECT_EQ(show({"ping", "x", "y"}), "(error) ERR wrong number of arguments for 'ping' command");
  EXPECT_EQ(run({"echo", "x"}), Reply::bulk("x"));
  now_ms_ = 12'345;
  EXPECT_EQ(run({"time"}), bulks({"12", "345000"}));
}

TEST_F(DispatchModel, FindsTheKeysOfACommand) {
  const auto keys = [this](Args args) {
    args.insert(args.begin(), {"command", "getkeys"});
    return show(args);
  };
  EXPECT_EQ(keys({"mset", "a", "1", "b", "2"}), "1) \"a\"\n2) \"b\"");
  EXPECT_EQ(keys({"bitop", "and", "d", "a"}), "1) \"d\"\n2) \"a\"");
  EXPECT_EQ(keys({"lmpop", "1", "a", "left"}), "1) \"a\"");
  EXPECT_EQ(keys({"zunionstore", "d", "2", "a", "b"}), "1) \"d\"\n2) \"a\"\n3) \"b\"");
  EXPECT_EQ(keys({"zunionstore", "d", "1 ", "a"}), "1) \"a\"\n2) \"d\"");
  EXPECT_EQ(keys({"sort", "a", "store", "c", "get", "store", "store", "d"}), "1) \"a\"\n2) \"d\"");
  EXPECT_EQ(keys({"object", "encoding", "a"}), "1) \"a\"");
  EXPECT_EQ(keys({"ping", "x"}), "(error) ERR The command has no key arguments");
  EXPECT_EQ(keys({"get", "a", "b"}),
            "(error) ERR Invalid number of arguments specified for command");
  EXPECT_EQ(keys({"zunionstore", "d", "3", "a"}),
            "(error) ERR Invalid arguments specified for command");
  EXPECT_EQ(keys({"nosuch", "a"}), "(error) ERR Invalid command specified");
}

}  // namespace
}  // namespace keemun::model
