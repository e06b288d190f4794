// All that a stream holds, from the first on, whatever its size: a page of it is in memory.
#pragma once

#include <functional>

#include "base/bytes.h"
#include "types/stream_store.h"

namespace keemun::commands {

void visit_entries(types::StreamStore& stream,
                   const std::function<void(const types::StreamEntry& entry)>& visit);
void visit_groups(types::StreamStore& stream,
                  const std::function<void(const types::NamedGroup& group)>& visit);
void visit_consumers(types::StreamStore& stream, BytesView group,
                     const std::function<void(const types::NamedConsumer& consumer)>& visit);
void visit_pending(types::StreamStore& stream, BytesView group,
                   const std::function<void(const types::PendingEntry& entry)>& visit);

}  // namespace keemun::commands
