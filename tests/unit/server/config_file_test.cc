#include "server/config/config_file.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>

#include "base/command_error.h"
#include "server/config/options.h"
#include "support/temporary_directory.h"

namespace keemun::server {
namespace {

class ConfigFile : public testing::Test {
 protected:
  Bytes Write(const Bytes& name, const Bytes& content) {
    const Bytes path = folder_ / name;
    std::ofstream(path) << content;
    return path;
  }
  static Bytes Read(const Bytes& path) {
    std::ifstream file(path);
    return Bytes(std::istreambuf_iterator<char>(file), {});
  }
  std::set<Bytes> files() const {
    std::set<Bytes> names;
    for (const auto& entry : std::filesystem::directory_iterator(folder_.path())) {
      names.insert(entry.path().filename());
    }
    return names;
  }
  Bytes Refusal(const Bytes& content) {
    try {
      Settings settings;
      apply_config(read_config_file(Write("bad.conf", content)), settings);
    } catch (const CommandError& error) {
      return error.text().substr(folder_.path().size() + 1);
    }
    return "";
  }

  TemporaryDirectory folder_;
};

TEST_F(ConfigFile, IsReadAsRedisReadsIt) {
  const Bytes other = Write("other.conf", "port 7001\nmaxclients 7\n");
  const Bytes path =
      Write("a.conf", "# comment\n\n  PORT\t7000  \nrequirepass \"a b\\\"c\"\nbind x y\n" +
                          ("include " + other) + "\nmaxclients 8\r\n");
  Settings settings;
  apply_config(read_config_file(path), settings);
  EXPECT_EQ(settings.port, 7001);
  EXPECT_EQ(settings.requirepass, "a b\"c");
  EXPECT_EQ(settings.bind, (std::vector<Bytes>{"x", "y"}));
  EXPECT_EQ(settings.maxclients, 8);
}

TEST_F(ConfigFile, MayBeThatOfARedis) {
  Settings settings;
  apply_config(read_config_file(Write("redis.conf",
                                      "appendonly yes\nappendfsync always\nRdbCompression yes\n"
                                      "daemonize no\nreplica-priority 100\n"
                                      "cluster-enabled no\n")),
               settings);
  EXPECT_EQ(settings.wal_sync, "always");
  EXPECT_EQ(settings.without_effect,
            (std::vector<Bytes>{"RdbCompression", "replica-priority", "cluster-enabled"}));
  EXPECT_EQ(Refusal("replicaof 1.2.3.4 6379\n"),
            "bad.conf line 1: 'replicaof 1.2.3.4 6379': argument(s) must be one of the following: "
            "no one");
  EXPECT_NE(Refusal("daemonize yes\n"), "");
  EXPECT_EQ(Refusal("cluster-enabled yes\n"),
            "bad.conf line 1: 'cluster-enabled yes': argument(s) must be one of the following: no");
}

TEST_F(ConfigFile, SaysWhatIsWrongAndWhere) {
  EXPECT_EQ(Refusal("\nno-such 1\n"), "bad.conf line 2: 'no-such 1': there is no such option");
  EXPECT_EQ(Refusal("port \"1\n"), "bad.conf line 1: 'port \"1': unbalanced quotes");
  EXPECT_EQ(Refusal("port\n"), "bad.conf line 1: 'port': wrong number of arguments");
  EXPECT_THROW(read_config_file(folder_ / "missing"), CommandError);
  const Bytes itself = folder_ / "bad.conf";
  EXPECT_NE(Refusal("include " + itself + "\n").find("include each other too deeply"), Bytes::npos);
}

TEST_F(ConfigFile, SaysNoPasswordWhereItSaysWhatIsWrong) {
  EXPECT_EQ(Refusal("RequirePass a b\n"),
            "bad.conf line 1: 'RequirePass (redacted)': wrong number of arguments");
  EXPECT_EQ(Refusal("tls-key-file-pass \"a\n"),
            "bad.conf line 1: 'tls-key-file-pass (redacted)': unbalanced quotes");
  EXPECT_EQ(Refusal("\"requirepass\" a b\n"),
            "bad.conf line 1: 'requirepass (redacted)': wrong number of arguments");
  EXPECT_EQ(Refusal("'requirepass' \"a\n"),
            "bad.conf line 1: 'requirepass (redacted)': unbalanced quotes");
  EXPECT_EQ(Refusal("user bob on >a ~b )\n").find(">a"), Bytes::npos);
  EXPECT_EQ(Refusal("user \"bob on >a\"\n"),
            "bad.conf line 1: 'user (redacted)': ERR Usernames can't contain spaces or null "
            "characters");
  for (const std::vector<Bytes>& words :
       {std::vector<Bytes>{"--requirepass", "a", "b"}, {"--requirepass=a", "b"}}) {
    Settings settings;
    try {
      apply_config(read_command_line(words), settings);
      FAIL() << "two words are no password";
    } catch (const CommandError& error) {
      EXPECT_EQ(error.text(),
                "command line: '--requirepass (redacted)': wrong number of arguments");
    }
  }
}

TEST_F(ConfigFile, RenamesCommandsLineByLine) {
  Settings settings;
  apply_config(read_config_file(Write("a.conf",
                                      "rename-command CONFIG \"\"\nRename-Command Get fetch\n"
                                      "rename-command strlen GET\nrename-command fetch take\n"
                                      "rename-command del gone\nrename-command gone del\n"
                                      "rename-command MIGRATE \"\"\nrename-command sync x\n")),
               settings);
  const commands::CommandNames& names = settings.command_names;
  EXPECT_EQ(names.own_name("config"), std::nullopt);
  EXPECT_EQ(names.own_name("get"), "strlen");
  EXPECT_EQ(names.own_name("fetch"), "fetch");  // of which there is none
  EXPECT_EQ(names.own_name("TAKE"), "get");
  EXPECT_EQ(names.own_name("del"), "del");
  EXPECT_FALSE(names.has_name("config"));
  EXPECT_TRUE(names.has_name("get"));

  const Bytes where = "bad.conf line 1: 'rename-command ";
  EXPECT_EQ(Refusal("rename-command get\n"), where + "get': wrong number of arguments");
  EXPECT_EQ(Refusal("rename-command nonsense x\n"),
            where + "nonsense x': No such command in rename-command");
  EXPECT_EQ(Refusal("rename-command config|get x\n"),
            where + "config|get x': No such command in rename-command");
  EXPECT_EQ(Refusal("rename-command get INFO\n"),
            where + "get INFO': Target command name already exists");
}

TEST(CommandLine, IsOptionsWithTheirWords) {
  Settings settings;
  const std::vector<Bytes> words = {"--port", "7000", "--bind", "a", "b", "--wal-sync=no"};
  apply_config(read_command_line(words), settings);
  EXPECT_EQ(settings.port, 7000);
  EXPECT_EQ(settings.bind, (std::vector<Bytes>{"a", "b"}));
  EXPECT_EQ(settings.wal_sync, "no");
  const std::vector<Bytes> bare = {"port", "7000"};
  EXPECT_THROW(read_command_line(bare), CommandError);
}

TEST(CommandLine, IsAlsoLinesOfAFile) {
  Settings settings;
  const std::vector<Bytes> words = {
      "--save", "60",         "1",      "--maxmemory 700mb", "--requirepass \"a b=c\"",
      "--save", "--loglevel", "verbose"};
  apply_config(read_command_line(words), settings);
  EXPECT_EQ(settings.maxmemory, int64_t{700} << 20);
  EXPECT_EQ(settings.requirepass, "a b=c");
  EXPECT_EQ(settings.save, std::vector<Bytes>{""});
  EXPECT_EQ(settings.log_level, "verbose");
  const std::vector<Bytes> one_word = {"--save",
                                       "900 1 300 10",
                                       "--bind",
                                       "127.0.0.1 ::1",
                                       "--client-output-buffer-limit",
                                       "normal 50mb 0 0",
                                       "--latency-tracking-info-percentiles",
                                       "50 99"};
  apply_config(read_command_line(one_word), settings);
  EXPECT_EQ(settings.save, (std::vector<Bytes>{"900", "1", "300", "10"}));
  EXPECT_EQ(settings.bind, (std::vector<Bytes>{"127.0.0.1", "::1"}));
  EXPECT_EQ(settings.client_output_buffer_limit[1], "52428800");
  EXPECT_EQ(settings.latency_percentiles, (std::vector<Bytes>{"50", "99"}));
  const std::vector<Bytes> unbalanced = {"--requirepass \"a"};
  EXPECT_THROW(read_command_line(unbalanced), CommandError);
}

TEST_F(ConfigFile, IsRewrittenWhereItSaysSomethingElse) {
  const Bytes path = Write("a.conf", "# first\nport 1\nmaxclients 5\n# second\nport 2\n");
  Settings settings;
  apply_config(read_config_file(path), settings);
  settings.port = 3;
  settings.requirepass = "a b";
  rewrite_config_file(path, settings);
  EXPECT_EQ(Read(path), "# first\nmaxclients 5\n# second\nport 3\nrequirepass \"a b\"\n");
  Settings again;
  apply_config(read_config_file(path), again);
  EXPECT_EQ(again.port, 3);
  EXPECT_EQ(again.requirepass, "a b");
}

TEST_F(ConfigFile, IsRewrittenBehindAFileThatSaysSomethingElse) {
  const Bytes include = "include " + Write("other.conf", "port 2\n") + "\n";
  const Bytes path = Write("a.conf", "port 1\n" + include + "maxclients 5\n");
  Settings settings;
  apply_config(read_config_file(path), settings);
  settings.port = 3;
  settings.maxclients = 6;
  rewrite_config_file(path, settings);
  EXPECT_EQ(Read(path), include + "maxclients 6\nport 3\n");
  settings.port = 4;
  rewrite_config_file(path, settings);
  EXPECT_EQ(Read(path), include + "maxclients 6\nport 4\n");
}

TEST_F(ConfigFile, IsRewrittenWhereAnOptionStandsUnderAnotherOfItsNames) {
  const Bytes path =
      Write("a.conf", "wal-sync everysec\nappendfsync no\nport 1\nlua-time-limit 7\n");
  Settings settings;
  apply_config(read_config_file(path), settings);
  EXPECT_EQ(settings.wal_sync, "no");
  settings.wal_sync = "always";
  settings.busy_reply_threshold_ms = 8;
  rewrite_config_file(path, settings);
  EXPECT_EQ(Read(path), "wal-sync always\nport 1\nbusy-reply-threshold 8\n");
}

TEST_F(ConfigFile, IsRewrittenWhereNamesStandInQuotationMarks) {
  const Bytes path =
      Write("a.conf", "\"requirepass\" old\n'port' 1\n#\"port 2\n\"user\" bob off\n");
  Settings settings;
  apply_config(read_config_file(path), settings);
  settings.requirepass = "new";
  rewrite_config_file(path, settings, {"user bob on"});
  EXPECT_EQ(Read(path), "requirepass new\n'port' 1\n#\"port 2\nuser bob on\n");
}

TEST_F(ConfigFile, AddsTimesToSaveUp) {
  const Bytes path = Write("a.conf", "save 900 1\nsave 300 10 60 1000\n");
  Settings settings;
  apply_config(read_config_file(path), settings);
  EXPECT_EQ(joined(settings.save), "900 1 300 10 60 1000");
  apply_config(read_config_file(Write("b.conf", "save 5 1\nsave \"\"\nsave 6 1\n")), settings);
  EXPECT_EQ(joined(settings.save), "6 1");
  rewrite_config_file(path, settings);
  EXPECT_EQ(Read(path), "save 6 1\n");
}

TEST_F(ConfigFile, IsRewrittenWithoutTheTimesToSaveOfAFileThatItIncludes) {
  const Bytes include = "include " + Write("other.conf", "save 300 10\n") + "\n";
  for (const Bytes& own : {Bytes(), Bytes("save 60 5\n")}) {
    const Bytes path = Write("a.conf", include + own);
    Settings settings;
    apply_config(read_config_file(path), settings);
    for (const Bytes seconds : {"900", "800"}) {
      settings.save = {seconds, "1"};
      rewrite_config_file(path, settings);
      Settings again;
      apply_config(read_config_file(path), again);
      EXPECT_EQ(joined(again.save), seconds + " 1");
    }
    EXPECT_EQ(Read(path), include + "save \"\"\nsave 800 1\n");
  }
}

TEST_F(ConfigFile, TakesOutputLimitsOfSeveralLinesAsOne) {
  const Bytes path = Write("a.conf",
                           "client-output-buffer-limit normal 1 2 3\n"
                           "client-output-buffer-limit pubsub 4 5 6\n");
  Settings settings;
  apply_config(read_config_file(path), settings);
  settings.client_output_buffer_limit[1] = "7";
  rewrite_config_file(path, settings);
  Settings again;
  apply_config(read_config_file(path), again);
  EXPECT_EQ(again.client_output_buffer_limit, settings.client_output_buffer_limit);
}

TEST_F(ConfigFile, TakesWhatAsksForNoReplication) {
  EXPECT_EQ(Refusal("replicaof no one\nslaveof NO ONE\nsocket-mark-id 0\n"), "");
  EXPECT_NE(Refusal("replicaof 127.0.0.1 6379\n"), "");
  EXPECT_NE(Refusal("socket-mark-id 1\n"), "");
}

TEST_F(ConfigFile, IsRewrittenWhereALinkLeadsTo) {
  const Bytes path = Write("a.conf", "port 1\n");
  const Bytes link = folder_ / "link.conf";
  std::filesystem::create_symlink(path, link);
  Settings settings;
  apply_config(read_config_file(link), settings);
  settings.port = 3;
  rewrite_config_file(link, settings);
  EXPECT_EQ(Read(path), "port 3\n");
  EXPECT_TRUE(std::filesystem::is_symlink(link));
}

TEST_F(ConfigFile, IsRewrittenWithNothingLeftBesideIt) {
  const Bytes path = Write("a.conf", "port 1\n");
  Write("a.conf.new", "somebody else's");
  const auto files_before = files();
  Settings settings;
  apply_config(read_config_file(path), settings);
  settings.port = 3;
  rewrite_config_file(path, settings);
  EXPECT_EQ(Read(path), "port 3\n");
  EXPECT_EQ(files(), files_before);
  EXPECT_EQ(Read(path + ".new"), "somebody else's");
}

// Else commands that were taken away would be back with the next start.
TEST_F(ConfigFile, IsWrittenAnewWithWhatCommandsAreCalled) {
  const Bytes path =
      Write("a.conf", "rename-command FLUSHALL \"\"\ninclude " +
                          Write("b.conf", "rename-command config  'my config'\n") + "\n");
  Settings settings;
  apply_config(read_config_file(path), settings);
  const Bytes included = Write("c.conf", "rename-command SORT \"\"\n");
  const std::vector<Bytes> arguments = {"--rename-command", "KEYS", "", "--include", included};
  apply_config(read_command_line(arguments), settings);  // as the next one will have it
  rewrite_config_file(path, settings);
  EXPECT_THAT(Read(path), testing::StartsWith("rename-command FLUSHALL \"\"\ninclude "));
  std::filesystem::remove(path);
  rewrite_config_file(path, settings);
  EXPECT_EQ(Read(path), "rename-command FLUSHALL \"\"\nrename-command config  'my config'\n");
}

TEST_F(ConfigFile, IsWrittenAnewWhereItIsGone) {
  const Bytes path = folder_ / "gone.conf";
  Settings settings;
  settings.maxclients = 7;
  rewrite_config_file(path, settings, {"user bob off"});
  EXPECT_EQ(Read(path), "maxclients 7\nuser bob off\n");
  using std::filesystem::perms;
  EXPECT_EQ(std::filesystem::status(path).permissions(), perms::owner_read | perms::owner_write);
  EXPECT_THROW(rewrite_config_file(path + "/below", settings), CommandError);
  // The new one has a longer name for a while: why there cannot be one, and not that there is none.
  try {
    rewrite_config_file(folder_ / Bytes(252, 'n'), settings);
    FAIL() << "that name is too long";
  } catch (const CommandError& error) {
    EXPECT_NE(error.text().find("name too long"), Bytes::npos) << error.text();
  }
}

TEST_F(ConfigFile, MayBeATextAndIncludedByACommandLine) {
  std::istringstream text("port 7\nmaxclients\n");
  Settings settings;
  try {
    apply_config(read_config_text(text, "standard input"), settings);
    FAIL() << "no number is given";
  } catch (const CommandError& error) {
    EXPECT_EQ(error.text(), "standard input line 2: 'maxclients': wrong number of arguments");
  }
  EXPECT_EQ(settings.port, 7);
  const std::vector<Bytes> words = {
      "--port", "8", "--include", Write("a.conf", "port 9\ntimeout 1\n"), "--timeout", "2"};
  apply_config(read_command_line(words), settings);
  EXPECT_EQ(settings.port, 9);
  EXPECT_EQ(settings.timeout_s, 2);
}

TEST_F(ConfigFile, DefinesUsersOnce) {
  Settings settings;
  apply_config(read_config_file(Write("a.conf", "user bob on >p\nUSER eve (+get ~a)\n")), settings);
  ASSERT_EQ(settings.users.size(), 2u);
  EXPECT_EQ(settings.users[0].name, "bob");
  EXPECT_EQ(settings.users[1].rules, (std::vector<Bytes>{"(+get", "~a)"}));
  EXPECT_TRUE(settings.users[1].where.ends_with("a.conf line 2"));
  EXPECT_EQ(Refusal("user\n"), "bad.conf line 1: 'user': wrong number of arguments");
  EXPECT_EQ(Refusal("user a\nuser a on\n"),
            "bad.conf line 2: 'user (redacted)': Duplicate user found. A user can only be defined "
            "once in config files");
}

TEST_F(ConfigFile, IsRewrittenWithUsersWhereTheyStood) {
  const Bytes path = Write("a.conf", "# first\nuser bob on\nport 1\nuser eve off\n");
  Settings settings;
  apply_config(read_config_file(path), settings);
  rewrite_config_file(path, settings, {"user bob off", "user carl on"});
  EXPECT_EQ(Read(path), "# first\nuser bob off\nuser carl on\nport 1\n");
  rewrite_config_file(path, settings);
  EXPECT_EQ(Read(path), "# first\nport 1\n");
  rewrite_config_file(path, settings, {"user bob on"});
  EXPECT_EQ(Read(path), "# first\nport 1\nuser bob on\n");
}

TEST_F(ConfigFile, IsNotRewrittenBesideUsersOfAFileThatItIncludes) {
  const Bytes other = Write("other.conf", "user bob on\n");
  const Bytes path = Write("a.conf", "include " + other + "\n");
  EXPECT_THROW(rewrite_config_file(path, Settings(), {"user bob off"}), CommandError);
  EXPECT_EQ(Read(path), "include " + other + "\n");
}

TEST(ShippedConfig, NamesEveryOptionWithItsDefault) {
  const std::vector<ConfigLine> lines = read_config_file("keemun.conf");
  Settings settings;
  apply_config(lines, settings);
  for (const Option& option : all_options()) {
    EXPECT_EQ(option_text(option, settings), option_text(option, Settings())) << option.name;
    const auto count = std::count_if(lines.begin(), lines.end(), [&](const ConfigLine& line) {
      return find_option(line.words[0]) == &option;
    });
    EXPECT_EQ(count, option.is_alias ? 0 : 1) << option.name;
  }
}

}  // namespace
}  // namespace keemun::server
