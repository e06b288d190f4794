// An argument of a command on one line, as tests compare and print it:
// "score_member:block* (score:double member:string)", "EX=seconds:integer?".
#pragma once

#include <span>

#include "base/bytes.h"
#include "commands/table/argument_notation.h"

namespace keemun {

// ? may be left out, * may be repeated, + with its token each time
Bytes argument_text(const commands::Argument& argument);
Bytes arguments_text(std::span<const commands::Argument> arguments);

}  // namespace keemun
