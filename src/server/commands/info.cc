#include "server/commands/info.h"

#include <sys/resource.h>
#include <sys/utsname.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <map>

#include "base/number_text.h"
#include "base/version.h"
#include "server/commands/info_absent.h"
#include "server/commands/info_keyspace.h"
#include "server/commands/info_section.h"
#include "server/observe/process_memory.h"

namespace keemun::server {

namespace {

Bytes fixed(double value, int digits) {
  char text[64];
  const int size = std::snprintf(text, sizeof text, "%.*f", digits, value);
  return Bytes(text, static_cast<size_t>(size));
}

Bytes percent(int64_t part, int64_t whole) {
  const double share = whole == 0 ? 0 : static_cast<double>(part) / static_cast<double>(whole);
  return fixed(share * 100, 2) + "%";
}

Bytes human(int64_t bytes) {
  constexpr std::array<const char*, 4> kUnits = {"K", "M", "G", "T"};
  auto value = static_cast<double>(bytes);
  if (value < 1024) return format_int64(bytes) + "B";
  size_t unit = 0;
  for (value /= 1024; value >= 1024 && unit + 1 < kUnits.size(); value /= 1024) ++unit;
  return fixed(value, 2) + kUnits[unit];
}

Bytes joined_version(int major, int minor, int patch) {
  return format_int64(major) + "." + format_int64(minor) + "." + format_int64(patch);
}

// The ratio of two figures and what is between them, by Redis' names.
void add_excess(Section& section, const Bytes& name, int64_t all, int64_t part) {
  const double ratio = part == 0 ? 0 : static_cast<double>(all) / static_cast<double>(part);
  section.add(name + "_ratio", fixed(ratio, 2));
  section.add(name + "_bytes", all - part);
}

void add_server(State& state, Section& section) {
  constexpr int64_t kSecondsPerDay = 86'400;
  constexpr int64_t kLruClockMax = (1 << 24) - 1;
  std::error_code failed;
  utsname system = {};
  ::uname(&system);
  const int64_t uptime_s = (state.now_ms() - state.started_ms) / 1000;
  section.add("redis_version", Bytes(kRedisVersion));
  section.add("redis_git_sha1", "00000000");
  section.add("redis_git_dirty", 0);
  section.add("redis_build_id", "0");
  section.add("redis_mode", "standalone");
  section.add("os", Bytes(system.sysname) + " " + system.release + " " + system.machine);
  section.add("arch_bits", 64);
  section.add("multiplexing_api", "epoll");
  section.add("gcc_version", joined_version(__GNUC__, __GNUC_MINOR__, __GNUC_PATCHLEVEL__));
  section.add("monotonic_clock", "POSIX clock_gettime");
  section.add("process_id", ::getpid());
  section.add("run_id", state.run_id);
  section.add("tcp_port", state.settings.port);
  section.add("server_time_usec", state.now_ms() * 1000);
  section.add("uptime_in_seconds", uptime_s);
  section.add("uptime_in_days", uptime_s / kSecondsPerDay);
  section.add("hz", state.settings.hz);
  section.add("configured_hz", state.settings.hz);
  section.add("lru_clock", state.now_ms() / 1000 & kLruClockMax);
  section.add("process_supervised", "no");
  section.add("executable", std::filesystem::read_symlink("/proc/self/exe", failed).string());
  section.add("config_file", state.config_path);
  section.add("io_threads_active", state.statistics.shared_reads > 0 ? 1 : 0);
}

void add_clients(State& state, Section& section) {
  int64_t subscribed = 0;
  int64_t paused = 0;     // those whose next request waits for the end of CLIENT PAUSE
  int64_t held_back = 0;  // those whose request waits for the store, or behind a long one
  size_t input_max = 0;
  size_t output_max = 0;
  for (const auto& [id, client] : state.clients) {
    if (client->has_left()) continue;
    subscribed += client->is_subscribed() ? 1 : 0;
    input_max = std::max(input_max, client->parser.unread_bytes());
    output_max = std::max(output_max, client->output.size());
    paused += client->is_paused() ? 1 : 0;
    held_back += client->halt == Client::Halt::kHeldBack ? 1 : 0;
  }
  section.add("connected_clients", state.connected() - state.lingering);
  section.add("cluster_connections", 0);
  section.add("maxclients", state.settings.maxclients);
  section.add("client_recent_max_input_buffer", static_cast<int64_t>(input_max));
  section.add("client_recent_max_output_buffer", static_cast<int64_t>(output_max));
  section.add("blocked_clients", static_cast<int64_t>(state.parked.size()) + paused);
  section.add("held_back_clients", held_back);
  section.add("tracking_clients", state.tracking.client_count());
  section.add("pubsub_clients", subscribed);
  section.add("clients_in_timeout_table", static_cast<int64_t>(state.parked.deadline_count()));
}

void add_allocator(Section& section, int64_t resident) {
  const AllocatorBytes allocator =
      allocator_bytes().value_or(AllocatorBytes{resident, resident, resident});
  section.add("allocator_allocated", allocator.allocated);
  section.add("allocator_active", allocator.active);
  section.add("allocator_resident", allocator.resident);
  add_excess(section, "allocator_frag", allocator.active, allocator.allocated);
  add_excess(section, "allocator_rss", allocator.resident, allocator.active);
  add_excess(section, "rss_overhead", resident, allocator.resident);
  add_excess(section, "mem_fragmentation", resident, resident);
}

void add_memory(State& state, Section& section) {
  const int64_t resident = resident_bytes();
  const int64_t peak = peak_resident_bytes();
  section.add("used_memory", resident);
  section.add("used_memory_human", human(resident));
  section.add("used_memory_rss", resident);
  section.add("used_memory_rss_human", human(resident));
  section.add("used_memory_peak", peak);
  section.add("used_memory_peak_human", human(peak));
  section.add("used_memory_peak_perc", percent(resident, peak));
  // What of the data is in memory; the rest is what it takes to serve them.
  const auto of_caches = static_cast<int64_t>(state.hosted.core().companions.local_byte_count());
  const int64_t of_data =
      std::min(resident, of_caches + static_cast<int64_t>(state.hosted.store().memory_bytes()));
  section.add("used_memory_overhead", resident - of_data);
  section.add("used_memory_startup", state.startup_memory);
  section.add("used_memory_dataset", of_data);
  section.add("used_memory_dataset_perc", percent(of_data, resident));
  section.add("total_system_memory", system_memory_bytes());
  section.add("total_system_memory_human", human(system_memory_bytes()));
  const auto& scripts = state.hosted.core().scripts;
  const auto of_interpreters = static_cast<int64_t>(scripts.interpreter_bytes());
  const auto of_texts = static_cast<int64_t>(scripts.byte_count());
  section.add("used_memory_vm_eval", of_interpreters);
  section.add("used_memory_lua", of_interpreters);
  section.add("used_memory_lua_human", human(of_interpreters));
  section.add("used_memory_scripts_eval", of_texts);
  section.add("number_of_cached_scripts", static_cast<int64_t>(scripts.size()));
  const scripts::LibraryShelf& libraries = *state.hosted.core().libraries.latest();
  const auto of_libraries = static_cast<int64_t>(libraries.interpreter_bytes());
  const auto of_codes = static_cast<int64_t>(libraries.byte_count());
  section.add("number_of_functions", static_cast<int64_t>(libraries.function_count()));
  section.add("number_of_libraries", static_cast<int64_t>(libraries.library_count()));
  section.add("used_memory_vm_functions", of_libraries);
  section.add("used_memory_vm_total", of_interpreters + of_libraries);
  section.add("used_memory_vm_total_human", human(of_interpreters + of_libraries));
  section.add("used_memory_functions", of_codes);
  section.add("used_memory_scripts", of_texts + of_codes);
  section.add("used_memory_scripts_human", human(of_texts + of_codes));
  section.add("maxmemory", state.settings.maxmemory);
  section.add("maxmemory_human", human(state.settings.maxmemory));
  section.add("maxmemory_policy", state.settings.maxmemory_policy);
  add_allocator(section, resident);
  int64_t of_clients = 0;
  for (const auto& [id, client] : state.clients)
    of_clients += static_cast<int64_t>(client->memory());
  section.add("mem_clients_normal", of_clients);
  section.add("mem_allocator", Bytes(allocator_name()));
  const auto queued = static_cast<int64_t>(state.hosted.collector().queued_count());
  section.add("lazyfree_pending_objects", queued);
  section.add("lazyfreed_objects", state.hosted.collector().totals().keys_collected);
  add_absent(section, kAbsentFromMemory);
  section.add("local_cache_size", state.settings.local_cache_size);
  section.add("local_cache_used", of_caches);
}

void add_persistence(State& state, Section& section) {
  section.add("loading", 0);
  section.add("async_loading", 0);
  const int64_t now_ms = state.now_ms();
  Saves& saves = state.saves;
  saves.look(now_ms);
  const auto seconds = [](std::optional<int64_t> ms) { return ms ? *ms / 1000 : -1; };
  const bool is_saving = saves.is_under_way();
  section.add("rdb_changes_since_last_save", saves.changes_since());
  section.add("rdb_bgsave_in_progress", is_saving ? 1 : 0);
  section.add("rdb_last_save_time", seconds(saves.last_ms()));
  section.add("rdb_last_bgsave_status", saves.last_has_failed() ? "err" : "ok");
  section.add("rdb_last_bgsave_time_sec", seconds(saves.last_took_ms()));
  section.add("rdb_current_bgsave_time_sec", is_saving ? (now_ms - saves.begun_ms()) / 1000 : -1);
  section.add("rdb_saves", saves.count());
  section.add("last_checkpoint", saves.last_dir());
  // The log of writes is not Redis' and is never rewritten, but it may fail in the same way.
  section.add("aof_enabled", 0);
  section.add("aof_rewrite_in_progress", 0);
  section.add("aof_rewrite_scheduled", 0);
  section.add("aof_last_bgrewrite_status", "ok");
  const bool is_failing = state.last_commit_failed || state.hosted.refuses_writes();
  section.add("aof_last_write_status", is_failing ? "err" : "ok");
  section.add("aof_last_rewrite_time_sec", -1);
  section.add("aof_current_rewrite_time_sec", -1);
  add_absent(section, kAbsentFromPersistence);
  section.add("wal_sync", state.settings.wal_sync);
}

Bytes kilobytes(const Rate& bytes) {
  return fixed(bytes.per_second() / 1024, 2);
}

void add_stats(State& state, Section& section) {
  const Statistics& statistics = state.statistics;
  section.add("total_connections_received", statistics.connections_received);
  section.add("total_commands_processed", statistics.commands_processed);
  section.add("instantaneous_ops_per_sec", std::llround(statistics.command_rate.per_second()));
  section.add("total_net_input_bytes", statistics.bytes_in);
  section.add("total_net_output_bytes", statistics.bytes_out);
  section.add("instantaneous_input_kbps", kilobytes(statistics.in_rate));
  section.add("instantaneous_output_kbps", kilobytes(statistics.out_rate));
  section.add("rejected_connections", statistics.connections_rejected);
  section.add("sync_full", 0);
  section.add("sync_partial_ok", 0);
  section.add("sync_partial_err", 0);
  section.add("expired_keys", statistics.expired_keys);
  section.add("evicted_keys", 0);
  section.add("evicted_clients", 0);
  section.add("keyspace_hits", statistics.lookups.hits);
  section.add("keyspace_misses", statistics.lookups.misses);
  section.add("pubsub_channels", static_cast<int64_t>(state.pubsub.channel_count()));
  section.add("pubsub_patterns", static_cast<int64_t>(state.pubsub.pattern_count()));
  section.add("latest_fork_usec", 0);
  section.add("total_forks", 0);
  section.add("pubsubshard_channels", static_cast<int64_t>(state.pubsub.shard_channel_count()));
  section.add("tracking_total_keys", static_cast<int64_t>(state.tracking.key_count()));
  section.add("tracking_total_items", static_cast<int64_t>(state.tracking.item_count()));
  section.add("tracking_total_prefixes", static_cast<int64_t>(state.tracking.prefix_count()));
  section.add("total_error_replies", statistics.errors);
  section.add("total_reads_processed", statistics.reads);
  section.add("total_writes_processed", statistics.writes);
  section.add("io_threaded_reads_processed", statistics.shared_reads);
  section.add("io_threaded_writes_processed", statistics.shared_writes);
  add_absent(section, kAbsentFromStats);
}

void add_replication(State& state, Section& section) {
  section.add("role", "master");
  section.add("connected_slaves", 0);
  section.add("master_failover_state", "no-failover");
  section.add("master_replid", state.run_id);
  section.add("master_replid2", Bytes(state.run_id.size(), '0'));
  section.add("master_repl_offset", 0);
  section.add("second_repl_offset", -1);
  section.add("repl_backlog_active", 0);
  section.add("repl_backlog_size", 0);
  section.add("repl_backlog_first_byte_offset", 0);
  section.add("repl_backlog_histlen", 0);
}

void add_cpu(State&, Section& section) {
  const auto seconds = [](const timeval& time) {
    return fixed(static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) / 1e6, 6);
  };
  const auto add = [&](int whose, const Bytes& suffix) {
    rusage used = {};
    ::getrusage(whose, &used);
    section.add("used_cpu_sys" + suffix, seconds(used.ru_stime));
    section.add("used_cpu_user" + suffix, seconds(used.ru_utime));
  };
  add(RUSAGE_SELF, "");
  add(RUSAGE_CHILDREN, "_children");
  add(RUSAGE_THREAD, "_main_thread");
}

void add_commandstats(State& state, Section& section) {
  std::map<BytesView, const CommandStatistics*> by_name;
  for (const auto& [command, counted] : state.statistics.commands) {
    by_name[command->name] = &counted;
  }
  for (const auto& [name, counted] : by_name) {
    const auto calls = static_cast<double>(counted->calls);
    const double each =
        counted->calls == 0 ? 0 : static_cast<double>(counted->microseconds) / calls;
    section.add("cmdstat_" + Bytes(name), "calls=" + format_int64(counted->calls) +
                                              ",usec=" + format_int64(counted->microseconds) +
                                              ",usec_per_call=" + fixed(each, 2) +
                                              ",rejected_calls=" + format_int64(counted->rejected) +
                                              ",failed_calls=" + format_int64(counted->failed));
  }
}

void add_latencystats(State& state, Section& section) {
  constexpr double kNsPerUs = 1000;
  if (!state.settings.latency_tracking) return;
  std::map<BytesView, const LatencyHistogram*> by_name;
  for (const auto& [command, counted] : state.statistics.commands) {
    if (counted.latencies.count() > 0) by_name[command->name] = &counted.latencies;
  }
  for (const auto& [name, latencies] : by_name) {
    Bytes text;
    for (const Bytes& percent : state.settings.latency_percentiles) {
      const auto ns = static_cast<double>(latencies->percentile(*parse_double(percent)));
      text += (text.empty() ? "p" : ",p") + percent + "=" + fixed(ns / kNsPerUs, 3);
    }
    section.add("latency_percentiles_usec_" + Bytes(name), text);
  }
}

void add_errorstats(State& state, Section& section) {
  for (const auto& [code, count] : state.statistics.errors_by_code) {
    section.add("errorstat_" + code, "count=" + format_int64(count));
  }
}

void add_cluster(State&, Section& section) {
  section.add("cluster_enabled", 0);
}

void add_keemun(State& state, Section& section) {
  section.add("keemun_version", Bytes(kKeemunVersion));
  section.add("backend", state.settings.backend);
  section.add("encoding", state.settings.encoding);
  section.add("key_layout", state.settings.key_layout);
  section.add("clock_ahead_ms", state.hosted.clock().ahead_ms());
  section.add("turns", state.statistics.turns);
  section.add("parallel_reads", state.statistics.parallel_reads);
  section.add("failed_turns", state.statistics.failed_turns);
  section.add("deferred_reads", state.statistics.deferred_reads);
  section.add("long_requests", state.statistics.long_requests);
  section.add("resting_requests", static_cast<int64_t>(state.resting_requests));
  section.add("deferred_upkeep_reads", state.statistics.deferred_upkeep_reads);
  section.add("knows_key_counts", int64_t{state.hosted.knows_counts()});
  const gc::Totals& gc = state.hosted.collector().totals();
  section.add("gc_queued_keys", static_cast<int64_t>(state.hosted.collector().queued_count()));
  section.add("gc_queue_behind_ms", state.hosted.collector().queue_behind_ms());
  section.add("gc_unqueued_keys", gc.keys_dropped);
  section.add("gc_erased_rows", gc.rows_erased);
  section.add("gc_erased_metas", gc.metas_erased);
  section.add("gc_swept_keys", gc.keys_swept);
  section.add("gc_sweep_behind_ms", state.hosted.collector().sweep_behind_ms());
  section.add("gc_scanned_rows", gc.rows_seen + gc.metas_seen);
  section.add("gc_ended_rounds", gc.rounds_ended);
  section.add("gc_undecodable_rows", gc.rows_undecodable);
  section.add("gc_young_rows", gc.rows_too_young);
  for (const rocks::Statistic& statistic : state.hosted.store().statistics()) {
    section.add("rocksdb_" + statistic.name, static_cast<int64_t>(statistic.value));
  }
}

struct SectionRow {
  BytesView title;
  void (*add)(State&, Section&);
  bool is_default = true;
};
constexpr auto kSections = std::to_array<SectionRow>({
    {"Server", add_server},
    {"Clients", add_clients},
    {"Memory", add_memory},
    {"Persistence", add_persistence},
    {"Stats", add_stats},
    {"Replication", add_replication},
    {"CPU", add_cpu},
    {"Modules", [](State&, Section&) {}},  // there are none
    {"Commandstats", add_commandstats, false},
    {"Errorstats", add_errorstats},
    {"Latencystats", add_latencystats, false},
    {"Cluster", add_cluster},
    {"Keyspace", add_keyspace},
    {"Keemun", add_keemun},
});

bool is_wanted(const ServerCall& call, const SectionRow& section) {
  if (call.size() == 1) return section.is_default;
  for (size_t i = 1; i < call.size(); ++i) {
    if (call.is_word(i, "all") || call.is_word(i, "everything")) return true;
    if (call.is_word(i, "default") && section.is_default) return true;
    if (call.is_word(i, section.title)) return true;
  }
  return false;
}

}  // namespace

// INFO [section [section ...]]
std::optional<Reply> info(ServerCall& call) {
  Bytes text;
  for (const SectionRow& row : kSections) {
    if (!is_wanted(call, row)) continue;
    Section section;
    row.add(call.state, section);
    text += (text.empty() ? "# " : "\r\n# ") + Bytes(row.title) + "\r\n" + section.text();
  }
  return Reply::verbatim("txt", text);
}

}  // namespace keemun::server
