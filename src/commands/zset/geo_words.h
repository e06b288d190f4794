// What commands on places read and show alike.
#pragma once

#include "commands/call.h"
#include "types/geohash.h"

namespace keemun::commands {

// Longitude and latitude at `index` and behind it.
types::Place parse_place(const Call& call, size_t index);
// How many meters a unit has: M, KM, FT or MI, in any case.
double parse_unit(const Call& call, size_t index);

Reply place_reply(const types::Place& place);
// With four decimals.
Reply distance_reply(double distance);

}  // namespace keemun::commands
