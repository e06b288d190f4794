// The namespaces of databases with numbers.
//
// One database has the namespace itself; of several each has a suffix of fixed width, so that no
// name begins another. So it depends on how many there are where a key stands.
#pragma once

#include <vector>

#include "format/key_layout.h"
#include "ports/kv_store.h"
#include "server/config/settings.h"

namespace keemun::server {

std::vector<format::KeyLayout> numbered_namespaces(const Settings& settings);

// Throws CommandError where the store has keys of databases that another count of them has made,
// and that would not be there any more.
void check_that_none_is_hidden(ports::KvStore& store, const Settings& settings);

// Namespaces in which there are keys, and which a server of these settings does not serve.
std::vector<Bytes> namespaces_not_served(ports::KvStore& store, const Settings& settings);

}  // namespace keemun::server
