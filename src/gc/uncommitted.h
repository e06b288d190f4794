// What rests on commits that the host gathers, and that may fail when they reach the store: on the
// one that is under way, and on the next one.
#pragma once

#include <iterator>
#include <utility>
#include <vector>

namespace keemun::gc {

template <typename What>
class Uncommitted {
 public:
  void add(What what) { gathered_.push_back(std::move(what)); }

  // All that there is belongs to a commit that begins now; no other is under way.
  void depart() { departed_ = std::exchange(gathered_, {}); }
  // That one has succeeded.
  void arrive() { departed_.clear(); }
  // All have.
  void settle() {
    departed_.clear();
    gathered_.clear();
  }
  // None has: what rested on them, in its order.
  std::vector<What> take() {
    std::vector<What> all = std::exchange(departed_, {});
    std::move(gathered_.begin(), gathered_.end(), std::back_inserter(all));
    gathered_.clear();
    return all;
  }

 private:
  std::vector<What> departed_;
  std::vector<What> gathered_;
};

}  // namespace keemun::gc
