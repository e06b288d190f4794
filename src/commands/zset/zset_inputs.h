// What takes part in the algebra of sorted sets: sorted sets, plain sets with 1 for every score,
// and keys that are not there. Only read, in bounded pages and by member.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "base/bytes.h"
#include "commands/call.h"
#include "commands/ordered_walk.h"
#include "commands/zset/zset_answers.h"
#include "types/set_store.h"
#include "types/zset_store.h"

namespace keemun::commands {

class ZSetSource {
 public:
  // Throws WRONGTYPE for anything but a sorted set, a set or no key at all.
  ZSetSource(Call& call, BytesView key);

  // Asked of the store once: a store without a count reads all of its members for it.
  int64_t size();
  // None where that has not been done yet and would cost something.
  std::optional<int64_t> size_if_known();
  // As of ZSetStore.
  ScoredMembers scan(const std::optional<Bytes>& after, size_t members_max);
  std::vector<std::optional<double>> scores(std::span<const BytesView> members);

 private:
  std::unique_ptr<types::ZSetStore> zset_;
  std::unique_ptr<types::SetStore> set_;
  std::optional<int64_t> size_;
};

// A key that stands several times in a command has one source.
struct ZSetInput {
  std::shared_ptr<ZSetSource> source;
  double weight = 1;
};
std::vector<ZSetInput> open_inputs(Call& call, std::span<const BytesView> keys);

// An input that is asked for the members of a walked one, in their order.
class OtherInput {
 public:
  OtherInput(const ZSetInput& input, ZSetSource& walked);

  double weight() const { return weight_; }
  std::vector<std::optional<double>> scores(const ScoredMembers& members);

 private:
  std::shared_ptr<ZSetSource> source_;
  double weight_;
  WalkBeside<ZSetSource> beside_;
};

}  // namespace keemun::commands
