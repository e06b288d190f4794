#include "session/coming_keys.h"

#include <algorithm>
#include <vector>

#include "keyspace/count/key_metas.h"

namespace keemun::session {

void fetch_coming_keys(Core& core, size_t database, std::span<const BytesView> keys) {
  const size_t place = core.place_of(database);
  const keyspace::KeyMetas metas(core.layout(place), core.family(place));
  std::vector<Bytes> rows;
  rows.reserve(std::min(keys.size(), kComingKeysMax));
  for (const BytesView key : keys.first(std::min(keys.size(), kComingKeysMax))) {
    rows.push_back(metas.row_of(key));
  }
  core.store.about_to_get(rows);
}

}  // namespace keemun::session
