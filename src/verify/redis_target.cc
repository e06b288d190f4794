#include "verify/redis_target.h"

#include <hiredis/hiredis.h>

#include <chrono>
#include <map>
#include <thread>
#include <utility>
#include <vector>

#include "resp/reply_parser.h"

namespace keemun::verify {

namespace {

using Status = resp::ReplyParser::Status;

struct FreeContext {
  void operator()(redisContext* context) const { redisFree(context); }
};
using Context = std::unique_ptr<redisContext, FreeContext>;

// hiredis connects and encodes requests. Replies are read by our own parser: hiredis knows neither
// RESP3 nor replies as deep as those of COMMAND. Nor does it know TLS, as Debian has it.
struct Connection {
  Context context;
  std::unique_ptr<Wire> wire;  // on the context's socket
  Bytes unsent;
  resp::ReplyParser replies;
  size_t awaited = 0;  // replies
};

void append(Connection& connection, const Args& args) {
  std::vector<const char*> texts;
  std::vector<size_t> sizes;
  for (const Bytes& arg : args) {
    texts.push_back(arg.data());
    sizes.push_back(arg.size());
  }
  char* request = nullptr;
  const int size =
      redisFormatCommandArgv(&request, static_cast<int>(args.size()), texts.data(), sizes.data());
  if (size < 0) throw TargetError("no memory for a request");
  connection.unsent.append(request, static_cast<size_t>(size));
  redisFreeCommand(request);
}

class RedisTarget : public Target {
 public:
  RedisTarget(ServerAddress address, const ConnectionOptions& options)
      : address_(std::move(address)), protocol_(options.protocol) {
    if (address_.has_tls) tls_.emplace(options.tls);
  }

  void send(size_t client, const Args& args) override {
    Connection& its_connection = connection(client);
    if (its_connection.awaited == 0) check_silence(its_connection);
    ++its_connection.awaited;
    append(its_connection, args);
  }

  Reply receive(size_t client) override {
    Connection& its_connection = connection(client);
    Reply reply = receive(its_connection);
    --its_connection.awaited;
    return reply;
  }

  void connect_anew() override {
    constexpr std::chrono::seconds kPatience{10};
    constexpr std::chrono::milliseconds kPause{50};
    const auto deadline = std::chrono::steady_clock::now() + kPatience;
    while (true) {
      connections_.clear();
      try {
        return connect_first();
      } catch (const TargetError&) {
        if (std::chrono::steady_clock::now() > deadline) throw;
      }
      std::this_thread::sleep_for(kPause);
    }
  }

  void connect_first() {
    const Reply pong = call(1, {"PING"});
    if (pong == Reply::status("PONG")) return;
    if (!pong.is_error()) throw TargetError(shown(address_) + " does not answer as Redis");
    const bool locked = pong.text().starts_with("NOAUTH");
    throw TargetError(shown(address_) +
                      (locked ? Bytes(kWantsPassword) : " answers PING with " + pong.text()));
  }

 private:
  Connection& connection(size_t client) {
    Connection& connection = connections_[client];
    if (connection.context == nullptr) connect(connection);
    return connection;
  }

  void connect(Connection& connection) {
    constexpr timeval kPatience = {10, 0};
    Context made(address_.host.empty()
                     ? redisConnectUnixWithTimeout(address_.path.c_str(), kPatience)
                     : redisConnectWithTimeout(address_.host.c_str(), address_.port, kPatience));
    if (made == nullptr) throw TargetError("no memory for a connection");
    if (made->err != 0) fail("cannot be reached", made->errstr);
    if (redisSetTimeout(made.get(), kPatience) != REDIS_OK) fail("cannot be reached", made->errstr);
    connection.wire = tls_ ? tls_->open(made->fd, shown(address_), address_.host)
                           : std::make_unique<Wire>(made->fd, shown(address_));
    connection.context = std::move(made);
    if (!address_.password.empty()) log_in(connection);
    if (protocol_ == 3) ask_for_resp3(connection);
  }

  void log_in(Connection& connection) {
    append(connection, address_.user.empty() ? Args{"AUTH", address_.password}
                                             : Args{"AUTH", address_.user, address_.password});
    const Reply answer = receive(connection);
    if (answer.is_error()) fail("does not take the password", answer.text());
  }

  void ask_for_resp3(Connection& connection) {
    append(connection, {"HELLO", "3"});
    const Reply answer = receive(connection);
    if (answer.text().starts_with("NOAUTH"))
      throw TargetError(shown(address_) + Bytes(kWantsPassword));
    if (answer.is_error()) fail("does not speak RESP3", answer.text());
  }

  // What came before anybody asked would be taken for the answer to what is asked next, and so on
  // to the end.
  void check_silence(Connection& connection) {
    Reply extra;
    bool has_unread = connection.wire->has_unread();
    bool is_extra = has_unread && protocol_ == 2;  // be it the beginning of one
    for (; has_unread && !is_extra; has_unread = connection.wire->has_unread()) {
      read_some(connection);
      is_extra = next_reply(connection, extra) == Status::kReply;
    }
    if (is_extra || next_reply(connection, extra) == Status::kReply) {
      fail("does not speak Redis' protocol", "it sent a reply that nobody had asked for");
    }
  }

  static void read_some(Connection& connection) {
    char buffer[16 * 1024];
    connection.replies.feed(connection.wire->read(buffer));
  }

  // A server of RESP3 may say something in between at any time.
  Status next_reply(Connection& connection, Reply& reply) const {
    Status status = connection.replies.next(reply);
    while (protocol_ == 3 && status == Status::kReply && reply.kind() == Reply::Kind::kPush) {
      status = connection.replies.next(reply);
    }
    return status;
  }

  Reply receive(Connection& connection) {
    // Of a reply that comes byte by byte no single wait is long.
    constexpr std::chrono::seconds kReplyMax{60};
    const auto deadline = std::chrono::steady_clock::now() + kReplyMax;
    Reply reply;
    for (auto status = next_reply(connection, reply); status != Status::kReply;
         status = next_reply(connection, reply)) {
      if (std::chrono::steady_clock::now() > deadline) fail("does not answer", "its time is up");
      if (status == Status::kError) {
        fail("does not speak Redis' protocol", connection.replies.error());
      }
      connection.wire->write(std::exchange(connection.unsent, {}));
      read_some(connection);
    }
    return reply;
  }

  [[noreturn]] void fail(const Bytes& what, const Bytes& why) const {
    throw TargetError(shown(address_) + " " + what + ": " + why);
  }

  static constexpr BytesView kWantsPassword = " wants a password";

  const ServerAddress address_;
  const int protocol_;
  std::optional<TlsClient> tls_;
  std::map<size_t, Connection> connections_;
};

}  // namespace

std::unique_ptr<Target> connect_redis(const ServerAddress& address,
                                      const ConnectionOptions& options) {
  auto target = std::make_unique<RedisTarget>(address, options);
  target->connect_first();
  return target;
}

}  // namespace keemun::verify
