// `keemun verify` as one runs it: exit status, what it says, what it leaves behind.
#include <gmock/gmock.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <nlohmann/json.hpp>
#include <thread>

#include "support/loopback.h"
#include "verify_runs.h"

namespace keemun {
namespace {

using testing::HasSubstr;
using testing::Not;

TEST_F(VerifyProgram, FindsRedisEqualToItself) {
  const RedisServer server;
  const Ended ended =
      verify("--target " + at(server) + " --reference " + at(server) + " --commands 5000");
  EXPECT_EQ(ended.status, 0) << ended.said;
  EXPECT_THAT(ended.said, HasSubstr(" 0 differences"));
}

TEST_F(VerifyProgram, FindsRedisEqualToItselfInResp3) {
  const RedisServer server;
  const Ended ended = verify("--target " + at(server) + " --reference " + at(server) +
                             " --resp3 --commands 20000 --seed 3");
  EXPECT_EQ(ended.status, 0) << ended.said;
  EXPECT_THAT(ended.said, Not(HasSubstr("defect of the verifier")));
  EXPECT_THAT(ended.said, Not(HasSubstr("stays in keys that begin with")));
  EXPECT_EQ(nlohmann::json::parse(written("report.json"))["protocol"], 3);
}

TEST_F(VerifyProgram, FindsAMapOfResp3ThatIsNone) {
  const RedisServer server;
  const auto redis = server.connect();
  const FakeServer relay_server = relay(*redis, [](const auto& args, const resp::Reply& reply) {
    const bool is_it = ascii_equal_ignoring_case(args[0], "hgetall");
    return encoded(is_it ? reply.resp2_form() : reply, resp::Protocol::kResp3);
  });
  const Ended ended = verify_on(relay_server, "--resp3 --groups hash --seed 10 --commands 3000");
  EXPECT_EQ(ended.status, 1) << ended.said;
  EXPECT_THAT(ended.said, HasSubstr("hgetall: map / array"));
  EXPECT_THAT(ended.said, HasSubstr(" 1 differences"));
}

TEST_F(VerifyProgram, FindsTheOtherNull) {
  const RedisServer server;
  const auto redis = server.connect();
  const FakeServer relay_server = relay_but(*redis, "lpop", [](const resp::Reply& reply) {
    return encoded(reply.is_null() ? resp::Reply::null() : reply);
  });
  const Ended ended = verify_on(relay_server, "--groups list --seed 10 --commands 5000");
  EXPECT_EQ(ended.status, 1) << ended.said;
  EXPECT_THAT(ended.said, HasSubstr("lpop: null array / null"));
}

TEST_F(VerifyProgram, AllowsAScanToRepeat) {
  const RedisServer server;
  const auto redis = server.connect();
  const FakeServer relay_server = relay_but(*redis, "sscan", [](const resp::Reply& reply) {
    resp::Reply page = reply;
    resp::Reply::Items& members = page.items()[1].items();
    if (!members.empty()) members.push_back(members.front());
    return encoded(page);
  });
  const Ended ended = verify_on(relay_server, "--groups set --seed 5 --commands 5000");
  EXPECT_EQ(ended.status, 0) << ended.said;
}

TEST_F(VerifyProgram, FindsACursorThatIsNone) {
  const RedisServer server;
  const auto redis = server.connect();
  const FakeServer relay_server = relay_but(*redis, "sscan", [](const resp::Reply&) {
    return encoded(resp::Reply::array({resp::Reply::integer(0), resp::Reply::array({})}));
  });
  const Ended ended = verify_on(relay_server, "--groups set --seed 5 --commands 5000");
  EXPECT_EQ(ended.status, 1) << ended.said;
  EXPECT_THAT(ended.said, HasSubstr("sscan: array of bulk / array of integer"));
}

TEST_F(VerifyProgram, FindsAScanWithoutEnd) {
  const RedisServer server;
  const auto redis = server.connect();
  const FakeServer relay_server = relay_but(*redis, "sscan", [](const resp::Reply&) {
    return encoded(resp::Reply::array({resp::Reply::bulk("7"), resp::Reply::array({})}));
  });
  const Ended ended = verify_plan(relay_server, "c1 SADD a 1\nc1 SSCAN a 0\n");
  EXPECT_EQ(ended.status, 1) << ended.said;
  EXPECT_THAT(ended.said, HasSubstr("no end after 1000 pages"));
}

TEST_F(VerifyProgram, FindsKeysOfACommandThatAreNone) {
  const RedisServer server;
  const auto redis = server.connect();
  const FakeServer relay_server = relay_but(*redis, "command", [](const resp::Reply& reply) {
    const resp::Reply wrong =
        resp::Reply::array({resp::Reply::bulk("wrong"), resp::Reply::array({})});
    return encoded(reply.is_aggregate() ? resp::Reply::array({wrong}) : reply);
  });
  const Ended ended = verify_plan(relay_server, "c1 COMMAND GETKEYSANDFLAGS GET a\n");
  EXPECT_EQ(ended.status, 1) << ended.said;
}

// A server may say something in between at any time, where RESP3 is spoken.
TEST_F(VerifyProgram, TakesNoPushForAReply) {
  const RedisServer server;
  const auto redis = server.connect();
  const FakeServer relay_server = relay(*redis, [](const auto& args, const resp::Reply& reply) {
    const Bytes pushed = ">2\r\n+message\r\n+for nobody\r\n";
    const Bytes answer = encoded(reply, resp::Protocol::kResp3);
    return ascii_equal_ignoring_case(args[0], "set")   ? pushed + answer
           : ascii_equal_ignoring_case(args[0], "get") ? answer + pushed
                                                       : answer;
  });
  const Ended ended = verify_on(relay_server, "--resp3 --groups string --seed 10 --commands 3000");
  EXPECT_EQ(ended.status, 0) << ended.said;
}

// A null array that RESP3 has not is no part of it.
TEST_F(VerifyProgram, FindsWhatDiffersBehindANullOfATransaction) {
  const RedisServer server;
  const auto redis = server.connect();
  const FakeServer relay_server = relay(*redis, [](const auto& args, const resp::Reply& reply) {
    resp::Reply altered = reply;
    const bool is_it = ascii_equal_ignoring_case(args[0], "exec") && reply.items().size() == 2;
    if (is_it) altered.items()[1] = resp::Reply::status("odd");
    return encoded(altered, resp::Protocol::kResp3);
  });
  const Ended ended =
      verify_plan(relay_server, "c1 MULTI\nc1 LPOP a 0\nc1 LLEN a\nc1 EXEC\n", "--resp3");
  EXPECT_EQ(ended.status, 1) << ended.said;
  EXPECT_THAT(ended.said, HasSubstr("exec: array of integer / array of status"));
}

TEST_F(VerifyProgram, SaysThatAServerDoesNotSpeakResp3) {
  const RedisServer server({"--rename-command", "HELLO", ""});
  const Ended ended = verify("--target " + at(server) + " --resp3");
  EXPECT_EQ(ended.status, 2) << ended.said;
  EXPECT_THAT(ended.said, HasSubstr("does not speak RESP3: ERR unknown command"));
}

TEST_F(VerifyProgram, WritesReportsThatCanBeRead) {
  const RedisServer server;
  ASSERT_EQ(verify("--target " + at(server) + " --model --seed 7 --commands 3000").status, 0);
  const auto report = nlohmann::json::parse(written("report.json"));
  EXPECT_EQ(report["seed"], 7);
  EXPECT_EQ(report["protocol"], 2);
  EXPECT_GE(report["commands_played"], 3000);
  EXPECT_TRUE(report["differences"].empty());
  EXPECT_GT(report["commands"].size(), 50u);
  const Bytes html = written("report.html");
  EXPECT_THAT(html, HasSubstr("<td>zadd</td>"));
  EXPECT_THAT(html, HasSubstr("</html>"));
}

TEST_F(VerifyProgram, ShowsADifferenceByItsSmallestPlan) {
  // A server whose STRLEN measures lists.
  const RedisServer server(
      {"--rename-command", "STRLEN", "", "--rename-command", "LLEN", "STRLEN"});
  const Ended ended =
      verify("--target " + at(server) + " --groups string --seed 1 --commands 20000");
  EXPECT_EQ(ended.status, 1) << ended.said;
  EXPECT_THAT(ended.said, HasSubstr("target:    (error) WRONGTYPE"));
  EXPECT_THAT(ended.said, HasSubstr("expected:  "));
  EXPECT_FALSE(nlohmann::json::parse(written("report.json"))["differences"].empty());
}

TEST_F(VerifyProgram, PlaysAPlanOfItsReportAgain) {
  const RedisServer server(
      {"--rename-command", "STRLEN", "", "--rename-command", "LLEN", "STRLEN"});
  ASSERT_EQ(verify("--target " + at(server) + " --groups string --seed 1 --commands 20000").status,
            1);
  const auto report = nlohmann::json::parse(written("report.json"));
  const Bytes path = out_ / "again.plan";
  std::ofstream(path) << report["differences"][0]["plan"].get<Bytes>();
  const Ended again = verify("--target " + at(server) + " --plan " + path);
  EXPECT_EQ(again.status, 1) << again.said;
  EXPECT_THAT(again.said, HasSubstr("different: strlen"));
  EXPECT_EQ(nlohmann::json::parse(written("report.json"))["plans"], 1);
  EXPECT_EQ(verify("--target " + at(RedisServer()) + " --plan " + path).status, 0);

  server.connect()->call(1, {"SET", "foreign", "1"});
  const Ended not_empty = verify("--target " + at(server) + " --plan " + path);
  EXPECT_EQ(not_empty.status, 2);
  EXPECT_THAT(not_empty.said, HasSubstr("--plan needs a server without keys"));
  EXPECT_EQ(verify("--target " + at(server) + " --plan " + path + " --seed 1").status, 2);
  EXPECT_EQ(verify("--target " + at(server) + " --plan " + path + " --groups list").status, 2);
  EXPECT_EQ(verify("--target " + at(server) + " --plan /nonexistent").status, 2);
}

TEST_F(VerifyProgram, ReportsAReferenceThatIsNoRedis) {
  const RedisServer server;
  const RedisServer reference(
      {"--rename-command", "STRLEN", "", "--rename-command", "LLEN", "STRLEN"});
  const Ended ended = verify("--target " + at(server) + " --reference " + at(reference) +
                             " --groups string --seed 1 --commands 20000");
  EXPECT_EQ(ended.status, 1) << ended.said;
  EXPECT_THAT(ended.said, HasSubstr("different on the reference: strlen"));
  EXPECT_THAT(ended.said, HasSubstr("reference: (error) WRONGTYPE"));
  EXPECT_THAT(ended.said, HasSubstr(" 0 differences, "));
  EXPECT_FALSE(nlohmann::json::parse(written("report.json"))["reference_differences"].empty());
  EXPECT_THAT(written("report.html"), HasSubstr("Differences of the reference"));
}

TEST_F(VerifyProgram, CountsCommandsThatTheServerDoesNotKnow) {
  const RedisServer server({"--rename-command", "LPOS", ""});
  const Ended ended = verify("--target " + at(server) + " --groups list --commands 3000");
  EXPECT_EQ(ended.status, 0) << ended.said;
  const auto report = nlohmann::json::parse(written("report.json"));
  EXPECT_GT(report["commands"]["lpos"]["unknown"], 0);
  EXPECT_THAT(ended.said,
              testing::ContainsRegex("0 differences, 1 of [0-9]+ kinds of commands are unknown"));
  EXPECT_THAT(written("report.html"), HasSubstr("1 more are unknown to the target"));
}

TEST_F(VerifyProgram, SaysWhenNothingCouldBeJudged) {
  size_t requests = 0;
  const FakeServer server(out_.path(), [&requests](size_t, const FakeServer::Args& args) {
    const bool is_first_ping = ++requests == 1;
    if (args[0] == "DEL") return ":0\r\n";  // without it no plan is played
    return is_first_ping ? "+PONG\r\n" : "-ERR unknown command\r\n";
  });
  const Ended ended = verify_on(server, "--groups string --seed 1 --commands 500");
  EXPECT_EQ(ended.status, 2) << ended.said;
  EXPECT_THAT(ended.said, HasSubstr("no reply could be judged"));
  const Bytes html = written("report.html");
  EXPECT_THAT(html, HasSubstr("no reply could be judged"));
  EXPECT_THAT(html, Not(HasSubstr("no difference")));
}

// Its seed was lost, and its reports looked as those of a sound server.
TEST_F(VerifyProgram, SaysThatItWasInterruptedAndWithWhatSeed) {
  const RedisServer redis;
  const auto behind = redis.connect();
  size_t sets = 0;
  const FakeServer server =
      relay(*behind, [&](const auto& args, const auto& reply) -> std::optional<Bytes> {
        if (ascii_equal_ignoring_case(args[0], "set")) ++sets;
        if (sets > 20) return std::nullopt;  // and nobody brings it up again
        return encoded(reply);
      });
  const Ended ended = verify_strings(server);
  EXPECT_EQ(ended.status, 2) << ended.said;
  EXPECT_THAT(ended.said, testing::StartsWith("seed 0xa\n"));
  EXPECT_THAT(ended.said, HasSubstr("closed the connection"));
  const Bytes html = written("report.html");
  EXPECT_THAT(html, HasSubstr("interrupted: "));
  EXPECT_THAT(html, HasSubstr("seed 0xa "));
  EXPECT_THAT(html, Not(HasSubstr("no difference")));
  const auto report = nlohmann::json::parse(written("report.json"));
  EXPECT_THAT(report["interrupted"].get<Bytes>(), HasSubstr("closed the connection"));
}

// One that goes down, and is brought up again, looks the same.
TEST_F(VerifyProgram, FindsWhatClosesTheConnectionAndGoesOn) {
  const RedisServer redis;
  const auto behind = redis.connect();
  const FakeServer server =
      relay(*behind, [&](const auto& args, const auto& reply) -> std::optional<Bytes> {
        if (ascii_equal_ignoring_case(args[0], "getdel") && !reply.is_null()) return std::nullopt;
        return encoded(reply);
      });
  const Ended ended = verify_strings(server);
  EXPECT_EQ(ended.status, 1) << ended.said;
  EXPECT_THAT(ended.said, HasSubstr("getdel: bulk / error connection closed (seen"));
  EXPECT_THAT(ended.said, Not(HasSubstr("not reproducible")));
  const auto report = nlohmann::json::parse(written("report.json"));
  EXPECT_GE(report["commands_played"].get<int>(), 3000) << ended.said;
  ASSERT_GE(report["differences"].size(), 1u);
  EXPECT_LE(report["differences"][0]["plan"].get<Bytes>().size(), 120u) << ended.said;
}

TEST_F(VerifyProgram, NoticesAReplyThatNobodyAskedFor) {
  const RedisServer redis;
  const auto behind = redis.connect();
  size_t sets = 0;
  const FakeServer server = relay(*behind, [&](const auto& args, const auto& reply) {
    const bool is_late_set = ascii_equal_ignoring_case(args[0], "set") && ++sets == 20;
    return encoded(reply) + (is_late_set ? "+EXTRA\r\n" : "");
  });
  const Ended ended = verify_strings(server);
  EXPECT_NE(ended.status, 0) << ended.said;
  EXPECT_THAT(ended.said, HasSubstr("sent a reply that nobody had asked for"));
}

// Whoever has not said HELLO would not understand it.
TEST_F(VerifyProgram, TakesNoReplyOfAnotherProtocol) {
  const RedisServer redis;
  const auto behind = redis.connect();
  const FakeServer server = relay_but(*behind, "zscore", [](const auto& reply) {
    return reply.is_null() ? encoded(reply) : "," + reply.text() + "\r\n";
  });
  const Ended ended = verify_on(server, "--groups sorted-set --seed 1 --commands 5000");
  EXPECT_EQ(ended.status, 1) << ended.said;
  EXPECT_THAT(ended.said, HasSubstr("different: zscore: "));
}

// Up to a minute was forgiven, whatever the clocks said.
TEST_F(VerifyProgram, FindsTimesThatAreSecondsOff) {
  const RedisServer redis;
  const auto behind = redis.connect();
  const FakeServer server = relay_but(*behind, "pttl", [](const auto& reply) {
    const bool is_mortal = reply.integer() > 0;
    return encoded(is_mortal ? resp::Reply::integer(reply.integer() + 5000) : reply);
  });
  const Ended ended = verify_on(server, "--groups generic,string --seed 1 --commands 5000");
  EXPECT_EQ(ended.status, 1) << ended.said;
  EXPECT_THAT(ended.said, HasSubstr("different: pttl: integer / integer"));
}

TEST_F(VerifyProgram, PlaysOnNoServerThatItCannotEmpty) {
  const RedisServer redis;
  const auto behind = redis.connect();
  const auto refused = verify_strings(relay_but(*behind, "flushall", [](const auto&) {
    return Bytes("-NOPERM this user has no permissions\r\n");
  }));
  EXPECT_EQ(refused.status, 2) << refused.said;
  EXPECT_THAT(refused.said, HasSubstr("does not take FLUSHALL"));
  EXPECT_THAT(refused.said, HasSubstr("NOPERM"));
  EXPECT_THAT(refused.said, HasSubstr(" 0 differences"));
  const auto full = verify_strings(
      relay_but(*behind, "dbsize", [](const auto&) { return encoded(resp::Reply::integer(1)); }));
  EXPECT_EQ(full.status, 2) << full.said;
  EXPECT_THAT(full.said, HasSubstr("still has keys behind FLUSHALL"));
}

TEST_F(VerifyProgram, SaysWhatItLeavesOutOfAPlanOfTheSimulator) {
  const RedisServer server;
  const Bytes plan = out_ / "of_sim.plan";
  std::ofstream(plan)
      << "option class tikv_raw\nc1 SET a b\nclock p1 +30000\nkv torn 1\nc1 GET a\n";
  const Ended ended = verify("--target " + at(server) + " --plan " + plan);
  EXPECT_EQ(ended.status, 0) << ended.said;
  EXPECT_THAT(ended.said, HasSubstr("2 events of the plan are not for servers"));
}

// What it prints went to the server, whose socket had taken the place of the stream.
TEST_F(VerifyProgram, KeepsItsOutputToItselfWhereNobodyTakesIt) {
  const RedisServer server;
  const Ended ended = verify("--target " + at(server) + " --groups string --commands 200",
                             "sh -c 'exec \"$@\" >&-' sh ");
  EXPECT_EQ(ended.status, 2) << ended.said;
  EXPECT_THAT(ended.said, HasSubstr("the standard output cannot be written"));
  EXPECT_THAT(ended.said, Not(HasSubstr("protocol")));
}

TEST_F(VerifyProgram, EndsInOrderOnASignal) {
  const RedisServer server;
  const auto redis = server.connect();
  redis->call(1, {"SET", "foreign", "1"});
  const Ended ended =
      verify("--target " + at(server) + " --commands 1000000000",
             "timeout --foreground --preserve-status --signal INT --kill-after 30 2 ");
  EXPECT_EQ(ended.status, 2) << ended.said;
  EXPECT_THAT(ended.said, HasSubstr("keys that begin with keemun-verify-"));
  EXPECT_THAT(ended.said, HasSubstr("ended by a signal"));
  EXPECT_THAT(written("report.html"), Not(HasSubstr("interrupted")));
  EXPECT_EQ(redis->call(1, {"DBSIZE"}), resp::Reply::integer(1));
}

TEST_F(VerifyProgram, TakesNoErrorOfAKnownCommandForAnUnknownOne) {
  const RedisServer redis;
  const auto behind = redis.connect();
  size_t gets = 0;
  const FakeServer server = relay(*behind, [&](const auto& args, const auto& reply) {
    const bool is_late_get = ascii_equal_ignoring_case(args[0], "get") && ++gets > 20;
    if (!is_late_get || reply.is_error()) return encoded(reply);
    return Bytes("-ERR this command is not supported any more\r\n");
  });
  const Ended ended = verify_strings(server);
  EXPECT_EQ(ended.status, 1) << ended.said;
  EXPECT_THAT(ended.said, HasSubstr("different: get: "));
}

TEST_F(VerifyProgram, LeavesForeignKeysAloneAndNoneOfItsOwn) {
  const RedisServer server;
  const auto redis = server.connect();
  redis->call(1, {"SET", "s1", "foreign"});
  redis->call(1, {"SELECT", "1"});
  redis->call(1, {"SET", "h1", "foreign too"});
  const Ended ended = verify("--target " + at(server) + " --commands 20000");
  EXPECT_EQ(ended.status, 0) << ended.said;
  EXPECT_THAT(ended.said, HasSubstr("stays in keys that begin with"));
  EXPECT_EQ(redis->call(1, {"GET", "h1"}), resp::Reply::bulk("foreign too"));
  EXPECT_EQ(redis->call(1, {"DBSIZE"}), resp::Reply::integer(1));
  redis->call(1, {"SELECT", "0"});
  EXPECT_EQ(redis->call(1, {"GET", "s1"}), resp::Reply::bulk("foreign"));
  EXPECT_EQ(redis->call(1, {"DBSIZE"}), resp::Reply::integer(1));
  EXPECT_THAT(redis->call(1, {"INFO", "keyspace"}).text(), Not(HasSubstr("db2")));
}

TEST_F(VerifyProgram, LeavesForeignLibrariesAlone) {
  const RedisServer server;
  const auto redis = server.connect();
  redis->call(
      1, {"FUNCTION", "LOAD", "#!lua name=foreign\nredis.register_function('f', function() end)"});
  const auto library_count = [&] { return redis->call(1, {"FUNCTION", "LIST"}).items().size(); };
  ASSERT_EQ(library_count(), 1u);
  const Ended ended = verify("--target " + at(server) + " --commands 5000");
  EXPECT_EQ(ended.status, 0) << ended.said;
  EXPECT_THAT(ended.said, HasSubstr("stays in keys that begin with"));
  EXPECT_EQ(library_count(), 1u);
  EXPECT_EQ(verify("--target " + at(server) + " --yes-flush --commands 500").status, 0);
  EXPECT_EQ(library_count(), 0u);
}

// XAUTOCLAIM with a COUNT of 2^43 fails in Redis where the machine has not that much memory.
TEST_F(VerifyProgram, AsksForNoMoreMemoryThanAnyMachineHas) {
  const RedisServer server;
  server.connect()->call(
      1, {"FUNCTION", "LOAD", "#!lua name=foreign\nredis.register_function('f', function() end)"});
  const Ended ended =
      verify("--target " + at(server) + " --commands 5000 --seed 0xa52075816325eb3e");
  EXPECT_EQ(ended.status, 0) << ended.said;
}

TEST_F(VerifyProgram, FlushesForeignKeysOnlyWhenTold) {
  const RedisServer server;
  const auto redis = server.connect();
  redis->call(1, {"SET", "foreign", "1"});
  EXPECT_EQ(verify("--target " + at(server) + " --yes-flush --commands 1000").status, 0);
  EXPECT_EQ(redis->call(1, {"DBSIZE"}), resp::Reply::integer(0));
}

TEST_F(VerifyProgram, SaysWhyItCannotRun) {
  const Ended nobody = verify("--target unix:/nonexistent/redis.sock");
  EXPECT_EQ(nobody.status, 2);
  EXPECT_THAT(nobody.said, HasSubstr("cannot be reached"));

  const RedisServer locked({"--requirepass", "secret"});
  const Ended without = verify("--target " + at(locked));
  EXPECT_EQ(without.status, 2);
  EXPECT_THAT(without.said, HasSubstr("wants a password"));
  const Ended wrong = verify("--target " + at(locked) + " --password wrong");
  EXPECT_EQ(wrong.status, 2);
  EXPECT_THAT(wrong.said, HasSubstr("does not take the password"));
  EXPECT_EQ(verify("--target " + at(locked) + " --password secret --commands 500").status, 0);
  const Ended user = verify("--target " + at(locked) + " --user somebody");
  EXPECT_EQ(user.status, 2);
  EXPECT_THAT(user.said, HasSubstr("--user needs its --password"));
  for (const char* number : {"-1", "0", "1e3", "9999999999999999999999"}) {
    EXPECT_EQ(verify("--target nowhere --commands " + Bytes(number)).status, 2) << number;
  }
  for (const char* seed : {"-5", "0x", "7x"}) {
    EXPECT_THAT(verify("--target nowhere --seed " + Bytes(seed)).said, HasSubstr("--seed takes"));
  }

  const Ended nonsense = verify("--target nowhere");
  EXPECT_EQ(nonsense.status, 2);
  EXPECT_THAT(nonsense.said, HasSubstr("--target is none of HOST:PORT, unix:PATH, "));
  EXPECT_THAT(verify("--target redis://:secret@h/1").said, Not(HasSubstr("secret")));
  EXPECT_THAT(verify("--tls --target " + at(locked)).said, HasSubstr("no TLS on a unix socket"));
  EXPECT_THAT(verify("--target rediss://127.0.0.1:1 --cacert /nonexistent").said,
              HasSubstr("/nonexistent: No such file"));
  const Ended group = verify("--target " + at(locked) + " --groups strings");
  EXPECT_EQ(group.status, 2);
  EXPECT_THAT(group.said, HasSubstr("there is no group strings"));
}

TEST_F(VerifyProgram, KnowsItselfToEachServerAsItsAddressSays) {
  const Bytes port = std::to_string(free_port());
  const RedisServer locked({"--port", port, "--user", "me", "on", ">p:w", "~*", "&*", "+@all"});
  const RedisServer open;
  const Bytes rest = " --reference " + at(open) + " --commands 500";
  EXPECT_EQ(verify("--target redis://me:p%3Aw@127.0.0.1:" + port + rest).status, 0);
  const Ended wrong = verify("--target redis://me:p@127.0.0.1:" + port + rest);
  EXPECT_EQ(wrong.status, 2);
  EXPECT_THAT(wrong.said, HasSubstr("127.0.0.1:" + port + " does not take the password"));
}

TEST_F(VerifyProgram, NoticesThatAServerIsNoRedis) {
  const Bytes path = out_ / "web.sock";
  const int listener = socket(AF_UNIX, SOCK_STREAM, 0);
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  path.copy(address.sun_path, sizeof address.sun_path - 1);
  ASSERT_EQ(bind(listener, reinterpret_cast<const sockaddr*>(&address), sizeof address), 0);
  ASSERT_EQ(listen(listener, 1), 0);
  std::thread web([listener] {
    const int connection = accept(listener, nullptr, nullptr);
    constexpr BytesView kAnswer = "HTTP/1.1 400 Bad Request\r\n\r\n";
    EXPECT_EQ(write(connection, kAnswer.data(), kAnswer.size()),
              static_cast<ssize_t>(kAnswer.size()));
    shutdown(connection, SHUT_WR);
    char rest[64];
    while (read(connection, rest, sizeof rest) > 0) {
    }
    close(connection);
  });
  const Ended ended = verify("--target unix:" + path);
  web.join();
  close(listener);
  EXPECT_EQ(ended.status, 2);
  EXPECT_THAT(ended.said, HasSubstr("does not speak Redis' protocol"));
}

}  // namespace
}  // namespace keemun
