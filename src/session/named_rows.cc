#include "session/named_rows.h"

#include "keyspace/count/key_metas.h"

namespace keemun::session {

void add_named_rows(const Core& core, size_t database, const commands::Command& command,
                    std::span<const BytesView> args, std::vector<Bytes>& rows) {
  const commands::KeyPositions positions = commands::key_positions(command, args);
  if (positions.empty()) return;
  const size_t place = core.place_of(database);
  const keyspace::KeyMetas metas(core.layout(place), core.family(place));
  for (size_t i = 0; i < positions.size(); ++i) rows.push_back(metas.row_of(args[positions[i]]));
}

}  // namespace keemun::session
