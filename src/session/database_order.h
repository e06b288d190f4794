// SWAPDB's lasting effect: which namespace each database number stands for, as a row of the store.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "base/bytes.h"
#include "ports/kv_store.h"

namespace keemun::session {

// In natural order where the store holds none.
std::vector<size_t> load_database_order(ports::KvStore& store, size_t database_count);

// The row that holds `order`.
ports::WriteBatch::Write database_order_row(std::span<const size_t> order);

}  // namespace keemun::session
