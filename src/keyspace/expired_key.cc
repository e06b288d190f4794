#include "keyspace/expired_key.h"

#include "base/time_to_live.h"
#include "format/key_meta.h"
#include "keyspace/camellia/corrupt_meta.h"

namespace keemun::keyspace {

using ports::Stage;

Swept sweep_camellia_key(UnitOfWork& unit, const format::KeyLayout& layout,
                         const format::Expiry& indexed, std::optional<Garbage>& garbage) {
  const size_t meta_row = unit.look_up(layout.meta_key(indexed.key));
  const std::optional<BytesView> row = unit.value_of(meta_row);
  const auto meta = row ? format::decode_key_meta(*row) : std::nullopt;
  if (row && !meta) throw_corrupt_meta(indexed.key, *row);
  const bool is_as_indexed = meta && meta->expire_at_ms == indexed.expire_at_ms;
  if (is_as_indexed && !time_is_over(indexed.expire_at_ms, unit.now_ms())) return Swept::kNothing;
  unit.erase(format::expiry_row(layout.namespace_name(), indexed.expire_at_ms, indexed.key),
             Stage::kIndexLast);
  if (!is_as_indexed) return Swept::kRow;
  unit.erase_at(meta_row, Stage::kMetaFirst);
  if (meta->type() != format::KeyType::kString) garbage = Garbage{indexed.key, *meta};
  return Swept::kKey;
}

}  // namespace keemun::keyspace
