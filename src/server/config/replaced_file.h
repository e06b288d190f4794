// A small file that is written anew as a whole: whoever reads it finds the old one or the new one,
// also after a loss of power. It is who the old one was of, and may be read by whom that might be.
#pragma once

#include "base/bytes.h"

namespace keemun::server {

// Where `path` is a link, what it leads to is replaced. Throws CommandError with the reason alone,
// and then the old one is still there.
void replace_file(const Bytes& path, const Bytes& content);

}  // namespace keemun::server
