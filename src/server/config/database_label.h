// A name of clients' choice, as text that cannot break the line it stands in.
#pragma once

#include "base/bytes.h"

namespace keemun::server {

// What a database is called in CLIENT LIST, INFO and MONITOR: its number, or its name, which is
// quoted where it is more than letters, digits and "_-.". Never a space or a colon.
Bytes database_label(BytesView number_or_name);

}  // namespace keemun::server
