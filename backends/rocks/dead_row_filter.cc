#include "rocks/dead_row_filter.h"

#include <optional>
#include <span>
#include <utility>

#include "base/time_to_live.h"
#include "format/key_meta.h"

namespace keemun::rocks {

namespace {

BytesView view(const rocksdb::Slice& slice) {
  return {slice.data(), slice.size()};
}

// The incarnation of a key that a row belongs to.
struct Place {
  const format::KeyLayout* layout = nullptr;
  BytesView key;
  format::KeyVersion version;
};

format::RowFamily family_of(RowKind kind) {
  switch (kind) {
    case RowKind::kSub:
      return format::RowFamily::kSub;
    case RowKind::kScore:
      return format::RowFamily::kScore;
    case RowKind::kIndex:
      return format::RowFamily::kIndex;
    case RowKind::kMeta:
    case RowKind::kRecord:
    case RowKind::kArdb:
    case RowKind::kExpiry:
      break;
  }
  return format::RowFamily::kMeta;
}

std::optional<Place> place_in(const format::KeyLayout& layout, RowKind kind, BytesView row) {
  const auto incarnation = layout.incarnation_of(family_of(kind), row);
  if (!incarnation) return std::nullopt;
  return Place{&layout, incarnation->key, incarnation->version};
}

bool is_dead(const Place& place, const DurableMoment& moment) {
  if (format::creation_ms(place.version) + ports::kYoungMs > moment.now_ms) return false;
  rocksdb::ReadOptions options;
  options.snapshot = moment.snapshot;
  options.fill_cache = false;
  rocksdb::PinnableSlice value;
  const Bytes row = place.layout->meta_key(place.key);
  // Which is not that of metas where a slot's prefix looks like a mark.
  rocksdb::ColumnFamilyHandle* family = moment.families[static_cast<size_t>(kind_of_row(row))];
  const rocksdb::Status status = moment.engine.Get(options, family, row, &value);
  if (status.IsNotFound()) return true;
  if (!status.ok()) return false;
  const auto meta = format::decode_key_meta(view(value));
  return meta && meta->version != place.version;
}

// Rows come in their order: the next one is most likely of the namespace that the last was of, or
// of the one behind it, however many there are.
class NamespaceOfRow {
 public:
  // The answer to the first one that has any, else nothing.
  template <typename Ask>
  auto first_of(std::span<const format::KeyLayout> namespaces, Ask&& ask)
      -> decltype(ask(namespaces[0])) {
    for (size_t i = 0; i < namespaces.size(); ++i) {
      const size_t place = (last_ + i) % namespaces.size();
      if (auto answer = ask(namespaces[place])) {
        last_ = place;
        return answer;
      }
    }
    return {};
  }

 private:
  size_t last_ = 0;
};

// Of one compaction, which runs in one thread and meets the rows of an incarnation one after
// another: each is judged once.
class RowFilter final : public rocksdb::CompactionFilter {
 public:
  RowFilter(RowKind kind, std::shared_ptr<DeadRowJudge> judge)
      : kind_(kind), judge_(std::move(judge)), moment_(judge_->moment()) {}

  const char* Name() const override { return "keemun.dead_rows"; }

  bool Filter(int, const rocksdb::Slice& row, const rocksdb::Slice&, std::string*,
              bool*) const override {
    if (!moment_) return false;
    const auto place = namespace_.first_of(
        judge_->namespaces(),
        [&](const format::KeyLayout& layout) { return place_in(layout, kind_, view(row)); });
    if (!place || !is_dead_place(*place)) return false;
    judge_->count_row();
    return true;
  }

 private:
  bool is_dead_place(const Place& place) const {
    if (last_layout_ != place.layout || last_key_ != place.key || last_version_ != place.version) {
      last_layout_ = place.layout;
      last_key_ = place.key;
      last_version_ = place.version;
      last_is_dead_ = is_dead(place, *moment_);
    }
    return last_is_dead_;
  }

  const RowKind kind_;
  const std::shared_ptr<DeadRowJudge> judge_;
  const std::shared_ptr<const DurableMoment> moment_;
  mutable NamespaceOfRow namespace_;
  mutable const format::KeyLayout* last_layout_ = nullptr;
  mutable Bytes last_key_;
  mutable format::KeyVersion last_version_;
  mutable bool last_is_dead_ = false;
};

class MetaFilter final : public rocksdb::CompactionFilter {
 public:
  explicit MetaFilter(std::shared_ptr<DeadRowJudge> judge)
      : judge_(std::move(judge)), moment_(judge_->moment()) {}

  const char* Name() const override { return "keemun.expired_metas"; }

  bool Filter(int, const rocksdb::Slice& row, const rocksdb::Slice& value, std::string*,
              bool*) const override {
    if (!moment_) return false;
    const auto meta = format::decode_key_meta(view(value));
    const int64_t expired_by_ms = moment_->now_ms - DeadRowJudge::kExpiredMs;
    if (!meta || !meta->has_expiry()) return false;
    if (!time_is_over(meta->expire_at_ms, expired_by_ms)) return false;
    const bool is_ours =
        namespace_.first_of(judge_->namespaces(), [&](const format::KeyLayout& layout) {
          return layout.decode_meta_key(view(row)).is_ours();
        });
    if (is_ours) judge_->count_meta();
    return is_ours;
  }

 private:
  const std::shared_ptr<DeadRowJudge> judge_;
  const std::shared_ptr<const DurableMoment> moment_;
  mutable NamespaceOfRow namespace_;
};

class FilterFactory final : public rocksdb::CompactionFilterFactory {
 public:
  FilterFactory(RowKind kind, std::shared_ptr<DeadRowJudge> judge)
      : kind_(kind), judge_(std::move(judge)) {}

  const char* Name() const override { return "keemun.dead_rows"; }

  std::unique_ptr<rocksdb::CompactionFilter> CreateCompactionFilter(
      const rocksdb::CompactionFilter::Context&) override {
    if (kind_ == RowKind::kMeta) return std::make_unique<MetaFilter>(judge_);
    return std::make_unique<RowFilter>(kind_, judge_);
  }

 private:
  const RowKind kind_;
  const std::shared_ptr<DeadRowJudge> judge_;
};

}  // namespace

void DeadRowJudge::set_moment(std::shared_ptr<const DurableMoment> moment) {
  const std::lock_guard lock(mutex_);
  moment_.swap(moment);  // the old one ends behind the lock
}

std::shared_ptr<const DurableMoment> DeadRowJudge::moment() const {
  const std::lock_guard lock(mutex_);
  return moment_;
}

std::shared_ptr<rocksdb::CompactionFilterFactory> dead_row_filters(
    RowKind kind, std::shared_ptr<DeadRowJudge> judge) {
  const bool has_versions =
      kind != RowKind::kRecord && kind != RowKind::kArdb && kind != RowKind::kExpiry;
  if (!has_versions || judge->namespaces().empty()) return nullptr;
  return std::make_shared<FilterFactory>(kind, std::move(judge));
}

}  // namespace keemun::rocks
