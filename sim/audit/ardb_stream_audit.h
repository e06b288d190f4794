// The rows of one stream of the ardb family, as spec/encodings/ardb.md § 5.1 has them.
#pragma once

#include <span>
#include <utility>

#include "audit/ardb_reader.h"
#include "model/value.h"

namespace keemun::sim {

using ArdbRow = std::pair<ArdbRowKey, ArdbRowValue>;

// Throws CommandError with what is wrong. `may_be_ardbs`: what Ardb writes of groups is right too.
model::Stream read_ardb_stream(const ArdbRowValue& meta, std::span<const ArdbRow> rows,
                               bool may_be_ardbs);

}  // namespace keemun::sim
