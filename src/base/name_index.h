// Where names stand in a table of them. Names are short words of the protocol, known beforehand,
// and asked for in any case: every request looks its command up.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "base/bytes.h"

namespace keemun {

class NameIndex {
 public:
  static constexpr size_t kNameBytesMax = 24;

  // No two of them differ in the case of their letters alone.
  explicit NameIndex(std::span<const BytesView> names);

  // Its place among them.
  std::optional<size_t> find(BytesView name) const;

 private:
  // A name in lower case, as numbers: two are compared in as many steps as there are numbers.
  struct Folded {
    explicit Folded(BytesView name);

    friend bool operator==(const Folded&, const Folded&) = default;

    uint64_t size;
    std::array<uint64_t, kNameBytesMax / sizeof(uint64_t)> words;
  };

  size_t slot_of(const Folded& name) const;

  std::vector<Folded> names_;
  // Places in names_, each in the first that was free from that of its hash on.
  std::vector<uint16_t> slots_;
};

}  // namespace keemun
