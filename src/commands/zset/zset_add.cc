#include "commands/zset/zset_add.h"

#include <cmath>
#include <map>
#include <vector>

namespace keemun::commands {

using types::AddRules;
using types::ScoreChange;
using types::ScoredView;
using types::ZSetStore;

namespace {

// The scores of the members that one ZADD names, as they become while it goes through its pairs: a
// member may stand in several of them.
class ScoreBoard {
 public:
  ScoreBoard(ZSetStore& zset, std::span<const ScoredView> pairs) {
    for (const ScoredView& pair : pairs) {
      if (place_of_.emplace(pair.member, members_.size()).second) members_.push_back(pair.member);
    }
    before_ = zset.scores(members_);
    now_ = before_;
  }

  void apply(const AddRules& rules, const ScoredView& pair, AddOutcome& outcome) {
    std::optional<double>& score = now_[place_of_.find(pair.member)->second];
    outcome.last_score = rules.decide(score, pair.score);
    if (!outcome.last_score) return;
    if (std::isnan(*outcome.last_score)) {
      throw_error("ERR resulting score is not a number (NaN)");
    }
    if (score == outcome.last_score) return;
    ++(score ? outcome.updated : outcome.added);
    score = types::kept_score(*outcome.last_score);
  }

  std::vector<ScoreChange> changes() const {
    std::vector<ScoreChange> changes;
    for (size_t i = 0; i < members_.size(); ++i) {
      if (now_[i] != before_[i]) changes.push_back({members_[i], before_[i], *now_[i]});
    }
    return changes;
  }

 private:
  std::map<BytesView, size_t> place_of_;
  std::vector<BytesView> members_;
  std::vector<std::optional<double>> before_;
  std::vector<std::optional<double>> now_;
};

}  // namespace

AddOutcome add_members(Call& call, const AddRules& rules, std::span<const ScoredView> pairs,
                       BytesView event) {
  AddOutcome outcome;
  const auto zset = call.keys().zset(call.arg(1), rules.only_existing ? Create::kNo : Create::kYes);
  if (!zset) return outcome;
  ScoreBoard board(*zset, pairs);
  for (const ScoredView& pair : pairs) board.apply(rules, pair, outcome);
  if (outcome.added + outcome.updated == 0) return outcome;
  zset->put(board.changes());
  call.changed(call.arg(1), event);
  return outcome;
}

}  // namespace keemun::commands
