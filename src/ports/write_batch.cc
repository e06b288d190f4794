#include "ports/write_batch.h"

namespace keemun::ports {

size_t WriteBatch::byte_count() const {
  size_t total = 0;
  for (const RangeErase& erase : range_erases) total += erase.begin.size() + erase.end.size();
  for (const Write& write : writes) total += write.key.size() + write.value.size();
  return total;
}

}  // namespace keemun::ports
