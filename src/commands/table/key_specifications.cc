#include "commands/table/key_specifications.h"

#include <utility>

#include "commands/table/info_names.h"

namespace keemun::commands {

namespace {

using resp::Reply;
using Find = KeySpecification::Find;

KeySpecification one_key(KeyUse use, int position) {
  return {use, Find::kRange, position, 0, 1};
}

KeySpecification counted_keys(KeyUse use, int count_position) {
  return {use, Find::kKeynum, count_position, 0, 1};
}

KeySpecification key_behind(BytesView word, KeyUse use, int begin) {
  return {use, Find::kKeyword, begin, 0, 1, word};
}

// Behind the word stand keys, then as many ids.
KeySpecification keys_behind_streams(KeyUse use, int begin) {
  return {use, Find::kKeyword, begin, -1, 1, "STREAMS", 2};
}

KeySpecification range_from(int begin, KeyUse use, const Keys& keys) {
  return {use, Find::kRange, begin, keys.last < 0 ? keys.last : keys.last - begin, keys.step};
}

std::vector<KeySpecification> fixed_keys(const Command& command) {
  const Keys& keys = command.keys;
  if (keys.first == 0) return {};
  if (keys.rest_use == kUnstated) return {range_from(keys.first, command.first_use(), keys)};
  return {one_key(keys.use, keys.first), range_from(keys.first + 1, keys.rest_use, keys)};
}

// {type: …, spec: {…}}
Reply typed(BytesView type, Reply::Items spec) {
  return Reply::map({Reply::bulk("type"), Reply::bulk(Bytes(type)), Reply::bulk("spec"),
                     Reply::map(std::move(spec))});
}

Reply begin_search(const KeySpecification& specification) {
  if (specification.find == Find::kUnknown) return typed("unknown", {});
  if (specification.find == Find::kKeyword) {
    return typed("keyword", {Reply::bulk("keyword"), Reply::bulk(Bytes(specification.word)),
                             Reply::bulk("startfrom"), Reply::integer(specification.begin)});
  }
  return typed("index", {Reply::bulk("index"), Reply::integer(specification.begin)});
}

Reply find_keys(const KeySpecification& specification) {
  switch (specification.find) {
    case Find::kRange:
    case Find::kKeyword:
      return typed("range", {Reply::bulk("lastkey"), Reply::integer(specification.last),
                             Reply::bulk("keystep"), Reply::integer(specification.step),
                             Reply::bulk("limit"), Reply::integer(specification.limit)});
    case Find::kKeynum:
      return typed("keynum", {Reply::bulk("keynumidx"), Reply::integer(0), Reply::bulk("firstkey"),
                              Reply::integer(1), Reply::bulk("keystep"), Reply::integer(1)});
    case Find::kUnknown:
      break;
  }
  return typed("unknown", {});
}

}  // namespace

std::vector<KeySpecification> key_specifications(const Command& command) {
  const KeyUse first = command.first_use();
  const KeyUse rest = command.rest_use();
  const KeySpecification fetched = {first, Find::kUnknown};
  switch (command.keys.moving) {
    case Keys::Moving::kNever:
      return fixed_keys(command);
    case Keys::Moving::kNumkeys:
      return {counted_keys(first, 1)};
    case Keys::Moving::kTimeoutNumkeys:
      return {counted_keys(first, 2)};
    case Keys::Moving::kDestinationNumkeys:
      return {one_key(first, 1), counted_keys(rest, 2)};
    case Keys::Moving::kSort:
      return {one_key(first, 1), fetched, {rest, Find::kUnknown}};
    case Keys::Moving::kSortReadOnly:
      return {one_key(first, 1), fetched};
    case Keys::Moving::kStreamsWord:
      return {keys_behind_streams(first, command.name == "xread" ? 1 : 4)};
    case Keys::Moving::kStoreWord:
      return {one_key(first, 1), key_behind("STORE", rest, -command.arity),
              key_behind("STOREDIST", rest, -command.arity)};
  }
  return {};
}

Reply key_specification_reply(const KeySpecification& specification) {
  return Reply::map({Reply::bulk("flags"), key_use_reply(specification.use),
                     Reply::bulk("begin_search"), begin_search(specification),
                     Reply::bulk("find_keys"), find_keys(specification)});
}

Reply key_use_reply(KeyUse use) {
  Reply::Items names;
  for (const KeyUseName& known : key_use_names()) {
    if ((use & known.use) != 0) names.push_back(Reply::status(Bytes(known.name)));
  }
  return Reply::set(std::move(names));
}

}  // namespace keemun::commands
