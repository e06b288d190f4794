// zset version 0: for each member a member row (its score as text) and a score row (its score in
// the key, in the order of scores); the number of members in the meta. Needs nothing but the store.
#pragma once

#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "encodings/open_key.h"
#include "encodings/zset/row_ordered_zset.h"

namespace keemun::encodings {

class IndexedZSet final : public RowOrderedZSet {
 public:
  IndexedZSet(OpenKey key, bool may_be_torn) : RowOrderedZSet(may_be_torn), key_(std::move(key)) {}

  void put(std::span<const types::ScoreChange> changes) override;
  void remove(std::span<const types::ScoredView> members) override;

  std::vector<std::optional<double>> scores(std::span<const BytesView> members) override;
  int64_t size() override;
  std::optional<int64_t> size_if_known() override { return size(); }
  std::vector<types::ScoredMember> scan(const std::optional<Bytes>& after,
                                        size_t members_max) override;
  std::optional<Bytes> last_member() override;

 private:
  ports::Rows& rows() const override { return key_.rows(); }
  Bytes sort_row(types::ScoredView member) const override;
  format::KeyRange sort_rows() const override;
  format::KeyRange sort_rows(const types::ScoreRange& range) const override;
  types::ScoredMember read_sort_row(const ports::Row& row) const override;
  format::KeyRange named_rows(const types::LexRange& range) const override;
  types::ScoredMember read_named_row(const ports::Row& row) const override;

  OpenKey key_;
};

}  // namespace keemun::encodings
