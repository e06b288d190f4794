// What goes wrong at the store's door, and when: faults that wait for their call, and writes that
// had no answer and happen later.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <utility>
#include <vector>

#include "base/bytes.h"
#include "plan/plan.h"
#include "ports/write_batch.h"
#include "sim/sim_kv.h"

namespace keemun::sim {

class Weather {
 public:
  // Told the number of the commit, once a late write happens. Not told if it never does.
  using Landed = std::function<void(uint64_t commit)>;

  explicit Weather(SimKv& kv) : kv_(kv) {}

  // `chance` decides how late a late write is.
  void expect(const plan::FaultEvent& fault, uint64_t chance);

  // What becomes of the call that comes now.
  bool refuses_call();
  std::optional<plan::FaultEvent> next_commit();
  // Of a batch that is written row by row: whether the process dies before this row.
  bool dies_before_row();

  // The batch is on its way and will happen by itself.
  void put_off(const ports::WriteBatch& batch, Landed landed);
  // Time passes, in calls and in milliseconds; what is due happens.
  void pass_call();
  void pass_ms(int64_t elapsed_ms);
  void land_all();
  // Nothing more goes wrong, but what is on its way still comes.
  void calm() { expected_.clear(); }

  int64_t fault_count() const { return fault_count_; }

 private:
  struct Expected {
    plan::FaultEvent fault;
    int64_t calls_left = 0;
    uint64_t chance = 0;
  };
  struct Late {
    ports::WriteBatch batch;
    std::vector<std::pair<Bytes, std::optional<Bytes>>> rows_before;
    Landed landed;
    uint64_t calls_left = 0;
    int64_t ms_left = 0;
  };

  void land(Late& late);
  bool is_untouched(const Late& late) const;
  std::optional<Bytes> row(BytesView key) const;

  SimKv& kv_;
  std::vector<Expected> expected_;
  std::vector<Late> late_;
  uint64_t late_chance_ = 0;
  int64_t fault_count_ = 0;
};

}  // namespace keemun::sim
