// Stores are given distinct elements: these fold what a client repeats in one command.
#pragma once

#include <span>
#include <vector>

#include "base/bytes.h"
#include "types/hash_store.h"

namespace keemun::commands {

// Each once, at the place where it first stands.
std::vector<BytesView> distinct(std::span<const BytesView> elements);

// From field value field value ...; the last value of a field counts.
std::vector<types::FieldView> distinct_fields(std::span<const BytesView> words);

}  // namespace keemun::commands
