#include "commands/blocking_commands.h"

#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include "base/number_text.h"
#include "commands/list/list_commands.h"
#include "commands/zset/zset_commands.h"

namespace keemun::commands {

namespace {

// Seconds, with a fraction; 0 is for ever.
int64_t timeout_ms(const Call& call, size_t index) {
  constexpr long double kMsPerSecond = 1000;
  const auto seconds = parse_long_double(call.arg(index));
  if (!seconds || std::isnan(*seconds)) throw_error("ERR timeout is not a float or out of range");
  const long double ms = std::ceil(*seconds * kMsPerSecond);
  // Redis does not notice that a number of milliseconds is too large, but finds it negative then.
  const bool is_too_large = ms > static_cast<long double>(std::numeric_limits<int64_t>::max());
  if (ms < 0 || is_too_large) throw_error("ERR timeout is negative");
  return static_cast<int64_t>(ms);
}

Reply wait_for(Call& call, const Wait& wait, Reply in_vain) {
  call.host.wait_for(wait);
  return in_vain;
}

// A key of another type ends a request with an error when it comes, and no more once it waits.
bool is_passed_over(Call& call, BytesView key) {
  if (!call.connection.is_woken) return false;
  const auto found = call.keys().find(key);
  const auto wanted =
      call.command.group == Group::kList ? types::KeyType::kList : types::KeyType::kZSet;
  return found && found->type != wanted;
}

// The first key from which `pop`, a command of one key, takes something.
Reply pop_first(Call& call, Reply (*pop)(Call&)) {
  const int64_t ms = timeout_ms(call, call.size() - 1);
  const auto keys = call.args.subspan(1, call.size() - 2);
  for (const BytesView key : keys) {
    if (is_passed_over(call, key)) continue;
    const BytesView words[] = {call.arg(0), key};
    Call inner{call.command, words, call.connection, call.host};
    Reply popped = pop(inner);
    if (popped.kind() == Reply::Kind::kBulk) {
      return Reply::array({Reply::bulk(Bytes(key)), std::move(popped)});
    }
    if (!popped.is_null() && !popped.items().empty()) {  // a member and its score
      popped.items().insert(popped.items().begin(), Reply::bulk(Bytes(key)));
      return popped;
    }
  }
  return wait_for(call, {keys, ms, {call.arg(0), keys[0], call.args.back()}, 1},
                  Reply::null_array());
}

// COMMAND timeout rest: `pop` is the command without the timeout, which Redis reads last.
Reply pop_many(Call& call, Reply (*pop)(Call&, const std::function<void()>&)) {
  int64_t ms = 0;
  std::vector<BytesView> words = {call.arg(0)};
  words.insert(words.end(), call.args.begin() + 2, call.args.end());
  Call inner{call.command, words, call.connection, call.host};
  const bool has_nothing = is_passed_over(call, call.arg(3));
  Reply popped = has_nothing ? Reply::null_array() : pop(inner, [&] { ms = timeout_ms(call, 1); });
  if (!popped.is_null()) return popped;
  const auto keys = call.args.subspan(3, static_cast<size_t>(call.integer(2)));
  std::vector<BytesView> for_one_key = {call.arg(0), call.arg(1), "1", keys[0]};
  const auto behind_keys = call.args.subspan(3 + keys.size());
  for_one_key.insert(for_one_key.end(), behind_keys.begin(), behind_keys.end());
  return wait_for(call, {keys, ms, std::move(for_one_key), 3}, std::move(popped));
}

Reply move(Call& call, int64_t ms, Reply (*move_one)(Call&)) {
  Reply moved = is_passed_over(call, call.arg(1)) ? Reply::null() : move_one(call);
  if (!moved.is_null()) return moved;
  return wait_for(call, {call.args.subspan(1, 1), ms, {call.args.begin(), call.args.end()}, 1},
                  std::move(moved));
}

void check_end(const Call& call, size_t index) {
  if (!call.is_word(index, "left") && !call.is_word(index, "right")) throw_syntax_error();
}

}  // namespace

// BLPOP key [key ...] timeout
Reply blpop(Call& call) {
  return pop_first(call, lpop);
}

// BRPOP key [key ...] timeout
Reply brpop(Call& call) {
  return pop_first(call, rpop);
}

// BZPOPMIN key [key ...] timeout
Reply bzpopmin(Call& call) {
  return pop_first(call, zpopmin);
}

// BZPOPMAX key [key ...] timeout
Reply bzpopmax(Call& call) {
  return pop_first(call, zpopmax);
}

// BLMOVE source destination LEFT | RIGHT LEFT | RIGHT timeout
Reply blmove(Call& call) {
  check_end(call, 3);
  check_end(call, 4);
  return move(call, timeout_ms(call, 5), lmove);
}

// BRPOPLPUSH source destination timeout
Reply brpoplpush(Call& call) {
  return move(call, timeout_ms(call, 3), rpoplpush);
}

// BLMPOP timeout numkeys key [key ...] LEFT | RIGHT [COUNT count]
Reply blmpop(Call& call) {
  return pop_many(call, lmpop_when_read);
}

// BZMPOP timeout numkeys key [key ...] MIN | MAX [COUNT count]
Reply bzmpop(Call& call) {
  return pop_many(call, zmpop_when_read);
}

}  // namespace keemun::commands
