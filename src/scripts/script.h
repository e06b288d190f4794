// A script as clients send it: its text, and what its first line says of it.
#pragma once

#include "base/bytes.h"
#include "scripts/script_flags.h"

namespace keemun::scripts {

struct Script {
  Bytes digest;
  Bytes body;  // without a first line of "#!", but with its line end: lines keep their numbers

  // What is said behind "#!lua flags=". A script without such a line may write, and is not asked
  // whether it wants to.
  bool has_flags = false;
  ScriptFlags flags = 0;
};

// Throws CommandError where the first line says what nobody understands.
Script read_script(BytesView text);

}  // namespace keemun::scripts
