// Streams of bytes that no client sends: noise, requests with damage, requests without sense. The
// server stays up, keeps what it was given before, and its rows stay sound.
#include <gtest/gtest.h>
#include <signal.h>

#include <array>

#include "base/hash.h"
#include "resp/encoder.h"
#include "support/keemun_process.h"
#include "support/keemun_program.h"
#include "support/raw_client.h"

namespace keemun {
namespace {

// Numbers that depend on the seed alone.
class Draw {
 public:
  explicit Draw(uint64_t seed) : seed_(seed) {}
  size_t below(size_t bound) { return hash_draw(seed_, ++count_, 0) % bound; }

 private:
  uint64_t seed_;
  uint64_t count_ = 0;
};

// Nothing that stops the server, takes its clients' time, or may hit the key that has to stay.
constexpr auto kNames = std::to_array<BytesView>(
    {"GET",     "SET",     "HSET",    "HGETALL", "ZADD",       "ZRANGE",    "LPUSH",
     "LRANGE",  "SADD",    "SPOP",    "INCRBY",  "APPEND",     "SETRANGE",  "MULTI",
     "EXEC",    "DISCARD", "WATCH",   "BLPOP",   "BZPOPMIN",   "SUBSCRIBE", "MONITOR",
     "HELLO",   "CLIENT",  "COMMAND", "OBJECT",  "SCAN",       "SORT",      "BITFIELD",
     "RESTORE", "DUMP",    "COPY",    "RENAME",  "EXPIRE",     "RESET",     "QUIT",
     "WAIT",    "INFO",    "SELECT",  "PUBLISH", "SINTERCARD", "LMPOP",     "XADD"});
constexpr auto kArguments = std::to_array<BytesView>(
    {"a",     "b",        "c",     "a",          "b",    "c",      "0",     "1",
     "1",     "-1",       "2",     "1e308",      "nan",  "",       "*",     "(",
     "[",     "STORE",    "LIMIT", "WITHSCORES", "NX",   "EX",     "LIST",  "OFF",
     "REPLY", "ENCODING", "COUNT", "GETKEYS",    "\r\n", "$5\r\n", "MATCH", "9223372036854775807"});

Bytes senseless_request(Draw& draw) {
  std::vector<BytesView> words = {kNames[draw.below(kNames.size())]};
  for (size_t count = draw.below(5); count > 0; --count) {
    words.push_back(kArguments[draw.below(kArguments.size())]);
  }
  Bytes bytes;
  resp::encode_request(words, bytes);
  return bytes;
}

void damage(Bytes& bytes, Draw& draw) {
  for (size_t count = 1 + draw.below(8); count > 0 && !bytes.empty(); --count) {
    const size_t at = draw.below(bytes.size());
    switch (draw.below(4)) {
      case 0:
        bytes[at] = static_cast<char>(draw.below(256));
        break;
      case 1:
        bytes.erase(at, 1 + draw.below(8));
        break;
      case 2:
        bytes.insert(at, 1 + draw.below(4), "\r\n*$9-"[draw.below(6)]);
        break;
      default:
        bytes.resize(at);
    }
  }
}

Bytes stream_of(uint64_t seed) {
  Draw draw(seed);
  Bytes bytes;
  if (draw.below(4) == 0) {
    for (size_t count = draw.below(2000); count > 0; --count) {
      bytes += static_cast<char>(draw.below(256));
    }
    return bytes;
  }
  for (size_t count = 1 + draw.below(40); count > 0; --count) bytes += senseless_request(draw);
  if (draw.below(2) == 0) damage(bytes, draw);
  return bytes;
}

// Sends in pieces; then hears the server out, or is gone at once.
void play(const Bytes& socket_path, uint64_t seed) {
  RawClient client(socket_path);
  const Bytes bytes = stream_of(seed);
  Draw draw(~seed);
  for (size_t at = 0; at < bytes.size();) {
    const size_t piece = 1 + draw.below(700);
    if (!client.send(BytesView(bytes).substr(at, piece))) return;
    at += piece;
  }
  if (draw.below(3) == 0) return;
  client.finish();
  client.read_all();
}

TEST(Rubbish, ChangesNothingForOthers) {
  constexpr uint64_t kConnections = 1500;
  KeemunProcess server;
  ASSERT_TRUE(server.start({"--databases", "4"})) << server.output();
  RawClient witness(server.socket_path());
  EXPECT_EQ(witness.ask({"SET", "kept", "value"}), "OK");
  for (uint64_t seed = 1; seed <= kConnections; ++seed) {
    play(server.socket_path(), seed);
    if (seed % 50 != 0) continue;
    ASSERT_EQ(witness.ask({"PING"}), "PONG") << "behind seed " << seed;
  }
  RawClient client(server.socket_path());
  EXPECT_EQ(client.ask({"PING"}), "PONG");
  EXPECT_EQ(client.ask({"GET", "kept"}), "\"value\"");
  EXPECT_EQ(client.ask({"OBJECT", "ENCODING", "kept"}), "\"embstr\"");
  EXPECT_EQ(client.ask({"WAIT", "0", "0"}), "(integer) 0");
  EXPECT_EQ(client.ask({"COMMAND", "GETKEYS", "GET", "kept"}), "1) \"kept\"");
  EXPECT_EQ(client.ask({"SET", "kept", "other"}), "OK");
  server.signal(SIGTERM);
  EXPECT_EQ(server.wait(), 0) << server.output();
  const Ended checked = run_keemun("check " + server.store_path());
  EXPECT_EQ(checked.status, 0) << checked.said;
}

}  // namespace
}  // namespace keemun
