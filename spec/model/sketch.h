// Strings that count different elements (HyperLogLog), in the bytes that Redis writes: taken apart
// into pieces, changed, and written anew. What reads one throws CommandError where it is none.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "base/bytes.h"
#include "model/value.h"

namespace keemun::model {

using Registers = std::vector<unsigned char>;

// Equal registers that are written together: of 0 in one byte or, wide, in two.
struct Piece {
  int count = 0;
  int value = 0;
  bool is_wide = false;

  size_t byte_count() const { return is_wide ? 2 : 1; }
};
using Pieces = std::vector<Piece>;

// What stands in a string.
struct Sketch {
  Bytes header;
  Pieces pieces;        // where it is sparse
  bool is_cut = false;  // somebody has cut the last of them in two
  Registers registers;  // where it is dense

  bool is_dense() const { return header[4] == 0; }
};

Sketch empty_sketch();
Sketch read_sketch(const String& text);
String sketch_text(const Sketch& sketch);

// True if that was something new.
bool add_element(Sketch& sketch, BytesView element);
void make_dense(Sketch& sketch);
// Other registers at least as high as those of the sketch, and all of a sketch as high as these.
void raise_to(Registers& registers, const Sketch& sketch);
void raise_to(Sketch& sketch, const Registers& registers);
Registers no_registers();  // all of them low

int64_t estimate(const Registers& registers);
int64_t estimate(const Sketch& sketch);
// The estimate that a sketch keeps of itself, where it still holds.
std::optional<int64_t> kept_count(const Sketch& sketch);
void keep_count(Sketch& sketch, int64_t count);
void forget_count(Sketch& sketch);

}  // namespace keemun::model
