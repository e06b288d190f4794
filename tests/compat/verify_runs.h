// `keemun verify` as one runs it, in a folder of its own, on a server or on one that is as a Redis
// but for something.
#pragma once

#include <gtest/gtest.h>

#include <fstream>
#include <functional>
#include <optional>
#include <sstream>

#include "base/ascii.h"
#include "fake_server.h"
#include "support/keemun_program.h"
#include "support/redis_server.h"
#include "support/temporary_directory.h"

namespace keemun {

class VerifyProgram : public testing::Test {
 protected:
  // `by` runs it.
  Ended verify(const Bytes& arguments, const Bytes& by = "") {
    return run_keemun("verify --out " + out_.path() + " " + arguments, by);
  }

  Bytes written(BytesView name) const {
    std::stringstream text;
    text << std::ifstream(out_ / name).rdbuf();
    return text.str();
  }

  // Is as the Redis behind it, but for what `change` makes of the reply to a request.
  using Change =
      std::function<std::optional<Bytes>(const FakeServer::Args& args, const resp::Reply& reply)>;
  FakeServer relay(verify::Target& redis, Change change) {
    return {out_.path(), [&redis, change](size_t client, const FakeServer::Args& args) {
              return change(args, redis.call(client, args));
            }};
  }
  // Is as the Redis behind it, but for the reply to one command where that is no error.
  FakeServer relay_but(verify::Target& redis, BytesView command,
                       std::function<Bytes(const resp::Reply& reply)> other) {
    return relay(redis, [command, other](const auto& args, const auto& reply) {
      const bool is_it = ascii_equal_ignoring_case(args[0], command) && !reply.is_error();
      return is_it ? other(reply) : encoded(reply);
    });
  }
  Ended verify_on(const FakeServer& server, const Bytes& options) {
    return verify("--target unix:" + server.path() + " " + options);
  }
  Ended verify_plan(const FakeServer& server, BytesView plan, const Bytes& options = "") {
    std::ofstream(out_ / "a.plan") << plan;
    return verify_on(server, options + " --plan " + out_ / "a.plan");
  }
  Ended verify_strings(const FakeServer& server) {
    return verify_on(server, "--groups string --seed 10 --commands 3000");
  }

  static Bytes at(const RedisServer& server) { return "unix:" + server.address().path; }

  TemporaryDirectory out_;
};

}  // namespace keemun
