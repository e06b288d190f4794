// A small file that is written anew as a whole: whoever reads it finds the old one or the new one,
// also after a loss of power. It may be read and written by whom the old one might be.
#pragma once

#include "base/bytes.h"

namespace keemun::server {

// Throws CommandError with the reason alone, and then the old one is still there.
void replace_file(const Bytes& path, const Bytes& content);

}  // namespace keemun::server
