// Which versions a server says that it has.
#pragma once

#include "base/bytes.h"

namespace keemun::server {

inline constexpr BytesView kRedisVersion = "7.0.15";  // whose behaviour it has
inline constexpr BytesView kKeemunVersion = "0.1.0";

}  // namespace keemun::server
