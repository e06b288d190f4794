#include "plan/second_looks.h"

#include <optional>
#include <utility>

#include "base/ascii.h"
#include "commands/table/used_keys.h"

namespace keemun::plan {

namespace {

std::optional<Bytes> any_key(Draw& draw, const commands::Command& command, const Args& args) {
  const auto keys = commands::used_keys(command, commands::views_of(args));
  if (keys.empty()) return std::nullopt;
  return Bytes(keys[draw.below(keys.size())].key);
}

// All that a key holds, if its letter says what that is (values.cc).
Args whole(Draw& draw, const Bytes& key) {
  switch (key.empty() ? '\0' : key[0]) {
    case 's':
    case 'n':
    case 'p':
      return {"GET", key};
    case 'h':
      return {"HGETALL", key};
    case 't':
      return {"SMEMBERS", key};
    case 'z':
      return {"ZRANGE", key, "0", "-1", "WITHSCORES"};
    case 'l':
      return {"LRANGE", key, "0", "-1"};
    case 'x':
      if (draw.percent(50)) return {"XINFO", "STREAM", key, "FULL"};
      return {"XRANGE", key, "-", "+"};
    default:
      return {"TYPE", key};
  }
}

constexpr BytesView kFarEnd = "4107542400123";

// Where a key goes that leaves its database.
std::optional<Bytes> other_database(const commands::Command& command, const Args& args) {
  if (command.name == "move" && args.size() == 3) return args[2];
  if (command.name != "copy") return std::nullopt;
  for (size_t i = 3; i + 1 < args.size(); ++i) {
    if (ascii_equal_ignoring_case(args[i], "db")) return args[i + 1];
  }
  return std::nullopt;
}

}  // namespace

CommandEvent SecondLooks::take() {
  CommandEvent first = std::move(planned_.front());
  planned_.pop_front();
  return first;
}

CommandEvent SecondLooks::around(Draw& draw, size_t chance, const commands::Command* command,
                                 CommandEvent event) {
  constexpr size_t kWithAnEnd = 30;
  constexpr size_t kAtItsEnd = 40;
  if (command == nullptr || !command->is(commands::kWrite) || !draw.percent(chance)) return event;
  const auto key = any_key(draw, *command, event.args);
  if (!key) return event;
  const bool with_an_end = draw.percent(kWithAnEnd);
  if (with_an_end) {
    plan(event.client, {"PEXPIREAT", *any_key(draw, *command, event.args), Bytes(kFarEnd)});
  }
  const bool has_first = !planned_.empty();
  if (has_first) planned_.push_back(event);
  const auto database = other_database(*command, event.args);
  if (database) plan(event.client, {"SELECT", *database});
  const bool at_its_end = with_an_end || draw.percent(kAtItsEnd);
  plan(event.client, at_its_end ? Args{"PEXPIRETIME", *key} : whole(draw, *key));
  if (database) plan(event.client, {"SELECT", "0"});
  return has_first ? take() : event;
}

void SecondLooks::plan(uint32_t client, Args args) {
  const commands::Command* command = commands::find_command(args);
  if (is_played(command->name, options_)) planned_.push_back({client, std::move(args)});
}

}  // namespace keemun::plan
