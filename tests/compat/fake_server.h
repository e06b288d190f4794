// A server of the test's own on a unix socket, whose replies are in the test's hand. Runs in a
// thread from the constructor's end to the destructor.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <thread>
#include <vector>

#include "resp/encoder.h"
#include "resp/reply.h"
#include "resp/request_parser.h"

namespace keemun {

class FakeServer {
 public:
  using Args = std::vector<Bytes>;
  // The bytes that are sent to the client of that number, counted from 1 in the order in which they
  // came; none: the connection is closed. Called from the server's thread alone.
  using Answer = std::function<std::optional<Bytes>(size_t client, const Args& args)>;

  // `folder` must outlive the server.
  FakeServer(const Bytes& folder, Answer answer);
  ~FakeServer();
  FakeServer(const FakeServer&) = delete;
  FakeServer& operator=(const FakeServer&) = delete;

  Bytes path() const { return path_; }

 private:
  struct Client {
    size_t number = 0;
    resp::RequestParser requests;
  };

  void serve();
  void take_client();
  // False where the connection has ended.
  bool serve(int socket, Client& client);

  Bytes path_;
  Answer answer_;
  int listener_ = -1;
  int stop_[2] = {-1, -1};
  size_t client_count_ = 0;
  std::map<int, Client> clients_;  // by socket
  std::thread thread_;
};

Bytes encoded(const resp::Reply& reply, resp::Protocol protocol = resp::Protocol::kResp2);

}  // namespace keemun
