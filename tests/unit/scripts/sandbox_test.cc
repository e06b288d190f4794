// No script can reach outside, or prepare anything for the next one.
#include <gmock/gmock.h>

#include "base/number_text.h"
#include "recording_host.h"

namespace keemun {
namespace {

using testing::AnyOf;
using testing::Eq;
using testing::HasSubstr;
using testing::StartsWith;

TEST_F(Scripts, CannotNameWhatReachesOutside) {
  for (const char* name : {"os", "io", "debug", "package", "require", "dofile", "loadfile", "print",
                           "getfenv", "setfenv", "newproxy", "module"}) {
    EXPECT_THAT(Run("return " + Bytes(name)), HasSubstr("nonexistent global variable")) << name;
  }
}

TEST_F(Scripts, LeaveNothingBehind) {
  const char* const kTries[] = {"left = 1",
                                "function left() end",
                                "_G.left = 1",
                                "rawset(_G, 'left', 1)",
                                "setmetatable(_G, {})",
                                "string.left = 1",
                                "rawset(string, 'upper', nil)",
                                "redis.call = nil",
                                "table.insert(redis, 1)",
                                "table.insert(_G, 1)",
                                "table.remove(string)",
                                "table.sort(redis)",
                                "cjson.encode = nil",
                                "KEYS = nil",
                                "getmetatable('').__index.upper = nil",
                                "getmetatable('').__index = nil",
                                "rawset(getmetatable(''), '__index', nil)",
                                "setmetatable(getmetatable(''), {})",
                                "getmetatable(_G).__index = nil",
                                "loadstring('left = 1')()",
                                "load(function() return nil end)() left = 1"};
  for (const char* script : kTries) {
    EXPECT_THAT(Run(script), HasSubstr("(error)")) << script;
    EXPECT_EQ(Run("return rawget(_G, 'left')"), "(nil)") << script;
    EXPECT_EQ(Run("return {('x'):upper(), string.upper('y'), cjson.encode({1}), #KEYS}"),
              "1) \"X\"\n2) \"Y\"\n3) \"[1]\"\n4) (integer) 0")
        << script;
  }
}

TEST_F(Scripts, SeeOfMetatablesThatTheyCannotBeChanged) {
  for (const char* value : {"''", "_G"}) {
    EXPECT_THAT(Run("getmetatable(" + Bytes(value) + ").__index = 1"),
                HasSubstr("Attempt to modify a readonly table"))
        << value;
  }
  EXPECT_EQ(Run("return getmetatable('').__index == string"), "(integer) 1");
  EXPECT_EQ(Run("return getmetatable(1)"), "(nil)");
}

// What was compiled elsewhere is not checked by Lua, and could do anything.
TEST_F(Scripts, AreLoadedFromTheirTextAlone) {
  EXPECT_EQ(Run("return loadstring(string.dump(function() return 1 end)) == nil"), "(integer) 1");
  EXPECT_EQ(Run("local code, i = string.dump(function() return 1 end), 0 "
                "return load(function() i = i + 1 return code:sub(i, i) end) == nil"),
            "(integer) 1");
  EXPECT_EQ(Run("return loadstring('return 7')()"), "(integer) 7");
  EXPECT_EQ(Run("local parts, i = {'return ', '8'}, 0 "
                "return load(function() i = i + 1 return parts[i] end)()"),
            "(integer) 8");
}

TEST_F(Scripts, MayHaveBracketsWithinBrackets) {
  EXPECT_EQ(Run("return [[ a [[ b ]]"), "\" a [[ b \"");
  EXPECT_EQ(Run("return loadstring('return [[ a [[ b ]]')()"), "\" a [[ b \"");
  EXPECT_EQ(Run("--[[ t[s[[1]]\nreturn 1"), "(integer) 1");
  EXPECT_THAT(Run("local f, e = loadstring('return [[ a [[ b ') return e"),
              HasSubstr("unfinished long string near '<eof>'"));
}

TEST_F(Scripts, MatchNoPatternThatIsTooDeepForTheStack) {
  for (const char* script : {"return ('a'):rep(3e5):find(('a?'):rep(3e5) .. 'b')",
                             "return ('a'):rep(3e5):match(('a-'):rep(3e5) .. 'b')",
                             "return ('a'):rep(3e5):gsub(('a?'):rep(3e5) .. 'b', '')",
                             "for word in ('a'):gmatch(('a?'):rep(3e5)) do return word end"}) {
    EXPECT_THAT(Run(script), HasSubstr("pattern too complex")) << script;
  }
  EXPECT_EQ(Run("return {('key:12'):match('^(%a+):(%d+)$')}"), "1) \"key\"\n2) \"12\"");
  EXPECT_EQ(Run("local n = 0 for word in ('a b c'):gmatch('%a') do n = n + 1 end return n"),
            "(integer) 3");
  EXPECT_EQ(Run("return ('aaa'):gsub('a', 'b')"), "\"bbb\"");
  EXPECT_EQ(Run("return ('a'):rep(8000):find(('a?'):rep(8000))"), "(integer) 1");
  EXPECT_THAT(Run("return string.find()"), HasSubstr("bad argument #1 to 'find'"));
}

// Where Lua's own arithmetic overflows.
TEST_F(Scripts, WriteNowhereButInTheirMemory) {
  EXPECT_THAT(Run("return unpack({}, -2147483648, 2147483647)"),
              HasSubstr("too many results to unpack"));
  EXPECT_THAT(Run("return unpack({}, 1, 1e9)"), HasSubstr("too many results to unpack"));
  EXPECT_EQ(Run("return {unpack({1, 2, 3})}"), "1) (integer) 1\n2) (integer) 2\n3) (integer) 3");
  EXPECT_EQ(Run("return {unpack({1, 2, 3}, 2)}"), "1) (integer) 2\n2) (integer) 3");
  EXPECT_EQ(Run("return {unpack({1, 2, 3}, 2, 2)}"), "1) (integer) 2");
  EXPECT_EQ(Run("return bit.tohex(65535, -2147483648)"), "\"0000FFFF\"");
  EXPECT_EQ(Run("return {bit.tohex(1, 2^32), bit.tohex(1, 2^32 + 2), bit.tohex(1, 0/0)}"),
            "1) \"\"\n2) \"01\"\n3) \"\"");
  EXPECT_EQ(Run("return {bit.tohex(255, 4), bit.tohex(255, -2), bit.tohex(255, 9)}"),
            "1) \"00ff\"\n2) \"FF\"\n3) \"000000ff\"");
}

// As whoever stopped it would have stopped it for all that follow.
TEST_F(Scripts, DoNotChangeThePaceOfTheCollector) {
  EXPECT_EQ(Run("return {collectgarbage('stop'), collectgarbage('setpause', 1000000), "
                "collectgarbage('setstepmul', 1), collectgarbage('restart')}"),
            "1) (integer) 0\n2) (integer) 200\n3) (integer) 200\n4) (integer) 0");
  EXPECT_EQ(
      Run("for i = 1, 100 do string.rep('x', 10000) end return collectgarbage('count') < 500"),
      "(integer) 1");
  EXPECT_EQ(Run("local kept = string.rep('x', 1000000); collectgarbage(); kept = nil; "
                "local before = collectgarbage('count'); collectgarbage('collect'); "
                "return before - collectgarbage('count') > 900"),
            "(integer) 1");
  EXPECT_THAT(Run("collectgarbage('nothing')"),
              HasSubstr("bad argument #1 to 'collectgarbage' (invalid option 'nothing')"));
  EXPECT_THAT(Run("collectgarbage('setpause', {})"),
              HasSubstr("bad argument #2 to 'collectgarbage' (number expected, got table)"));
}

TEST_F(Scripts, AreNotEachFollowedByACollection) {
  const auto used = [this] {
    const Bytes said = Run("return collectgarbage('count') * 1024");
    return parse_int64(BytesView(said).substr(BytesView("(integer) ").size())).value();
  };
  used();  // and is kept itself
  const int64_t before = used();
  constexpr int64_t kBytes = 4'000;
  Run("string.rep('x', " + std::to_string(kBytes) + ")");
  EXPECT_GT(used(), before + kBytes);
}

TEST_F(Scripts, GiveNoMetatableToWhatIsClosed) {
  for (const char* table : {"_G", "redis", "string"}) {
    EXPECT_THAT(Run("setmetatable(" + Bytes(table) + ", {})"),
                StartsWith("(error) ERR Attempt to modify a readonly table script: "));
  }
  EXPECT_THAT(Run("setmetatable(_G, 1)"), HasSubstr("bad argument #2 to 'setmetatable'"));
  EXPECT_EQ(Run("return setmetatable({}, {__index = {a = 1}}).a"), "(integer) 1");
}

TEST_F(Scripts, ConfigureNothingForOthers) {
  for (const char* name : {"encode_max_depth", "decode_max_depth", "encode_sparse_array",
                           "encode_number_precision", "encode_keep_buffer", "new"}) {
    EXPECT_EQ(Run("return cjson." + Bytes(name) + " == nil"), "(integer) 1") << name;
  }
}

TEST_F(Scripts, UnpackNoMoreThanThereIsRoomFor) {
  for (const char* places : {"-2147483648, 2147483647", "2147483648, 2147483647", "1, 2147483647",
                             "-4294967296, 4294967295", "1, 1e6 + 1"}) {
    const Bytes answer = Run("return unpack({1, 2, 3}, " + Bytes(places) + ")");
    EXPECT_THAT(answer, AnyOf(HasSubstr("too many results to unpack"), Eq("(nil)"))) << places;
  }
  EXPECT_EQ(Run("return {unpack({1, 2, 3})}"), "1) (integer) 1\n2) (integer) 2\n3) (integer) 3");
  EXPECT_EQ(Run("return {unpack({1, 2, 3}, 2, 3)}"), "1) (integer) 2\n2) (integer) 3");
  EXPECT_EQ(Run("return select('#', unpack({}, 2, 1))"), "(integer) 0");
  EXPECT_EQ(Run("local t = {} for i = 1, 7999 do t[i] = i end return select('#', unpack(t))"),
            "(integer) 7999");
  EXPECT_THAT(Run("return unpack(1)"), HasSubstr("bad argument #1 to 'unpack'"));
}

TEST_F(Scripts, MatchNoPatternThatIsTooLong) {
  for (const char* name : {"find", "match", "gmatch", "gfind"}) {
    EXPECT_THAT(Run("return string." + Bytes(name) + "('a', ('a?'):rep(20000))"),
                HasSubstr("pattern too complex"))
        << name;
  }
}

TEST_F(Scripts, FindTextsOfAnyLength) {
  EXPECT_EQ(Run("return string.find(('a'):rep(20000), ('a'):rep(17000), 1, true)"), "(integer) 1");
  EXPECT_THAT(Run("return string.match('a', ('a?'):rep(20000), 1, true)"),
              HasSubstr("pattern too complex"));
}

TEST_F(Scripts, LoadFromPiecesWhatIsText) {
  EXPECT_EQ(Run("local parts = {'return ', '4', '2'} local i = 0 "
                "return load(function() i = i + 1 return parts[i] end)()"),
            "(integer) 42");
  EXPECT_THAT(Run("return load('return 1')"), HasSubstr("function expected, got string"));
  EXPECT_THAT(Run("return select(2, load(function() return {} end))"),
              HasSubstr("reader function must return a string"));
  EXPECT_THAT(Run("return select(2, load(function() return '\\27Lua' end))"),
              HasSubstr("from its text alone"));
  EXPECT_THAT(Run("return select(2, load(function() error('no piece') end))"),
              HasSubstr("no piece"));
  EXPECT_EQ(Run("local parts, i = {'', 'return 3', '', 'x'}, 0 "
                "return load(function() i = i + 1 return parts[i] end)()"),
            "(integer) 3");
}

// The parser keeps the name of its chunk where no collection of garbage sees it.
TEST_F(Scripts, LoadFromPiecesThatCollectGarbage) {
  EXPECT_EQ(Run("local keep, n = {}, 0 for i = 1, 4000 do keep[i] = 0 end "
                "local f = load(function() n = n + 1 "
                "if n == 1 then return '' end "
                "if n == 2 then collectgarbage() collectgarbage() "
                "for i = 1, 4000 do keep[i] = "
                "string.char(61, 65, 66, 67, 33 + i % 90, 33 + math.floor(i / 90), 68) end "
                "return \"error('boom')\" end end) "
                "return select(2, pcall(f))"),
            "\"(load):1: boom\"");
}

TEST_F(Scripts, HaveTheLibrariesOfRedis) {
  EXPECT_EQ(Run("return cjson.encode({1, {a = 'b'}})"), "\"[1,{\\\"a\\\":\\\"b\\\"}]\"");
  EXPECT_EQ(Run("return cjson.decode('{\"a\": [1, 2]}').a[2]"), "(integer) 2");
  EXPECT_EQ(Run("return bit.tohex(bit.bor(1, 254))"), "\"000000ff\"");
  EXPECT_EQ(Run("return redis.sha1hex('')"), "\"da39a3ee5e6b4b0d3255bfef95601890afd80709\"");
  for (const char* none : {"{}", "nil", "true"}) {
    EXPECT_EQ(Run("return redis.sha1hex(" + Bytes(none) + ")"), Run("return redis.sha1hex('')"));
  }
  EXPECT_EQ(Run("return {cmsgpack._NAME, cmsgpack._VERSION}"),
            "1) \"cmsgpack\"\n2) \"lua-cmsgpack 0.4.0\"");
  EXPECT_EQ(Run("return redis.error_reply('MY word')"), "(error) MY word");
  EXPECT_EQ(Run("return redis.error_reply('word')"), "(error) ERR word");
  EXPECT_EQ(Run("return redis.status_reply('fine')"), "fine");
  EXPECT_EQ(Run("return redis.REDIS_VERSION_NUM"), "(integer) 458767");
  EXPECT_EQ(Run("return {redis.breakpoint(), #{redis.debug('x')}}"), "1) (nil)\n2) (integer) 0");
  EXPECT_THAT(Run("return {redis.replicate_commands(), redis.acl_check_cmd('get', 'k')}"),
              "1) (integer) 1\n2) (integer) 1");
}

TEST_F(Scripts, AskWhatTheirUserMayCall) {
  EXPECT_EQ(Run("return redis.acl_check_cmd('get', 'k', 1)"), "(integer) 1");
  EXPECT_EQ(calls_.back(), (std::vector<Bytes>{"get", "k", "1"}));
  may_call_ = false;
  EXPECT_EQ(Run("return redis.acl_check_cmd('get', 'k')"), "(nil)");
  may_call_ = std::nullopt;
  EXPECT_THAT(Run("return redis.acl_check_cmd('nosuch')"),
              HasSubstr("ERR Invalid command passed to redis.acl_check_cmd()"));
  EXPECT_THAT(Run("return redis.acl_check_cmd()"), HasSubstr("Please specify at least one"));
  EXPECT_THAT(Run("return redis.acl_check_cmd({})"), HasSubstr("must be strings or integers"));
}

}  // namespace
}  // namespace keemun
