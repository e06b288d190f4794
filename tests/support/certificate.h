// What a server with TLS shows, made for a test.
#pragma once

#include "base/bytes.h"

namespace keemun {

// A certificate for "keemun" that signs itself, and its key, as files.
void write_certificate(const Bytes& certificate_path, const Bytes& key_path);

}  // namespace keemun
