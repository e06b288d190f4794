// Between clients and their sockets: what they send goes into their parsers, what they are told
// goes to them as fast as they take it. Who has something to be served stands in a list, in the
// order in which it came; who has left leaves when what he has sent is done.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "server/net/poller.h"
#include "server/state.h"
#include "server/threads/parallel_reads.h"
#include "server/threads/shared_turns.h"

namespace keemun::server {

class Connections {
 public:
  // Both outlive it.
  Connections(State& state, Poller& poller);

  void handle(Client& client, const Poller::Event& event);

  // To be served in the next turn.
  void make_ready(Client& client);
  bool has_ready() const { return !ready_.empty(); }
  std::vector<uint64_t> take_ready() { return std::exchange(ready_, {}); }

  // From those who are ready, by several threads where it is worth it; these answer them, too, as
  // far as they only read.
  void receive_ahead();
  // Whether there is anything new in its parser.
  bool read_from(Client& client);
  // From one whose requests wait: as far as there is room for them.
  void read_beside_wait(Client& client);
  // Of who has ended, and would not take what it waits for.
  void stop_waiting(Client& client);
  // Nothing more of it is run.
  void close_after_output(Client& client);
  // To whoever has been told something that may leave now.
  void send_news();
  // Asks to be told of what there is to do now: of nothing that has to wait, however much there is.
  void set_interest(Client& client);

 private:
  // Those who are ready and begin a turn with what they send, or have sent.
  std::vector<Client*> beginners();
  void serve_ahead(Client& client, ParallelReads::Answered& answered, bool may_answer);
  // Counts what was answered, and forgets who has nothing left.
  void end_ahead(Client& client, const ParallelReads::Answered& answered);
  void take_the_end_of(Client& client);
  // Of one who has taken his last reply.
  void end(Client& client);
  // What comes from one whose connection is closed once he has taken his replies.
  void discard_from(Client& client);
  // Its connection is closed.
  void leave(Client& client);
  void send_to(Client& client);
  void send_to_nobody(Client& client);

  State& state_;
  Poller& poller_;
  SharedTurns shared_turns_;
  ParallelReads parallel_reads_;
  std::vector<uint64_t> ready_;
};

}  // namespace keemun::server
