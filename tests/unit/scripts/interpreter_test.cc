#include "scripts/interpreter.h"

#include <gmock/gmock.h>

#include <stdexcept>

#include "recording_host.h"

namespace keemun {
namespace {

using resp::Reply;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::StartsWith;

TEST_F(Scripts, AreGivenTheirWords) {
  EXPECT_EQ(Run("return {KEYS[1], ARGV[2], #KEYS, #ARGV}", {"k"}, {"a", "b"}),
            "1) \"k\"\n2) \"b\"\n3) (integer) 1\n4) (integer) 2");
  EXPECT_EQ(Run("return {KEYS[1], #KEYS}", {}), "(empty array)");
}

TEST_F(Scripts, TurnTheirValuesIntoReplies) {
  EXPECT_EQ(Run("return 'text'"), "\"text\"");
  EXPECT_EQ(Run("return 3.99"), "(integer) 3");
  EXPECT_EQ(Run("return -3.99"), "(integer) -3");
  EXPECT_EQ(Run("return 1e300"), "(integer) -9223372036854775808");
  EXPECT_EQ(Run("return 0/0"), "(integer) -9223372036854775808");
  EXPECT_EQ(Run("return true"), "(integer) 1");
  EXPECT_EQ(Run("return false"), "(nil)");
  EXPECT_EQ(Run("return nil"), "(nil)");
  EXPECT_EQ(Run("return"), "(nil)");
  EXPECT_EQ(Run("return tostring"), "(nil)");
  EXPECT_EQ(Run("return {1, nil, 3}"), "1) (integer) 1");
  EXPECT_EQ(Run("return {ok = 'two\\r\\nlines'}"), "two  lines");
  EXPECT_EQ(Run("return {err = 'MY fault'}"), "(error) MY fault");
  EXPECT_EQ(Run("return {double = 2.5}"), "(double) 2.5");
  EXPECT_EQ(Answer("return {map = {a = 1}}"), Reply::map({Reply::bulk("a"), Reply::integer(1)}));
  EXPECT_EQ(Answer("return {set = {a = true}}"), Reply::set({Reply::bulk("a")}));
  EXPECT_EQ(Answer("return {big_number = '12'}"), Reply::big_number("12"));
  EXPECT_EQ(Answer("return {verbatim_string = {format = 'txt', string = 's'}}"),
            Reply::verbatim("txt", "s"));
  EXPECT_EQ(Answer("redis.setresp(3) return {true, false}"),
            Reply::array({Reply::boolean(true), Reply::boolean(false)}));
}

TEST_F(Scripts, SeeTablesAsRedisMakesThem) {
  on_call_ = [] { return Reply::array({Reply::null(), Reply::bulk("v")}); };
  EXPECT_EQ(Run("redis.setresp(3) return #redis.call('mget', 'none', 'k')"), "(integer) 0");
  EXPECT_EQ(Run("return #redis.call('mget', 'none', 'k')"), "(integer) 2");
  on_call_ = [] { return Reply::error("ERR wrong"); };
  EXPECT_EQ(Run("return tostring(redis.pcall('get').ignore_error_stats_update)"), "\"true\"");
}

// Lua's own stack would let it go deeper than anything that walks a reply can follow.
TEST_F(Scripts, EndInAnErrorWhereATableHoldsItself) {
  EXPECT_THAT(Run("local t = {} t[1] = t return t"), HasSubstr("reached lua stack limit"));
  EXPECT_THAT(Run("local t = {} for i = 1, 10000 do t = {t} end return t"),
              HasSubstr("reached lua stack limit"));
}

TEST_F(Scripts, CallCommands) {
  EXPECT_EQ(Run("return redis.call('set', KEYS[1], 1, 2.5, 2^53)", {"k"}), "OK");
  EXPECT_THAT(calls_, ElementsAre(ElementsAre("set", "k", "1", "2.5", "9007199254740992")));
  EXPECT_FALSE(asked_for_resp3_);
  for (const char* version : {"3", "3.9"}) {
    Run("redis.setresp(" + Bytes(version) + ") return redis.call('get', 'k')");
    EXPECT_TRUE(asked_for_resp3_) << version;
    Run("redis.setresp(2.5) return redis.call('get', 'k')");
    EXPECT_FALSE(asked_for_resp3_);
  }
}

TEST_F(Scripts, SeeRepliesAsTheProtocolSaysThem) {
  on_call_ = [] { return Reply::map({Reply::bulk("f"), Reply::bulk("v")}); };
  EXPECT_EQ(Run("return redis.call('hgetall', 'h')"), "1) \"f\"\n2) \"v\"");
  EXPECT_EQ(Run("redis.setresp(3) return redis.call('hgetall', 'h').map.f"), "\"v\"");
  on_call_ = [] { return Reply::number(1.5); };
  EXPECT_EQ(Run("return redis.call('zscore', 'z', 'm')"), "\"1.5\"");
  EXPECT_EQ(Run("redis.setresp(3) return redis.call('zscore', 'z', 'm').double * 2"),
            "(integer) 3");
  on_call_ = [] { return Reply::null(); };
  EXPECT_EQ(Run("return type(redis.call('get', 'k'))"), "\"boolean\"");
  EXPECT_EQ(Run("redis.setresp(3) return type(redis.call('get', 'k'))"), "\"nil\"");
}

TEST_F(Scripts, MeetTheErrorsOfTheirCommands) {
  on_call_ = [] { return Reply::error("WRONGTYPE no"); };
  EXPECT_THAT(Run("\n\nredis.call('incr', 'k') return 1"),
              testing::AllOf(StartsWith("(error) WRONGTYPE no script: "),
                             testing::EndsWith(", on @user_script:3.")));
  EXPECT_EQ(Run("return redis.pcall('incr', 'k')"), "(error) WRONGTYPE no");
  EXPECT_EQ(Run("return {pcall(redis.call, 'incr', 'k')}"), "1) (nil)\n2) \"WRONGTYPE no\"");
  EXPECT_THAT(Run("redis.call()"), HasSubstr("Please specify at least one argument"));
  EXPECT_THAT(Run("redis.call('get', {})"), HasSubstr("must be strings or integers"));
}

// Whatever the script catches: it is the host's failure, and not for it to hide.
TEST_F(Scripts, PassOnWhatTheirHostThrows) {
  on_call_ = []() -> Reply { throw std::runtime_error("the store is gone"); };
  EXPECT_THROW(Run("return redis.call('get', 'k')"), std::runtime_error);
  EXPECT_THROW(Run("return redis.pcall('get', 'k')"), std::runtime_error);
  calls_.clear();
  EXPECT_THROW(Run("while true do pcall(redis.call, 'get', 'k') end"), std::runtime_error);
  EXPECT_THROW(
      Run("local f = coroutine.wrap(function() while true do redis.pcall('get', 'k') end end) "
          "while true do pcall(f) end"),
      std::runtime_error);
  EXPECT_EQ(calls_.size(), 2);
  on_call_ = [] { return Reply::ok(); };
  EXPECT_EQ(Run("return redis.call('get', 'k')"), "OK");
}

TEST_F(Scripts, EndWhenTheyAreAskedTo) {
  ends_ = true;
  const char* const kEndless[] = {
      "while true do end",
      "while true do pcall(function() while true do end end) end",
      "local f = coroutine.wrap(function() while true do end end) while true do pcall(f) end",
      "xpcall(function() while true do end end, function() while true do end end)",
      "while true do xpcall(function() error('x') end, function() while true do end end) end",
      "coroutine.wrap(function() while true do "
      "coroutine.resume(coroutine.create(function() while true do end end)) end end)()",
      "local t = setmetatable({}, {__index = function(t, k) return t[k + 1] end}) "
      "while true do pcall(function() return t[1] end) end"};
  for (const char* script : kEndless) {
    questions_ = 0;
    EXPECT_THAT(Run(script), StartsWith("(error) ERR Script killed by user with SCRIPT KILL..."));
    EXPECT_EQ(questions_, 1) << script;
  }
  EXPECT_EQ(Run("return 1"), "(integer) 1");
}

TEST_F(Scripts, AreRefusedMoreMemoryThanTheyMayHave) {
  scripts::Interpreter interpreter(size_t{4} << 20);
  scripts::ScriptChance chance;
  const auto run = [&](BytesView text) {
    const scripts::Script script = scripts::read_script(text);
    EXPECT_EQ(interpreter.fault_of(script), std::nullopt);
    return resp::to_transcript(interpreter.run({script, {}, {}}, *this, chance));
  };
  EXPECT_THAT(run("local s = 'x' while true do s = s .. s end"), HasSubstr("not enough memory"));
  EXPECT_THAT(run("local t = {} while true do t[#t + 1] = {} end"), HasSubstr("not enough memory"));
  EXPECT_THAT(run("return ('x'):rep(1e8)"), HasSubstr("not enough memory"));
  on_call_ = [] { return Reply::bulk(Bytes(size_t{5} << 20, 'x')); };
  EXPECT_THAT(run("return #redis.call('get', 'k')"), HasSubstr("not enough memory"));
  EXPECT_EQ(run("return redis.pcall('get', 'k').err and #{'still', 'here'}"), "(integer) 2");
  const Bytes long_word(size_t{5} << 20, 'x');
  const std::vector<BytesView> words = {long_word};
  const scripts::Script script = scripts::read_script("return 1");
  EXPECT_THAT(resp::to_transcript(interpreter.run({script, {}, words}, *this, chance)),
              HasSubstr("not enough memory"));
  EXPECT_EQ(run("return 1"), "(integer) 1");
}

TEST_F(Scripts, MayMakeMuchMoreThanTheyKeep) {
  EXPECT_EQ(
      RunWithLittle("local s = ('x'):rep(4e5) for i = 1, 99 do local t = s .. i end return 1"),
      "(integer) 1");
  EXPECT_EQ(RunWithLittle("local s = ('x'):rep(1e4) local t = '' for i = 1, 40 do t = t .. s end "
                          "return #t"),
            "(integer) 400000");
  on_call_ = [] { return Reply::bulk(Bytes(size_t{4} << 17, 'x')); };
  EXPECT_EQ(RunWithLittle("local n = 0 for i = 1, 40 do local v = redis.call('get', 'k') .. i "
                          "n = n + #v end return n"),
            "(integer) 20971591");
}

// Half of the memory is found alive, and then goes without a collection: Lua's next one would come
// when there is none left.
constexpr BytesView kMuchForAWhile =
    "local t = {} for i = 1, 16385 do t[i] = i end collectgarbage() "
    "for i = 1, 16385 do t[i] = nil end t.x = 1 return 1";
constexpr BytesView kManyTexts =
    "for i = 1, 100 do local s = ('x'):rep(20000) .. i end return 'ok'";

TEST_F(Scripts, LeaveTheirMemoryToTheNext) {
  scripts::Interpreter interpreter(size_t{1} << 20);
  scripts::ScriptChance chance;
  for (const BytesView text : {kMuchForAWhile, kManyTexts}) {
    const scripts::Script script = scripts::read_script(text);
    EXPECT_EQ(interpreter.fault_of(script), std::nullopt);
    const Reply reply = interpreter.run({script, {}, {}}, *this, chance);
    EXPECT_FALSE(reply.is_error()) << resp::to_transcript(reply);
  }
}

// One text may be many words, and one table be in many places.
TEST_F(Scripts, MakeNoCallAndNoReplyThatIsTooMuch) {
  EXPECT_THAT(RunWithLittle("local s = ('x'):rep(1e5) local t = {} for i = 1, 100 do t[i] = s end "
                            "return redis.pcall('rpush', 'k', unpack(t))"),
              HasSubstr("not enough memory for the words of the command"));
  EXPECT_EQ(calls_.size(), 0u);
  EXPECT_THAT(RunWithLittle("local t = {1} for i = 1, 25 do t = {t, t} end return t"),
              HasSubstr("not enough memory for the reply of the script"));
  EXPECT_THAT(RunWithLittle("local s = ('x'):rep(1e6) local t = {} for i = 1, 20 do t[i] = s end "
                            "return {map = t}"),
              HasSubstr("not enough memory for the reply of the script"));
  for (const char* marked : {"ok", "err", "big_number"}) {
    EXPECT_THAT(RunWithLittle("local t = {" + Bytes(marked) +
                              " = ('1'):rep(1e6)} local all = {} "
                              "for i = 1, 20 do all[i] = t end return all"),
                HasSubstr("not enough memory for the reply of the script"))
        << marked;
  }
  EXPECT_EQ(RunWithLittle("return 1"), "(integer) 1");
}

TEST_F(Scripts, MayBeEndedWhileTheirReplyIsMade) {
  ends_ = true;
  EXPECT_THAT(Run("local t = {1} for i = 1, 20 do t = {t, t} end return t"),
              HasSubstr("Script killed by user"));
}

// Each coroutine's steps are few.
TEST_F(Scripts, MayBeEndedWhereManyCoroutinesRun) {
  ends_ = true;
  EXPECT_THAT(Run("local function leaf() for i = 1, 5000 do end end "
                  "for i = 1, 100 do coroutine.wrap(leaf)() end return 1"),
              HasSubstr("Script killed by user"));
}

// Each is kept, ready to run, and all of them would be more than one may have.
TEST_F(Scripts, LeaveRoomForOthersHoweverManyThereAre) {
  constexpr size_t kBytesMax = size_t{4} << 20;
  scripts::Interpreter interpreter(kBytesMax);
  scripts::ScriptChance chance;
  const Bytes rest = " local text = '" + Bytes(1000, 'x') + "'";
  for (int i = 0; i < 10'000; ++i) {
    const Bytes number = std::to_string(i);
    const scripts::Script script = scripts::read_script("local n = " + number + rest + " return n");
    ASSERT_EQ(interpreter.fault_of(script), std::nullopt);
    ASSERT_LT(interpreter.byte_count(), kBytesMax / 2);
    if (i % 10 != 0) continue;  // others are loaded and not run
    ASSERT_EQ(resp::to_transcript(interpreter.run({script, {}, {}}, *this, chance)),
              "(integer) " + number);
  }
}

// However few steps of Lua are between them.
TEST_F(Scripts, AreAskedToEndBeforeEachCommand) {
  ends_ = true;
  EXPECT_THAT(Run("redis.call('slow') return 1"), StartsWith("(error) ERR Script killed"));
  EXPECT_TRUE(calls_.empty());
}

TEST_F(Scripts, HandleTheirErrors) {
  EXPECT_EQ(Run("return {xpcall(function() error('x', 0) end, function(m) return m .. '!' end)}"),
            "1) (nil)\n2) \"x!\"");
  EXPECT_EQ(Run("return {xpcall(function() return 1, 2 end, error)}"),
            "1) (integer) 1\n2) (integer) 1\n3) (integer) 2");
}

TEST_F(Scripts, SayWhereTheyFailed) {
  EXPECT_THAT(Run("\nerror('no')"), StartsWith("(error) ERR user_script:2: no script: "));
  EXPECT_THAT(Run("error({err = 'MY no'})"), StartsWith("(error) MY no script: "));
  EXPECT_THAT(Run("error({err = ''})"), StartsWith("(error)  script: "));
  EXPECT_THAT(Run("error({})"), StartsWith("(error) ERR unknown error script: "));
  EXPECT_THAT(Run("error(nil)"), StartsWith("(error) ERR nil script: "));
  EXPECT_THAT(Run("local function f() return f() + 1 end return f()"), HasSubstr("stack overflow"));
}

TEST_F(Scripts, SayOneLineOfStatusesAndErrorsUpToANul) {
  EXPECT_EQ(Answer("return {err = 'MY a\\nb\\r\\n'}"), Reply::error("MY a b"));
  EXPECT_EQ(Answer("return {err = 'MY a\\0b'}"), Reply::error("MY a"));
  EXPECT_EQ(Answer("return {ok = 'a\\n'}"), Reply::status("a "));
  EXPECT_EQ(Answer("return {ok = 'a\\0b'}"), Reply::status("a"));
  EXPECT_EQ(Run("return redis.error_reply('\\nno\\n').err"), "\"ERR no\"");
  EXPECT_EQ(Run("return redis.error_reply('-MY \\nno\\0more').err"), "\"MY no\"");
  EXPECT_THAT(Run("error('a\\0b')"), StartsWith("(error) ERR user_script:1: a script: "));
}

// The numbers that Redis' scripts get for the same seed.
TEST_F(Scripts, DrawTheChanceOfRedis) {
  EXPECT_EQ(Run("return tostring(math.random())"), "\"0.39646477363839\"");  // of Redis 7.0, too
  EXPECT_EQ(Run("math.randomseed(1) return {math.random(1000), math.random(1000)}"),
            "1) (integer) 42\n2) (integer) 455");
  EXPECT_THAT(Run("return math.random(0)"), HasSubstr("interval is empty"));
}

TEST_F(Scripts, WriteToTheLog) {
  EXPECT_EQ(Run("redis.log(redis.LOG_NOTICE, 'a', 1)"), "(nil)");
  EXPECT_THAT(logged_, ElementsAre("a 1"));
  EXPECT_EQ(Run("redis.log(3.9, 'b') redis.log(-0.9, 'c')"), "(nil)");
  EXPECT_THAT(logged_, ElementsAre("a 1", "b", "c"));
  EXPECT_THAT(Run("redis.log(4, 'a')"), HasSubstr("Invalid debug level."));
}

}  // namespace
}  // namespace keemun
