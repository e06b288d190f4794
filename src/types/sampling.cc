#include "types/sampling.h"

#include <algorithm>
#include <array>
#include <bitset>
#include <set>
#include <unordered_set>
#include <utility>

namespace keemun::types {

namespace {

constexpr size_t kPageNames = 256;
// To come to a rank costs about as much as so many names in a row.
constexpr uint64_t kLoadedPerRank = 32;

// Ranks in [0, size): as many as asked for, or all, where they are distinct.
std::vector<uint64_t> draw_ranks(uint64_t size, SampleCount count, const Draw& draw) {
  std::vector<uint64_t> ranks;
  if (size == 0) return ranks;
  if (!count.distinct) {
    for (uint64_t i = 0; i < count.names; ++i) ranks.push_back(draw_below(draw, size));
    return ranks;
  }
  // Floyd's sampling: each step draws among one rank more, and takes that one instead of a repeat.
  std::unordered_set<uint64_t> taken;  // order never seen
  for (uint64_t top = size - std::min(count.names, size); top < size; ++top) {
    const uint64_t drawn = draw_below(draw, top + 1);
    ranks.push_back(taken.insert(drawn).second ? drawn : top);
    taken.insert(ranks.back());
  }
  return ranks;
}

void shuffle(std::vector<Bytes>& names, const Draw& draw) {
  for (size_t i = names.size(); i > 1; --i) std::swap(names[i - 1], names[draw_below(draw, i)]);
}

// One walk over the whole collection.
std::vector<Bytes> pick_by_rank(const NameOrder& names, std::vector<uint64_t> ranks) {
  std::sort(ranks.begin(), ranks.end());
  std::vector<Bytes> picked;
  picked.reserve(ranks.size());
  uint64_t page_begin = 0;
  std::optional<Bytes> after;
  for (auto rank = ranks.begin(); rank != ranks.end();) {
    std::vector<Bytes> page = names.scan(after, kPageNames);
    for (; rank != ranks.end() && *rank - page_begin < page.size(); ++rank) {
      picked.push_back(page[*rank - page_begin]);
    }
    if (page.size() < kPageNames) break;
    page_begin += page.size();
    after = std::move(page.back());
  }
  return picked;
}

// Draws places between the first name and the last: behind what all names share, each byte is one
// of those that occur in the names seen, between the lowest and the highest at its place.
class Places {
 public:
  // `seen` are the first names, in order.
  Places(const std::vector<Bytes>& seen, const Bytes& last) : first_(seen.front()), last_(last) {
    const size_t shorter = std::min(first_.size(), last_.size());
    while (shared_ < shorter && first_[shared_] == last_[shared_]) ++shared_;
    for (const Bytes& name : seen) learn(name);
    learn(last_);
  }

  void learn(const Bytes& name) {
    const size_t end = std::min(name.size(), shared_ + kShapedBytes);
    for (size_t i = shared_; i < end; ++i) {
      const auto byte = static_cast<uint8_t>(name[i]);
      Span& span = spans_[i - shared_];
      span = {std::min(span.low, byte), std::max(span.high, byte)};
      alphabet_.set(byte);
    }
  }

  Bytes next(const Draw& draw) const {
    constexpr int kTriesMax = 8;
    Bytes place = shaped(draw);
    for (int i = 1; i < kTriesMax && (place < first_ || place > last_); ++i) place = shaped(draw);
    return place;
  }

 private:
  static constexpr size_t kShapedBytes = 16;
  struct Span {
    uint8_t low = 255;
    uint8_t high = 0;
  };

  Bytes shaped(const Draw& draw) const {
    Bytes place = first_.substr(0, shared_);
    for (const Span& span : spans_) {
      if (span.low > span.high) break;
      Bytes choices;
      for (int byte = span.low; byte <= span.high; ++byte) {
        if (alphabet_[static_cast<size_t>(byte)]) choices += static_cast<char>(byte);
      }
      place += choices[draw_below(draw, choices.size())];
    }
    return place;
  }

  const Bytes& first_;
  const Bytes last_;
  size_t shared_ = 0;
  std::array<Span, kShapedBytes> spans_;
  std::bitset<256> alphabet_;
};

// `loaded` are the first names: more than are asked for.
std::vector<Bytes> pick_by_seeks(const NameOrder& names, const std::vector<Bytes>& loaded,
                                 SampleCount count, const Draw& draw) {
  constexpr uint64_t kTriesPerName = 4;
  Places places(loaded, names.last().value_or(loaded.back()));
  std::vector<Bytes> picked;
  std::set<Bytes> taken;
  const auto take = [&](const Bytes& name) {
    if (!count.distinct || taken.insert(name).second) picked.push_back(name);
  };
  for (uint64_t tries = 0; tries < count.names * kTriesPerName && picked.size() < count.names;
       ++tries) {
    const std::vector<Bytes> page = names.scan(places.next(draw), kNeighbours);
    for (const Bytes& name : page) places.learn(name);
    // Behind the last name the first follows: otherwise those at the ends would be taken less.
    const size_t chosen = draw_below(draw, kNeighbours);
    take(chosen < page.size() ? page[chosen] : loaded[chosen - page.size()]);
  }
  for (size_t i = draw_below(draw, loaded.size()); picked.size() < count.names; ++i) {
    take(loaded[i % loaded.size()]);
  }
  return picked;
}

}  // namespace

uint64_t draw_below(const Draw& draw, uint64_t bound) {
  // The draws below `uneven` would favour small results: they are thrown away.
  const uint64_t uneven = (0 - bound) % bound;
  uint64_t drawn = draw();
  while (drawn < uneven) drawn = draw();
  return drawn % bound;
}

std::vector<Bytes> sample(const NameOrder& names, SampleCount count, const Draw& draw) {
  if (count.names == 0) return {};
  const auto size_known =
      static_cast<uint64_t>(std::max<int64_t>(names.size_if_known().value_or(0), 0));
  const bool ranks_are_cheaper =
      size_known > kLoadedMax || count.names <= size_known / kLoadedPerRank;
  if (count.names <= kSeeksMax && ranks_are_cheaper) {
    std::vector<uint64_t> ranks = draw_ranks(size_known, count, draw);
    std::sort(ranks.begin(), ranks.end());
    if (auto picked = names.at(ranks)) {
      shuffle(*picked, draw);
      return std::move(*picked);
    }
  }
  // Fewer would not show which bytes the names behind them have.
  constexpr size_t kLoaded = kLoadedMax + 1;
  const std::vector<Bytes> loaded = names.scan(std::nullopt, kLoaded);
  if (loaded.size() < kLoaded) {
    std::vector<Bytes> picked;
    for (const uint64_t rank : draw_ranks(loaded.size(), count, draw)) {
      picked.push_back(loaded[rank]);
    }
    return picked;
  }
  if (count.names <= kSeeksMax) return pick_by_seeks(names, loaded, count, draw);
  const auto size = static_cast<uint64_t>(names.size());
  std::vector<Bytes> picked = pick_by_rank(names, draw_ranks(size, count, draw));
  shuffle(picked, draw);
  return picked;
}

}  // namespace keemun::types
