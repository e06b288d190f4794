#include "commands/connection_commands.h"

#include <limits>
#include <optional>

#include "base/number_text.h"
#include "commands/connection_database.h"

namespace keemun::commands {

namespace {

constexpr int64_t kIntMin = std::numeric_limits<int32_t>::min();
constexpr int64_t kIntMax = std::numeric_limits<int32_t>::max();

bool fits_int(const std::optional<int64_t>& number) {
  return number && *number >= kIntMin && *number <= kIntMax;
}

void check_flush_options(const Call& call) {
  if (call.size() == 1) return;
  if (call.size() > 2 || (!call.is_word(1, "async") && !call.is_word(1, "sync"))) {
    throw_syntax_error();
  }
}

void flush(const Call& call, size_t database) {
  call.host.flushing(database);
  call.host.database(database).flush();
}

}  // namespace

size_t parse_database(const Call& call, size_t index) {
  const int64_t number = call.integer(index);
  if (!fits_int(number)) {
    throw_error("ERR value is out of range, value must between " + format_int64(kIntMin) + " and " +
                format_int64(kIntMax));
  }
  if (number < 0 || static_cast<size_t>(number) >= call.host.database_count()) {
    throw_error("ERR DB index is out of range");
  }
  return static_cast<size_t>(number);
}

// PING [message]
Reply ping(Call& call) {
  if (call.size() > 2) throw_wrong_arity(call.command);
  return call.size() == 2 ? Reply::bulk(Bytes(call.arg(1))) : Reply::status("PONG");
}

// ECHO message
Reply echo(Call& call) {
  return Reply::bulk(Bytes(call.arg(1)));
}

// TIME: the clock knows milliseconds, so the last three digits of the microseconds are 0. Scripts
// call it until a time has come.
Reply time(Call& call) {
  constexpr int64_t kMsPerSecond = 1000;
  constexpr int64_t kMicrosecondsPerMs = 1000;
  const int64_t now_ms = call.connection.is_of_script ? call.host.clock_ms() : call.keys().now_ms();
  return Reply::array({Reply::bulk(format_int64(now_ms / kMsPerSecond)),
                       Reply::bulk(format_int64(now_ms % kMsPerSecond * kMicrosecondsPerMs))});
}

// SELECT index
Reply select(Call& call) {
  call.connection.database = parse_database(call, 1);
  return Reply::ok();
}

// SWAPDB index1 index2
Reply swapdb(Call& call) {
  if (!fits_int(parse_int64(call.arg(1)))) throw_error("ERR invalid first DB index");
  if (!fits_int(parse_int64(call.arg(2)))) throw_error("ERR invalid second DB index");
  const size_t first = parse_database(call, 1);
  const size_t second = parse_database(call, 2);
  call.host.swap_databases(first, second);
  return Reply::ok();
}

// DBSIZE
Reply dbsize(Call& call) {
  return Reply::integer(call.host.count_keys(call.connection.database));
}

// FLUSHDB [ASYNC | SYNC]
Reply flushdb(Call& call) {
  check_flush_options(call);
  flush(call, call.connection.database);
  return Reply::ok();
}

// FLUSHALL [ASYNC | SYNC]
Reply flushall(Call& call) {
  check_flush_options(call);
  for (size_t i = 0; i < call.host.database_count(); ++i) flush(call, i);
  return Reply::ok();
}

}  // namespace keemun::commands
