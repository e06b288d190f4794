#include "commands/zset/zset_inputs.h"

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

std::optional<int64_t> ZSetSource::size_if_known() {
  if (size_) return size_;
  return zset_ ? zset_->size_if_known() : set_ ? set_->size_if_known() : 0;
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

OtherInput::OtherInput(const ZSetInput& input, ZSetSource& walked)
    : source_(input.source),
      weight_(input.weight),
      beside_(*source_, source_->size_if_known(), walked.size_if_known()) {}

std::vector<std::optional<double>> OtherInput::scores(const ScoredMembers& members) {
  std::vector<std::optional<double>> scores(members.size());
  const auto found = [&](size_t i, const ScoredMember& one) { scores[i] = one.score; };
  if (beside_.find(members, found)) return scores;
  std::vector<BytesView> names;
  names.reserve(members.size());
  for (const ScoredMember& one : members) names.push_back(one.member);
  return source_->scores(names);
}

}  // namespace keemun::commands
