// The scripts and libraries of functions that plans send, and what these are called by. None of
// their answers hangs on what an encoding leaves open.
#pragma once

#include "plan/grammar.h"

namespace keemun::plan {

Bytes script(ValueContext& context);
// Of a script that no plan sends: which others a server knows it has learned from whoever came.
Bytes unknown_digest(ValueContext& context);

Bytes library(ValueContext& context);
Bytes library_name(ValueContext& context);
Bytes function_name(ValueContext& context);

}  // namespace keemun::plan
