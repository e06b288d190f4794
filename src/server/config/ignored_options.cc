#include "server/config/ignored_options.h"

#include <algorithm>
#include <array>
#include <vector>

#include "base/ascii.h"
#include "base/command_error.h"
#include "server/config/options.h"

namespace keemun::server {

namespace {

struct IgnoredOption {
  BytesView name;
  BytesView only_value = "";  // empty: whatever it says
};

constexpr auto kIgnored = std::to_array<IgnoredOption>({
    {"active-defrag-cycle-max"},
    {"active-defrag-cycle-min"},
    {"active-defrag-ignore-bytes"},
    {"active-defrag-max-scan-fields"},
    {"active-defrag-threshold-lower"},
    {"active-defrag-threshold-upper"},
    {"active-expire-effort"},
    {"activedefrag"},
    {"always-show-logo"},
    {"aof-disable-auto-gc"},
    {"aof-load-truncated"},
    {"aof-rewrite-incremental-fsync"},
    {"aof-timestamp-enabled"},
    {"aof-use-rdb-preamble"},
    {"aof_rewrite_cpulist"},
    {"appenddirname"},
    {"appendfilename"},
    {"auto-aof-rewrite-min-size"},
    {"auto-aof-rewrite-percentage"},
    {"bgsave_cpulist"},
    {"bind-source-addr"},
    {"bio_cpulist"},
    {"cluster-allow-pubsubshard-when-down"},
    {"cluster-allow-reads-when-down"},
    {"cluster-allow-replica-migration"},
    {"cluster-announce-bus-port"},
    {"cluster-announce-hostname"},
    {"cluster-announce-ip"},
    {"cluster-announce-port"},
    {"cluster-announce-tls-port"},
    {"cluster-config-file"},
    {"cluster-enabled", "no"},
    {"cluster-link-sendbuf-limit"},
    {"cluster-migration-barrier"},
    {"cluster-node-timeout"},
    {"cluster-port"},
    {"cluster-preferred-endpoint-type"},
    {"cluster-replica-no-failover"},
    {"cluster-replica-validity-factor"},
    {"cluster-require-full-coverage"},
    {"cluster-slave-no-failover"},
    {"cluster-slave-validity-factor"},
    {"crash-log-enabled"},
    {"crash-memcheck-enabled"},
    {"dbfilename"},
    {"disable-thp"},
    {"enable-module-command"},
    {"enable-protected-configs"},
    {"ignore-warnings"},
    {"io-threads-do-reads"},
    {"jemalloc-bg-thread"},
    {"lfu-decay-time"},
    {"lfu-log-factor"},
    {"lua-enable-deprecated-api", "no"},
    {"masterauth"},
    {"masteruser"},
    {"maxmemory-clients", "0"},
    {"maxmemory-eviction-tenacity"},
    {"maxmemory-samples"},
    {"min-replicas-max-lag"},
    {"min-replicas-to-write", "0"},
    {"min-slaves-max-lag"},
    {"min-slaves-to-write", "0"},
    {"no-appendfsync-on-rewrite"},
    {"oom-score-adj"},
    {"oom-score-adj-values"},
    {"proc-title-template"},
    {"propagation-error-behavior"},
    {"rdb-del-sync-files"},
    {"rdb-save-incremental-fsync"},
    {"rdbchecksum"},
    {"rdbcompression"},
    {"repl-backlog-size"},
    {"repl-backlog-ttl"},
    {"repl-disable-tcp-nodelay"},
    {"repl-diskless-load"},
    {"repl-diskless-sync"},
    {"repl-diskless-sync-delay"},
    {"repl-diskless-sync-max-replicas"},
    {"repl-ping-replica-period"},
    {"repl-ping-slave-period"},
    {"repl-timeout"},
    {"replica-announce-ip"},
    {"replica-announce-port"},
    {"replica-announced"},
    {"replica-ignore-disk-write-errors"},
    {"replica-ignore-maxmemory"},
    {"replica-lazy-flush"},
    {"replica-priority"},
    {"replica-read-only"},
    {"replica-serve-stale-data"},
    {"replicaof", "no one"},
    {"server_cpulist"},
    {"set-proc-title"},
    {"shutdown-on-sigint"},
    {"shutdown-on-sigterm"},
    {"slave-announce-ip"},
    {"slave-announce-port"},
    {"slave-ignore-maxmemory"},
    {"slave-lazy-flush"},
    {"slave-priority"},
    {"slave-read-only"},
    {"slave-serve-stale-data"},
    {"slaveof", "no one"},
    {"socket-mark-id", "0"},
    {"stop-writes-on-bgsave-error"},
    {"syslog-enabled", "no"},
    {"syslog-facility"},
    {"syslog-ident"},
    {"tls-client-cert-file"},
    {"tls-client-key-file"},
    {"tls-client-key-file-pass"},
    {"tls-cluster"},
    {"tls-dh-params-file"},
    {"tls-prefer-server-ciphers"},
    {"tls-replication"},
    {"tls-session-cache-size"},
    {"tls-session-cache-timeout"},
    {"tls-session-caching"},
});

const IgnoredOption* find_named(BytesView name) {
  const auto found = std::find_if(kIgnored.begin(), kIgnored.end(), [name](const auto& row) {
    return ascii_equal_ignoring_case(row.name, name);
  });
  return found == kIgnored.end() ? nullptr : &*found;
}

}  // namespace

bool is_ignored_name(BytesView name) {
  return find_named(name) != nullptr;
}

bool is_ignored_option(std::span<const Bytes> words) {
  const IgnoredOption* found = find_named(words[0]);
  if (found == nullptr) return false;
  const BytesView only = found->only_value;
  const std::vector<Bytes> values(words.begin() + 1, words.end());
  if (!only.empty() && !ascii_equal_ignoring_case(joined(values), only)) {
    throw CommandError("argument(s) must be one of the following: " + Bytes(only));
  }
  return true;
}

}  // namespace keemun::server
