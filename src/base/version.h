// Which versions the product says that it has.
#pragma once

#include "base/bytes.h"

namespace keemun {

inline constexpr BytesView kRedisVersion = "7.0.15";  // whose behaviour it has
inline constexpr BytesView kKeemunVersion = "0.1.0";

}  // namespace keemun
