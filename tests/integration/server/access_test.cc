// Users of a server: who they are, what they may do, and what becomes of them when that changes.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <csignal>
#include <fstream>
#include <memory>
#include <vector>

#include "support/keemun_process.h"
#include "support/raw_client.h"

namespace keemun {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

constexpr BytesView kHashOfP = "148de9c5a7a44d19e56cd9ae1a554bf67847afb0c58f6e12fa29ac7ddfca9940";

class Access : public testing::Test {
 protected:
  void Start(const std::vector<Bytes>& options = {}) {
    ASSERT_TRUE(server_.start(options)) << server_.output();
    client_ = std::make_unique<RawClient>(server_.socket_path());
  }
  void StartWithFile(const Bytes& name, const Bytes& content) {
    std::ofstream(server_.path(name)) << content;
    if (name == "a.acl") Start({"--aclfile", server_.path(name)});
  }
  Bytes ask(const std::vector<Bytes>& words) { return client_->ask(words); }
  void set_user(const Bytes& name, std::vector<Bytes> rules) {
    rules.insert(rules.begin(), {"ACL", "SETUSER", name});
    EXPECT_EQ(ask(rules), "OK");
  }
  // Why it did not begin to serve.
  Bytes refusal(const std::vector<Bytes>& options) {
    EXPECT_FALSE(server_.start(options));
    EXPECT_EQ(server_.wait(), 1);
    return server_.output();
  }
  // A connection of this user, who needs no password.
  std::unique_ptr<RawClient> log_in(const Bytes& name) {
    auto client = std::make_unique<RawClient>(server_.socket_path());
    EXPECT_EQ(client->ask({"AUTH", name, "any"}), "OK");
    return client;
  }
  Bytes read(const Bytes& name) const {
    std::ifstream file(server_.path(name));
    return Bytes(std::istreambuf_iterator<char>(file), {});
  }
  static Bytes denied(const Bytes& command) {
    return "(error) NOPERM this user has no permissions to run the '" + command + "' command";
  }

  KeemunProcess server_;
  std::unique_ptr<RawClient> client_;
};

TEST_F(Access, IsGivenByRules) {
  Start();
  set_user("bob", {"on", "nopass", "+get", "+set", "+config|get", "~b:*"});
  const auto bob = log_in("bob");
  EXPECT_EQ(bob->ask({"SET", "b:1", "v"}), "OK");
  EXPECT_EQ(bob->ask({"GET", "b:1"}), "\"v\"");
  EXPECT_THAT(bob->ask({"GET", "k"}),
              HasSubstr("NOPERM this user has no permissions to access one"));
  EXPECT_EQ(bob->ask({"DEL", "b:1"}), denied("del"));
  EXPECT_EQ(bob->ask({"CONFIG", "SET", "timeout", "0"}), denied("config|set"));
  EXPECT_THAT(bob->ask({"CONFIG", "GET", "timeout"}), HasSubstr("timeout"));
  EXPECT_EQ(bob->ask({"ACL", "WHOAMI"}), denied("acl|whoami"));
  EXPECT_THAT(ask({"CLIENT", "LIST"}), AllOf(HasSubstr("user=bob"), HasSubstr("user=default")));
}

TEST_F(Access, ChangesForThoseWhoAreThere) {
  Start();
  set_user("bob", {"on", "nopass", "+get", "~*"});
  const auto bob = log_in("bob");
  EXPECT_EQ(bob->ask({"GET", "k"}), "(nil)");
  set_user("bob", {"-get"});
  EXPECT_EQ(bob->ask({"GET", "k"}), denied("get"));
  set_user("bob", {"allcommands", "allchannels"});
  EXPECT_EQ(bob->ask({"PING"}), "PONG");
  set_user("bob", {"-ping"});
  EXPECT_EQ(bob->ask({"PING"}), denied("ping"));
  set_user("default", {"-ping"});
  EXPECT_EQ(ask({"PING"}), denied("ping"));
}

TEST_F(Access, IsAllOrNothingOfARequest) {
  Start();
  EXPECT_EQ(ask({"ACL", "SETUSER", "bob", "on", "+nosuch"}),
            "(error) ERR Error in ACL SETUSER modifier '+nosuch': Unknown command or category name "
            "in ACL");
  EXPECT_EQ(ask({"ACL", "GETUSER", "bob"}), "(nil)");
  set_user("bob", {"on"});
  EXPECT_THAT(ask({"ACL", "SETUSER", "bob", "off", "(+get"}), HasSubstr("Unmatched parenthesis"));
  EXPECT_THAT(ask({"ACL", "LIST"}), HasSubstr("user bob on resetchannels -@all"));
}

TEST_F(Access, IsCheckedWhenATransactionRunsToo) {
  Start();
  set_user("bob", {"on", "nopass", "+multi", "+exec", "+incr", "~*"});
  const auto bob = log_in("bob");
  EXPECT_EQ(bob->ask({"MULTI"}), "OK");
  EXPECT_EQ(bob->ask({"GET", "k"}), denied("get"));
  EXPECT_THAT(bob->ask({"EXEC"}), HasSubstr("EXECABORT"));
  bob->ask({"MULTI"});
  EXPECT_EQ(bob->ask({"INCR", "k"}), "QUEUED");
  EXPECT_EQ(bob->ask({"INCR", "l"}), "QUEUED");
  set_user("bob", {"resetkeys", "~l"});
  EXPECT_THAT(bob->ask({"EXEC"}), AllOf(HasSubstr("1) (error) NOPERM ACLs rules changed between"),
                                        HasSubstr("no permission to touch the specified keys"),
                                        HasSubstr("2) (integer) 1")));
  EXPECT_EQ(ask({"GET", "k"}), "(nil)");
  EXPECT_THAT(ask({"ACL", "LOG"}), HasSubstr("\"multi\""));
}

TEST_F(Access, ChangesInsideOfATransaction) {
  Start();
  set_user("bob", {"on", "nopass", "+get", "~*"});
  EXPECT_EQ(ask({"MULTI"}), "OK");
  ask({"AUTH", "bob", "any"});
  ask({"SET", "k", "v"});
  EXPECT_THAT(ask({"EXEC"}), AllOf(HasSubstr("1) OK"), HasSubstr("2) (error) NOPERM")));
  EXPECT_EQ(ask({"SET", "k", "v"}), denied("set"));
}

TEST_F(Access, OfAScriptIsThatOfItsUser) {
  Start();
  set_user("bob", {"on", "nopass", "+eval", "+get", "+sort", "~b"});
  const auto bob = log_in("bob");
  const auto run = [&bob](const Bytes& text) { return bob->ask({"EVAL", text, "0"}); };
  EXPECT_EQ(run("return redis.call('get', 'b')"), "(nil)");
  EXPECT_THAT(run("return redis.call('get', 'k')"),
              StartsWith("(error) ERR The user executing the script can't access at least one of "
                         "the keys"));
  EXPECT_THAT(run("return redis.call('set', 'b', 'v')"),
              StartsWith("(error) ERR The user executing the script can't run this command"));
  EXPECT_THAT(run("return redis.call('sort', 'b', 'by', 'w*')"), HasSubstr("BY option of SORT"));
  EXPECT_EQ(run("return {redis.acl_check_cmd('get', 'b'), redis.acl_check_cmd('set', 'b', 'v')}"),
            "1) (integer) 1\n2) (nil)");
  EXPECT_THAT(bob->ask({"EVAL", "return 1", "1", "k"}), HasSubstr("NOPERM"));
  EXPECT_THAT(ask({"ACL", "LOG"}), HasSubstr("\"lua\""));
}

TEST_F(Access, LetsKeysThatAreNotNamedBeReadByWhoReadsAll) {
  Start();
  ask({"RPUSH", "k", "2", "1"});
  set_user("bob", {"on", "nopass", "+sort", "~k", "~w*"});
  const auto bob = log_in("bob");
  EXPECT_EQ(bob->ask({"SORT", "k", "BY", "w*"}),
            "(error) ERR BY option of SORT denied due to insufficient ACL permissions.");
  EXPECT_EQ(bob->ask({"SORT", "k", "GET", "#"}),
            "(error) ERR GET option of SORT denied due to insufficient ACL permissions.");
  EXPECT_EQ(bob->ask({"SORT", "k", "BY", "nosort"}), "1) \"2\"\n2) \"1\"");
  set_user("bob", {"%R~*"});
  EXPECT_EQ(bob->ask({"SORT", "k", "BY", "w*", "GET", "#"}), "1) \"1\"\n2) \"2\"");
}

TEST_F(Access, IsRefusedAfterWhatIsNoRequestAndBeforeAllElse) {
  Start();
  set_user("bob", {"on", "nopass", "+multi", "+subscribe", "allchannels"});
  const auto bob = log_in("bob");
  EXPECT_THAT(bob->ask({"GET"}), HasSubstr("wrong number of arguments"));
  EXPECT_THAT(bob->ask({"NOSUCH"}), HasSubstr("unknown command"));
  bob->ask({"SUBSCRIBE", "c"});
  EXPECT_EQ(bob->ask({"GET", "k"}), denied("get"));
  const auto other = log_in("bob");
  other->ask({"MULTI"});
  EXPECT_THAT(other->ask({"SAVE"}), HasSubstr("not allowed inside a transaction"));
  EXPECT_EQ(other->ask({"SET", "k", "v"}), denied("set"));
}

TEST_F(Access, EndsWithItsUser) {
  Start();
  set_user("bob", {"on", "nopass", "+@all", "~*"});
  const auto bob = log_in("bob");
  const auto waiting = log_in("bob");
  waiting->send_request({"BLPOP", "l", "0"});
  EXPECT_EQ(bob->ask({"ACL", "DELUSER", "bob", "nobody"}), "(integer) 1");
  EXPECT_EQ(bob->ask({"PING"}), "(gone)");
  EXPECT_EQ(waiting->read(), std::nullopt);
  EXPECT_EQ(ask({"PING"}), "PONG");
  set_user("bob", {"on", "nopass", "+@all", "~*"});
  const auto last = log_in("bob");
  set_user("default", {"resetkeys"});
  last->ask({"MULTI"});
  last->ask({"ACL", "DELUSER", "bob"});
  last->ask({"SET", "k", "v"});
  EXPECT_THAT(last->ask({"EXEC"}), HasSubstr("no permission to execute the command"));
  EXPECT_EQ(last->ask({"PING"}), "(gone)");
  set_user("default", {"~*"});
  EXPECT_EQ(ask({"EXISTS", "k"}), "(integer) 0");
  EXPECT_EQ(ask({"ACL", "DELUSER", "default"}), "(error) ERR The 'default' user cannot be removed");
  EXPECT_THAT(ask({"CLIENT", "KILL", "USER", "bob"}), HasSubstr("No such user 'bob'"));
}

// Who has gone does not go on as the default user.
TEST_F(Access, OfTheRestOfATransactionEndsWithItsUserToo) {
  Start();
  set_user("bob", {"on", "nopass", "-@all", "+multi", "+exec", "+eval", "+acl|deluser", "~b*"});
  ask({"SET", "secret", "of others"});
  auto bob = log_in("bob");
  ASSERT_TRUE(
      bob->send("MULTI\r\nACL DELUSER bob\r\n"
                "EVAL \"return redis.call('GET', 'secret')\" 0\r\n"
                "EVAL \"return redis.call('SET', 'taken', 'over')\" 0\r\nEXEC\r\n"));
  EXPECT_EQ(bob->read_all().find("of others"), Bytes::npos);
  EXPECT_EQ(ask({"EXISTS", "taken"}), "(integer) 0");
  EXPECT_EQ(ask({"ACL", "USERS"}), "1) \"default\"");
}

TEST_F(Access, ToAChannelEndsWithWhoListens) {
  Start();
  set_user("bob", {"on", "nopass", "+@pubsub", "&a", "&b*"});
  const auto stays = log_in("bob");
  stays->ask({"PSUBSCRIBE", "b*"});
  const auto goes = log_in("bob");
  goes->ask({"SUBSCRIBE", "a", "b"});
  const auto shard = log_in("bob");
  shard->ask({"SSUBSCRIBE", "a"});
  EXPECT_THAT(stays->ask({"SUBSCRIBE", "c"}), HasSubstr("one of the channels used as arguments"));
  set_user("bob", {"resetchannels", "&b*"});
  goes->read();  // of `b`
  EXPECT_EQ(goes->read(), std::nullopt);
  EXPECT_EQ(shard->read(), std::nullopt);
  EXPECT_EQ(ask({"PUBLISH", "b1", "m"}), "(integer) 1");
  EXPECT_THAT(ask({"CLIENT", "LIST"}), HasSubstr("user=bob"));
  EXPECT_EQ(ask({"CLIENT", "KILL", "USER", "bob"}), "(integer) 1");
}

// Who has become somebody else hears on, until something is taken away from that user.
TEST_F(Access, ToAChannelEndsWhereItIsTakenAway) {
  Start();
  set_user("bob", {"on", "nopass", "+@all", "&b"});
  RawClient listener(server_.socket_path());
  listener.send("HELLO 3\r\nSUBSCRIBE a\r\nAUTH bob any\r\n");
  for (int i = 0; i < 3; ++i) listener.read();
  set_user("bob", {"+get", "&c"});
  EXPECT_EQ(ask({"PUBLISH", "a", "m"}), "(integer) 1");
  EXPECT_EQ(listener.read()->items().back().text(), "m");
  set_user("bob", {"resetchannels", "&c"});
  EXPECT_EQ(listener.read(), std::nullopt);
}

TEST_F(Access, IsLoggedWhereItIsDenied) {
  Start();
  set_user("bob", {"on", ">p", "+get", "+publish"});
  RawClient bob(server_.socket_path());
  EXPECT_THAT(bob.ask({"AUTH", "bob", "wrong"}), HasSubstr("WRONGPASS"));
  EXPECT_EQ(bob.ask({"AUTH", "bob", "p"}), "OK");
  for (int i = 0; i < 3; ++i) bob.ask({"SET", "k", "v"});
  bob.ask({"GET", "secret"});
  bob.ask({"PUBLISH", "news", "m"});
  const Bytes log = ask({"ACL", "LOG"});
  for (const BytesView word : {"\"channel\"", "\"news\"", "\"secret\"", "\"set\"", "\"AUTH\"",
                               "1) \"count\"\n    2) (integer) 3", "user=bob"}) {
    EXPECT_THAT(log, HasSubstr(Bytes(word)));
  }
  EXPECT_THAT(ask({"INFO", "errorstats"}), AllOf(HasSubstr("errorstat_NOPERM:count=5"),
                                                 HasSubstr("errorstat_WRONGPASS:count=1")));
  EXPECT_THAT(ask({"INFO", "commandstats"}),
              HasSubstr("cmdstat_set:calls=0,usec=0,usec_per_call=0.00,rejected_calls=3"));
  EXPECT_EQ(ask({"CONFIG", "SET", "acllog-max-len", "1"}), "OK");
  bob.ask({"DEL", "k"});
  EXPECT_THAT(ask({"ACL", "LOG"}), AllOf(HasSubstr("\"del\""), Not(HasSubstr("\"set\""))));
  EXPECT_EQ(ask({"ACL", "LOG", "RESET"}), "OK");
  EXPECT_EQ(ask({"ACL", "LOG"}), "(empty array)");
}

TEST_F(Access, WarnsWhereUsersOverruleThePasswordThatIsRequired) {
  const Bytes warning = "requirepass says nothing";
  Start({"--requirepass", "p", "--user", "bob", "on", ">q"});
  EXPECT_THAT(server_.output(), Not(HasSubstr(warning)));
  for (const char* rule : {">q", "nopass"}) {
    KeemunProcess other;
    ASSERT_TRUE(other.start({"--requirepass", "p", "--user", "default", "on", rule}));
    EXPECT_THAT(other.output(), HasSubstr(warning)) << rule;
  }
}

TEST_F(Access, NeedsAPasswordThatIsRequired) {
  Start({"--requirepass", "p"});
  EXPECT_EQ(ask({"PING"}), "(error) NOAUTH Authentication required.");
  EXPECT_THAT(ask({"HELLO"}), HasSubstr("NOAUTH HELLO must be called"));
  EXPECT_EQ(ask({"AUTH", "p"}), "OK");
  EXPECT_EQ(ask({"ACL", "LIST"}), "1) \"user default on #" + Bytes(kHashOfP) + " ~* &* +@all\"");
  EXPECT_EQ(ask({"CONFIG", "SET", "requirepass", ""}), "OK");
  EXPECT_EQ(ask({"ACL", "LIST"}), "1) \"user default on nopass ~* &* +@all\"");
  set_user("default", {">q"});
  EXPECT_EQ(RawClient(server_.socket_path()).ask({"PING"}),
            "(error) NOAUTH Authentication required.");
  EXPECT_EQ(RawClient(server_.socket_path()).ask({"AUTH", "q"}), "OK");
  set_user("default", {"off"});
  EXPECT_THAT(RawClient(server_.socket_path()).ask({"AUTH", "q"}), HasSubstr("WRONGPASS"));
  EXPECT_EQ(ask({"RESET"}), "RESET");
  EXPECT_EQ(ask({"PING"}), "(error) NOAUTH Authentication required.");
}

TEST_F(Access, LetsNobodyLeaveMuchUntakenWhoHasNotLoggedIn) {
  Start({"--requirepass", "p"});
  RawClient stranger(server_.socket_path());
  constexpr int kRequests = 20'000;  // answers of 720 kB, more than a socket holds
  Bytes bytes;
  for (int i = 0; i < kRequests; ++i) bytes += "PING\r\n";
  stranger.send(bytes);  // fails where it is closed meanwhile
  RawClient other(server_.socket_path());
  EXPECT_EQ(other.ask({"AUTH", "p"}), "OK");
  const auto is_stranger_gone = [&other] {  // there are the test's own client and this one
    return other.ask({"INFO", "clients"}).find("connected_clients:2\\r") != Bytes::npos;
  };
  for (int i = 0; i < 10'000 && !is_stranger_gone(); ++i) {
  }
  int answers = 0;
  while (answers < kRequests && stranger.read()) ++answers;
  EXPECT_LT(answers, kRequests);
}

TEST_F(Access, IsTheDefaultUsersAgainAfterReset) {
  Start();
  set_user("bob", {"on", "nopass", "+acl|whoami"});
  EXPECT_THAT(ask({"HELLO", "2", "AUTH", "bob", "any", "SETNAME", "b"}), HasSubstr("\"proto\""));
  EXPECT_EQ(ask({"ACL", "WHOAMI"}), "\"bob\"");
  EXPECT_EQ(ask({"PING"}), denied("ping"));
  EXPECT_EQ(ask({"RESET"}), "RESET");
  EXPECT_EQ(ask({"ACL", "WHOAMI"}), "\"default\"");
  EXPECT_EQ(ask({"PING"}), "PONG");
}

TEST_F(Access, StandsInTheConfiguration) {
  const Bytes path = server_.path("keemun.conf");
  std::ofstream(path) << "# users\nuser bob on >p ~b:* +@all -@dangerous (+keys)\ntimeout 9\n";
  const Bytes rules = " ~b:* resetchannels +@all -@dangerous (resetchannels -@all +keys)";
  Start({path});
  EXPECT_THAT(ask({"ACL", "LIST"}), HasSubstr("user bob on #" + Bytes(kHashOfP) + rules));
  EXPECT_EQ(ask({"ACL", "SETUSER", "carl", "~\"c"}), "OK");
  EXPECT_EQ(ask({"CONFIG", "REWRITE"}), "OK");
  EXPECT_THAT(read("keemun.conf"), StartsWith("# users\nuser bob on #" + Bytes(kHashOfP) + rules +
                                              "\nuser carl off \"~\\\"c\" resetchannels -@all"
                                              "\nuser default on nopass ~* &* +@all\ntimeout 9\n"));
  client_.reset();
  server_.signal(SIGTERM);
  EXPECT_EQ(server_.wait(), 0);
  Start({path});
  EXPECT_THAT(ask({"ACL", "LIST"}), AllOf(HasSubstr("user bob on #" + Bytes(kHashOfP) + rules),
                                          HasSubstr("user carl off ~\\\"c resetchannels")));
  EXPECT_EQ(ask({"ACL", "SETUSER", "carl", "(~\"d'e\" +get)"}), "OK");
  EXPECT_EQ(ask({"CONFIG", "REWRITE"}), "OK");
  client_.reset();
  server_.signal(SIGTERM);
  EXPECT_EQ(server_.wait(), 0);
  Start({path});
  EXPECT_THAT(ask({"ACL", "GETUSER", "carl"}), HasSubstr("~d'e"));
  EXPECT_EQ(ask({"ACL", "DELUSER", "bob", "carl"}), "(integer) 2");
  EXPECT_EQ(ask({"CONFIG", "REWRITE"}), "OK");
  EXPECT_THAT(read("keemun.conf"),
              StartsWith("# users\nuser default on nopass sanitize-payload ~* &* +@all\n"
                         "timeout 9\n"));
}

TEST_F(Access, IsNotReadFromTheCommandLineByOthers) {
  Start({"--requirepass", "open sesame", "--tls-key-file-pass=mellon", "--user", "bob", ">abc",
         "--maxclients", "77"});
  EXPECT_EQ(ask({"AUTH", "open sesame"}), "OK");
  EXPECT_EQ(ask({"CONFIG", "GET", "tls-key-file-pass"}), "1) \"tls-key-file-pass\"\n2) \"mellon\"");
  const Bytes info = ask({"INFO", "server"});
  constexpr BytesView kName = "process_id:";
  const auto process = std::stoll(info.substr(info.find(kName) + kName.size()));
  std::ifstream file("/proc/" + std::to_string(process) + "/cmdline");
  const Bytes shown{std::istreambuf_iterator<char>(file), {}};
  EXPECT_THAT(shown,
              HasSubstr(Bytes("--requirepass\0***********\0--tls-key-file-pass=******", 52)));
  EXPECT_THAT(shown, HasSubstr(Bytes("--user\0***\0****\0--maxclients\00077", 31)));
}

TEST_F(Access, MayBeGivenOnTheCommandLine) {
  EXPECT_THAT(refusal({"--user", "bob", "on", "--user", "bob", "off"}),
              HasSubstr("Duplicate user found"));
  EXPECT_THAT(refusal({"--user", "bob", "+nosuch"}),
              HasSubstr("Error in user declaration 'bob': Unknown command"));
  Start({"--user", "bob", "on", "nopass", "~b:*", "+get"});
  EXPECT_EQ(log_in("bob")->ask({"GET", "b:1"}), "(nil)");
}

TEST_F(Access, IsKeptInAFileOfUsers) {
  StartWithFile("a.acl", "user bob on nopass ~* &* +@all\n");
  set_user("eve", {"on", "nopass", "+get", "~*"});
  EXPECT_EQ(ask({"ACL", "SAVE"}), "OK");
  EXPECT_EQ(read("a.acl"),
            "user bob on nopass ~* &* +@all\nuser default on nopass ~* &* +@all\n"
            "user eve on nopass ~* resetchannels -@all +get\n");
  const auto bob = log_in("bob");
  set_user("eve", {"+set"});
  EXPECT_EQ(bob->ask({"ACL", "LOAD"}), "OK");
  EXPECT_EQ(bob->ask({"PING"}), "(gone)");
  EXPECT_EQ(log_in("eve")->ask({"SET", "k", "v"}), denied("set"));
  EXPECT_EQ(ask({"PING"}), "PONG");
}

TEST_F(Access, StaysWhereAFileOfUsersIsWrong) {
  StartWithFile("a.acl", "user bob on\n");
  StartWithFile("b.acl", "");
  std::ofstream(server_.path("a.acl")) << "user bob off\nuser bob on\nuser eve x\n";
  EXPECT_EQ(ask({"ACL", "LOAD"}),
            "(error) ERR WARNING: Duplicate user 'bob' found on line 2. " + server_.path("a.acl") +
                ":3: Syntax error. WARNING: ACL errors detected, no change to the previously "
                "active ACL rules was performed");
  EXPECT_THAT(ask({"ACL", "LIST"}), HasSubstr("user bob on resetchannels -@all"));
  RawClient(server_.socket_path()).ask({"SHUTDOWN"});
  EXPECT_EQ(server_.wait(), 0);
  EXPECT_THAT(refusal({"--aclfile", server_.path("a.acl")}), HasSubstr("Duplicate user 'bob'"));
  EXPECT_THAT(refusal({"--aclfile", server_.path("b.acl"), "--user", "bob"}),
              HasSubstr("not both"));
}

TEST_F(Access, NeedsAFileToBeLoadedFrom) {
  Start();
  EXPECT_THAT(ask({"ACL", "LOAD"}), HasSubstr("is not configured to use an ACL file"));
  EXPECT_THAT(ask({"ACL", "SAVE"}), HasSubstr("is not configured to use an ACL file"));
}

}  // namespace
}  // namespace keemun
