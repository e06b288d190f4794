// What clients have to do with each other: publishing, listening, watching, killing, pausing.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <csignal>
#include <string>

#include "clients_fixture.h"

namespace keemun {
namespace {

using testing::HasSubstr;

TEST_F(Clients, HearWhatOthersPublish) {
  RawClient listener = Connect();
  RawClient speaker = Connect();
  EXPECT_EQ(listener.ask({"SUBSCRIBE", "news"}), "1) \"subscribe\"\n2) \"news\"\n3) (integer) 1");
  EXPECT_EQ(listener.ask({"PSUBSCRIBE", "n*"}), "1) \"psubscribe\"\n2) \"n*\"\n3) (integer) 2");
  EXPECT_EQ(speaker.ask({"PUBLISH", "news", "hello"}), "(integer) 2");
  EXPECT_EQ(Told(listener), "1) \"message\"\n2) \"news\"\n3) \"hello\"");
  EXPECT_EQ(Told(listener), "1) \"pmessage\"\n2) \"n*\"\n3) \"news\"\n4) \"hello\"");
  EXPECT_EQ(speaker.ask({"PUBSUB", "NUMSUB", "news", "other"}),
            "1) \"news\"\n2) (integer) 1\n3) \"other\"\n4) (integer) 0");
  EXPECT_EQ(listener.ask({"GET", "k"}),
            "(error) ERR Can't execute 'get': only (P|S)SUBSCRIBE / (P|S)UNSUBSCRIBE / PING / QUIT "
            "/ RESET are allowed in this context");
  EXPECT_EQ(listener.ask({"PING"}), "1) \"pong\"\n2) \"\"");
  EXPECT_EQ(listener.ask({"PING", "a", "b"}),
            "(error) ERR wrong number of arguments for 'ping' command");
  EXPECT_EQ(listener.ask({"CLIENT", "ID"}),
            "(error) ERR Can't execute 'client|id': only (P|S)SUBSCRIBE / (P|S)UNSUBSCRIBE / PING "
            "/ QUIT / RESET are allowed in this context");
  EXPECT_EQ(listener.ask({"UNSUBSCRIBE"}), "1) \"unsubscribe\"\n2) \"news\"\n3) (integer) 1");
  EXPECT_EQ(speaker.ask({"PUBLISH", "news", "again"}), "(integer) 1");
}

TEST_F(Clients, OfTheThirdProtocolGoOnWhileTheyListen) {
  RawClient listener = Connect();
  listener.ask({"HELLO", "3"});
  ASSERT_TRUE(listener.send_request({"SUBSCRIBE", "news"}));
  EXPECT_EQ(listener.read()->kind(), resp::Reply::Kind::kPush);
  EXPECT_EQ(listener.ask({"GET", "k"}), "(nil)");
}

TEST_F(Clients, AreToldOfChangedKeysWhereThatIsAskedFor) {
  RawClient listener = Connect();
  RawClient writer = Connect();
  EXPECT_EQ(writer.ask({"CONFIG", "SET", "notify-keyspace-events", "KEA"}), "OK");
  listener.ask({"PSUBSCRIBE", "__key*@0__:*"});
  EXPECT_EQ(writer.ask({"HSET", "h", "f", "v"}), "(integer) 1");
  EXPECT_EQ(Told(listener),
            "1) \"pmessage\"\n2) \"__key*@0__:*\"\n3) \"__keyspace@0__:h\"\n4) \"hset\"");
  EXPECT_EQ(Told(listener),
            "1) \"pmessage\"\n2) \"__key*@0__:*\"\n3) \"__keyevent@0__:hset\"\n4) \"h\"");
}

// What a transaction or a script publishes and changes is told in the order of its commands.
TEST_F(Clients, HearOfChangesAndMessagesInTheirOrder) {
  RawClient listener = Connect();
  RawClient speaker = Connect();
  speaker.ask({"CONFIG", "SET", "notify-keyspace-events", "KA"});
  const auto last_of_next = [&listener] { return listener.read()->items().back().text(); };
  listener.ask({"PSUBSCRIBE", "*"});
  speaker.ask({"MULTI"});
  for (const std::vector<Bytes>& words : std::vector<std::vector<Bytes>>{
           {"SET", "k", "v"}, {"PUBLISH", "c", "between"}, {"DEL", "k"}}) {
    EXPECT_EQ(speaker.ask(words), "QUEUED");
  }
  EXPECT_EQ(speaker.ask({"EXEC"}), "1) OK\n2) (integer) 1\n3) (integer) 1");
  for (const char* told : {"set", "between", "del"}) EXPECT_EQ(last_of_next(), told);
  EXPECT_EQ(speaker.ask({"EVAL",
                         "redis.call('SET', 'k', 'v') local n = redis.call('PUBLISH', 'c', 'here') "
                         "redis.call('DEL', 'k') return n",
                         "0"}),
            "(integer) 1");
  for (const char* told : {"set", "here", "del"}) EXPECT_EQ(last_of_next(), told);

  listener.ask({"RESET"});
  listener.ask({"HELLO", "3"});
  speaker.ask({"SET", "k", "v"});
  listener.ask({"CLIENT", "TRACKING", "ON"});
  listener.ask({"GET", "k"});
  listener.ask({"SUBSCRIBE", "c"});
  speaker.ask({"MULTI"});
  speaker.ask({"SET", "k", "w"});
  speaker.ask({"PUBLISH", "c", "k is another"});
  speaker.ask({"EXEC"});
  EXPECT_EQ(listener.read()->items()[0].text(), "invalidate");
  EXPECT_EQ(last_of_next(), "k is another");
}

TEST_F(Clients, SpoilEachOthersTransactions) {
  RawClient one = Connect();
  RawClient other = Connect();
  EXPECT_EQ(one.ask({"WATCH", "k"}), "OK");
  EXPECT_THAT(one.ask({"CLIENT", "INFO"}), HasSubstr(" flags=U "));
  EXPECT_EQ(other.ask({"SET", "k", "theirs"}), "OK");
  EXPECT_THAT(one.ask({"CLIENT", "INFO"}), HasSubstr(" flags=dU "));
  EXPECT_EQ(one.ask({"MULTI"}), "OK");
  EXPECT_EQ(one.ask({"SET", "k", "mine"}), "QUEUED");
  EXPECT_EQ(one.ask({"EXEC"}), "(nil)");
  EXPECT_EQ(one.ask({"GET", "k"}), "\"theirs\"");
}

TEST_F(Clients, AreListedNamedAndKilled) {
  RawClient one = Connect();
  RawClient other = Connect();
  EXPECT_EQ(one.ask({"CLIENT", "SETNAME", "first"}), "OK");
  EXPECT_EQ(one.ask({"CLIENT", "SETNAME", "no blanks"}),
            "(error) ERR Client names cannot contain spaces, newlines or special characters.");
  ASSERT_TRUE(other.send_request({"CLIENT", "LIST"}));
  EXPECT_NE(other.read()->text().find("name=first"), Bytes::npos);
  ASSERT_TRUE(one.send_request({"CLIENT", "ID"}));
  const Bytes id = std::to_string(one.read()->integer());
  EXPECT_EQ(other.ask({"CLIENT", "KILL", "ID", id}), "(integer) 1");
  EXPECT_EQ(one.ask({"PING"}), "(gone)");
}

TEST_F(Clients, AreNoListenersOnceTheyAreKilled) {
  RawClient client = Connect();
  RawClient listener = Connect();
  listener.ask({"SUBSCRIBE", "channel"});
  listener.ask({"PSUBSCRIBE", "c*"});
  client.ask({"MULTI"});
  client.ask({"CLIENT", "KILL", "TYPE", "pubsub"});
  client.ask({"PUBSUB", "NUMSUB", "channel"});
  client.ask({"PUBSUB", "NUMPAT"});
  EXPECT_EQ(client.ask({"EXEC"}),
            "1) (integer) 1\n2) 1) \"channel\"\n   2) (integer) 0\n3) (integer) 0");
}

TEST_F(Clients, AreNotCountedOnceTheyAreKilled) {
  RawClient client = Connect();
  RawClient other = Connect();
  other.ask({"CLIENT", "SETNAME", "other"});
  other.ask({"HELLO", "3"});
  other.ask({"CLIENT", "TRACKING", "ON"});
  other.send_request({"BLPOP", "none", "0"});
  while (client.ask({"INFO", "clients"}).find("blocked_clients:1\\r") == Bytes::npos) {
  }
  ASSERT_TRUE(client.send("CLIENT KILL SKIPME YES\r\nINFO clients\r\n"));
  EXPECT_EQ(client.read()->integer(), 1);
  const Bytes info(client.read()->text());
  for (const char* line : {"connected_clients:1\r", "blocked_clients:0\r", "tracking_clients:0\r",
                           "clients_in_timeout_table:0\r"}) {
    EXPECT_THAT(info, HasSubstr(line));
  }
}

TEST_F(Clients, AreListedWithTheLastCommandThatIsOne) {
  RawClient one = Connect();
  RawClient other = Connect();
  const auto listed = [&](const Bytes& what) {
    other.send_request({"CLIENT", "LIST"});
    return other.read()->text().find(what) != Bytes::npos;
  };
  one.ask({"CLIENT", "NO-EVICT", "on"});
  EXPECT_TRUE(listed(" cmd=client|no-evict "));
  one.ask({"CLIENT", "NOSUCH"});
  EXPECT_TRUE(listed(" cmd=NULL "));
  one.ask({"RESET"});
  EXPECT_TRUE(listed(" flags=Ue "));  // which RESET leaves
  EXPECT_EQ(one.ask({"CLIENT", "UNBLOCK", "1", "ERROR", "x"}),
            "(error) ERR unknown subcommand or wrong number of arguments for 'UNBLOCK'. Try "
            "CLIENT HELP.");
}

TEST_F(Clients, ThatAreSilentGetNoReplies) {
  RawClient client = Connect();
  ASSERT_TRUE(client.send("CLIENT REPLY OFF\r\nSET k 1\r\nCLIENT REPLY ON\r\nGET k\r\n"));
  EXPECT_EQ(Told(client), "OK");
  EXPECT_EQ(Told(client), "\"1\"");
  ASSERT_TRUE(client.send("CLIENT REPLY SKIP\r\nSET k 2\r\nGET k\r\n"));
  EXPECT_EQ(Told(client), "\"2\"");
}

TEST_F(Clients, ThatAreSilentOnceAreSoForTheNextRequest) {
  RawClient client = Connect();
  RawClient other = Connect();
  ASSERT_TRUE(client.send("CLIENT REPLY SKIP\r\nCLIENT REPLY SKIP\r\nECHO 1\r\nECHO 2\r\n"));
  EXPECT_EQ(Told(client), "\"2\"");
  ASSERT_TRUE(client.send("CLIENT REPLY SKIP\r\nBLPOP l 0\r\nECHO 3\r\n"));
  EXPECT_EQ(other.ask({"RPUSH", "l", "a"}), "(integer) 1");
  EXPECT_EQ(Told(client), "\"3\"");
  ASSERT_TRUE(client.send("CLIENT REPLY SKIP\r\nRESET\r\nECHO 4\r\n"));
  EXPECT_EQ(Told(client), "\"4\"");
  EXPECT_EQ(other.ask({"MULTI"}), "OK");
  EXPECT_EQ(other.ask({"CLIENT", "REPLY", "SKIP"}),
            "(error) ERR Command not allowed inside a transaction");
}

TEST_F(Clients, HaveWhatHelloSaysInFrontOfAMistake) {
  RawClient client = Connect();
  EXPECT_THAT(client.ask({"HELLO", "3", "SETNAME", "a", "AUTH", "nobody", "p"}),
              HasSubstr("WRONGPASS"));
  EXPECT_EQ(client.ask({"CLIENT", "GETNAME"}), "\"a\"");
  EXPECT_THAT(client.ask({"HELLO", "3", "AUTH", "nobody", "p", "SETNAME", "b"}),
              HasSubstr("WRONGPASS"));
  EXPECT_THAT(client.ask({"HELLO", "2", "SETNAME", "c", "MORE"}), HasSubstr("option 'MORE'"));
  EXPECT_EQ(client.ask({"CLIENT", "GETNAME"}), "\"c\"");
}

TEST_F(Clients, HearOfTheKindsOfEventsThatAreAskedFor) {
  RawClient listener = Connect();
  RawClient writer = Connect();
  listener.ask({"PSUBSCRIBE", "__keyevent@0__:*"});
  EXPECT_EQ(writer.ask({"CONFIG", "SET", "notify-keyspace-events", "Ez"}), "OK");
  writer.ask({"PFADD", "p", "a"});
  writer.ask({"GEOADD", "g", "1", "1", "a"});
  EXPECT_THAT(Told(listener), HasSubstr("__keyevent@0__:zadd"));
  writer.ask({"GEOSEARCHSTORE", "d", "g", "FROMMEMBER", "a", "BYRADIUS", "1", "m"});
  EXPECT_THAT(Told(listener), HasSubstr("__keyevent@0__:geosearchstore"));
  EXPECT_EQ(writer.ask({"CONFIG", "SET", "notify-keyspace-events", "E$"}), "OK");
  writer.ask({"GEORADIUS", "g", "1", "1", "1", "m", "STORE", "d"});
  writer.ask({"PFCOUNT", "p"});
  writer.ask({"PFADD", "p", "b"});
  EXPECT_THAT(Told(listener), HasSubstr("__keyevent@0__:pfadd"));
  EXPECT_EQ(writer.ask({"CONFIG", "SET", "notify-keyspace-events", "Enm"}), "OK");
  writer.ask({"SET", "p", "a"});
  writer.ask({"SET", "fresh", "a"});
  EXPECT_THAT(Told(listener), HasSubstr("__keyevent@0__:new\"\n4) \"fresh\""));
  writer.ask({"GET", "none"});
  EXPECT_THAT(Told(listener), HasSubstr("__keyevent@0__:keymiss\"\n4) \"none\""));
}

TEST_F(Clients, ShowNobodyTheirPasswords) {
  RawClient client = Connect();
  RawClient watcher = Connect();
  EXPECT_EQ(watcher.ask({"MONITOR"}), "OK");
  EXPECT_EQ(client.ask({"CONFIG", "SET", "slowlog-log-slower-than", "0"}), "OK");
  EXPECT_EQ(client.ask({"CONFIG", "SET", "requirepass", "secret"}), "OK");
  EXPECT_EQ(client.ask({"AUTH", "secret"}), "OK");
  EXPECT_NE(Told(watcher).find("\"AUTH\" \"(redacted)\""), Bytes::npos);
  const Bytes slow = client.ask({"SLOWLOG", "GET", "-1"});
  EXPECT_NE(slow.find("(redacted)"), Bytes::npos);
  EXPECT_EQ(slow.find("secret"), Bytes::npos);
}

// Also where the option says nothing here, or there is none.
TEST_F(Clients, ShowNobodyThePasswordsOfOtherServers) {
  RawClient client = Connect();
  client.ask({"CONFIG", "SET", "slowlog-log-slower-than", "0"});
  for (const Bytes name : {"masterauth", "MasterUser", "tls-client-key-file-pass"}) {
    client.ask({"CONFIG", "SET", name, "secret"});
  }
  const Bytes slow = client.ask({"SLOWLOG", "GET", "-1"});
  EXPECT_NE(slow.find("tls-client-key-file-pass"), Bytes::npos);
  EXPECT_EQ(slow.find("secret"), Bytes::npos);
}

// As Redis 7.0.15 shows them: without what was refused, and a transaction when it is run.
TEST_F(Clients, ShowMonitorsWhatWasRun) {
  RawClient client = Connect();
  RawClient watcher = Connect();
  EXPECT_EQ(watcher.ask({"MONITOR"}), "OK");
  for (const BytesView line : {"select 3", "get", "nosuch", "multi", "set b 2", "nosuch", "exec",
                               "multi", "set b 2", "select 4", "get b", "exec", "multi", "get x",
                               "discard", "hget b f", "reset", "echo end"}) {
    ASSERT_TRUE(client.send(Bytes(line) + "\r\n"));
    ASSERT_TRUE(client.read());
  }
  const std::vector<BytesView> expected = {
      "[3] select 3", "[3] multi", "[3] exec",    "[3] multi", "[3] set b 2",
      "[4] select 4", "[4] get b", "[4] exec",    "[4] multi", "[4] discard",
      "[4] hget b f", "[0] reset", "[0] echo end"};
  for (const BytesView line : expected) {
    const Bytes told = Told(watcher);
    const size_t database = told.find('[') + 1;
    EXPECT_NE(told.find(" unix:"), Bytes::npos);
    Bytes seen = "[" + told.substr(database, told.find(' ', database) - database) + "]";
    Bytes words = told.substr(told.find("] ") + 1);
    std::erase(words, '"');
    EXPECT_EQ(seen + words, line);
  }
}

TEST_F(Clients, ShowMonitorsHowTheirTransactionsEnd) {
  RawClient client = Connect();
  RawClient watcher = Connect();
  EXPECT_EQ(watcher.ask({"MONITOR"}), "OK");
  EXPECT_EQ(client.ask({"MULTI"}), "OK");
  EXPECT_THAT(client.ask({"EXEC", "now"}), HasSubstr("EXECABORT"));
  EXPECT_THAT(client.ask({"SUBSCRIBE", "channel"}), HasSubstr("subscribe"));
  EXPECT_THAT(client.ask({"EXEC"}), HasSubstr("EXECABORT"));
  EXPECT_THAT(client.ask({"UNSUBSCRIBE"}), HasSubstr("unsubscribe"));
  EXPECT_EQ(client.ask({"MULTI"}), "OK");
  EXPECT_EQ(client.ask({"QUIT"}), "OK");
  for (const BytesView words : {"\"MULTI\"", "\"EXEC\" \"now\"", "\"SUBSCRIBE\" \"channel\"",
                                "\"EXEC\"", "\"UNSUBSCRIBE\"", "\"MULTI\"", "\"QUIT\""}) {
    EXPECT_THAT(Told(watcher), testing::EndsWith(words));
  }
}

TEST_F(Clients, AreListedAsInTransactionsUntilThoseHaveRun) {
  RawClient client = Connect();
  EXPECT_EQ(client.ask({"MULTI"}), "OK");
  EXPECT_EQ(client.ask({"PING"}), "QUEUED");
  EXPECT_EQ(client.ask({"CLIENT", "INFO"}), "QUEUED");
  const Bytes inside = client.ask({"EXEC"});
  EXPECT_THAT(inside, HasSubstr(" flags=xU "));
  EXPECT_THAT(inside, HasSubstr(" multi=2 "));
  const Bytes behind = client.ask({"CLIENT", "INFO"});
  EXPECT_THAT(behind, HasSubstr(" flags=U "));
  EXPECT_THAT(behind, HasSubstr(" multi=-1 "));
}

TEST_F(Clients, ThatAreSilentAreNotShownWhatIsRun) {
  RawClient monitor = Connect();
  ASSERT_TRUE(monitor.send("MONITOR\r\nCLIENT REPLY OFF\r\nECHO unseen\r\nCLIENT REPLY ON\r\n"));
  EXPECT_EQ(Told(monitor), "OK");
  EXPECT_THAT(Told(monitor), HasSubstr("\"REPLY\" \"ON\""));
  EXPECT_EQ(Told(monitor), "OK");
}

TEST_F(Clients, QueueNothingMoreForATransactionThatWillNotRun) {
  RawClient client = Connect();
  RawClient other = Connect();
  client.ask({"WATCH", "k"});
  client.ask({"MULTI"});
  EXPECT_EQ(client.ask({"GET", "k"}), "QUEUED");
  other.ask({"SET", "k", "v"});
  EXPECT_EQ(client.ask({"SET", "k", "w"}), "QUEUED");
  EXPECT_THAT(other.ask({"CLIENT", "LIST"}), HasSubstr(" multi=1 "));
  EXPECT_EQ(client.ask({"EXEC"}), "(nil)");
  client.ask({"MULTI"});
  EXPECT_THAT(client.ask({"NOSUCH"}), HasSubstr("unknown command"));
  EXPECT_EQ(client.ask({"SET", "k", "w"}), "QUEUED");
  EXPECT_THAT(other.ask({"CLIENT", "LIST"}), HasSubstr(" multi=0 "));
  EXPECT_THAT(client.ask({"EXEC"}), HasSubstr("EXECABORT"));
}

TEST_F(Clients, AreMonitorsUntilTheyResetOrLeave) {
  RawClient client = Connect();
  RawClient resets = Connect();
  RawClient leaves = Connect();
  RawClient stays = Connect();
  for (RawClient* monitor : {&resets, &leaves, &stays}) EXPECT_EQ(monitor->ask({"MONITOR"}), "OK");
  EXPECT_EQ(stays.ask({"MONITOR"}), "OK");
  EXPECT_THAT(client.ask({"CLIENT", "LIST"}), HasSubstr(" flags=OU "));
  EXPECT_EQ(client.ask({"ECHO", "all"}), "\"all\"");
  for (RawClient* monitor : {&resets, &leaves, &stays}) {
    EXPECT_THAT(Told(*monitor), HasSubstr("\"ECHO\" \"all\""));
  }
  ASSERT_TRUE(leaves.send_request({"QUIT"}));
  EXPECT_EQ(leaves.read_all(), "+OK\r\n");
  for (RawClient* monitor : {&resets, &stays}) EXPECT_THAT(Told(*monitor), HasSubstr("\"QUIT\""));
  EXPECT_EQ(resets.ask({"RESET"}), "RESET");
  EXPECT_THAT(Told(stays), HasSubstr("\"RESET\""));
  EXPECT_EQ(client.ask({"ECHO", "one"}), "\"one\"");
  EXPECT_THAT(Told(stays), HasSubstr("\"ECHO\" \"one\""));
  EXPECT_THAT(resets.ask({"CLIENT", "INFO"}), HasSubstr(" flags=U "));
  EXPECT_THAT(Told(stays), HasSubstr("\"CLIENT\" \"INFO\""));
  EXPECT_EQ(stays.ask({"RESET"}), "RESET");
  EXPECT_THAT(client.ask({"CLIENT", "LIST"}), Not(HasSubstr(" flags=OU ")));
}

TEST_F(Clients, ThatAreLedHereByAWebPageAreNotServed) {
  for (const BytesView line : {"POST / HTTP/1.1", "Host: localhost"}) {
    RawClient browser = Connect();
    ASSERT_TRUE(browser.send(Bytes(line) + "\r\nSET k 1\r\n"));
    EXPECT_EQ(browser.read_all(), "");
  }
  EXPECT_EQ(Connect().ask({"GET", "k"}), "(nil)");
}

TEST_F(Clients, ThatAreSilentAreToldWhatTheyListenTo) {
  RawClient listener = Connect();
  RawClient speaker = Connect();
  ASSERT_TRUE(listener.send("CLIENT REPLY OFF\r\nSET k 1\r\nSUBSCRIBE c\r\n"));
  EXPECT_EQ(Told(listener), "1) \"subscribe\"\n2) \"c\"\n3) (integer) 1");
  EXPECT_EQ(speaker.ask({"PUBLISH", "c", "hello"}), "(integer) 1");
  EXPECT_EQ(Told(listener), "1) \"message\"\n2) \"c\"\n3) \"hello\"");
  ASSERT_TRUE(listener.send("UNSUBSCRIBE\r\n"));
  EXPECT_EQ(Told(listener), "1) \"unsubscribe\"\n2) \"c\"\n3) (integer) 0");
}

// Nobody could end a pause without an end.
TEST_F(Clients, DoNotWaitBeyondAllTimes) {
  RawClient one = Connect();
  RawClient other = Connect();
  EXPECT_EQ(one.ask({"CLIENT", "PAUSE", "9223372036854775807"}), "OK");
  EXPECT_EQ(other.ask({"SET", "k", "1"}), "OK");
}

TEST_F(Clients, WaitWhileWritesArePaused) {
  RawClient one = Connect();
  RawClient other = Connect();
  EXPECT_EQ(one.ask({"CLIENT", "PAUSE", "100000", "WRITE"}), "OK");
  ASSERT_TRUE(other.send("GET k\r\nSET k 1\r\nGET k\r\n"));
  EXPECT_EQ(Told(other), "(nil)");
  EXPECT_EQ(one.ask({"GET", "k"}), "(nil)");
  EXPECT_EQ(one.ask({"CLIENT", "UNPAUSE"}), "OK");
  EXPECT_EQ(Told(other), "OK");
  EXPECT_EQ(Told(other), "\"1\"");
}

TEST_F(Clients, AreListedWithWhatAPauseKeepsThemFrom) {
  RawClient one = Connect();
  RawClient other = Connect();
  const Bytes id = other.ask({"CLIENT", "ID"}).substr(Bytes("(integer) ").size());
  EXPECT_EQ(one.ask({"CLIENT", "PAUSE", "100000", "WRITE"}), "OK");
  ASSERT_TRUE(other.send("SET k 1\r\n"));
  while (one.ask({"INFO", "clients"}).find("blocked_clients:1") == Bytes::npos) {
  }
  EXPECT_THAT(one.ask({"CLIENT", "LIST", "ID", id}), testing::HasSubstr(" cmd=set "));
}

// It is given a moment to close its side, for its last reply not to be lost; others know nothing of
// that.
TEST_F(Clients, AreGoneForOthersOnceTheyAreToldTheLastThing) {
  RawClient one = Connect();
  RawClient other = Connect();
  const Bytes id = other.ask({"CLIENT", "ID"}).substr(Bytes("(integer) ").size());
  ASSERT_TRUE(other.send("SUBSCRIBE c\r\n"));
  EXPECT_EQ(Told(other), "1) \"subscribe\"\n2) \"c\"\n3) (integer) 1");
  ASSERT_TRUE(other.send("*1\r\n$x\r\n"));
  EXPECT_EQ(other.read_all(), "-ERR Protocol error: invalid bulk length\r\n");
  EXPECT_EQ(one.ask({"PUBLISH", "c", "hello"}), "(integer) 0");
  EXPECT_THAT(one.ask({"CLIENT", "LIST"}), testing::Not(testing::HasSubstr(" sub=1 ")));
  EXPECT_EQ(one.ask({"CLIENT", "LIST", "ID", id}), "\"\"");
  EXPECT_THAT(one.ask({"CLIENT", "TRACKING", "ON", "REDIRECT", id}),
              testing::HasSubstr("does not exist"));
  EXPECT_THAT(one.ask({"INFO", "clients"}), testing::HasSubstr("connected_clients:1\\r"));
}

// As in Redis: whoever counts next, be it in the same transaction, does not find it.
TEST_F(Clients, AreGoneForOthersOnceTheyMayNotListenAnyMore) {
  RawClient one = Connect();
  RawClient other = Connect();
  EXPECT_EQ(one.ask({"ACL", "SETUSER", "bob", "on", "nopass", "allchannels", "+@all"}), "OK");
  EXPECT_EQ(other.ask({"AUTH", "bob", "x"}), "OK");
  ASSERT_TRUE(other.send("SUBSCRIBE c\r\n"));
  EXPECT_EQ(Told(other), "1) \"subscribe\"\n2) \"c\"\n3) (integer) 1");
  EXPECT_EQ(one.ask({"MULTI"}), "OK");
  EXPECT_EQ(one.ask({"ACL", "SETUSER", "bob", "resetchannels"}), "QUEUED");
  EXPECT_EQ(one.ask({"PUBSUB", "NUMSUB", "c"}), "QUEUED");
  EXPECT_EQ(one.ask({"EXEC"}), "1) OK\n2) 1) \"c\"\n   2) (integer) 0");
}

// Also with what has come only after others had to wait behind him.
TEST_F(Clients, GoOnAfterAPauseWithAllTheyHaveSent) {
  RawClient one = Connect();
  RawClient first = Connect();
  RawClient second = Connect();
  EXPECT_EQ(one.ask({"CLIENT", "PAUSE", "100000", "WRITE"}), "OK");
  ASSERT_TRUE(first.send("RPUSH l 1\r\n"));
  while (one.ask({"INFO", "clients"}).find("blocked_clients:1") == Bytes::npos) {
  }
  ASSERT_TRUE(second.send("RPUSH l 4\r\nRPUSH l 5\r\n"));
  while (one.ask({"INFO", "clients"}).find("blocked_clients:2") == Bytes::npos) {
  }
  ASSERT_TRUE(first.send("RPUSH l 2\r\nRPUSH l 3\r\n"));
  EXPECT_EQ(one.ask({"CLIENT", "UNPAUSE"}), "OK");
  for (const char* length : {"(integer) 1", "(integer) 2", "(integer) 3"}) {
    EXPECT_EQ(Told(first), length);
  }
  for (const char* length : {"(integer) 4", "(integer) 5"}) EXPECT_EQ(Told(second), length);
  EXPECT_EQ(one.ask({"LRANGE", "l", "2", "3"}), "1) \"3\"\n2) \"4\"");
}

TEST_F(Clients, ThatArePausedAreCountedAsBlocked) {
  RawClient one = Connect();
  RawClient other = Connect();
  RawClient reader = Connect();
  EXPECT_EQ(reader.ask({"MULTI"}), "OK");
  EXPECT_EQ(reader.ask({"GET", "k"}), "QUEUED");
  EXPECT_EQ(other.ask({"MULTI"}), "OK");
  EXPECT_EQ(other.ask({"SET", "k", "1"}), "QUEUED");
  EXPECT_EQ(one.ask({"CLIENT", "PAUSE", "100000", "WRITE"}), "OK");
  EXPECT_EQ(reader.ask({"EXEC"}), "1) (nil)");
  ASSERT_TRUE(other.send_request({"EXEC"}));
  while (one.ask({"INFO", "clients"}).find("blocked_clients:1") == Bytes::npos) {
  }
  EXPECT_EQ(one.ask({"CLIENT", "UNPAUSE"}), "OK");
  EXPECT_EQ(Told(other), "1) OK");
  EXPECT_NE(one.ask({"INFO", "clients"}).find("blocked_clients:0"), Bytes::npos);
}

TEST_F(Clients, ThatWaitForAKeyAfterAPauseLetNoRequestPass) {
  RawClient one = Connect();
  RawClient other = Connect();
  EXPECT_EQ(one.ask({"CLIENT", "PAUSE", "100000", "WRITE"}), "OK");
  ASSERT_TRUE(other.send("BLPOP l 0\r\nECHO behind\r\n"));
  while (one.ask({"INFO", "clients"}).find("blocked_clients:1") == Bytes::npos) {
  }
  EXPECT_EQ(one.ask({"CLIENT", "UNPAUSE"}), "OK");
  while (one.ask({"CLIENT", "LIST"}).find("cmd=blpop") == Bytes::npos) {
  }
  EXPECT_EQ(one.ask({"RPUSH", "l", "element"}), "(integer) 1");
  EXPECT_EQ(Told(other), "1) \"l\"\n2) \"element\"");
  EXPECT_EQ(Told(other), "\"behind\"");
}

TEST_F(Clients, ThatLeaveWhileTheyArePausedHaveDoneNothing) {
  RawClient one = Connect();
  RawClient other = Connect();
  EXPECT_EQ(one.ask({"CLIENT", "PAUSE", "100000", "WRITE"}), "OK");
  ASSERT_TRUE(other.send_request({"SET", "k", "1"}));
  while (one.ask({"INFO", "clients"}).find("blocked_clients:1") == Bytes::npos) {
  }
  other.finish();
  while (one.ask({"INFO", "clients"}).find("blocked_clients:0") == Bytes::npos) {
  }
  EXPECT_EQ(one.ask({"CLIENT", "UNPAUSE"}), "OK");
  EXPECT_EQ(one.ask({"GET", "k"}), "(nil)");
}

TEST_F(Clients, AreNotHeldBackByAPauseFromWhatWritesNothing) {
  RawClient one = Connect();
  RawClient other = Connect();
  const Bytes library =
      "#!lua name=l\nredis.register_function{function_name='f', callback=function() return 1 end, "
      "flags={'no-writes'}}";
  EXPECT_EQ(one.ask({"FUNCTION", "LOAD", library}), "\"l\"");
  EXPECT_EQ(one.ask({"CLIENT", "PAUSE", "100000", "WRITE"}), "OK");
  const Bytes script = "#!lua flags=no-writes\nreturn 2";
  EXPECT_EQ(other.ask({"EVAL", script, "0"}), "(integer) 2");
  EXPECT_EQ(other.ask({"EVAL_RO", "return 3", "0"}), "(integer) 3");
  EXPECT_EQ(other.ask({"FCALL", "f", "0"}), "(integer) 1");
  EXPECT_EQ(other.ask({"MULTI"}), "OK");
  EXPECT_EQ(other.ask({"EVAL", script, "0"}), "QUEUED");
  EXPECT_EQ(other.ask({"EXEC"}), "1) (integer) 2");
  EXPECT_EQ(one.ask({"CLIENT", "UNPAUSE"}), "OK");
}

TEST_F(Clients, AreRefusedAtOnceEvenWhereTheyArePaused) {
  RawClient one = Connect();
  RawClient other = Connect();
  RawClient stranger = Connect();
  one.ask({"ACL", "SETUSER", "reader", "on", "nopass", "+get", "~*"});
  EXPECT_EQ(stranger.ask({"AUTH", "reader", "any"}), "OK");
  RawClient listener = Connect();
  listener.ask({"SUBSCRIBE", "c"});
  RawClient monitor = Connect();
  EXPECT_EQ(monitor.ask({"MONITOR"}), "OK");
  EXPECT_EQ(one.ask({"CLIENT", "PAUSE", "100000"}), "OK");
  EXPECT_THAT(listener.ask({"SET", "k", "1"}), HasSubstr("Can't execute 'set'"));
  EXPECT_THAT(monitor.ask({"SET", "k", "1"}), HasSubstr("can't interact with the keyspace"));
  ASSERT_TRUE(monitor.send("ECHO free\r\n"));
  EXPECT_THAT(Told(monitor), HasSubstr("\"ECHO\" \"free\""));
  EXPECT_EQ(Told(monitor), "\"free\"");
  EXPECT_THAT(other.ask({"SET", "k"}), HasSubstr("wrong number of arguments"));
  EXPECT_THAT(other.ask({"NONE"}), HasSubstr("unknown command"));
  EXPECT_THAT(stranger.ask({"SET", "k", "1"}), HasSubstr("NOPERM"));
  // Nobody else is answered, who wanted to end the pause either.
  ASSERT_TRUE(one.send_request({"CLIENT", "UNPAUSE"}));
}

}  // namespace
}  // namespace keemun
