// Pops that wait. The model never waits: where there is nothing to pop it answers what a wait in
// vain answers, which is also what Redis answers inside of MULTI.
#include <cmath>
#include <limits>
#include <vector>

#include "model/call.h"

namespace keemun::model {

namespace {

void check_timeout(const Call& call, size_t index) {
  const auto seconds = parse_long_double(call.arg(index));
  if (!seconds || std::isnan(*seconds)) {
    throw CommandError("ERR timeout is not a float or out of range");
  }
  const long double ms = std::ceil(*seconds * 1000);
  // Too large a number of milliseconds turns negative.
  if (ms < 0 || ms > static_cast<long double>(std::numeric_limits<int64_t>::max())) {
    throw CommandError("ERR timeout is negative");
  }
}

// As if it had been another command with these words.
Reply as(const Call& call, BytesView name, const std::vector<Bytes>& words) {
  Call inner = call;
  inner.args = words;
  return find_command(name)->run(inner);
}

Reply pop_first(const Call& call, BytesView name) {
  check_timeout(call, call.size() - 1);
  for (size_t i = 1; i + 1 < call.size(); ++i) {
    const Reply popped = as(call, name, {call.arg(0), call.arg(i)});
    if (popped.is_null()) continue;
    if (popped.kind() != Reply::Kind::kArray) {
      return Reply::array({Reply::bulk(call.arg(i)), popped});
    }
    if (popped.items().empty()) continue;
    return Reply::array({Reply::bulk(call.arg(i)), popped.items()[0], popped.items()[1]});
  }
  return Reply::null_array();
}

// The timeout is looked at when the other words have been found right, and before any key: without
// any key the command says whether they are.
Reply pop_many(const Call& call, BytesView name) {
  std::vector<Bytes> words(call.args.begin(), call.args.end());
  words.erase(words.begin() + 1);
  Model nothing;
  Client nobody;
  Call inner{nothing, nobody, words, call.now_ms};
  find_command(name)->run(inner);
  check_timeout(call, 1);
  return as(call, name, words);
}

// BLPOP key [key ...] timeout
Reply blpop(Call& call) {
  return pop_first(call, "lpop");
}

// BRPOP key [key ...] timeout
Reply brpop(Call& call) {
  return pop_first(call, "rpop");
}

// BZPOPMIN key [key ...] timeout
Reply bzpopmin(Call& call) {
  return pop_first(call, "zpopmin");
}

// BZPOPMAX key [key ...] timeout
Reply bzpopmax(Call& call) {
  return pop_first(call, "zpopmax");
}

// BLMPOP timeout numkeys key [key ...] LEFT | RIGHT [COUNT count]
Reply blmpop(Call& call) {
  return pop_many(call, "lmpop");
}

// BZMPOP timeout numkeys key [key ...] MIN | MAX [COUNT count]
Reply bzmpop(Call& call) {
  return pop_many(call, "zmpop");
}

// BLMOVE source destination LEFT | RIGHT LEFT | RIGHT timeout: the ends are looked at first
Reply blmove(Call& call) {
  for (const size_t index : {3U, 4U}) {
    if (!call.is_word(index, "left") && !call.is_word(index, "right")) Call::throw_syntax_error();
  }
  check_timeout(call, 5);
  return as(call, "lmove", {call.args.begin(), call.args.end() - 1});
}

// BRPOPLPUSH source destination timeout
Reply brpoplpush(Call& call) {
  check_timeout(call, 3);
  return as(call, "rpoplpush", {call.args.begin(), call.args.end() - 1});
}

constexpr Command kCommands[] = {
    {"blmove", 6, blmove},      {"blmpop", -5, blmpop},        {"blpop", -3, blpop},
    {"brpop", -3, brpop},       {"brpoplpush", 4, brpoplpush}, {"bzmpop", -5, bzmpop},
    {"bzpopmax", -3, bzpopmax}, {"bzpopmin", -3, bzpopmin},
};

}  // namespace

std::span<const Command> blocking_commands() {
  return kCommands;
}

}  // namespace keemun::model
