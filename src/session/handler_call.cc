#include "session/handler_call.h"

#include <algorithm>
#include <array>

#include "base/command_error.h"
#include "session/error_replies.h"
#include "session/numbered_databases.h"

namespace keemun::session {

using resp::Reply;

namespace {

const commands::Command* find_by_own_name(const Core& core, std::span<const BytesView> args) {
  const commands::Command* command = commands::find_command(args);
  if (command != nullptr || core.extension == nullptr) return command;
  return core.extension->find(args);
}

}  // namespace

const commands::Command* find_command(const Core& core, std::span<const BytesView> args) {
  const commands::CommandNames& names = core.settings.command_names;
  if (names.are_own() || args.empty()) return find_by_own_name(core, args);
  const auto own = names.own_name(args[0]);
  if (!own) return nullptr;
  const std::array words = {*own, args.size() > 1 ? args[1] : BytesView()};
  return find_by_own_name(core, std::span(words).first(std::min(args.size(), words.size())));
}

Outcome call_handler(const commands::Command& command, std::span<const BytesView> args,
                     commands::Connection& connection, CommandRun& run) {
  try {
    commands::Call call{command, args, connection, run};
    const NumberedDatabases numbers(run.core(), call);
    // Who is woken has asked for his keys before.
    run.count_lookups(!command.is(commands::kWrite) && !connection.is_woken);
    Outcome outcome{command.handler(call), true, std::nullopt};
    run.finish();
    run.add_lookups();
    return outcome;
  } catch (const CommandError& error) {
    run.add_lookups();  // the key may be there, of another type
    return {Reply::error(error.text()), false, std::nullopt};
  } catch (const ports::StoreError& error) {
    return {store_error_reply(error), false, error};
  }
}

}  // namespace keemun::session
