// What the encodings of a set do alike with its rows.
#pragma once

#include <span>
#include <vector>

#include "encodings/open_key.h"
#include "ports/write_batch.h"

namespace keemun::encodings {

void put_members(OpenKey& key, std::span<const BytesView> members, ports::WasThere were_there);
void erase_members(OpenKey& key, std::span<const BytesView> members, ports::WasThere were_there);
// As many answers as members, in their order.
std::vector<bool> has_members(const OpenKey& key, std::span<const BytesView> members);

}  // namespace keemun::encodings
