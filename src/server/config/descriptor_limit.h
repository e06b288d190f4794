// How many files and sockets the process may have open, and whose they are: a store that cannot
// open its files is worse off than a client that is turned away. Where the system allows few, the
// store and the clients have half of them each, and where half is too few for the store, the
// clients have what is left.
#pragma once

#include <cstdint>

namespace keemun::server {

// How many files the store may keep open. Throws CommandError where the system allows too few.
int store_files_max();

// Raises the limit of the process for so many clients, as far as the system allows. For how many
// there is room then: as many, or fewer.
int64_t make_room_for_clients(int64_t clients);

}  // namespace keemun::server
