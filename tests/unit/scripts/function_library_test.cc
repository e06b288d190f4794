// Libraries of functions: what may stand in one, what its functions share, and what ends them.
#include "scripts/function_library.h"

#include <gmock/gmock.h>

#include "base/command_error.h"
#include "recording_host.h"

namespace keemun {
namespace {

using resp::Reply;
using scripts::FunctionLibrary;
using testing::HasSubstr;
using testing::StartsWith;

class FunctionLibraries : public Scripts {
 protected:
  std::shared_ptr<FunctionLibrary> Load(BytesView body, size_t bytes_max = kBytesMax) {
    return std::make_shared<FunctionLibrary>("#!lua name=lib\n" + Bytes(body), *this, bytes_max);
  }
  Bytes Fault(BytesView body, size_t bytes_max = kBytesMax) {
    try {
      Load(body, bytes_max);
      return "none";
    } catch (const CommandError& error) {
      return error.text();
    }
  }
  Bytes Call(FunctionLibrary& library, std::vector<BytesView> keys = {},
             std::vector<BytesView> arguments = {}, size_t function = 0) {
    return resp::to_transcript(
        library.call({library.functions()[function], keys, arguments}, *this, library_.chance()));
  }
  static constexpr size_t kBytesMax = scripts::Interpreter::kBytesMax;
};

Bytes HeadFault(BytesView code) {
  try {
    return scripts::read_library_text(code).name;
  } catch (const CommandError& error) {
    return error.text();
  }
}

TEST(LibraryText, BeginsWithItsNameAndItsEngine) {
  EXPECT_EQ(HeadFault("#!LUA name=lib\n"), "lib");
  EXPECT_EQ(HeadFault("#!lua NAME=\"lib\"\nx"), "lib");
  EXPECT_EQ(scripts::read_library_text("#!lua name=lib\nx").body, "\nx");
  EXPECT_EQ(HeadFault("return 1"), "ERR Missing library metadata");
  EXPECT_EQ(HeadFault(""), "ERR Missing library metadata");
  EXPECT_EQ(HeadFault("#!lua name=lib"), "ERR Invalid library metadata");
  EXPECT_EQ(HeadFault("#!lua name=\"lib\n"), "ERR Invalid library metadata");
  EXPECT_EQ(HeadFault(BytesView("#!lua name=l\0b\n", 15)), "ERR Invalid library metadata");
  EXPECT_EQ(HeadFault("#!lua\n"), "ERR Library name was not given");
  EXPECT_EQ(HeadFault("#!lua name=a name=b\n"),
            "ERR Invalid metadata value, name argument was given multiple times");
  EXPECT_EQ(HeadFault("#!lua name=a b=c\n"), "ERR Invalid metadata value given: b=c");
  EXPECT_EQ(HeadFault("#!lua name=a-b\n"), scripts::kBadName);
  EXPECT_EQ(HeadFault("#!lua name=\n"), scripts::kBadName);
  EXPECT_EQ(HeadFault("#! name=a\n"), "ERR Engine '' not found");
  EXPECT_EQ(HeadFault("#!js name=a\n"), "ERR Engine 'js' not found");
}

TEST_F(FunctionLibraries, RegisterFunctionsByPlaceAndByName) {
  const auto library = Load(
      "redis.register_function('one', function() return 1 end)\n"
      "redis.register_function{FUNCTION_NAME='two', callback=function() return 2 end,\n"
      "description='the second', flags={'No-Writes', 'allow-cross-slot-keys'}}");
  ASSERT_EQ(library->functions().size(), 2u);
  const scripts::Function& one = library->functions()[0];
  const scripts::Function& two = library->functions()[1];
  EXPECT_EQ(one.name, "one");
  EXPECT_FALSE(one.description);
  EXPECT_EQ(one.flags, 0);
  EXPECT_EQ(two.name, "two");
  EXPECT_EQ(two.description, "the second");
  EXPECT_EQ(two.flags, scripts::kNoWrites | 1u << 4);
  EXPECT_EQ(Call(*library), "(integer) 1");
  EXPECT_EQ(Call(*library, {}, {}, 1), "(integer) 2");
}

TEST_F(FunctionLibraries, GiveTheirFunctionsKeysAndArguments) {
  const auto library =
      Load("redis.register_function('f', function(k, a) return {#k, k[1], #a, a[2]} end)");
  EXPECT_EQ(Call(*library, {"key"}, {"a", "b"}),
            "1) (integer) 1\n2) \"key\"\n3) (integer) 2\n4) \"b\"");
}

TEST_F(FunctionLibraries, ShareTheirLocalsFromCallToCall) {
  const auto library = Load(
      "local n = 0\n"
      "redis.register_function('up', function() n = n + 1 return n end)\n"
      "redis.register_function('get', function() return n end)");
  Call(*library);
  Call(*library);
  EXPECT_EQ(Call(*library, {}, {}, 1), "(integer) 2");
}

TEST_F(FunctionLibraries, SeeLittleWhileTheyAreLoaded) {
  for (const char* name : {"math", "string", "getmetatable", "pcall", "_G", "KEYS", "cjson"}) {
    EXPECT_EQ(Fault("return " + Bytes(name)),
              "ERR Error registering functions: ERR user_function:2: Script attempted to access "
              "nonexistent global variable '" +
                  Bytes(name) + "'");
  }
  for (const char* name : {"call", "setresp", "sha1hex", "REPL_ALL"}) {
    EXPECT_THAT(Fault("return redis." + Bytes(name)), HasSubstr("nonexistent global variable '"));
  }
  Load(
      "redis.log(redis.LOG_NOTICE, redis.REDIS_VERSION) "
      "redis.register_function('f', function() end)");
  EXPECT_EQ(logged_, std::vector<Bytes>{"7.0.15"});
}

TEST_F(FunctionLibraries, SeeWhatScriptsSeeOnceTheyAreCalled) {
  const auto library = Load(
      "local early = redis\n"
      "redis.register_function('f', function()\n"
      "return {redis.call('ping'), math.abs(-1), early.register_function ~= nil,\n"
      "redis.register_function == nil} end)");
  EXPECT_EQ(Call(*library), "1) OK\n2) (integer) 1\n3) (integer) 1\n4) (integer) 1");
  EXPECT_EQ(calls_, std::vector<std::vector<Bytes>>{{"ping"}});
}

TEST_F(FunctionLibraries, RegisterNothingOnceTheyAreLoaded) {
  const auto library = Load(
      "local early = redis\n"
      "redis.register_function('f', function()\n"
      "early.register_function('g', function() end) end)\n"
      "redis.register_function('h', function() early.call = 1 end)\n"
      "redis.register_function('i', function() new = 1 end)");
  EXPECT_EQ(Call(*library),
            "(error) ERR redis.register_function can only be called on FUNCTION LOAD command "
            "script: f, on @user_function:4.");
  EXPECT_THAT(Call(*library, {}, {}, 1), HasSubstr("Attempt to modify a readonly table"));
  EXPECT_THAT(Call(*library, {}, {}, 2), HasSubstr("Attempt to modify a readonly table"));
}

TEST_F(FunctionLibraries, AreRefusedWhereTheyRegisterWhatIsNoFunction) {
  const auto fault = [this](const char* arguments) {
    return Fault("redis.register_function" + Bytes(arguments));
  };
  const Bytes head = "ERR Error registering functions: ERR ";
  EXPECT_EQ(fault("()"), head + "wrong number of arguments to redis.register_function");
  EXPECT_EQ(fault("('a', 1, 2)"), head + "wrong number of arguments to redis.register_function");
  EXPECT_THAT(fault("('a')"), HasSubstr("is only applicable to Lua table"));
  EXPECT_THAT(fault("(nil, function() end)"), HasSubstr("first argument"));
  EXPECT_THAT(fault("('a', 1)"), HasSubstr("second argument"));
  EXPECT_EQ(fault("('a b', function() end)"), head + Bytes(scripts::kBadName.substr(4)));
  EXPECT_THAT(fault("{callback=function() end}"), HasSubstr("must get a function name"));
  EXPECT_THAT(fault("{function_name='a'}"), HasSubstr("must get a callback"));
  EXPECT_THAT(fault("{function_name={}}"), HasSubstr("function_name argument given"));
  EXPECT_THAT(fault("{callback=1}"), HasSubstr("callback argument given"));
  EXPECT_THAT(fault("{description={}}"), HasSubstr("description argument given"));
  EXPECT_THAT(fault("{flags=1}"), HasSubstr("flags argument to"));
  EXPECT_EQ(fault("{flags={'no-reads'}}"), head + "unknown flag given");
  EXPECT_EQ(fault("{flags={{}}}"), head + "unknown flag given");
  EXPECT_EQ(fault("{1}"), head + "unknown argument given to redis.register_function");
  EXPECT_THAT(fault("{[true]=1}"), HasSubstr("key given to redis.register_function is not"));
  EXPECT_EQ(fault("('f', function() end) redis.register_function('F', function() end)"),
            head + "Function already exists in the library");
  EXPECT_EQ(Fault("local a"), "ERR No functions registered");
  EXPECT_EQ(Fault("local"),
            "ERR Error compiling function: user_function:2: '<name>' expected near '<eof>'");
  EXPECT_EQ(Fault("\x1bLua"),
            "ERR Error compiling function: user_function:2: unexpected symbol near 'char(27)'");
  EXPECT_EQ(Fault("error()"),
            "ERR Error registering functions: ERR user_function:2: Script attempted "
            "to access nonexistent global variable 'error'");
}

TEST_F(FunctionLibraries, SayWhereTheyFailed) {
  const auto library = Load(
      "redis.register_function('f', function()\nerror('late') end)\n"
      "redis.register_function('g', function() return redis.call('x') end)");
  EXPECT_EQ(Call(*library), "(error) ERR user_function:3: late script: f, on @user_function:3.");
  on_call_ = [] { return Reply::error("WRONGTYPE it is"); };
  EXPECT_EQ(Call(*library, {}, {}, 1), "(error) WRONGTYPE it is script: g, on @user_function:4.");
}

TEST_F(FunctionLibraries, AreEndedWhileTheyAreLoaded) {
  ends_ = true;
  EXPECT_EQ(Fault("while true do end"),
            "ERR Error registering functions: ERR FUNCTION LOAD timeout");
  EXPECT_GT(questions_, 0);
}

TEST_F(FunctionLibraries, AreEndedByTheirHostAndGoOnWithTheNextCall) {
  const auto library = Load(
      "local held\n"
      "redis.register_function('f', function(k, a)\n"
      "if a[1] then held = coroutine.create(function() while true do\n"
      "for i = 1, 300000 do end coroutine.yield(7) end end) end\n"
      "local _, seven = coroutine.resume(held) return seven end)");
  EXPECT_EQ(Call(*library, {}, {"first"}), "(integer) 7");
  ends_ = true;
  EXPECT_THAT(Call(*library, {}, {"again"}), StartsWith("(error) ERR Script killed by user"));
  ends_ = false;
  EXPECT_EQ(Call(*library, {}, {"first"}), "(integer) 7");
  EXPECT_EQ(Call(*library), "(integer) 7");
}

TEST_F(FunctionLibraries, HaveSoMuchMemoryAndNoMore) {
  constexpr size_t kMegabyte = size_t{1} << 20;
  EXPECT_THAT(Fault("local t = ('x'):rep(4000000)", kMegabyte), HasSubstr("not enough memory"));
  EXPECT_THAT(Fault("local d = ('x'):rep(100000) for i = 1, 100 do redis.register_function{"
                    "function_name='f' .. i, description=d, callback=function() end} end",
                    kMegabyte),
              HasSubstr("not enough memory for the functions of the library"));
  const auto library = Load(
      "local kept = {}\n"
      "redis.register_function('f', function() kept[#kept + 1] = ('x'):rep(100000) .. #kept\n"
      "return #kept end)\n"
      "redis.register_function('drop', function() kept = {} end)",
      kMegabyte);
  EXPECT_EQ(Call(*library), "(integer) 1");
  Bytes last;
  for (int i = 0; i < 20; ++i) last = Call(*library);
  EXPECT_THAT(last, HasSubstr("not enough memory"));
  Call(*library, {}, {}, 1);
  EXPECT_EQ(Call(*library), "(integer) 1");
}

TEST_F(FunctionLibraries, HaveTheMemoryThatTheirLastCallHadForAWhile) {
  const auto library = Load(
      "redis.register_function('much', function()\n"
      "local t = {} for i = 1, 16385 do t[i] = i end collectgarbage()\n"
      "for i = 1, 16385 do t[i] = nil end t.x = 1 return 1 end)\n"
      "redis.register_function('texts', function()\n"
      "for i = 1, 100 do local s = ('x'):rep(20000) .. i end return 1 end)",
      size_t{1} << 20);
  EXPECT_EQ(Call(*library, {}, {}, 0), "(integer) 1");
  EXPECT_EQ(Call(*library, {}, {}, 1), "(integer) 1");
}

TEST_F(FunctionLibraries, MayHaveManyFunctions) {
  const auto library =
      Load("for i = 1, 2000 do redis.register_function('f' .. i, function() return i end) end");
  ASSERT_EQ(library->functions().size(), 2000u);
  EXPECT_EQ(Call(*library, {}, {}, 1999), "(integer) 2000");
}

}  // namespace
}  // namespace keemun
