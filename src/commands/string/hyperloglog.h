// A HyperLogLog as Redis writes it into a string, byte for byte: how many different elements there
// were, within a percent or so, in 12 KiB at most.
//
// A header of 16 bytes: "HYLL"; how the registers are written (0 dense, 1 sparse); three bytes
// without a meaning; the count as it was counted last, little-endian, whose highest bit says that
// it is out of date. Behind it 16,384 registers of 0 to 51. Dense: six bits each, from the lowest
// bits of the first byte on. Sparse: runs of equal registers,
//   00nnnnnn            n + 1 of 0
//   01nnnnnn nnnnnnnn   n + 1 of 0
//   1vvvvvnn            n + 1 of v + 1
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "base/bytes.h"

namespace keemun::commands {

class HyperLogLog {
 public:
  static constexpr size_t kRegisterCount = 16384;
  using Registers = std::array<uint8_t, kRegisterCount>;
  using ValueCounts = std::array<size_t, 64>;  // how many registers have which value

  HyperLogLog();  // of nothing, sparse
  // Throws CommandError where the bytes are no HyperLogLog. What is wrong with its runs is found
  // when they are read.
  explicit HyperLogLog(Bytes bytes);

  const Bytes& bytes() const { return bytes_; }
  bool is_dense() const;
  // Throws CommandError where the runs are not of all registers.
  Registers registers() const;
  // The same, without writing down each register. They throw as it does.
  ValueCounts value_counts() const;
  void raise_to_these(Registers& registers) const;
  // The runs of a sparse one as they are written: "z:5 Z:16378 v:2,1" for five of 0, 16,378 of 0 in
  // two bytes, and one of 2.
  Bytes runs_text() const;

  // Whether that changed a register. Runs become dense where they cannot hold it.
  bool add(BytesView element);
  bool raise(size_t index, uint8_t value);
  void make_dense();

  // As it was counted last, unless something has changed.
  std::optional<uint64_t> known_count() const;
  void set_known_count(uint64_t count);
  void forget_count();

 private:
  // Each run in turn: visit(first register, length, value); of a dense one each register.
  template <typename Visit>
  void each_run(const Visit& visit) const;

  // The run of one register, and the one before it.
  struct Place {
    size_t run = 0;
    size_t before = 0;
    size_t first = 0;  // register of the run
  };
  Place place_of(size_t index) const;
  bool raise_run(size_t index, uint8_t value);
  bool raise_dense(size_t index, uint8_t value);
  void join_runs(size_t from);

  Bytes bytes_;
};

HyperLogLog::ValueCounts value_counts(const HyperLogLog::Registers& registers);

// How many different elements registers with these values have seen.
uint64_t estimated_count(const HyperLogLog::ValueCounts& counts);

}  // namespace keemun::commands
