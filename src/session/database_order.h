// SWAPDB's lasting effect: which namespace each database number stands for, as a row of the store.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "base/bytes.h"
#include "ports/kv_store.h"

namespace keemun::session {

// The place of each number's namespace. Does not change; copies share it, one for every command.
class DatabaseOrder {
 public:
  explicit DatabaseOrder(std::vector<size_t> places)
      : places_(std::make_shared<const std::vector<size_t>>(std::move(places))) {}

  size_t operator[](size_t number) const { return (*places_)[number]; }
  auto begin() const { return places_->begin(); }
  auto end() const { return places_->end(); }

  DatabaseOrder swapped(size_t first, size_t second) const;

 private:
  std::shared_ptr<const std::vector<size_t>> places_;
};

// In natural order where the store holds none.
DatabaseOrder load_database_order(ports::KvStore& store, size_t database_count);

// The row that holds `order`.
ports::WriteBatch::Write database_order_row(std::span<const size_t> order);

}  // namespace keemun::session
