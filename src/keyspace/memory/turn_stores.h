// What is remembered of a store belongs to one at a time. Over it stands InTurn, which lets one in;
// under it OutOfTurn, which lets others in while the store below is asked, as fibers come in
// between there: so threads may share it that never write at once.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "ports/kv_store.h"
#include "ports/turn.h"

namespace keemun::keyspace {

// While a call is below, the turn is entered, or left.
template <bool kEnters>
class TurnStore final : public ports::KvStore {
 public:
  // Both outlive it.
  TurnStore(ports::KvStore& below, ports::Turn& turn) : below_(below), turn_(turn) {}

  ports::Capabilities capabilities() const override { return below_.capabilities(); }
  std::optional<Bytes> get(BytesView key) override {
    let_others_go();
    const Held held(turn_);
    return below_.get(key);
  }
  std::vector<std::optional<Bytes>> multi_get(std::span<const Bytes> keys) override {
    let_others_go();
    const Held held(turn_);
    return below_.multi_get(keys);
  }
  std::optional<Bytes> known_head(BytesView key) override {
    const Held held(turn_);
    return below_.known_head(key);
  }
  void about_to_get(std::span<const Bytes> keys) override {
    const Held held(turn_);
    below_.about_to_get(keys);
  }
  ports::ScanPage scan(const ports::ScanRequest& request) override {
    let_others_go();
    const Held held(turn_);
    return below_.scan(request);
  }
  ports::PassedRows pass_over(const ports::ScanRequest& request) override {
    let_others_go();
    const Held held(turn_);
    return below_.pass_over(request);
  }
  bool remembers_counts() const override { return below_.remembers_counts(); }
  void let_others_go() override {
    if (kEnters) turn_.let_others_go();
  }
  void commit(const ports::WriteBatch& batch) override {
    const Held held(turn_);
    below_.commit(batch);
  }
  void hand_over(ports::WriteBatch& batch) override {
    const Held held(turn_);
    below_.hand_over(batch);
  }

 private:
  class Held {
   public:
    explicit Held(ports::Turn& turn) : turn_(turn) { kEnters ? turn_.enter() : turn_.leave(); }
    Held(const Held&) = delete;
    Held& operator=(const Held&) = delete;
    ~Held() { kEnters ? turn_.leave() : turn_.enter(); }

   private:
    ports::Turn& turn_;
  };

  ports::KvStore& below_;
  ports::Turn& turn_;
};

using InTurn = TurnStore<true>;
using OutOfTurn = TurnStore<false>;

}  // namespace keemun::keyspace
