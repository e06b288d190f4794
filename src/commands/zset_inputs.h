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
#include "commands/zset_answers.h"
#include "types/set_store.h"
#include "types/zset_store.h"

namespace keemun::commands {

class ZSetSource {
 public:
  // Throws WRONGTYPE for anything but a sorted set, a set or no key at all.
  ZSetSource(Call& call, BytesView key);

  // Asked of the store once: a store without a count reads all of its members for it.
  int64_t size();
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

// Hands on every member of a source, page by page, until `visit` answers false.
template <typename Visit>
void visit_pages(ZSetSource& source, Visit visit) {
  constexpr size_t kPageMembers = 256;
  std::optional<Bytes> after;
  while (true) {
    ScoredMembers page = source.scan(after, kPageMembers);
    if (page.empty()) return;
    const bool is_last = page.size() < kPageMembers;
    after = page.back().member;
    if (!visit(std::move(page)) || is_last) return;
  }
}

}  // namespace keemun::commands
