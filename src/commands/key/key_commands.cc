#include "commands/key/key_commands.h"

#include <utility>

#include "commands/connection_database.h"
#include "commands/key/key_copy.h"

namespace keemun::commands {

namespace {

[[noreturn]] void throw_same_object() {
  throw_error("ERR source and destination objects are the same");
}

enum class Renamed : uint8_t { kYes, kNo };

Renamed rename_key(const Call& call, bool only_if_absent) {
  keyspace::Keyspace& keys = call.keys();
  const BytesView from = call.arg(1);
  const BytesView to = call.arg(2);
  if (!keys.find(from)) throw_error("ERR no such key");
  if (from == to) return only_if_absent ? Renamed::kNo : Renamed::kYes;
  if (only_if_absent && keys.find(to)) return Renamed::kNo;
  copy_key({keys, from}, {keys, to});
  keys.erase(from);
  call.changed(from, "rename_from");
  call.changed(to, "rename_to");
  return Renamed::kYes;
}

struct CopyOptions {
  size_t database = 0;
  bool replaces = false;
};

CopyOptions parse_copy_options(const Call& call) {
  CopyOptions options{call.connection.database, false};
  for (size_t i = 3; i < call.size(); ++i) {
    if (call.is_word(i, "replace")) {
      options.replaces = true;
    } else if (call.is_word(i, "db") && i + 1 < call.size()) {
      options.database = parse_database(call, ++i);
    } else {
      throw_syntax_error();
    }
  }
  return options;
}

}  // namespace

// DEL key [key ...], also as UNLINK
Reply del(Call& call) {
  int64_t count = 0;
  for (const BytesView key : call.args.subspan(1)) {
    if (!call.keys().erase(key)) continue;
    call.changed(key, "del");
    ++count;
  }
  return Reply::integer(count);
}

// EXISTS key [key ...], also as TOUCH: a key given twice counts twice
Reply exists(Call& call) {
  int64_t count = 0;
  for (const BytesView key : call.args.subspan(1)) count += call.keys().find(key).has_value();
  return Reply::integer(count);
}

// TYPE key
Reply type(Call& call) {
  const auto info = call.keys().find(call.arg(1));
  return Reply::status(Bytes(info ? types::type_name(info->type) : "none"));
}

// RENAME key newkey
Reply rename(Call& call) {
  rename_key(call, false);
  return Reply::ok();
}

// RENAMENX key newkey
Reply renamenx(Call& call) {
  return Reply::integer(rename_key(call, true) == Renamed::kYes);
}

// COPY source destination [DB destination-db] [REPLACE]
Reply copy(Call& call) {
  const CopyOptions options = parse_copy_options(call);
  const BytesView from = call.arg(1);
  const BytesView to = call.arg(2);
  if (options.database == call.connection.database && from == to) throw_same_object();
  keyspace::Keyspace& source = call.keys();
  keyspace::Keyspace& target = call.host.database(options.database);
  {
    const keyspace::CountedLookups counted(source);
    if (!source.find(from)) return Reply::integer(0);
  }
  if (!options.replaces && target.find(to)) return Reply::integer(0);
  copy_key({source, from}, {target, to});
  call.host.changed(options.database, to, "copy_to");
  return Reply::integer(1);
}

// MOVE key db
Reply move(Call& call) {
  const BytesView key = call.arg(1);
  const size_t database = parse_database(call, 2);
  if (database == call.connection.database) throw_same_object();
  keyspace::Keyspace& source = call.keys();
  keyspace::Keyspace& target = call.host.database(database);
  if (!source.find(key) || target.find(key)) return Reply::integer(0);
  copy_key({source, key}, {target, key});
  source.erase(key);
  call.changed(key, "move_from");
  call.host.changed(database, key, "move_to");
  return Reply::integer(1);
}

// RANDOMKEY
Reply randomkey(Call& call) {
  auto key = call.keys().any_key(call.host.draw());
  return key ? Reply::bulk(std::move(*key)) : Reply::null();
}

}  // namespace keemun::commands
