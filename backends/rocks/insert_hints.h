// Lets the engine put a row of a sorted batch into its write buffer from where the row before it
// went, instead of from the top: what a commit costs most.
//
// In the engine the place of the last row goes by a prefix; here all rows share one, the empty one.
// The engine would use the same place for rows and for range erases, which lie apart, and must not:
// while one of those may be written, hints are off.
#pragma once

#include <rocksdb/slice_transform.h>

#include <atomic>

namespace keemun::rocks {

class InsertHints final : public rocksdb::SliceTransform {
 public:
  // Hints are off as long as one of these lives.
  class Pause {
   public:
    explicit Pause(const InsertHints& hints) : hints_(hints) { ++hints_.pauses_; }
    ~Pause() { --hints_.pauses_; }
    Pause(const Pause&) = delete;
    Pause& operator=(const Pause&) = delete;

   private:
    const InsertHints& hints_;
  };

  const char* Name() const override { return "keemun.InsertHints"; }
  rocksdb::Slice Transform(const rocksdb::Slice&) const override { return {}; }
  bool InDomain(const rocksdb::Slice&) const override { return pauses_ == 0; }

 private:
  mutable std::atomic<int> pauses_ = 0;
};

}  // namespace keemun::rocks
