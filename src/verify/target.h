// A server that plans are played on, as a pipeline of requests and replies for each client.
//
// Clients are numbered from 1 and connect when they are first used. What goes wrong on the way to a
// server is a TargetError; a reply that is an error is a reply.
#pragma once

#include <cstddef>
#include <stdexcept>

#include "plan/plan.h"
#include "resp/reply.h"

namespace keemun::verify {

using plan::Args;
using resp::Reply;

class TargetError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// A connection has ended that was in use: the server went down, or did not like a request.
class ConnectionLost : public TargetError {
 public:
  using TargetError::TargetError;
};

class Target {
 public:
  virtual ~Target() = default;

  // Clients know nothing of before. Waits for a server that is on its way up, and throws where
  // there is none.
  virtual void connect_anew() {}

  // Replies come in the order of requests, client by client. Requests of different clients run in
  // the order in which their replies are waited for, no sooner.
  virtual void send(size_t client, const Args& args) = 0;
  virtual Reply receive(size_t client) = 0;

  Reply call(size_t client, const Args& args) {
    send(client, args);
    return receive(client);
  }
};

}  // namespace keemun::verify
