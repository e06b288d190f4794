#include "sim/marks.h"

#include <bit>

namespace keemun::sim {

void Marks::add(const commands::Command& command, const resp::Reply& reply) {
  const auto place = static_cast<size_t>(&command - commands::all_commands().data());
  if (kinds_.empty()) kinds_.resize(commands::all_commands().size());
  kinds_[place] |= uint32_t{1} << static_cast<unsigned>(reply.kind());
}

void Marks::add(const Marks& other) {
  if (kinds_.size() < other.kinds_.size()) kinds_.resize(other.kinds_.size());
  for (size_t i = 0; i < other.kinds_.size(); ++i) kinds_[i] |= other.kinds_[i];
}

size_t Marks::count() const {
  size_t count = 0;
  for (const uint32_t kinds : kinds_) count += static_cast<size_t>(std::popcount(kinds));
  return count;
}

}  // namespace keemun::sim
