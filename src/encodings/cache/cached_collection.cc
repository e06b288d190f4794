#include "encodings/cache/cached_collection.h"

#include <array>
#include <iterator>
#include <memory>
#include <utility>

namespace keemun::encodings {

using ports::RedisCommand;

// Holds the pin. One that was told of a commit and not of its end has seen it fail in between.
class CachedCollection::Change final : public ports::Participant {
 public:
  Change(RedisCache& cache, Bytes subject, bool has_copies)
      : cache_(cache), subject_(std::move(subject)), has_copies_(has_copies) {
    cache_.pin(subject_);
  }
  Change(const Change&) = delete;
  Change& operator=(const Change&) = delete;
  ~Change() override {
    if (is_committing_) cache_.doubt(subject_);
    cache_.unpin(subject_);
  }

  void add(std::vector<Bytes> names) {
    std::move(names.begin(), names.end(), std::back_inserter(names_));
  }

  void before_commit() override {
    is_committing_ = true;
    if (!has_copies_) return;
    names_.push_back(subject_);
    const std::array forgets = {RedisCache::Forget{subject_, names_}};
    cache_.forget(forgets);
  }
  void after_commit() override { is_committing_ = false; }

 private:
  RedisCache& cache_;
  const Bytes subject_;
  const bool has_copies_;
  std::vector<Bytes> names_;
  bool is_committing_ = false;
};

CachedCollection::CachedCollection(RedisCache& cache, const Bytes& namespace_name,
                                   const OpenKey& key)
    : cache_(cache),
      rows_(key.rows()),
      names_(namespace_name),
      key_(key.key()),
      version_(key.meta().version),
      is_new_(!key.exists()),
      whole_(names_.collection_key(key_, version_)) {}

std::optional<RedisCache::Replies> CachedCollection::read(std::vector<RedisCommand> commands) {
  if (is_new_) return std::nullopt;
  return cache_.read(whole_, std::move(commands));
}

void CachedCollection::fill(std::vector<RedisCommand> commands) {
  if (!is_new_) cache_.fill(whole_, std::move(commands));
}

CachedCollection::Change& CachedCollection::join() {
  if (change_ == nullptr) {
    auto change = std::make_unique<Change>(cache_, whole_, !is_new_);
    change_ = change.get();
    rows_.join(std::move(change));
  }
  return *change_;
}

void CachedCollection::change() {
  join();
}

void CachedCollection::change(std::vector<Bytes> fields) {
  if (is_new_) {
    join();
    return;
  }
  for (Bytes& name : fields) name = field(name);
  join().add(std::move(fields));
}

}  // namespace keemun::encodings
