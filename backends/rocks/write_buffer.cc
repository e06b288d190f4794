#include "rocks/write_buffer.h"

#include <atomic>
#include <cstddef>
#include <memory>
#include <mutex>
#include <new>
#include <utility>
#include <vector>

#include "base/check.h"
#include "rocks/brief_lock.h"
#include "rocks/row_tree.h"

namespace keemun::rocks {

namespace {

using rocksdb::MemTableRep;
using rocksdb::Slice;

// What one buffer takes of the total.
class Share {
 public:
  explicit Share(std::shared_ptr<rocksdb::WriteBufferManager> total) : total_(std::move(total)) {}
  Share(const Share&) = delete;
  Share& operator=(const Share&) = delete;
  ~Share() {
    will_go();
    total_->FreeMem(byte_count());
  }

  void grow_to(size_t bytes) {
    if (bytes == byte_count()) return;
    total_->ReserveMem(bytes - byte_count());
    byte_count_.store(bytes, std::memory_order_relaxed);
  }
  // It is on its way into a file.
  void will_go() {
    if (!std::exchange(will_go_, true)) total_->ScheduleFreeMem(byte_count());
  }
  size_t byte_count() const { return byte_count_.load(std::memory_order_relaxed); }

 private:
  const std::shared_ptr<rocksdb::WriteBufferManager> total_;
  std::atomic<size_t> byte_count_ = 0;
  bool will_go_ = false;
};

class WriteBuffer final : public MemTableRep {
 public:
  WriteBuffer(const KeyComparator& compare, rocksdb::Allocator* allocator,
              std::shared_ptr<rocksdb::WriteBufferManager> total)
      : MemTableRep(allocator), compare_(compare), tree_(compare), share_(std::move(total)) {
    share_.grow_to(tree_.byte_count());
  }

  void Insert(rocksdb::KeyHandle handle) override {
    const std::lock_guard guard(lock_);
    tree_.insert(static_cast<const char*>(handle));
    ++inserts_;
    share_.grow_to(tree_.byte_count());
  }

  bool Contains(const char* row) const override {
    const Slice key = compare_.decode_key(row);
    const std::lock_guard guard(lock_);
    const RowTree::Place place = tree_.seek(key);
    return place && compare_(place.row(), key) == 0;
  }

  size_t ApproximateMemoryUsage() override { return share_.byte_count(); }
  void MarkReadOnly() override { share_.will_go(); }

  Iterator* GetIterator(rocksdb::Arena*) override;

  void Get(const rocksdb::LookupKey& wanted, void* whom,
           bool (*goes_on)(void* whom, const char* row)) override;
  // Only asked for within the library's own Get.
  Iterator* GetDynamicPrefixIterator(rocksdb::Arena*) override {
    CHECK(is_asking_);
    return &asked_;
  }

 private:
  class Walk;
  class Seat;
  class Rows;

  // LookupKey is none of the library's public types: its own Get, which would never end the
  // iterator that it takes, says to this one what is looked for, and finds nothing.
  class Asked final : public Iterator {
   public:
    static void operator delete(void*) {}

    const char* row() const { return row_; }
    void Seek(const Slice&, const char* row) override { row_ = row; }
    bool Valid() const override { return false; }
    const char* key() const override { return nullptr; }
    void Next() override {}
    void Prev() override {}
    void SeekForPrev(const Slice&, const char*) override {}
    void SeekToFirst() override {}
    void SeekToLast() override {}

   private:
    const char* row_ = nullptr;
  };

  // The engine ends its iterators, but does not free those that it gave an arena for, which is
  // none of the library's public types: so they stand in slots of ours, for the next one.
  struct Slot;
  void give_back(Slot* slot) {
    const std::lock_guard guard(lock_);
    free_slots_.push_back(slot);
  }

  const KeyComparator& compare_;
  mutable BriefLock lock_;
  RowTree tree_;
  uint64_t inserts_ = 0;
  Asked asked_;
  bool is_asking_ = false;
  Share share_;
  std::vector<std::unique_ptr<Slot>> slots_;
  std::vector<Slot*> free_slots_;
};

// Stays at its row whatever comes beside it.
class WriteBuffer::Walk {
 public:
  explicit Walk(WriteBuffer& buffer) : buffer_(buffer) {}

  const char* row() const { return row_; }
  void next() {
    step([](const RowTree::Place& place) { return RowTree::next(place); });
  }
  void previous() {
    step([](const RowTree::Place& place) { return RowTree::previous(place); });
  }
  void seek(const Slice& wanted) {
    go([&](const RowTree& tree) { return tree.seek(wanted); });
  }
  void seek_for_previous(const Slice& wanted) {
    go([&](const RowTree& tree) {
      const RowTree::Place place = tree.seek(wanted);
      if (!place) return tree.last();
      return buffer_.compare_(place.row(), wanted) == 0 ? place : RowTree::previous(place);
    });
  }
  void seek_first() {
    go([](const RowTree& tree) { return tree.first(); });
  }
  void seek_last() {
    go([](const RowTree& tree) { return tree.last(); });
  }

 private:
  template <typename Find>
  void go(const Find& find) {
    const std::lock_guard guard(buffer_.lock_);
    settle(find(buffer_.tree_));
  }
  template <typename Move>
  void step(const Move& move) {
    const std::lock_guard guard(buffer_.lock_);
    if (seen_inserts_ != buffer_.inserts_) {
      place_ = buffer_.tree_.seek(buffer_.compare_.decode_key(row_));
    }
    settle(move(place_));
  }
  void settle(const RowTree::Place& place) {
    place_ = place;
    row_ = place ? place.row() : nullptr;
    seen_inserts_ = buffer_.inserts_;
  }

  WriteBuffer& buffer_;
  RowTree::Place place_;
  const char* row_ = nullptr;
  uint64_t seen_inserts_ = 0;
};

// A slot in use: a base, so that it is given back when all else of the iterator has ended.
class WriteBuffer::Seat {
 public:
  Seat(WriteBuffer& buffer, Slot* slot) : buffer_(buffer), slot_(slot) {}
  Seat(const Seat&) = delete;
  Seat& operator=(const Seat&) = delete;
  ~Seat() { buffer_.give_back(slot_); }

 protected:
  WriteBuffer& buffer_;

 private:
  Slot* const slot_;
};

class WriteBuffer::Rows final : private Seat, public Iterator {
 public:
  Rows(WriteBuffer& buffer, Slot* slot) : Seat(buffer, slot), walk_(buffer) {}
  static void operator delete(void*) {}  // the slot stays
  static void* operator new(size_t, void* place) { return place; }

  bool Valid() const override { return walk_.row() != nullptr; }
  const char* key() const override { return walk_.row(); }
  void Next() override { walk_.next(); }
  void Prev() override { walk_.previous(); }
  void Seek(const Slice& key, const char* row) override { walk_.seek(key_of(key, row)); }
  void SeekForPrev(const Slice& key, const char* row) override {
    walk_.seek_for_previous(key_of(key, row));
  }
  void SeekToFirst() override { walk_.seek_first(); }
  void SeekToLast() override { walk_.seek_last(); }

 private:
  // The engine gives one or the other.
  Slice key_of(const Slice& key, const char* row) const {
    return row == nullptr ? key : buffer_.compare_.decode_key(row);
  }

  Walk walk_;
};

struct WriteBuffer::Slot {
  alignas(Rows) std::byte bytes[sizeof(Rows)];
};

MemTableRep::Iterator* WriteBuffer::GetIterator(rocksdb::Arena*) {
  const std::lock_guard guard(lock_);
  if (free_slots_.empty()) {
    slots_.push_back(std::make_unique<Slot>());
    free_slots_.push_back(slots_.back().get());
  }
  Slot* const slot = free_slots_.back();
  free_slots_.pop_back();
  return new (slot->bytes) Rows(*this, slot);
}

void WriteBuffer::Get(const rocksdb::LookupKey& wanted, void* whom,
                      bool (*goes_on)(void* whom, const char* row)) {
  Walk walk(*this);
  const char* row = nullptr;
  {
    const std::lock_guard guard(lock_);
    is_asking_ = true;
    MemTableRep::Get(wanted, nullptr, nullptr);
    is_asking_ = false;
    row = asked_.row();
  }
  for (walk.seek(compare_.decode_key(row)); walk.row() != nullptr; walk.next()) {
    if (!goes_on(whom, walk.row())) return;
  }
}

}  // namespace

rocksdb::MemTableRep* WriteBuffers::CreateMemTableRep(
    const rocksdb::MemTableRep::KeyComparator& compare, rocksdb::Allocator* allocator,
    const rocksdb::SliceTransform*, rocksdb::Logger*) {
  return new WriteBuffer(compare, allocator, total_);
}

}  // namespace keemun::rocks
