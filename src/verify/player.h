// Plays a plan on a server and holds each reply against the oracle, up to the first that differs.
//
// Consecutive commands of one client travel as a pipeline. A scan is followed to its end: its pages
// are joined into one reply, as if it had been a single page. kDumpedPayload in a command is
// replaced by what the server last answered to DUMP.
//
// A server that closes a connection instead of answering has differed, too, if it is there again
// soon. Of a pipeline nobody knows which request that was: from then on they come one by one.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <vector>

#include "plan/plan.h"
#include "verify/oracle.h"
#include "verify/server_clock.h"
#include "verify/target.h"

namespace keemun::verify {

struct Difference {
  size_t event_index = 0;
  Args command;
  Reply expected;
  Reply observed;

  // Two differences with the same signature are taken for the same trouble: the command, and what
  // kind of reply was expected and seen.
  Bytes signature() const;
  // The server says that it has no such command.
  bool is_unknown_command() const;
};

// An error by which a server says that it has no such command or subcommand.
bool says_unknown(const Reply& reply);
// The row of the table that a command belongs to; kUnknownName when there is none.
inline constexpr BytesView kUnknownName = "unknown";
Bytes command_name(const Args& args);

struct PlayerOptions {
  Bytes prefix;                     // of every key; empty: keys stay as they are
  int protocol = 2;                 // that the target speaks, 2 or 3
  std::function<int64_t()> now_ms;  // our clock
  std::function<std::unique_ptr<Oracle>()> oracle = [] { return std::make_unique<ModelOracle>(); };
};

class Player {
 public:
  Player(Target& target, PlayerOptions options) : target_(target), options_(std::move(options)) {}

  // The server must be empty of the plan's keys and its clients without state, see reset().
  // Where `replies` is given it has one for each event then, of those that were played.
  std::optional<Difference> play(const plan::Plan& plan, std::vector<Reply>* replies = nullptr);
  // Forgets transactions, watches and databases of all clients, and the keys of `plan` or, when
  // keys have no prefix, all keys of the server.
  void reset(const plan::Plan& plan);

  // Commands that were answered as they should, by name, since the player was made.
  const std::map<Bytes, size_t>& equal() const { return equal_; }
  size_t command_count() const { return command_count_; }
  // Else times are judged by ours, and may differ by kClockSlackMaxMs.
  bool knows_clock() const { return clock_.is_known(); }
  // The replies that a plan's commands get from the server, judged by nobody. For transcripts.
  std::vector<Reply> replies(const plan::Plan& plan);

 private:
  struct Sent {
    size_t event_index = 0;
    size_t client = 0;
    Args args;
  };

  std::optional<Difference> play_once(const plan::Plan& plan, std::vector<Reply>* replies);
  // Throws what was lost where there is no server any more.
  void connect_anew(const ConnectionLost& lost);
  Args args_to_send(const Args& args) const;
  Reply receive(const Sent& sent);
  // The same, with the command in what is thrown.
  Reply receive_or_say(const Sent& sent);
  // Whether it may meet keys of which we know nothing, however many.
  bool has_others_keys(const Sent& sent) const;
  // All pages as one; an error where there is no end to them.
  Reply follow_scan(const Sent& sent, Reply page);
  std::optional<Difference> settle(std::vector<Sent>& pipeline, Oracle* oracle,
                                   std::vector<Reply>* replies);
  std::optional<Difference> run(const plan::Plan& plan, Oracle* oracle,
                                std::vector<Reply>* replies);

  Target& target_;
  PlayerOptions options_;
  ServerClock clock_;
  Bytes dumped_payload_;
  size_t clients_used_ = 0;
  bool goes_one_by_one_ = false;
  size_t command_count_ = 0;
  std::map<Bytes, size_t> equal_;
};

}  // namespace keemun::verify
