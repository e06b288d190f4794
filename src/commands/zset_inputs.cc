#include "commands/zset_inputs.h"

#include <map>
#include <utility>

namespace keemun::commands {

using types::ScoredMember;

namespace {

constexpr double kScoreInSet = 1;

}  // namespace

ZSetSource::ZSetSource(Call& call, BytesView key) {
  const keyspace::CountedLookups counted(call.keys());
  const auto info = call.keys().find(key);
  if (info && info->type == types::KeyType::kSet) {
    set_ = call.keys().set(key, Create::kNo);
  } else if (info) {
    zset_ = call.keys().zset(key, Create::kNo);
  }
}

int64_t ZSetSource::size() {
  if (!size_) size_ = zset_ ? zset_->size() : set_ ? set_->size() : 0;
  return *size_;
}

ScoredMembers ZSetSource::scan(const std::optional<Bytes>& after, size_t members_max) {
  if (zset_) return zset_->scan(after, members_max);
  ScoredMembers members;
  if (!set_) return members;
  for (Bytes& member : set_->scan(after, members_max)) {
    members.push_back({std::move(member), kScoreInSet});
  }
  return members;
}

std::vector<std::optional<double>> ZSetSource::scores(std::span<const BytesView> members) {
  if (zset_) return zset_->scores(members);
  std::vector<std::optional<double>> scores(members.size());
  if (!set_) return scores;
  const std::vector<bool> are_there = set_->contains_many(members);
  for (size_t i = 0; i < members.size(); ++i) {
    if (are_there[i]) scores[i] = kScoreInSet;
  }
  return scores;
}

std::vector<ZSetInput> open_inputs(Call& call, std::span<const BytesView> keys) {
  std::map<BytesView, std::shared_ptr<ZSetSource>> sources;
  std::vector<ZSetInput> inputs;
  inputs.reserve(keys.size());
  for (const BytesView key : keys) {
    auto& source = sources[key];
    if (!source) source = std::make_shared<ZSetSource>(call, key);
    inputs.push_back({source, 1});
  }
  return inputs;
}

}  // namespace keemun::commands
