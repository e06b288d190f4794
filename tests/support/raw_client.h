// A connection whose bytes are in the test's hand: what is sent may be cut, broken or malicious.
#pragma once

#include <sys/socket.h>

#include <optional>
#include <vector>

#include "base/bytes.h"
#include "resp/reply.h"
#include "resp/reply_parser.h"

namespace keemun {

class RawClient {
 public:
  // To a unix socket. Ends the test program when nobody listens there.
  explicit RawClient(const Bytes& socket_path);
  // The same, to a port of 127.0.0.1; it takes little before it is read.
  explicit RawClient(int port);
  ~RawClient();
  RawClient(const RawClient&) = delete;
  RawClient& operator=(const RawClient&) = delete;

  // False when the other side has gone.
  bool send(BytesView bytes);
  // False, too, when the other side has taken nothing for a while.
  bool send_if_taken(BytesView bytes);
  bool send_request(const std::vector<Bytes>& words);
  // Nothing more will be sent.
  void finish();
  // The connection ends at once, as where a process dies: the other side finds it broken.
  void reset();
  // The next reply; none when the connection ended instead.
  std::optional<resp::Reply> read();
  // Whether anything has come that was not read.
  bool has_news() const;
  // As redis-cli prints it; "(gone)" when the connection ended. Whoever asks until something comes
  // true fails then, instead of asking for ever.
  Bytes ask(const std::vector<Bytes>& words);
  // Until the end of the connection.
  Bytes read_all();

 private:
  void connect_to(const sockaddr& address, socklen_t bytes);

  int socket_ = -1;
  resp::ReplyParser parser_;
  int times_gone_ = 0;
};

}  // namespace keemun
