// The server: sockets in, turns of requests, one commit a turn, replies out.
//
//   wait      for sockets that can be read
//   share     where it is worth it, several threads begin: each reads from other clients, answers
//             what only reads, and sends that
//   serve     whoever has more: read, parse, run his requests; replies stay in his output
//   commit    what all of them wrote, as one batch; a large one while others are served
//   send      the replies; a commit that failed has replaced them by its error
//
// A client that sends more than its share goes on in the next turn; one that does not take its
// replies is not read from until it does. One thread runs what changes something, and the core
// stands still while several read from it. Batches that are ready to be written go to another.
// A request that takes long rests between turns, and keeps nobody waiting who has other keys.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "server/net/connections.h"
#include "server/net/listeners.h"
#include "server/net/poller.h"
#include "server/observe/last_words.h"
#include "server/requests/long_requests.h"
#include "server/requests/postponed.h"
#include "server/requests/request_runner.h"
#include "server/signals.h"
#include "server/state.h"
#include "server/store/group_commit.h"
#include "server/upkeep.h"

namespace keemun::server {

class Server {
 public:
  // Opens the store and listens. Throws CommandError or StoreError with the reason why it cannot.
  // Signals::prepare() comes first.
  Server(const Settings& settings, const Bytes& config_path);
  ~Server();

  // Until SHUTDOWN, SIGTERM or SIGINT; SIGHUP opens the log file anew. Everything acknowledged is
  // safe when it returns.
  // Throws StoreError where the end has come, and not everything is on disk.
  void run();

 private:
  bool upkeep_has_work() const;
  // How long nothing needs to be done, unless somebody sends something.
  int64_t patience_ms();
  std::span<const Poller::Event> wait_for_events(int timeout_ms);
  // Whether anybody wanted something.
  bool turn(int timeout_ms);
  // In the middle of a turn, while a script runs for long: others are told so.
  void turn_beside_script();
  void handle(const Poller::Event& event);

  void serve(Client& client);
  void run_requests(Client& client);
  // False where the client has to wait: for the end of CLIENT PAUSE, for the disk, until the keys
  // are counted, until there is room for what is written, or for requests that take long.
  bool run_or_postpone(Client& client, std::span<const BytesView> args);
  // One of those that rest has its slice.
  void go_on_with_long_requests();
  void let_others_begin();
  void finish_long_requests();
  // What clients are given when the server ends: for their requests, and for their replies.
  std::chrono::seconds time_to_end() const;

  // With its next request, after this one.
  bool goes_on(Client& client);
  void go_on_after_reads();
  // The request of a client that has waited for the disk.
  void begin_anew(uint64_t id);

  // Whoever waited for keys that have changed by themselves is served.
  void end_upkeep();
  void end_turn();
  // Who is gone, but for those whose requests are in the middle of their work: beside a script.
  void remove_gone();
  void remove(Client& client);

  void shut_down();
  void leave_counts();

  State state_;
  RequestRunner runner_;
  GroupCommit groups_;
  Poller poller_;
  Connections connections_;
  Signals signals_;
  std::unique_ptr<Listeners> listeners_;
  Postponed postponed_;  // its reads end before what they read
  LongRequests long_requests_;
  std::unique_ptr<Upkeep> upkeep_;
  std::optional<LastWords> last_words_;
  bool has_pid_file_ = false;
  std::vector<uint64_t> serving_;  // of this turn, in their order; the first of them come first
  size_t served_ = 0;              // of these
};

}  // namespace keemun::server
