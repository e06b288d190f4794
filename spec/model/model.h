// Redis 7.0's semantics, executable: what a server that keeps its promises answers.
//
// execute() answers as a Redis with a free choice would. judge() is given what some server
// answered: where Redis leaves the answer open (SPOP, SRANDMEMBER, hash order, TIME) it says
// whether Redis could have answered so, takes the server's choice over and goes on from there.
//
// One Model is one server; one Client is one connection to it. Not thread safe, reads no clock.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "base/bytes.h"
#include "model/database.h"
#include "resp/reply.h"

struct lua_State;

namespace keemun::model {

struct Call;
struct Named;

using Args = std::vector<Bytes>;
using resp::Reply;

struct Client {
  size_t database = 0;
  int protocol = 2;
  bool in_multi = false;
  bool exec_must_abort = false;  // a command was refused while queueing
  std::vector<Args> queue;
  // (database, key) and what it was at WATCH; `existed` because expiry counts as a change.
  struct Watched {
    Revision revision;
    bool existed = false;
  };
  using WatchedKeys = std::map<std::pair<size_t, Bytes>, Watched>;
  WatchedKeys watched;
};

struct Options {
  size_t database_count = 16;  // those that have a number
  // How far two clocks may differ when times are judged; 0 where the clock is ours.
  int64_t clock_slack_ms = 0;
  // Lower case, their key is the first argument. On a key that is there the server cannot tell a
  // change by these from a repetition, so that it fails an EXEC with that key watched rather than
  // miss one.
  std::vector<Bytes> blind_commands = {};
  // SELECT, MOVE and COPY take what is no number as the name of a namespace, but for these.
  bool has_names = false;
  std::vector<Bytes> names_taken = {};
};

struct Judgement {
  Reply expected;
  bool same = true;
  // Where there are blind commands, for each command that was run, those of an EXEC one by one:
  // whether it was one of them, on a key that was there.
  std::vector<bool> in_doubt = {};
};

class Model {
 public:
  explicit Model(Options options = {});

  Reply execute(Client& client, std::span<const Bytes> args, int64_t now_ms);
  Judgement judge(Client& client, std::span<const Bytes> args, int64_t now_ms,
                  const Reply& observed);

  // Those with a number, then those with a name in the order in which the names came up.
  std::vector<Database>& databases() { return databases_; }
  // Where the one of that name is among them. Throws CommandError for what is not a name.
  size_t database_named(BytesView name);
  const Options& options() const { return options_; }
  void set_clock_slack(int64_t ms) { options_.clock_slack_ms = ms; }
  // What each payload that DUMP ever answered stands for: RESTORE takes these and no others.
  std::map<Bytes, Value>& payloads() { return payloads_; }
  // By digest; and what runs them.
  std::map<Bytes, Bytes>& scripts() { return scripts_; }
  struct Function {
    Bytes name;
    Bytes description;
    bool has_description = false;
    bool writes_nothing = false;
  };
  struct Library {
    Bytes code;
    std::vector<Function> functions;
  };
  // By name. What its functions share never changes, so it is run anew for each call.
  std::map<Bytes, Library>& libraries() { return libraries_; }
  std::shared_ptr<lua_State>& lua() { return lua_; }

 private:
  Reply answer(const Named& named, Call call);

  Options options_;
  std::vector<Database> databases_;
  std::map<Bytes, size_t, std::less<>> names_;
  std::map<Bytes, Value> payloads_;
  std::map<Bytes, Bytes> scripts_;
  std::map<Bytes, Library> libraries_;
  std::shared_ptr<lua_State> lua_;
};

// Every command the model knows, lower case, in order.
std::vector<BytesView> command_names();

}  // namespace keemun::model
