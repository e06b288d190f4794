#include "commands/stream/stream_groups.h"

#include <optional>
#include <utility>

#include "base/error_text.h"

namespace keemun::commands {

OpenGroup open_group(const Call& call, size_t key_index) {
  const BytesView key = call.arg(key_index);
  const BytesView name = call.arg(key_index + 1);
  const keyspace::CountedLookups counted(call.keys());
  auto stream = call.keys().stream(key, Create::kNo);
  const auto group = stream ? stream->group(name) : std::nullopt;
  if (!group) throw_no_group(key, name);
  return {std::move(stream), name, *group};
}

void throw_no_group(BytesView key, BytesView group) {
  throw_error("NOGROUP No such key '" + shown_in_error(key) + "' or consumer group '" +
              shown_in_error(group) + "'");
}

void throw_no_group_of_key(BytesView key, BytesView group) {
  throw_error("NOGROUP No such consumer group '" + shown_in_error(group) + "' for key name '" +
              shown_in_error(key) + "'");
}

void throw_bad_subcommand(const Call& call) {
  constexpr size_t kNameBytesMax = 128;
  Bytes upper(call.arg(0));
  for (char& c : upper) {
    if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
  }
  throw_error("ERR unknown subcommand or wrong number of arguments for '" +
              shown_in_error(call.arg(1), kNameBytesMax) + "'. Try " + upper + " HELP.");
}

}  // namespace keemun::commands
