// Fields of Redis' INFO about what does not exist here, which is 0: whoever reads them all finds
// them all.
#pragma once

#include <array>

#include "base/bytes.h"
#include "server/commands/info_section.h"

namespace keemun::server {

// Replicas, links to a cluster, a log that is rewritten, defragmentation.
constexpr auto kAbsentFromMemory = std::to_array<BytesView>({
    "mem_not_counted_for_evict",
    "mem_replication_backlog",
    "mem_total_replication_buffers",
    "mem_clients_slaves",
    "mem_cluster_links",
    "mem_aof_buffer",
    "active_defrag_running",
});

// Children that share memory until they or their parent write to it, a load of all at the start.
constexpr auto kAbsentFromPersistence = std::to_array<BytesView>({
    "current_cow_peak",
    "current_cow_size",
    "current_cow_size_age",
    "current_fork_perc",
    "current_save_keys_processed",
    "current_save_keys_total",
    "rdb_last_cow_size",
    "rdb_last_load_keys_expired",
    "rdb_last_load_keys_loaded",
    "aof_rewrites",
    "aof_rewrites_consecutive_failures",
    "aof_last_cow_size",
    "module_fork_in_progress",
    "module_fork_last_cow_size",
});

// Replicas, eviction, defragmentation; connections that MIGRATE keeps, buffers for replies that
// grow and shrink. Payloads are always looked at as a whole, and no master sends errors.
constexpr auto kAbsentFromStats = std::to_array<BytesView>({
    "total_net_repl_input_bytes",
    "total_net_repl_output_bytes",
    "instantaneous_input_repl_kbps",
    "instantaneous_output_repl_kbps",
    "total_eviction_exceeded_time",
    "current_eviction_exceeded_time",
    "migrate_cached_sockets",
    "slave_expires_tracked_keys",
    "active_defrag_hits",
    "active_defrag_misses",
    "active_defrag_key_hits",
    "active_defrag_key_misses",
    "total_active_defrag_time",
    "current_active_defrag_time",
    "unexpected_error_replies",
    "dump_payload_sanitizations",
    "reply_buffer_shrinks",
    "reply_buffer_expands",
});

template <typename Names>
void add_absent(Section& section, const Names& names) {
  for (const BytesView name : names) section.add(name, 0);
}

}  // namespace keemun::server
