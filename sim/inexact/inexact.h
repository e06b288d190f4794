// Where a blind store may answer something else than Redis: the numbers of spec/inexact.md, as
// code.
#pragma once

#include <span>
#include <vector>

#include "base/bytes.h"
#include "resp/reply.h"

namespace keemun::inexact {

// Which collections may lie in encodings that write without having read.
struct Blindness {
  bool of_hashes = false;
  bool of_sets = false;

  bool any() const { return of_hashes || of_sets; }
};

// Those of the page, in lower case: given a key that is there, they write without having read what
// is in it. The key is their first argument.
std::vector<Bytes> blind_commands(const Blindness& blind);

// `expected` is Redis' answer to `args`, `observed` another one. True where the page allows it.
bool is_allowed(const Blindness& blind, std::span<const Bytes> args, const resp::Reply& expected,
                const resp::Reply& observed);

}  // namespace keemun::inexact
