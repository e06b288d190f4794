// Sets, and their algebra.
#include <algorithm>
#include <limits>

#include "model/call.h"
#include "model/sampling.h"
#include "model/scan_options.h"

namespace keemun::model {

namespace {

constexpr int64_t kCountMax = std::numeric_limits<int64_t>::max();

Reply members_reply(const Set& set) {
  Reply::Items items;
  for (const Bytes& member : set) items.push_back(Reply::bulk(member));
  return Reply::set(std::move(items));
}

// SADD key member [member ...]
Reply sadd(Call& call) {
  Set& set = call.find_or_create<Set>(call.arg(1));
  int64_t added = 0;
  for (size_t i = 2; i < call.size(); ++i) added += set.insert(call.arg(i)).second ? 1 : 0;
  if (added > 0) call.changed(call.arg(1));
  return Reply::integer(added);
}

// SREM key member [member ...]
Reply srem(Call& call) {
  Set* set = call.find<Set>(call.arg(1));
  if (set == nullptr) return Reply::integer(0);
  int64_t removed = 0;
  for (size_t i = 2; i < call.size(); ++i) removed += static_cast<int64_t>(set->erase(call.arg(i)));
  if (removed > 0) call.changed(call.arg(1));
  return Reply::integer(removed);
}

// SPOP key [count]
Reply spop(Call& call) {
  if (call.size() > 3) Call::throw_syntax_error();
  const bool counted = call.size() == 3;
  const int64_t asked =
      counted ? call.integer_in(2, 0, kCountMax, "ERR value is out of range, must be positive") : 1;
  Set* set = call.find<Set>(call.arg(1));
  if (set == nullptr) return counted ? Reply::set() : Reply::null();

  const auto members = sample(call, *set, sample_count(asked, set->size()));
  for (const Bytes& member : members) set->erase(member);
  if (!members.empty()) call.changed(call.arg(1));
  if (!counted) return Reply::bulk(members[0]);
  return members_reply(Set(members.begin(), members.end()));
}

// SRANDMEMBER key [count]
Reply srandmember(Call& call) {
  if (call.size() > 3) Call::throw_syntax_error();
  const bool counted = call.size() == 3;
  const int64_t asked = counted ? sample_argument(call, 2, false) : 1;
  const Set* set = call.find<Set>(call.arg(1));
  if (set == nullptr) return counted ? Reply::array() : Reply::null();

  const auto members = sample(call, *set, sample_count(asked, set->size()));
  if (!counted) return Reply::bulk(members[0]);
  Reply::Items items;
  for (const Bytes& member : members) items.push_back(Reply::bulk(member));
  return Reply::array(std::move(items));
}

Reply is_member(const Set* set, const Bytes& member) {
  return Reply::integer(set != nullptr && set->contains(member) ? 1 : 0);
}

// SISMEMBER key member
Reply sismember(Call& call) {
  return is_member(call.find<Set>(call.arg(1)), call.arg(2));
}

// SMISMEMBER key member [member ...]
Reply smismember(Call& call) {
  const Set* set = call.find<Set>(call.arg(1));
  Reply::Items items;
  for (size_t i = 2; i < call.size(); ++i) items.push_back(is_member(set, call.arg(i)));
  return Reply::array(std::move(items));
}

// SCARD key
Reply scard(Call& call) {
  const Set* set = call.find<Set>(call.arg(1));
  return Reply::integer(set == nullptr ? 0 : static_cast<int64_t>(set->size()));
}

// SMEMBERS key
Reply smembers(Call& call) {
  const Set* set = call.find<Set>(call.arg(1));
  return set == nullptr ? Reply::set() : members_reply(*set);
}

// SMOVE source destination member
Reply smove(Call& call) {
  Set* source = call.find<Set>(call.arg(1));
  if (source == nullptr) return Reply::integer(0);
  const Set* destination = call.find<Set>(call.arg(2));
  if (source == destination) return is_member(source, call.arg(3));
  if (source->erase(call.arg(3)) == 0) return Reply::integer(0);
  call.changed(call.arg(1));
  if (call.find_or_create<Set>(call.arg(2)).insert(call.arg(3)).second) call.changed(call.arg(2));
  return Reply::integer(1);
}

// The sets of the keys [first, last); no key is the empty set. The type of each is checked.
std::vector<Set> find_sets(const Call& call, size_t first, size_t last) {
  std::vector<Set> sets;
  for (size_t i = first; i < last; ++i) {
    const Set* set = call.find<Set>(call.arg(i));
    sets.push_back(set == nullptr ? Set() : *set);
  }
  return sets;
}

using Algebra = Set (*)(const std::vector<Set>& sets);

Set intersection(const std::vector<Set>& sets) {
  Set result = sets[0];
  for (const Set& other : sets) {
    std::erase_if(result, [&other](const Bytes& member) { return !other.contains(member); });
  }
  return result;
}

Set sum(const std::vector<Set>& sets) {
  Set result;
  for (const Set& other : sets) result.insert(other.begin(), other.end());
  return result;
}

Set difference(const std::vector<Set>& sets) {
  Set result = sets[0];
  for (size_t i = 1; i < sets.size(); ++i) {
    for (const Bytes& member : sets[i]) result.erase(member);
  }
  return result;
}

Reply answer(const Call& call, Algebra algebra) {
  return members_reply(algebra(find_sets(call, 1, call.size())));
}

// Whatever the destination was is overwritten, its expiry too; an empty result deletes it.
Reply store(const Call& call, Algebra algebra) {
  Set result = algebra(find_sets(call, 2, call.size()));
  const auto count = static_cast<int64_t>(result.size());
  const Bytes& destination = call.arg(1);
  if (count == 0 && call.find_entry(destination) == nullptr) return Reply::integer(0);
  call.database().put(destination, std::move(result));
  call.changed(destination);
  return Reply::integer(count);
}

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
  const int64_t keys = call.integer_in(1, 1, kCountMax, "ERR numkeys should be greater than 0");
  if (keys > static_cast<int64_t>(call.size()) - 2) {
    throw CommandError("ERR Number of keys can't be greater than number of args");
  }
  const size_t options = 2 + static_cast<size_t>(keys);
  int64_t limit = 0;  // none
  for (size_t i = options; i < call.size(); i += 2) {
    if (!call.is_word(i, "limit") || i + 1 == call.size()) Call::throw_syntax_error();
    limit = call.integer_in(i + 1, 0, kCountMax, "ERR LIMIT can't be negative");
  }
  const auto count = static_cast<int64_t>(intersection(find_sets(call, 2, options)).size());
  return Reply::integer(limit == 0 ? count : std::min(count, limit));
}

// SSCAN key cursor [MATCH pattern] [COUNT count]
Reply sscan(Call& call) {
  const uint64_t cursor = scan_cursor(call, 2);
  const Set* set = call.find<Set>(call.arg(1));
  if (set == nullptr) return scan_reply(call, 0, {});
  const ScanOptions options = scan_options(call, 3);
  Reply::Items items;
  for (const Bytes& member : *set) {
    if (options.matches(member)) items.push_back(Reply::bulk(member));
  }
  return scan_reply(call, cursor, std::move(items));
}

constexpr Command kCommands[] = {
    {"sadd", -3, sadd},
    {"srem", -3, srem},
    {"spop", -2, spop, Order::kAnyOrder},
    {"srandmember", -2, srandmember},
    {"sismember", 3, sismember},
    {"smismember", -3, smismember},
    {"scard", 2, scard},
    {"smembers", 2, smembers, Order::kAnyOrder},
    {"smove", 4, smove},
    {"sinter", -2, sinter, Order::kAnyOrder},
    {"sinterstore", -3, sinterstore},
    {"sintercard", -3, sintercard},
    {"sunion", -2, sunion, Order::kAnyOrder},
    {"sunionstore", -3, sunionstore},
    {"sdiff", -2, sdiff, Order::kAnyOrder},
    {"sdiffstore", -3, sdiffstore},
    {"sscan", -3, sscan, Order::kScan},
};

}  // namespace

std::span<const Command> set_commands() {
  return kCommands;
}

}  // namespace keemun::model
