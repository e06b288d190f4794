// What a redis.conf, or CONFIG SET, may say of notions that there are not here, and of which
// nothing follows.
#pragma once

#include <span>

#include "base/bytes.h"

namespace keemun::server {

// Whether it is the name of such a notion.
bool is_ignored_name(BytesView name);

// Whether a line is about such a notion: its name and what it says. Throws CommandError where it
// says that the notion is to be there, and somebody would miss it.
bool is_ignored_option(std::span<const Bytes> words);

}  // namespace keemun::server
