// Settings that are valid, and likely meant otherwise.
#pragma once

#include <vector>

#include "base/bytes.h"
#include "server/config/settings.h"

namespace keemun::server {

// What to tell who runs the server, a line each.
std::vector<Bytes> doubts_about(const Settings& settings);

}  // namespace keemun::server
