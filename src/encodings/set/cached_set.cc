#include "encodings/set/cached_set.h"

#include <algorithm>

#include "base/number_text.h"

namespace keemun::encodings {

using ports::RedisCommand;
using types::Changed;

namespace {

// Asked for more members than this, the rows are read at once.
constexpr size_t kMembersMax = 64;

}  // namespace

Changed CachedSet::add(std::span<const BytesView> members) {
  copies_.change();
  return rows_->add(members);
}

Changed CachedSet::remove(std::span<const BytesView> members) {
  const Changed changed = rows_->remove(members);
  if (changed.count > 0) copies_.change();
  return changed;
}

void CachedSet::add_new(std::span<const BytesView> members) {
  copies_.change();
  rows_->add_new(members);
}

void CachedSet::remove_present(std::span<const BytesView> members) {
  copies_.change();
  rows_->remove_present(members);
}

bool CachedSet::contains(BytesView member) {
  return contains_many({&member, 1}).front();
}

// The whole is asked for last: if it is there then, it was there for the members too.
std::vector<bool> CachedSet::contains_many(std::span<const BytesView> members) {
  if (members.empty() || members.size() > kMembersMax) return rows_->contains_many(members);
  std::vector<RedisCommand> commands;
  for (const BytesView member : members) {
    commands.push_back({"SISMEMBER", copies_.whole(), Bytes(member)});
  }
  commands.push_back({"EXISTS", copies_.whole()});
  const auto replies = copies_.read(std::move(commands));
  if (!replies || replies->back().integer() != 1) return rows_->contains_many(members);
  std::vector<bool> contained(members.size());
  for (size_t i = 0; i < members.size(); ++i) contained[i] = (*replies)[i].integer() == 1;
  return contained;
}

int64_t CachedSet::size() {
  if (const auto known = rows_->size_if_known()) return *known;
  if (const auto replies = copies_.read({{"SCARD", copies_.whole()}})) {
    const int64_t size = replies->front().integer();
    if (size > 0) return size;
  }
  return rows_->size();
}

std::vector<Bytes> CachedSet::scan(const std::optional<Bytes>& after, size_t members_max) {
  return rows_->scan(after, members_max);
}

std::vector<Bytes> CachedSet::load_all() {
  std::vector<Bytes> members;
  if (auto replies = copies_.read({{"SMEMBERS", copies_.whole()}})) {
    for (resp::Reply& item : replies->front().items()) members.push_back(item.text());
    std::sort(members.begin(), members.end());
    if (!members.empty()) return members;
  }
  members = rows_->load_all();
  const CacheLimits& limits = copies_.limits();
  size_t bytes = 0;
  for (const Bytes& member : members) bytes += member.size();
  if (members.empty() || members.size() > limits.elements_max || bytes > limits.copy_bytes_max) {
    return members;
  }
  RedisCommand put = {"SADD", copies_.whole()};
  put.insert(put.end(), members.begin(), members.end());
  copies_.fill({{"DEL", copies_.whole()},
                std::move(put),
                {"PEXPIRE", copies_.whole(), format_int64(limits.collection_ms)}});
  return members;
}

}  // namespace keemun::encodings
