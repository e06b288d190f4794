// What all commands of streams share in the model: ids as arguments and in answers, groups that
// must be there, and how far one has come.
#pragma once

#include <cstdint>
#include <optional>

#include "model/call.h"

namespace keemun::model {

using Id = Stream::Id;

inline constexpr uint64_t kNumberMax = ~uint64_t{0};
inline constexpr Id kLastId = {kNumberMax, kNumberMax};

// "5", "5-3"; where the number is missing it is this one. Nothing else.
std::optional<Id> read_id(BytesView text, uint64_t missing);
Id id_argument(const Call& call, size_t index);
// "-" and "+", too.
Id open_id_argument(const Call& call, size_t index, uint64_t missing);
// The ends of a range, "(" in front excludes them.
Id start_argument(const Call& call, size_t index);
Id end_argument(const Call& call, size_t index);

// False, and unchanged, where there is none.
bool step_up(Id& id);
bool step_down(Id& id);

Reply id_reply(const Id& id);
Reply entry_reply(const Id& id, const std::vector<Bytes>& words);

struct GroupOf {
  Stream* stream = nullptr;
  Stream::Group* group = nullptr;
};
// The key at this argument and the group at the next: or NOGROUP.
GroupOf group_argument(const Call& call, size_t index);
[[noreturn]] void throw_no_group_of(BytesView key, BytesView group);
// An unknown subcommand, or a wrong number of its arguments.
[[noreturn]] void throw_subcommand(const Call& call);

// The consumer has been seen now.
void see(const Call& call, Stream::Group& group, const Bytes& consumer);
// How many are pending for a consumer.
int64_t pending_count(const Stream::Group& group, BytesView consumer);

// The group has been given this entry, too.
void advance(const Stream& stream, Stream::Group& group, const Id& id);
std::optional<int64_t> lag_of(const Stream& stream, const Stream::Group& group);

// A time, or a length of time, that an observed reply may have otherwise by the slack of clocks.
void take_time(const Call& call, Reply& ours, const Reply& observed);
// The item there; an empty reply where there is none.
const Reply& item_of(const Reply& reply, size_t index);

}  // namespace keemun::model
