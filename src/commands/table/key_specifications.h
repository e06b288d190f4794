// Where a command's keys stand and what it does to each of them, as COMMAND INFO lists it. All of
// it follows from the row of the table.
#pragma once

#include <cstdint>
#include <vector>

#include "base/bytes.h"
#include "commands/table/table.h"
#include "resp/reply.h"

namespace keemun::commands {

// Keys that stand together and that are used alike.
struct KeySpecification {
  enum class Find : uint8_t {
    kRange,    // from `begin` to `last`, every `step`th
    kKeynum,   // as many as the number at `begin` says, right behind it
    kKeyword,  // one key behind `word`, which is sought from `begin` on
    kUnknown,  // what a SORT fetches by the names of its elements, or stores to
  };

  KeyUse use = kUnstated;
  Find find = Find::kUnknown;
  int begin = 0;
  int last = 0;  // counted from `begin`; negative: from the end of the request
  int step = 1;
  BytesView word = {};
  int limit = 0;  // 2: of what stands there the first half are keys
};

std::vector<KeySpecification> key_specifications(const Command& command);

resp::Reply key_specification_reply(const KeySpecification& specification);
// "RW", "access", "update"
resp::Reply key_use_reply(KeyUse use);

}  // namespace keemun::commands
