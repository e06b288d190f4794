#include "commands/set/set_algebra_commands.h"

#include <algorithm>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "commands/count_arguments.h"
#include "commands/distinct.h"
#include "commands/ordered_walk.h"
#include "commands/set/set_answers.h"

namespace keemun::commands {

using types::SetStore;

namespace {

constexpr size_t kNoLimit = std::numeric_limits<size_t>::max();

using Sets = std::vector<std::unique_ptr<SetStore>>;

// Of each key once, in their order; null where there is none. Every type is checked.
Sets open_sets(const Call& call, std::span<const BytesView> keys) {
  const keyspace::CountedLookups counted(call.keys());
  Sets sets;
  for (const BytesView key : distinct(keys)) sets.push_back(call.keys().set(key, Create::kNo));
  return sets;
}

// A set that is asked for the members of another, in their order.
class Other {
 public:
  Other(SetStore& set, SetStore& walked)
      : set_(&set), beside_(set, set.size_if_known(), walked.size_if_known()) {}

  std::vector<bool> contains(const std::vector<Bytes>& members) {
    std::vector<bool> are_there(members.size());
    if (beside_.find(members, [&](size_t i, const Bytes&) { are_there[i] = true; })) {
      return are_there;
    }
    return set_->contains_many(std::vector<BytesView>(members.begin(), members.end()));
  }

 private:
  SetStore* set_;
  WalkBeside<SetStore> beside_;
};

// Leaves only the members that are in the other set, or only those that are not.
void filter(std::vector<Bytes>& members, Other& other, bool keep_present) {
  if (members.empty()) return;
  const std::vector<bool> is_there = other.contains(members);
  size_t kept = 0;
  for (size_t i = 0; i < members.size(); ++i) {
    if (is_there[i] != keep_present) continue;
    if (kept != i) members[kept] = std::move(members[i]);
    ++kept;
  }
  members.resize(kept);
}

// The members of `walked` that all others have, or that none of them has.
std::vector<Bytes> walk(SetStore& walked, const Sets& sets, bool keep_present, size_t members_max) {
  std::vector<Other> others;
  for (const auto& set : sets) {
    if (set && set.get() != &walked) others.emplace_back(*set, walked);
  }
  std::vector<Bytes> result;
  types::Pages pages(walked);
  for (std::vector<Bytes> page = pages.next(); !page.empty(); page = pages.next()) {
    for (Other& other : others) filter(page, other, keep_present);
    page.resize(std::min(page.size(), members_max - result.size()));
    std::move(page.begin(), page.end(), std::back_inserter(result));
    if (result.size() == members_max) break;
  }
  return result;
}

// How much there is to walk over: exact where that is known or fits a page.
int64_t walk_size(SetStore& set) {
  if (const auto size = set.size_if_known()) return *size;
  const size_t seen = set.scan(std::nullopt, types::kPageElements).size();
  return seen < types::kPageElements ? static_cast<int64_t>(seen)
                                     : std::numeric_limits<int64_t>::max();
}

using KeyNames = std::span<const BytesView>;
using Algebra = std::vector<Bytes> (*)(const Call& call, KeyNames keys, size_t members_max);

std::vector<Bytes> intersection(const Call& call, KeyNames keys, size_t members_max) {
  const Sets sets = open_sets(call, keys);
  SetStore* smallest = nullptr;
  int64_t smallest_size = 0;
  for (const auto& set : sets) {
    if (!set) return {};
    const int64_t size = sets.size() == 1 ? 0 : walk_size(*set);
    if (smallest != nullptr && size >= smallest_size) continue;
    smallest = set.get();
    smallest_size = size;
  }
  return walk(*smallest, sets, true, members_max);
}

std::vector<Bytes> difference(const Call& call, KeyNames keys, size_t members_max) {
  const Sets sets = open_sets(call, keys);
  if (!sets[0] || std::count(keys.begin(), keys.end(), keys[0]) > 1) return {};
  std::vector<std::optional<int64_t>> sizes;
  for (size_t i = 1; i < sets.size(); ++i) {
    if (sets[i]) sizes.push_back(sets[i]->size_if_known());
  }
  if (!are_better_read(sets[0]->size_if_known(), sizes)) {
    return walk(*sets[0], sets, false, members_max);
  }
  MergedWalk<SetStore> others;
  for (size_t i = 1; i < sets.size(); ++i) {
    if (sets[i]) others.add(*sets[i]);
  }
  std::vector<Bytes> result;
  types::Pages pages(*sets[0]);
  for (std::vector<Bytes> page = pages.next(); !page.empty(); page = pages.next()) {
    for (Bytes& member : page) {
      if (!others.holds(member)) result.push_back(std::move(member));
    }
  }
  return result;
}

// All sets side by side, in the order of members: each member is met in all of its sets at once.
std::vector<Bytes> sum(const Call& call, KeyNames keys, size_t) {
  const Sets sets = open_sets(call, keys);
  MergedWalk<SetStore> all;
  for (const auto& set : sets) {
    if (set) all.add(*set);
  }
  std::vector<Bytes> result;
  for (; all.front() != nullptr; all.pop()) result.push_back(*all.front());
  return result;
}

Reply answer(Call& call, Algebra algebra) {
  std::vector<Bytes> members = algebra(call, call.args.subspan(1), kNoLimit);
  put_integers_in_order(members);
  return Reply::set(Reply::bulks(std::move(members)));
}

// Everything is read before the destination is touched, which may be one of the sources. Whatever
// it was is overwritten, its expiry too; an empty result deletes it.
Reply store(Call& call, Algebra algebra) {
  const std::vector<Bytes> members = algebra(call, call.args.subspan(2), kNoLimit);
  const BytesView destination = call.arg(1);
  const bool was_there = call.keys().erase(destination);
  if (members.empty()) {
    if (was_there) call.changed(destination, "del");
    return Reply::integer(0);
  }
  const std::vector<BytesView> views(members.begin(), members.end());
  call.keys().set(destination, Create::kYes)->add_new(views);
  call.changed(destination, call.command.name);
  return Reply::integer(static_cast<int64_t>(members.size()));
}

}  // namespace

// SINTER key [key ...]
Reply sinter(Call& call) {
  return answer(call, intersection);
}

// SUNION key [key ...]
Reply sunion(Call& call) {
  return answer(call, sum);
}

// SDIFF key [key ...]
Reply sdiff(Call& call) {
  return answer(call, difference);
}

// SINTERSTORE destination key [key ...]
Reply sinterstore(Call& call) {
  return store(call, intersection);
}

// SUNIONSTORE destination key [key ...]
Reply sunionstore(Call& call) {
  return store(call, sum);
}

// SDIFFSTORE destination key [key ...]
Reply sdiffstore(Call& call) {
  return store(call, difference);
}

// SINTERCARD numkeys key [key ...] [LIMIT limit]
Reply sintercard(Call& call) {
  const int64_t key_count = count_from(call, 1, 1, "ERR numkeys should be greater than 0");
  if (key_count > static_cast<int64_t>(call.size()) - 2) {
    throw_error("ERR Number of keys can't be greater than number of args");
  }
  const size_t options_at = 2 + static_cast<size_t>(key_count);
  int64_t limit = 0;  // all
  for (size_t i = options_at; i < call.size(); i += 2) {
    if (!call.is_word(i, "limit") || i + 1 == call.size()) throw_syntax_error();
    limit = count_from(call, i + 1, 0, "ERR LIMIT can't be negative");
  }
  const KeyNames keys = call.args.subspan(2, options_at - 2);
  const size_t members_max = limit == 0 ? kNoLimit : static_cast<size_t>(limit);
  return Reply::integer(static_cast<int64_t>(intersection(call, keys, members_max).size()));
}

}  // namespace keemun::commands
