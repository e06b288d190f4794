#include "model/sketch.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>

#include "base/command_error.h"

namespace keemun::model {

namespace {

constexpr size_t kRegisters = 16384;
constexpr size_t kHeaderBytes = 16;
constexpr size_t kDenseBytes = 12304;
constexpr size_t kSparseBytesMax = 3000;
constexpr BytesView kCorrupted = "INVALIDOBJ Corrupted HLL object detected";

Piece zeros(int count) {
  return {count, 0, count > 64};
}

size_t byte_count(const Pieces& pieces) {
  return std::accumulate(pieces.begin(), pieces.end(), size_t{0},
                         [](size_t sum, const Piece& piece) { return sum + piece.byte_count(); });
}

Pieces read_pieces(BytesView text) {
  Pieces pieces;
  for (size_t i = 0; i < text.size(); ++i) {
    const int byte = static_cast<unsigned char>(text[i]);
    if (byte >= 128) {
      pieces.push_back({byte % 4 + 1, (byte - 128) / 4 + 1, false});
    } else if (byte < 64) {
      pieces.push_back({byte + 1, 0, false});
    } else {
      ++i;
      const int low = i < text.size() ? static_cast<unsigned char>(text[i]) : 0;
      pieces.push_back({(byte - 64) * 256 + low + 1, 0, true});
    }
  }
  return pieces;
}

Bytes pieces_text(const Pieces& pieces) {
  Bytes text;
  for (const Piece& piece : pieces) {
    const int rest = piece.count - 1;
    if (piece.value > 0) {
      text += static_cast<char>(128 + (piece.value - 1) * 4 + rest);
    } else if (piece.is_wide) {
      text += static_cast<char>(64 + rest / 256);
      text += static_cast<char>(rest % 256);
    } else {
      text += static_cast<char>(rest);
    }
  }
  return text;
}

// Four registers of six bits in three bytes, the first of both in the lowest bits.
Registers read_dense(BytesView text) {
  Registers registers;
  registers.reserve(kRegisters);
  for (size_t i = 0; i < kRegisters / 4 * 3; i += 3) {
    unsigned four = 0;
    for (size_t j = 3; j-- > 0;) four = four * 256 + static_cast<unsigned char>(text[i + j]);
    for (int j = 0; j < 4; ++j, four /= 64) {
      registers.push_back(static_cast<unsigned char>(four % 64));
    }
  }
  return registers;
}

Bytes dense_text(const Registers& registers) {
  Bytes text;
  text.reserve(kDenseBytes);
  for (size_t i = 0; i < kRegisters; i += 4) {
    unsigned four = 0;
    for (size_t j = 4; j-- > 0;) four = four * 64 + registers[i + j];
    for (int j = 0; j < 3; ++j, four /= 256) text += static_cast<char>(four % 256);
  }
  return text;
}

size_t sparse_size(const Sketch& sketch) {
  return kHeaderBytes + byte_count(sketch.pieces) - (sketch.is_cut ? 1 : 0);
}

void check_count(const Pieces& pieces) {
  const int count = std::accumulate(pieces.begin(), pieces.end(), 0,
                                    [](int sum, const Piece& piece) { return sum + piece.count; });
  if (count != kRegisters) throw CommandError(Bytes(kCorrupted));
}

// Redis looks at five pieces, from the one before the change on.
void join_pieces(Pieces& pieces, size_t from) {
  for (int looks = 0; looks < 5 && from < pieces.size(); ++looks) {
    Piece& one = pieces[from];
    const bool joins = one.value > 0 && from + 1 < pieces.size() &&
                       pieces[from + 1].value == one.value &&
                       one.count + pieces[from + 1].count <= 4;
    if (!joins) {
      ++from;
      continue;
    }
    one.count += pieces[from + 1].count;
    pieces.erase(pieces.begin() + static_cast<std::ptrdiff_t>(from) + 1);
  }
}

bool raise_dense(Sketch& sketch, size_t index, int value) {
  if (!sketch.is_dense()) make_dense(sketch);
  unsigned char& old = sketch.registers[index];
  if (old >= value) return false;
  old = static_cast<unsigned char>(value);
  return true;
}

bool raise(Sketch& sketch, size_t index, int value) {
  if (sketch.is_dense() || value > 32) return raise_dense(sketch, index, value);
  Pieces& pieces = sketch.pieces;
  size_t place = 0;
  int before = static_cast<int>(index);
  while (place < pieces.size() && before >= pieces[place].count) before -= pieces[place++].count;
  if (place == pieces.size()) throw CommandError(Bytes(kCorrupted));
  const Piece old = pieces[place];
  if (old.value >= value) return false;
  const int after = old.count - 1 - before;
  const auto rest = [&old](int count) {
    return old.value > 0 ? Piece{count, old.value, false} : zeros(count);
  };
  Pieces parts;
  if (before > 0) parts.push_back(rest(before));
  parts.push_back({1, value, false});
  if (after > 0) parts.push_back(rest(after));
  const size_t added = byte_count(parts);
  const size_t size = sparse_size(sketch) - old.byte_count() + added;
  if (added > old.byte_count() && size > kSparseBytesMax) return raise_dense(sketch, index, value);
  const auto at = pieces.erase(pieces.begin() + static_cast<std::ptrdiff_t>(place));
  pieces.insert(at, parts.begin(), parts.end());
  if (sketch.is_cut) sketch = read_sketch(sketch_text(sketch));
  join_pieces(pieces, place > 0 ? place - 1 : 0);
  return true;
}

// MurmurHash64A.
uint64_t hash_of(BytesView text) {
  constexpr uint64_t kFactor = 0xc6a4a7935bd1e995;
  const auto mixed = [](uint64_t value) { return value ^ value >> 47; };
  const size_t whole = text.size() / 8 * 8;
  uint64_t hash = 0xadc83b19 ^ kFactor * text.size();
  for (size_t i = 0; i < whole; i += 8) {
    uint64_t word = 0;
    for (size_t j = 8; j-- > 0;) word = word * 256 + static_cast<unsigned char>(text[i + j]);
    hash = (hash ^ mixed(word * kFactor) * kFactor) * kFactor;
  }
  uint64_t tail = 0;
  for (size_t i = text.size(); i-- > whole;)
    tail = tail * 256 + static_cast<unsigned char>(text[i]);
  if (whole < text.size()) hash = (hash ^ tail) * kFactor;
  return mixed(mixed(hash) * kFactor);
}

// By Ertl's estimator for registers of 0 to 51.
double sum_of_empty(double share) {
  if (share == 1) return std::numeric_limits<double>::infinity();
  double sum = share;
  double previous = 0;
  double factor = 1;
  do {
    share = share * share;
    previous = sum;
    sum = sum + share * factor;
    factor = factor + factor;
  } while (previous != sum);
  return sum;
}

double sum_of_full(double share) {
  if (share == 0 || share == 1) return 0;
  double sum = 1 - share;
  double previous = 0;
  double factor = 1;
  do {
    share = std::sqrt(share);
    previous = sum;
    factor = factor / 2;
    sum = sum - std::pow(1 - share, 2) * factor;
  } while (previous != sum);
  return sum / 3;
}

// How many registers have which value.
using Counts = std::array<int, 64>;

Counts counts_of(const Registers& registers) {
  Counts counts = {};
  for (const unsigned char value : registers) ++counts[value];
  return counts;
}

Counts counts_of(const Sketch& sketch) {
  if (sketch.is_dense()) return counts_of(sketch.registers);
  Counts counts = {};
  for (const Piece& piece : sketch.pieces) {
    counts[static_cast<size_t>(piece.value)] += piece.count;
  }
  check_count(sketch.pieces);
  return counts;
}

int64_t estimate_of(const Counts& with) {
  constexpr double kAll = kRegisters;
  double sum = kAll * sum_of_full((kAll - with[51]) / kAll);
  for (size_t value = 50; value >= 1; --value) sum = (sum + with[value]) / 2;
  sum = sum + kAll * sum_of_empty(with[0] / kAll);
  return std::llround(0.721347520444481703680 * kAll * kAll / sum);
}

}  // namespace

Sketch empty_sketch() {
  Sketch sketch;
  sketch.header = "HYLL" + Bytes(kHeaderBytes - 4, '\0');
  sketch.header[4] = 1;
  sketch.pieces = {zeros(kRegisters)};
  return sketch;
}

Sketch read_sketch(const String& text) {
  const bool has_header = text.size() >= kHeaderBytes && text.substr(0, 4) == "HYLL";
  const bool is_dense = has_header && text[4] == 0 && text.size() == kDenseBytes;
  if (!is_dense && !(has_header && text[4] == 1)) {
    throw CommandError("WRONGTYPE Key is not a valid HyperLogLog string value.");
  }
  Sketch sketch;
  sketch.header = text.substr(0, kHeaderBytes);
  const Bytes rest = text.substr(kHeaderBytes);
  if (is_dense) {
    sketch.registers = read_dense(rest);
  } else {
    sketch.pieces = read_pieces(rest);
    sketch.is_cut = byte_count(sketch.pieces) > rest.size();
  }
  return sketch;
}

String sketch_text(const Sketch& sketch) {
  if (sketch.is_dense()) return sketch.header + dense_text(sketch.registers);
  String text = sketch.header + pieces_text(sketch.pieces);
  if (sketch.is_cut) text.pop_back();
  return text;
}

bool add_element(Sketch& sketch, BytesView element) {
  uint64_t hash = hash_of(element);
  const size_t index = hash % kRegisters;
  hash /= kRegisters;
  int value = 1;
  while (value <= 50 && hash % 2 == 0) {
    hash /= 2;
    ++value;
  }
  return raise(sketch, index, value);
}

void make_dense(Sketch& sketch) {
  Registers registers = no_registers();
  raise_to(registers, sketch);
  sketch.registers = std::move(registers);
  sketch.pieces.clear();
  sketch.header[4] = 0;
}

void raise_to(Registers& registers, const Sketch& sketch) {
  if (sketch.is_dense()) {
    for (size_t i = 0; i < kRegisters; ++i) {
      registers[i] = std::max(registers[i], sketch.registers[i]);
    }
    return;
  }
  check_count(sketch.pieces);
  int place = 0;
  for (const Piece& piece : sketch.pieces) {
    if (piece.value > 0) {
      const auto first = registers.begin() + place;
      std::for_each(first, first + piece.count, [&piece](unsigned char& value) {
        value = std::max(value, static_cast<unsigned char>(piece.value));
      });
    }
    place += piece.count;
  }
}

// A part of the registers that is all low costs nothing.
void raise_to(Sketch& sketch, const Registers& registers) {
  constexpr std::array<unsigned char, 64> kNothing = {};
  for (size_t first = 0; first < kRegisters; first += kNothing.size()) {
    if (std::equal(kNothing.begin(), kNothing.end(), &registers[first])) continue;
    for (size_t i = first; i < first + kNothing.size(); ++i) {
      if (registers[i] > 0) raise(sketch, i, registers[i]);
    }
  }
}

Registers no_registers() {
  return Registers(kRegisters);
}

int64_t estimate(const Registers& registers) {
  return estimate_of(counts_of(registers));
}

int64_t estimate(const Sketch& sketch) {
  return estimate_of(counts_of(sketch));
}

std::optional<int64_t> kept_count(const Sketch& sketch) {
  if (static_cast<unsigned char>(sketch.header[15]) >= 128) return std::nullopt;
  int64_t count = 0;
  for (size_t i = 16; i-- > 8;) count = count * 256 + static_cast<unsigned char>(sketch.header[i]);
  return count;
}

void keep_count(Sketch& sketch, int64_t count) {
  for (size_t i = 8; i < 16; ++i, count /= 256) sketch.header[i] = static_cast<char>(count % 256);
}

void forget_count(Sketch& sketch) {
  sketch.header[15] = static_cast<char>(sketch.header[15] | 0x80);
}

}  // namespace keemun::model
