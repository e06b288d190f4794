// What commands of streams are given: ids, ends of ranges, groups and their consumers. Ids grow
// along a plan, as those of a server do, and stand close enough to be met again.
#pragma once

#include "plan/grammar.h"

namespace keemun::plan {

Bytes stream_id(ValueContext& context);
// What XADD is given.
Bytes new_stream_id(ValueContext& context);
Bytes stream_bound(ValueContext& context);

// Where a group begins; where a reader goes on, and one of a group.
Bytes group_start(ValueContext& context);
Bytes read_from(ValueContext& context);
Bytes group_read_from(ValueContext& context);

// Of a group to be made, and of one that the plan knows.
Bytes new_group_name(ValueContext& context);
Bytes group_name(ValueContext& context);
Bytes consumer_name(ValueContext& context);

// Where clocks differ nobody knows whether a few milliseconds are over.
Bytes idle_ms(ValueContext& context);
Bytes delivered_at(ValueContext& context);

}  // namespace keemun::plan
