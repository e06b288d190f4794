#include "swapped_databases.h"

#include "base/number_text.h"
#include "format/store_records.h"

namespace keemun::programs {

Bytes swapped_databases_text(ports::KvStore& store) {
  const auto row = store.get(format::database_order_key());
  const auto order = row ? format::decode_database_order(*row) : std::nullopt;
  Bytes text;
  for (size_t i = 0; order && i < order->size(); ++i) {
    if ((*order)[i] == i) continue;
    text += (text.empty() ? "after SWAPDB: " : ", ") + Bytes("database ") +
            format_int64(static_cast<int64_t>(i)) + " is namespace number " +
            format_int64(static_cast<int64_t>((*order)[i]));
  }
  return text.empty() ? text : text + "\n";
}

}  // namespace keemun::programs
