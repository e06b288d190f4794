#include "base/name_index.h"

#include <bit>

#include "base/check.h"
#include "base/hash.h"
#include "base/load_words.h"

namespace keemun {

namespace {

constexpr uint16_t kFree = 0xFFFF;

// Eight bytes at once, as ascii_lower() does with one.
uint64_t lower(uint64_t word) {
  constexpr uint64_t kEach = 0x0101'0101'0101'0101;
  constexpr uint64_t kTops = 0x80 * kEach;
  const uint64_t rest = word & ~kTops;  // sums do not reach the next byte
  const uint64_t is_from_a = rest + (0x80 - 'A') * kEach;
  const uint64_t is_past_z = rest + (0x7F - 'Z') * kEach;
  const uint64_t is_upper = is_from_a & ~is_past_z & ~word & kTops;
  return word | is_upper >> 2;
}

}  // namespace

NameIndex::Folded::Folded(BytesView name) : size(name.size()), words() {
  constexpr size_t kTwoWords = 16;
  const Words two = load_words(name.substr(0, kTwoWords));
  words = {lower(two.low), lower(two.high), 0};
  if (size > kTwoWords) words[2] = lower(load_words(name.substr(kTwoWords)).low);
}

size_t NameIndex::slot_of(const Folded& name) const {
  const uint64_t sum =
      name.words[0] * kHashRoots[0] + name.words[1] * kHashRoots[1] + name.words[2] * kHashRoots[2];
  return static_cast<size_t>(sum ^ sum >> 32) & (slots_.size() - 1);
}

NameIndex::NameIndex(std::span<const BytesView> names)
    : slots_(std::bit_ceil(4 * names.size() + 1), kFree) {
  CHECK(names.size() < kFree);
  names_.reserve(names.size());
  for (const BytesView name : names) {
    CHECK(name.size() <= kNameBytesMax && !find(name));
    names_.emplace_back(name);
    size_t slot = slot_of(names_.back());
    while (slots_[slot] != kFree) slot = (slot + 1) % slots_.size();
    slots_[slot] = static_cast<uint16_t>(names_.size() - 1);
  }
}

std::optional<size_t> NameIndex::find(BytesView name) const {
  if (name.size() > kNameBytesMax) return std::nullopt;
  const Folded folded(name);
  for (size_t slot = slot_of(folded); slots_[slot] != kFree; slot = (slot + 1) % slots_.size()) {
    if (names_[slots_[slot]] == folded) return slots_[slot];
  }
  return std::nullopt;
}

}  // namespace keemun
