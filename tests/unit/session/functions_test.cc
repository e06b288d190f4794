// Functions as commands: libraries are kept in the store, and FCALL is one unit of work as EVAL.
#include "format/store_records.h"
#include "redis_cli.h"

namespace keemun {
namespace {

using resp::Reply;
using testing::HasSubstr;
using testing::StartsWith;

constexpr BytesView kCounting =
    "#!lua name=counting\n"
    "local n = 0\n"
    "redis.register_function('count', function(keys) n = n + 1 redis.call('set', keys[1], n)\n"
    "return n end)";
constexpr BytesView kLooking =
    "#!lua name=looking\n"
    "redis.register_function{function_name='look', flags={'no-writes'}, description='looks',\n"
    "callback=function(keys) return redis.call('get', keys[1]) end}";

class FunctionCommands : public RedisCli {
 protected:
  // As another process that begins on the same store.
  Bytes AskAnother(std::initializer_list<BytesView> words) {
    session::Core core(kv_, clock_, random_, DefaultSettings());
    session::Session session(core);
    return resp::to_transcript(session.execute(std::vector<BytesView>(words)));
  }
  static Bytes Library(const Bytes& name, const Bytes& function) {
    return "#!lua name=" + name + "\nredis.register_function('" + function +
           "', function() return '" + name + "' end)";
  }
};

TEST_F(FunctionCommands, AreCalledByTheirNameInAnyCase) {
  EXPECT_EQ(Run({"function", "load", kCounting}), "\"counting\"");
  EXPECT_EQ(Run({"fcall", "COUNT", "1", "k"}), "(integer) 1");
  EXPECT_EQ(Run({"fcall", "count", "1", "k"}), "(integer) 2");
  EXPECT_EQ(Run({"get", "k"}), "\"2\"");
  EXPECT_EQ(Run({"fcall", "nosuch", "x"}), "(error) ERR Function not found");
  EXPECT_EQ(Run({"fcall", "count", "x"}), "(error) ERR Bad number of keys provided");
  EXPECT_EQ(Run({"fcall", "count", "1"}),
            "(error) ERR Number of keys can't be greater than number of args");
  EXPECT_EQ(Run({"fcall", "count", "-1"}), "(error) ERR Number of keys can't be negative");
}

TEST_F(FunctionCommands, RunAsOneUnit) {
  Run({"function", "load",
       "#!lua name=l\nredis.register_function('f', function(keys)\n"
       "for i = 1, 10 do redis.call('incr', keys[1]) end error('late') end)"});
  Run({"set", "k", "0"});
  kv_.reset_counts();
  EXPECT_THAT(Run({"fcall", "f", "1", "k"}),
              StartsWith("(error) ERR user_function:3: late script"));
  EXPECT_EQ(kv_.counts().commits, 1);
  EXPECT_EQ(Run({"get", "k"}), "\"10\"");
}

TEST_F(FunctionCommands, MayOnlyReadWhereTheySaySo) {
  Run({"function", "load", kCounting});
  Run({"function", "load", kLooking});
  Run({"set", "k", "v"});
  EXPECT_EQ(Run({"fcall_ro", "look", "1", "k"}), "\"v\"");
  EXPECT_EQ(Run({"fcall_ro", "count", "1", "k"}),
            "(error) ERR Can not execute a script with write flag using *_ro command.");
  Run({"function", "load", "replace",
       "#!lua name=looking\nredis.register_function{function_name='look', flags={'no-writes'},\n"
       "callback=function(keys) return redis.pcall('set', keys[1], 'x') end}"});
  EXPECT_EQ(Run({"fcall", "look", "1", "k"}),
            "(error) ERR Write commands are not allowed from read-only scripts.");
}

TEST_F(FunctionCommands, AreListedWithWhatTheySayOfThemselves) {
  EXPECT_EQ(Ask({"function", "list"}), Reply::array());
  Run({"function", "load", kLooking});
  Run({"function", "load", kCounting});
  const Reply all = Ask({"function", "list", "withcode"});
  ASSERT_EQ(all.items().size(), 2u);
  EXPECT_EQ(all.items()[0].items()[1], Reply::bulk("counting"));
  EXPECT_EQ(all.items()[1].items()[7], Reply::bulk(Bytes(kLooking)));
  const Reply one = Ask({"function", "list", "libraryname", "LOOK*"});
  ASSERT_EQ(one.items().size(), 1u);
  EXPECT_EQ(one.items()[0],
            Reply::map({Reply::bulk("library_name"), Reply::bulk("looking"), Reply::bulk("engine"),
                        Reply::bulk("LUA"), Reply::bulk("functions"),
                        Reply::array({Reply::map({Reply::bulk("name"), Reply::bulk("look"),
                                                  Reply::bulk("description"), Reply::bulk("looks"),
                                                  Reply::bulk("flags"),
                                                  Reply::set({Reply::status("no-writes")})})})}));
  EXPECT_EQ(Run({"function", "list", "withcode", "withcode"}),
            "(error) ERR Unknown argument withcode");
  EXPECT_EQ(Run({"function", "list", "libraryname"}),
            "(error) ERR library name argument was not given");
}

TEST_F(FunctionCommands, AreOfTheStoreAndSurviveTheProcess) {
  Run({"function", "load", kCounting});
  Run({"function", "load", kLooking});
  Run({"flushall"});
  EXPECT_EQ(AskAnother({"fcall", "count", "1", "k"}), "(integer) 1");
  Run({"function", "load", "replace", Library("counting", "count")});
  EXPECT_EQ(AskAnother({"fcall", "count", "0"}), "\"counting\"");
  EXPECT_EQ(Run({"function", "delete", "counting"}), "OK");
  EXPECT_EQ(Run({"function", "delete", "counting"}), "(error) ERR Library not found");
  EXPECT_EQ(AskAnother({"fcall", "count", "0"}), "(error) ERR Function not found");
  EXPECT_EQ(AskAnother({"fcall", "look", "1", "k"}), "\"1\"");
  EXPECT_EQ(Run({"function", "flush"}), "OK");
  EXPECT_EQ(AskAnother({"function", "list"}), "(empty array)");
}

TEST_F(FunctionCommands, ChangeNothingWhereTheirLibraryIsRefused) {
  Run({"function", "load", kCounting});
  Run({"fcall", "count", "1", "k"});
  kv_.reset_counts();
  EXPECT_EQ(Run({"function", "load", kCounting}), "(error) ERR Library 'counting' already exists");
  EXPECT_EQ(Run({"function", "load", Library("other", "Count")}),
            "(error) ERR Function Count already exists");
  EXPECT_EQ(
      Run({"function", "load", "replace", "#!lua name=counting\nlocal"}),
      "(error) ERR Error compiling function: user_function:2: '<name>' expected near '<eof>'");
  EXPECT_EQ(Run({"function", "load", "over", kCounting}), "(error) ERR Unknown option given: over");
  EXPECT_EQ(Run({"function", "load", "a\rb\r\n", kCounting}),
            "(error) ERR Unknown option given: a b");
  EXPECT_EQ(Run({"function", "load", "#!lua \"a\\rb\\r\\n\"\nx"}),
            "(error) ERR Invalid metadata value given: a b");
  EXPECT_EQ(kv_.counts().commits, 0);
  EXPECT_EQ(Run({"fcall", "count", "1", "k"}), "(integer) 2");
}

// As after a commit that failed: what the store holds is read again.
TEST_F(FunctionCommands, KeepWhatTheyShareWhereTheirLibraryIsAsBefore) {
  Run({"function", "load", kCounting});
  Run({"fcall", "count", "1", "k"});
  core_.libraries.doubt();
  EXPECT_EQ(Run({"fcall", "count", "1", "k"}), "(integer) 2");
  kv_.rows().erase(format::function_library_key("counting"));
  core_.libraries.doubt();
  EXPECT_EQ(Run({"fcall", "count", "1", "k"}), "(error) ERR Function not found");
}

TEST_F(FunctionCommands, MoveAsBytes) {
  Run({"function", "load", Library("a", "f")});
  Run({"function", "load", Library("b", "g")});
  const Bytes both = Ask({"function", "dump"}).text();
  Run({"function", "flush"});
  EXPECT_EQ(Run({"function", "restore", both}), "OK");
  EXPECT_EQ(Run({"fcall", "g", "0"}), "\"b\"");
  EXPECT_EQ(Run({"function", "restore", both}), "(error) ERR Library a already exists");
  Run({"function", "flush"});
  Run({"function", "load", Library("b", "h")});
  Run({"function", "load", Library("c", "i")});
  EXPECT_EQ(Run({"function", "restore", both, "append"}), "(error) ERR Library b already exists");
  EXPECT_EQ(Run({"fcall", "f", "0"}), "(error) ERR Function not found");
  EXPECT_EQ(Run({"function", "restore", both, "replace"}), "OK");
  EXPECT_EQ(Run({"fcall", "h", "0"}), "(error) ERR Function not found");
  EXPECT_EQ(AskAnother({"fcall", "i", "0"}), "\"c\"");
  EXPECT_EQ(Run({"function", "restore", both, "flush"}), "OK");
  EXPECT_EQ(AskAnother({"fcall", "i", "0"}), "(error) ERR Function not found");
  EXPECT_EQ(AskAnother({"fcall", "f", "0"}), "\"a\"");
  Run({"function", "load", "replace", Library("a", "other")});
  Run({"function", "load", Library("d", "F")});
  EXPECT_EQ(Run({"function", "restore", both, "replace"}), "(error) ERR Function f already exists");
  EXPECT_EQ(Run({"fcall", "other", "0"}), "\"a\"");
}

// What redis-server 7.0.15 answers with one library, whose text it has pressed.
TEST_F(FunctionCommands, ComeFromRedis) {
  constexpr unsigned char kPayload[] = {
      0xf5, 0xc3, 0x40, 0x45, 0x40, 0x63, 0x1f, 0x23, 0x21, 0x6c, 0x75, 0x61, 0x20, 0x6e, 0x61,
      0x6d, 0x65, 0x3d, 0x6c, 0x0a, 0x72, 0x65, 0x64, 0x69, 0x73, 0x2e, 0x72, 0x65, 0x67, 0x69,
      0x73, 0x74, 0x65, 0x72, 0x5f, 0x66, 0x75, 0x6e, 0x63, 0x09, 0x74, 0x69, 0x6f, 0x6e, 0x28,
      0x27, 0x66, 0x27, 0x2c, 0x20, 0xe0, 0x00, 0x0d, 0x0a, 0x29, 0x20, 0x72, 0x65, 0x74, 0x75,
      0x72, 0x6e, 0x20, 0x27, 0x78, 0xe0, 0x16, 0x00, 0x05, 0x27, 0x20, 0x65, 0x6e, 0x64, 0x29,
      0x0a, 0x00, 0x0f, 0x17, 0x4f, 0x9a, 0x7f, 0x93, 0x3e, 0x2e};
  const BytesView payload(reinterpret_cast<const char*>(kPayload), sizeof kPayload);
  EXPECT_EQ(Run({"function", "restore", payload}), "OK");
  EXPECT_EQ(Run({"fcall", "f", "0"}), "\"xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx\"");
}

TEST_F(FunctionCommands, AreRefusedWhereTheBytesAreNot) {
  Run({"function", "load", Library("a", "f")});
  const Bytes whole = Ask({"function", "dump"}).text();
  for (size_t i = 0; i < whole.size(); ++i) {
    Bytes damaged = whole;
    damaged[i] = static_cast<char>(damaged[i] ^ 0x40);
    EXPECT_EQ(Run({"function", "restore", damaged, "replace"}),
              "(error) ERR DUMP payload version or checksum are wrong")
        << i;
    EXPECT_THAT(Run({"function", "restore", BytesView(whole).substr(0, i)}),
                HasSubstr("DUMP payload"));
  }
  EXPECT_THAT(Run({"function", "restore", whole, "over"}), HasSubstr("Wrong restore policy"));
  EXPECT_EQ(Run({"fcall", "f", "0"}), "\"a\"");
}

TEST_F(FunctionCommands, AreChangedWithinTransactionsAndSeenThere) {
  Run({"multi"});
  Run({"function", "load", Library("a", "f")});
  Run({"fcall", "f", "0"});
  Run({"function", "delete", "a"});
  Run({"fcall", "f", "0"});
  Run({"function", "load", Library("b", "g")});
  kv_.reset_counts();
  EXPECT_EQ(Run({"exec"}),
            "1) \"a\"\n2) \"a\"\n3) OK\n4) (error) ERR Function not found\n5) \"b\"");
  EXPECT_EQ(kv_.counts().commits, 1);
  EXPECT_EQ(AskAnother({"fcall", "g", "0"}), "\"b\"");
  EXPECT_EQ(AskAnother({"fcall", "f", "0"}), "(error) ERR Function not found");
}

TEST_F(FunctionCommands, AreNotCalledFromScripts) {
  Run({"function", "load", Library("a", "f")});
  for (const char* words : {"'fcall', 'f', 0", "'function', 'list'", "'function', 'flush'"}) {
    EXPECT_EQ(Run({"eval", "return redis.pcall(" + Bytes(words) + ")", "0"}),
              "(error) ERR This Redis command is not allowed from script");
  }
}

// A library of the store that cannot be loaded is in nobody's way, and stays until somebody says
// otherwise.
TEST_F(FunctionCommands, LeaveWhatCannotBeLoadedWhereItIs) {
  ports::WriteBatch batch;
  const Bytes broken = format::function_library_key("broken");
  batch.writes.push_back(
      {broken, format::encode_function_library("#!lua name=broken\nlocal"), false});
  batch.writes.push_back({format::function_library_key("later"), "\x02?", false});
  batch.writes.push_back({format::function_library_key("other"),
                          format::encode_function_library(Library("mine", "f")), false});
  batch.writes.push_back({format::function_library_key("whole"),
                          format::encode_function_library(Library("whole", "f")), false});
  kv_.commit(batch);
  EXPECT_EQ(Run({"fcall", "f", "0"}), "\"whole\"");
  EXPECT_EQ(Ask({"function", "list"}).items().size(), 4u);
  EXPECT_EQ(Run({"function", "load", Library("broken", "g")}),
            "(error) ERR Library 'broken' already exists");
  EXPECT_TRUE(kv_.get(broken));
  EXPECT_EQ(Run({"function", "delete", "broken"}), "OK");
  EXPECT_FALSE(kv_.get(broken));
  EXPECT_EQ(Run({"function", "load", "replace", Library("later", "g")}), "\"later\"");
  EXPECT_EQ(AskAnother({"fcall", "g", "0"}), "\"later\"");
}

}  // namespace
}  // namespace keemun
