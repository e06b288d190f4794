// A zset of the ardb family: for each member a score row (by name, its score in the value) and a
// sort row (its score in the key, in the order of scores); the number of members in the meta.
// Infinities are themselves; a negative zero is kept as zero.
#pragma once

#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "encodings/ardb/open_ardb_key.h"
#include "encodings/zset/row_ordered_zset.h"

namespace keemun::encodings {

class ArdbZSet final : public RowOrderedZSet {
 public:
  explicit ArdbZSet(OpenArdbKey key) : key_(std::move(key)) {}

  void put(std::span<const types::ScoreChange> changes) override;
  void remove(std::span<const types::ScoredView> members) override;

  std::vector<std::optional<double>> scores(std::span<const BytesView> members) override;
  int64_t size() override { return key_.size(); }
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

  double score_of(BytesView row_value) const;

  OpenArdbKey key_;
};

}  // namespace keemun::encodings
