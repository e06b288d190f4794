// Names chosen by chance from a collection that is kept in the order of its names: members of a
// set, fields of a hash.
//
// Exactly even where the collection is read whole: when it has at most kLoadedMax names, but for a
// few of them whose ranks are cheaper, or when more than kSeeksMax are asked for (then it is read
// once, by pages). Exactly even too where it knows its size and can say which names stand at any
// ranks without reading much: a process that remembers counts of rows
// (keyspace/memory/local_row_counts.h) comes to know more with every draw, until it knows all.
//
// Otherwise a few names of a big collection cost a bounded number of pages, however big it is:
// places between the first name and the last are drawn, shaped like the names seen, and one of the
// kNeighbours names behind each is taken. That is about even as far as the names are spread evenly
// over what such names could be (numbers of one width, identifiers, digests), and no more than
// that.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "base/bytes.h"

namespace keemun::types {

// Any 64 bits.
using Draw = std::function<uint64_t()>;

// Uniform in [0, bound); bound is at least 1.
uint64_t draw_below(const Draw& draw, uint64_t bound);

struct SampleCount {
  uint64_t names = 0;
  bool distinct = true;  // then at most all of them
};

// What sampling needs to know of a collection. Pages as the scan() of a store: names behind
// `after`, fewer than asked for only at the end.
struct NameOrder {
  std::function<std::vector<Bytes>(const std::optional<Bytes>& after, size_t names_max)> scan;
  std::function<int64_t()> size;
  std::function<std::optional<int64_t>()> size_if_known;  // where it costs nothing
  std::function<std::optional<Bytes>()> last;
  // The names at these ranks, which do not fall; none where much would have to be read for it,
  // whichever they are.
  std::function<std::optional<std::vector<Bytes>>(std::span<const uint64_t> ranks)> at;
};

inline constexpr size_t kLoadedMax = 1000;
inline constexpr size_t kSeeksMax = kLoadedMax;
inline constexpr size_t kNeighbours = 32;

std::vector<Bytes> sample(const NameOrder& names, SampleCount count, const Draw& draw);

}  // namespace keemun::types
