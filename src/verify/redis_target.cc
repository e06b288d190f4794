#include "verify/redis_target.h"

#include <hiredis/hiredis.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <cstring>
#include <map>
#include <utility>
#include <vector>

#include "resp/reply_parser.h"

namespace keemun::verify {

namespace {

using Status = resp::ReplyParser::Status;

constexpr int kPortMax = 65535;

struct FreeContext {
  void operator()(redisContext* context) const { redisFree(context); }
};
using Context = std::unique_ptr<redisContext, FreeContext>;

// hiredis connects and writes. Replies are read by our own parser: hiredis knows neither RESP3 nor
// replies as deep as those of COMMAND.
struct Connection {
  Context context;
  resp::ReplyParser replies;
  size_t awaited = 0;  // replies
};

Bytes shown(const Address& address) {
  if (address.host.empty()) return "unix:" + address.path;
  return address.host + ":" + std::to_string(address.port);
}

class RedisTarget : public Target {
 public:
  explicit RedisTarget(RedisTargetOptions options) : options_(std::move(options)) {}

  void send(size_t client, const Args& args) override {
    std::vector<const char*> texts;
    std::vector<size_t> sizes;
    for (const Bytes& arg : args) {
      texts.push_back(arg.data());
      sizes.push_back(arg.size());
    }
    Connection& its_connection = connection(client);
    if (its_connection.awaited == 0) check_silence(its_connection);
    ++its_connection.awaited;
    redisContext& context = *its_connection.context;
    if (redisAppendCommandArgv(&context, static_cast<int>(args.size()), texts.data(),
                               sizes.data()) != REDIS_OK) {
      fail("cannot be written to", context.errstr);
    }
  }

  Reply receive(size_t client) override {
    Connection& its_connection = connection(client);
    Reply reply = receive(its_connection);
    --its_connection.awaited;
    return reply;
  }

  void connect_first() {
    const Reply pong = call(1, {"PING"});
    if (pong == Reply::status("PONG")) return;
    if (!pong.is_error()) throw TargetError(shown(options_.address) + " does not answer as Redis");
    const bool locked = pong.text().starts_with("NOAUTH");
    throw TargetError(shown(options_.address) +
                      (locked ? " wants a password" : " answers PING with " + pong.text()));
  }

 private:
  Connection& connection(size_t client) {
    Connection& connection = connections_[client];
    if (connection.context == nullptr) connect(connection);
    return connection;
  }

  void connect(Connection& connection) {
    const Address& address = options_.address;
    const timeval timeout{options_.timeout_ms / 1000, options_.timeout_ms % 1000 * 1000};
    Context made(address.host.empty()
                     ? redisConnectUnixWithTimeout(address.path.c_str(), timeout)
                     : redisConnectWithTimeout(address.host.c_str(), address.port, timeout));
    if (made == nullptr) throw TargetError("no memory for a connection");
    if (made->err != 0) fail("cannot be reached", made->errstr);
    if (redisSetTimeout(made.get(), timeout) != REDIS_OK) fail("cannot be reached", made->errstr);
    connection.context = std::move(made);
    if (!options_.password.empty()) log_in(connection);
  }

  void log_in(Connection& connection) {
    std::vector<const char*> texts{"AUTH"};
    if (!options_.user.empty()) texts.push_back(options_.user.c_str());
    texts.push_back(options_.password.c_str());
    redisAppendCommandArgv(connection.context.get(), static_cast<int>(texts.size()), texts.data(),
                           nullptr);
    const Reply answer = receive(connection);
    if (answer.is_error()) fail("does not take the password", answer.text());
  }

  // What came before anybody asked would be taken for the answer to what is asked next, and so on
  // to the end.
  void check_silence(Connection& connection) const {
    char byte = 0;
    Reply extra;
    const bool has_come = recv(connection.context->fd, &byte, 1, MSG_PEEK | MSG_DONTWAIT) > 0;
    if (has_come || connection.replies.next(extra) == Status::kReply) {
      fail("does not speak Redis' protocol", "it sent a reply that nobody had asked for");
    }
  }

  Reply receive(Connection& connection) {
    Reply reply;
    for (auto status = connection.replies.next(reply); status != Status::kReply;
         status = connection.replies.next(reply)) {
      if (status == Status::kError) {
        fail("does not speak Redis' protocol", connection.replies.error());
      }
      flush(*connection.context);
      read_some(connection);
    }
    return reply;
  }

  void flush(redisContext& context) {
    for (int done = 0; done == 0;) {
      if (redisBufferWrite(&context, &done) != REDIS_OK) {
        fail("cannot be written to", context.errstr);
      }
    }
  }

  void read_some(Connection& connection) {
    char buffer[16 * 1024];
    const ssize_t count = read(connection.context->fd, buffer, sizeof buffer);
    if (count == 0) fail("closed the connection", "it did not like a request, or it went down");
    if (count < 0 && errno != EINTR) {
      const bool late = errno == EAGAIN || errno == EWOULDBLOCK;
      fail("does not answer", late ? "its time is up" : std::strerror(errno));
    }
    if (count > 0) connection.replies.feed(BytesView(buffer, static_cast<size_t>(count)));
  }

  [[noreturn]] void fail(const Bytes& what, const Bytes& why) const {
    throw TargetError(shown(options_.address) + " " + what + ": " + why);
  }

  RedisTargetOptions options_;
  std::map<size_t, Connection> connections_;
};

}  // namespace

std::optional<Address> parse_address(BytesView text) {
  constexpr BytesView kUnix = "unix:";
  if (text.starts_with(kUnix)) {
    const BytesView path = text.substr(kUnix.size());
    if (path.empty()) return std::nullopt;
    return Address{"", 0, Bytes(path)};
  }
  const size_t colon = text.rfind(':');
  if (colon == BytesView::npos || colon == 0) return std::nullopt;
  BytesView host = text.substr(0, colon);
  if (host.starts_with('[') && host.ends_with(']')) host = host.substr(1, host.size() - 2);
  const BytesView digits = text.substr(colon + 1);
  int port = 0;
  const auto read = std::from_chars(digits.data(), digits.data() + digits.size(), port);
  const bool whole = read.ec == std::errc() && read.ptr == digits.data() + digits.size();
  if (host.empty() || !whole || port < 1 || port > kPortMax) return std::nullopt;
  return Address{Bytes(host), port, ""};
}

std::unique_ptr<Target> connect_redis(const RedisTargetOptions& options) {
  auto target = std::make_unique<RedisTarget>(options);
  target->connect_first();
  return target;
}

}  // namespace keemun::verify
