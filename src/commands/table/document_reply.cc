#include "commands/table/document_reply.h"

#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "base/check.h"
#include "commands/table/argument_notation.h"
#include "commands/table/command_documents.h"
#include "commands/table/info_names.h"
#include "commands/table/key_specifications.h"

namespace keemun::commands {

namespace {

using resp::Reply;

void add(Reply::Items& map, BytesView name, Reply value) {
  map.push_back(Reply::bulk(Bytes(name)));
  map.push_back(std::move(value));
}

void add(Reply::Items& map, BytesView name, BytesView text) {
  add(map, name, Reply::bulk(Bytes(text)));
}

Reply flags_of(const Argument& argument) {
  Reply::Items flags;
  if (argument.is_optional) flags.push_back(Reply::status("optional"));
  if (argument.is_multiple) flags.push_back(Reply::status("multiple"));
  if (argument.is_token_multiple) flags.push_back(Reply::status("multiple_token"));
  return Reply::set(std::move(flags));
}

// Which of the key specifications covers the next argument. Of those that are keys: one after the
// other, and the last one all that follow. The keys that a SORT fetches are covered by its
// patterns.
class NextKey {
 public:
  explicit NextKey(std::vector<KeySpecification> all) : all_(std::move(all)) {}

  // None where it covers no keys.
  std::optional<int64_t> specification(ArgumentType type) {
    if (type == ArgumentType::kKey) return of_key();
    if (type != ArgumentType::kPattern) return std::nullopt;
    for (size_t i = 0; i < all_.size(); ++i) {
      if (all_[i].find == KeySpecification::Find::kUnknown) return static_cast<int64_t>(i);
    }
    return std::nullopt;
  }

 private:
  int64_t of_key() {
    const size_t now = next_;
    do {
      if (next_ + 1 < all_.size()) ++next_;
    } while (all_[next_].find == KeySpecification::Find::kUnknown && next_ + 1 < all_.size());
    return static_cast<int64_t>(now);
  }

  std::vector<KeySpecification> all_;
  size_t next_ = 0;
};

// Calls itself once per level of the notation, which is a constant.
Reply arguments_reply(std::span<const Argument> arguments, NextKey& next_key) {
  Reply::Items items;
  for (const Argument& argument : arguments) {
    Reply::Items map;
    add(map, "name", argument.name);
    add(map, "type", argument_type_name(argument.type));
    if (const auto index = next_key.specification(argument.type)) {
      add(map, "key_spec_index", Reply::integer(*index));
    }
    if (!argument.token.empty()) add(map, "token", argument.token);
    Reply flags = flags_of(argument);
    if (!flags.items().empty()) add(map, "flags", std::move(flags));
    if (!argument.arguments.empty()) {
      add(map, "arguments", arguments_reply(argument.arguments, next_key));
    }
    items.push_back(Reply::map(std::move(map)));
  }
  return Reply::array(std::move(items));
}

Reply::Items document_alone(const Command& command) {
  const Document* document = find_document(command.name);
  CHECK(document != nullptr);
  Reply::Items map;
  add(map, "summary", document->summary);
  add(map, "since", command.since);
  add(map, "group", group_name(command.group));
  const auto arguments = parse_arguments(document->arguments);
  CHECK(arguments);
  NextKey next_key(key_specifications(command));
  if (!arguments->empty()) add(map, "arguments", arguments_reply(*arguments, next_key));
  return map;
}

}  // namespace

Reply document_reply(const KnownCommands& known, const Command& command) {
  Reply::Items map = document_alone(command);
  Reply::Items subcommands;
  for (const Command* other : known.subcommands_of(command)) {
    add(subcommands, other->name, Reply::map(document_alone(*other)));
  }
  if (!subcommands.empty()) add(map, "subcommands", Reply::map(std::move(subcommands)));
  return Reply::map(std::move(map));
}

}  // namespace keemun::commands
