// One connection: its stream, its session with the core, and what a server knows of it. Owned by
// the server's table of clients; everything outside refers to it by its number.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "acl/user.h"
#include "base/bytes.h"
#include "resp/encoder.h"
#include "resp/reply.h"
#include "resp/request_parser.h"
#include "resp/words_ahead.h"
#include "server/net/output.h"
#include "server/net/poller.h"
#include "server/net/stream.h"
#include "server/news/tracking.h"
#include "server/requests/read_ahead.h"
#include "server/requests/waiting_replies.h"
#include "server/store/deferring_store.h"
#include "session/session.h"

namespace keemun::server {

struct Client {
  // What nobody need be afraid of, of untaken replies and of requests that are not run yet.
  static constexpr size_t kUntakenBytesMax = size_t{1} << 20;
  // Its share of a turn: so many requests, of which only a few would begin later than that.
  static constexpr int kRequestsInTurnMax = 1000;
  static constexpr int kRequestsInTurnMin = 8;
  static constexpr std::chrono::milliseconds kTimeInTurnMax{5};
  static constexpr bool has_share_left(int requests, std::chrono::nanoseconds time) {
    return requests < kRequestsInTurnMin ||
           (requests < kRequestsInTurnMax && time < kTimeInTurnMax);
  }

  Client(uint64_t number, std::unique_ptr<Stream> its_stream, session::Core& core,
         const resp::RequestLimits& limits)
      : id(number), stream(std::move(its_stream)), parser(limits), session(core) {
    session.connection().id = number;
  }

  // After so many requests of a turn, before one runs: what memory knows of the keys of those
  // behind it is fetched for the processor.
  void look_ahead(int requests) {
    if (requests % resp::kRequestsAhead != 0 || parser.unread_bytes() == 0) return;
    const commands::Command* const command = session.find(parser.arguments());
    if (command != nullptr) session.look_ahead(*command, resp::words_ahead(parser.unread()));
  }

  resp::Protocol protocol() {
    return session.connection().protocol == 3 ? resp::Protocol::kResp3 : resp::Protocol::kResp2;
  }
  size_t subscription_count() const { return channels.size() + patterns.size(); }
  bool is_subscribed() const { return subscription_count() + shard_channels.size() > 0; }

  void send(const resp::Reply& reply) { resp::encode(reply, protocol(), output.tail()); }
  // Answers a request: not where CLIENT REPLY has silenced the client.
  void answer(const resp::Reply& reply) {
    if (!is_silent()) answer_even_if_silent(reply);
  }
  // The same with an answer that is encoded.
  void answer_with(Bytes&& encoded) {
    if (output.tail().empty()) {
      output.tail() = std::move(encoded);
    } else {
      output.tail() += encoded;
    }
    waiting_replies.add();
  }
  // What the client is told of its subscriptions.
  void answer_even_if_silent(const resp::Reply& reply) {
    send(reply);
    waiting_replies.add();
  }
  // Says something that nobody asked for.
  void send_news(const resp::Reply& news) {
    const size_t from = output.end();
    send(news);
    waiting_replies.keep_news(from, output.end());
  }

  // For CLIENT LIST and INFO.
  size_t memory() const { return output.memory() + parser.memory() + sizeof(*this); }

  // The parsed request will not be run: what was found of it says nothing of the next one.
  void forget_attempts() {
    tried = {};
    long_command = nullptr;
  }

  // It has more to take than it has said: no further request is run. The other way round running
  // them makes it less. One that is parsed is run, for nothing is read while it is there; and of
  // who listens, whose news are not of his own making, all are.
  bool is_owed_much() const {
    return !has_parsed && !is_subscribed() &&
           output.size() > std::max(kUntakenBytesMax, parser.unread_bytes());
  }
  // What it sends is not run yet.
  bool must_wait() const { return wait || is_held_back(); }
  // What Redis calls blocked: it waits for others, however long, and not for this server's disk.
  bool is_blocked() const { return wait || is_paused(); }
  bool is_paused() const { return halt == Halt::kPaused; }
  // Others are to do something for it, or this server is: it is not idle however long that takes.
  bool awaits_something() const {
    return must_wait() || is_paused() || is_ready || is_touched || output.has_departed();
  }
  bool is_held_back() const { return halt == Halt::kHeldBack || is_on_fiber(); }
  bool is_on_fiber() const { return halt == Halt::kOnFiber; }

  bool is_silent() const { return replies != Replies::kOn; }

  const uint64_t id;
  const std::unique_ptr<Stream> stream;
  resp::RequestParser parser;
  session::Session session;

  Bytes address;
  Bytes local_address;
  bool is_unix = false;
  bool is_local = false;  // from this machine
  Bytes name;
  int64_t created_ms = 0;
  int64_t active_ms = 0;                           // when it last sent or took something
  static constexpr BytesView kNoCommand = "NULL";  // none yet, or one that nobody knows
  BytesView last_command = kNoCommand;
  void note_command(const commands::Command* command) {
    last_command = command == nullptr ? kNoCommand : command->name;
  }
  int64_t bytes_read = 0;
  int64_t bytes_written = 0;

  std::shared_ptr<acl::User> user;  // since it is admitted, never null
  bool is_authenticated = false;
  bool is_exempt_from_eviction = false;
  enum class Replies : uint8_t { kOn, kOff, kSkipThis, kSkipNext };
  Replies replies = Replies::kOn;

  std::set<Bytes> channels;
  std::set<Bytes> patterns;
  std::set<Bytes> shard_channels;
  Tracking tracking;

  // What was read or written last, until somebody looks at it.
  struct Sent {
    Stream::Status status = Stream::Status::kAgain;
    size_t bytes = 0;
    size_t untaken_before = 0;  // what there was for the client to take
  };
  std::optional<Stream::Transfer> received;
  std::optional<Sent> sent;

  Output output;
  bool is_touched = false;    // has been told something that waits for the next commit
  bool is_unsettled = false;  // and it hangs on that commit, or on the one under way
  WaitingReplies waiting_replies;
  int64_t over_soft_limit_since_ms = 0;
  Poller::Interest interest;
  bool is_ready = false;  // has input that waits to be read or run
  // A request that waits for its keys, and what it is told if it waits in vain.
  struct Wait {
    std::vector<Bytes> request;  // as it was sent
    std::vector<Bytes> words;    // of the request for one of its keys, and where that stands
    size_t key_place = 0;
    std::map<Bytes, Bytes> words_by_key;  // and what else hangs on the key
    size_t word_place = 0;
    resp::Reply in_vain;
    bool is_silent = false;  // CLIENT REPLY SKIP
    bool is_ended = false;   // CLIENT UNBLOCK; it is told at the end of who said so
  };
  std::optional<Wait> wait;
  // The request that is to be run later, and why it is not yet.
  std::vector<Bytes> postponed;
  enum class Halt : uint8_t {
    kNone,
    kPaused,    // by CLIENT PAUSE
    kHeldBack,  // until its rows are in memory, all keys are counted, the commits before it have
                // left room, or others have ended that take long
    kOnFiber    // it is one of LongRequests
  };
  Halt halt = Halt::kNone;
  // What is known of the next request, which has been broken off before.
  struct Tried {
    int cold_reads = 0;              // for so many
    ReadAhead ahead;                 // of these
    std::optional<ColdRead> missed;  // for this; it was parsed only
    bool has_awaited_count = false;  // of all keys
    bool has_taken_long = false;
  };
  Tried tried;
  const commands::Command* long_command = nullptr;  // one that took long, as it may again
  bool has_input_pending = false;                   // requests that were read and not run
  bool has_parsed = false;  // the parser has stopped at one that is to be run

  // How a client goes. Who ends his side gets his answers; who is cut off with requests to run has
  // them run, and nobody is told. Whose last reply is known is closed when he has that; where he
  // has sent on, he has a second to close first, for a reset would take the reply from him. All
  // ends in State::drop().
  bool has_ended = false;            // sends nothing more
  bool is_deaf = false;              // is cut off
  bool closes_after_output = false;  // has been told the last thing
  bool sends_on = false;             // and sent something since that nobody runs
  std::optional<int64_t> lingers_until_ms;
  bool is_gone = false;  // dropped: closed at the end of the turn
  bool has_left() const { return is_gone || lingers_until_ms; }
};

}  // namespace keemun::server
