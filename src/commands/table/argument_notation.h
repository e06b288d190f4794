// What a command takes, in the notation of manuals, and the tree that it stands for.
//
//   word          a value that goes by this name; the name says of which type it is
//   word:double   the same, of this type
//   WORD = ~ * $  a word to be written as it stands; it takes the values that follow at once
//   [ … ]         may be left out; [a | b] is one of them or none
//   < … >         groups: <a | b> is one of them
//   … ...         at the end of a group: all of it, any number of times. [x ...] right behind x
//                 lets that x be repeated
//   name: …       at the beginning of a group: its name, where the names inside do not make one
//   name:: …      the same of a block, even where it holds but one argument
//
// "key value [condition: NX | XX] [EX seconds]", "key score member [score member ...]"
//
// An Argument's views point into the notation, which is a constant.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "base/bytes.h"

namespace keemun::commands {

enum class ArgumentType : uint8_t {
  kString,
  kKey,
  kInteger,
  kDouble,
  kPattern,
  kUnixTime,
  kPureToken,  // a word alone
  kOneof,
  kBlock,  // several in a row
};

struct Argument {
  Bytes name;
  ArgumentType type = ArgumentType::kString;
  BytesView token = {};  // the word before it, or alone; empty: there is none
  bool is_optional = false;
  bool is_multiple = false;
  bool is_token_multiple = false;        // written again each time
  std::vector<Argument> arguments = {};  // of a oneof and of a block
};

// Nothing where the notation is wrong.
std::optional<std::vector<Argument>> parse_arguments(BytesView notation);

// As COMMAND DOCS writes it: "unix-time".
BytesView argument_type_name(ArgumentType type);

}  // namespace keemun::commands
