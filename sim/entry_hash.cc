#include "sim/entry_hash.h"

#include <string>

#include "base/hash.h"
#include "base/number_text.h"

namespace keemun::sim {

namespace {

class Hashing {
 public:
  explicit Hashing(uint64_t seed) : hash_(seed) {}

  uint64_t value() const { return hash_; }

  void operator()(const model::String& text) { add(text); }
  void operator()(const model::Hash& fields) {
    for (const auto& [field, value] : fields) add(field), add(value);
  }
  void operator()(const model::Set& members) {
    for (const Bytes& member : members) add(member);
  }
  void operator()(const model::List& elements) {
    for (const Bytes& element : elements) add(element);
  }
  void operator()(const model::ZSet& zset) {
    for (const auto& [member, score] : zset.by_member()) add(member), add(format_score(score));
  }
  void operator()(const model::Stream& stream) {
    add(stream.last_id);
    add(stream.greatest_deleted);
    add(static_cast<int64_t>(stream.entries_added));
    for (const auto& [id, words] : stream.entries) {
      add(id);
      for (const Bytes& word : words) add(word);
    }
    for (const auto& [name, group] : stream.groups) add(name), add(group);
  }

 private:
  void add(BytesView bytes) { hash_ = hash_bytes(bytes, hash_); }
  void add(int64_t number) { add(BytesView(std::to_string(number))); }
  void add(const model::Stream::Id& id) {
    add(static_cast<int64_t>(id.first));
    add(static_cast<int64_t>(id.second));
  }
  void add(const model::Stream::Group& group) {
    add(group.last_delivered);
    add(group.entries_read);
    for (const auto& [consumer, seen_at_ms] : group.seen_at_ms) add(consumer), add(seen_at_ms);
    for (const auto& [id, pending] : group.pending) {
      add(id);
      add(pending.consumer);
      add(pending.delivered_at_ms);
      add(pending.deliveries);
    }
  }

  uint64_t hash_;
};

}  // namespace

uint64_t hash_entry(const model::Entry& entry) {
  Hashing hashing(static_cast<uint64_t>(entry.expire_at_ms));
  std::visit([&hashing](const auto& held) { hashing(held); }, entry.value);
  return hashing.value();
}

}  // namespace keemun::sim
