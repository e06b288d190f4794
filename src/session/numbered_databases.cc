#include "session/numbered_databases.h"

#include <limits>
#include <optional>

#include "base/command_error.h"
#include "base/number_text.h"
#include "commands/connection_commands.h"
#include "commands/key/key_commands.h"
#include "format/store_records.h"

namespace keemun::session {

namespace {

// Of no database, and answered so. The numbers of names are nobody's to use.
constexpr int64_t kOutOfRange = std::numeric_limits<int32_t>::max();

// Whether the store has a namespace of that name, which may have been made elsewhere.
bool is_stored(Core& core, BytesView name) {
  const auto row = core.store.get(format::namespace_record_key(name));
  if (!row) return false;
  const auto record = format::decode_namespace_record(*row);
  if (!record) throw CommandError("ERR the record of that namespace does not decode");
  if (record->family != format::EncodingFamily::kArdb) {
    throw CommandError("ERR that namespace is of another family of encodings");
  }
  return true;
}

size_t number_of(Core& core, BytesView name) {
  if (const auto number = core.names.find(name)) return *number;
  core.names.check(name);
  const bool has_record = is_stored(core, name);
  if (has_record) core.names.found(name);
  return core.names.open(name);
}

}  // namespace

NumberedDatabases::NumberedDatabases(Core& core, commands::Call& call) {
  if (!core.takes_names) return;
  const commands::Handler handler = call.command.handler;
  if (handler == commands::select) {
    replace(core, call, 1, true);
  } else if (handler == commands::move) {
    replace(core, call, 2, true);
  } else if (handler == commands::swapdb) {
    replace(core, call, 1, false);
    replace(core, call, 2, false);
  } else if (handler == commands::copy) {
    for (size_t i = 3; i < call.size(); ++i) {
      if (call.is_word(i, "replace")) continue;
      if (!call.is_word(i, "db") || i + 1 == call.size()) return;  // wrong, which COPY says
      if (!replace(core, call, ++i, true)) return;                 // COPY goes no further
    }
  }
}

bool NumberedDatabases::replace(Core& core, commands::Call& call, size_t index, bool takes_names) {
  const BytesView word = call.arg(index);
  std::optional<int64_t> number = parse_int64(word);
  if (number) {
    const bool is_behind = *number >= 0 && core.names.holds(static_cast<size_t>(*number));
    // Anything else the handler judges.
    if (!is_behind || *number > kOutOfRange) {
      return *number >= 0 && static_cast<uint64_t>(*number) < core.settings.databases.size();
    }
    number = kOutOfRange;
  } else {
    if (!takes_names) return false;
    number = static_cast<int64_t>(number_of(core, word));
  }
  if (args_.empty()) args_.assign(call.args.begin(), call.args.end());
  args_[index] = numbers_.emplace_back(format_int64(*number));
  call.args = args_;
  return *number != kOutOfRange;
}

}  // namespace keemun::session
