// What a server can be told, as plain values. Names, ranges and meanings of all of them stand in
// the table of options.cc; what stands here are the defaults.
#pragma once

#include <chrono>
#include <cstdint>
#include <vector>

#include "base/bytes.h"
#include "commands/table/command_names.h"
#include "resp/request_parser.h"
#include "rocks/rocks_options.h"

namespace keemun::server {

struct Settings {
  // network
  std::vector<Bytes> bind = {"127.0.0.1", "-::1"};
  int64_t port = 6379;
  int64_t tcp_backlog = 511;
  Bytes unix_socket;
  int64_t unix_socket_permissions = 0;
  int64_t timeout_s = 0;
  int64_t tcp_keepalive_s = 300;
  bool protected_mode = true;

  // tls
  int64_t tls_port = 0;
  Bytes tls_cert_file;
  Bytes tls_key_file;
  Bytes tls_key_file_pass;
  Bytes tls_ca_cert_file;
  Bytes tls_ca_cert_dir;
  Bytes tls_auth_clients = "yes";
  Bytes tls_protocols;
  Bytes tls_ciphers;
  Bytes tls_ciphersuites;

  // clients
  int64_t read_threads = 8;  // that wait for the disk; 0: the one that runs commands does
  int64_t io_threads = 0;    // that share turns; 0: as there are cores
  int64_t maxclients = 10'000;
  int64_t maxmemory = 0;  // of the process; 0: no limit
  Bytes maxmemory_policy = "noeviction";
  Bytes requirepass;
  Bytes acl_file;  // of users; empty: they stand in the configuration
  Bytes acl_pubsub_default = "resetchannels";
  int64_t acllog_entries_max = 128;
  int64_t bulk_bytes_max = int64_t{512} << 20;
  int64_t client_query_buffer_limit = int64_t{1} << 30;
  resp::RequestLimits request_limits() const {
    resp::RequestLimits limits;
    limits.bulk_bytes_max = static_cast<size_t>(bulk_bytes_max);
    limits.request_bytes_max = static_cast<size_t>(client_query_buffer_limit);
    return limits;
  }
  // Class, hard and soft limit in bytes, seconds; and so on.
  std::vector<Bytes> client_output_buffer_limit = {"normal", "0",         "0",        "0",
                                                   "slave",  "268435456", "67108864", "60",
                                                   "pubsub", "33554432",  "8388608",  "60"};

  // process
  Bytes log_level = "notice";
  Bytes log_file;
  Bytes pid_file;
  int64_t shutdown_timeout_s = 10;

  // observing
  int64_t slowlog_log_slower_than_us = 10'000;
  int64_t busy_reply_threshold_ms = 5000;
  int64_t long_request_threshold_ms = 10;  // negative: there are none
  bool has_long_requests() const { return long_request_threshold_ms >= 0; }
  std::chrono::nanoseconds long_request_threshold() const {
    return std::chrono::milliseconds(long_request_threshold_ms);
  }
  int64_t tracking_table_max_keys = 1'000'000;
  int64_t slowlog_entries_max = 128;
  int64_t latency_monitor_threshold_ms = 0;
  bool latency_tracking = true;
  std::vector<Bytes> latency_percentiles = {"50", "99", "99.9"};
  Bytes notify_keyspace_events;
  Bytes enable_debug_command = "no";

  // keys
  int64_t databases = 16;
  Bytes key_namespace = "k";
  Bytes encoding = "camellia";
  bool ardb_fast = false;
  Bytes key_layout = "plain";
  bool expiry_index = true;
  int64_t hash_encode_version = 0;
  int64_t set_encode_version = 0;
  int64_t zset_encode_version = 0;

  // collection of garbage
  Bytes gc_scan_window;  // "22:00-05:00"; empty: always
  int64_t gc_scan_interval_s = 24 * 60 * 60;
  int64_t gc_scan_pages_per_second = 100;

  // store
  Bytes backend = "rocksdb";
  Bytes dir = "./data";
  Bytes wal_sync = "everysec";
  int64_t local_cache_size = int64_t{64} << 20;
  int64_t block_cache_size = rocks::kUsualBlockCacheBytes;
  int64_t write_buffer_size = rocks::kUsualWriteBufferBytes;
  int64_t write_buffers_total_size = rocks::kUsualAllWriteBuffersBytes;
  int64_t wal_size_limit = rocks::kUsualWalBytesMax;
  int64_t disk_free_min = rocks::kUsualDiskFreeBytesMin;
  bool open_up_to_damage = false;

  // Redis' own way with its memory and its snapshots: taken and told, without an effect here.
  int64_t hash_max_listpack_entries = 512;
  int64_t hash_max_listpack_value = 64;
  int64_t list_max_listpack_size = -2;
  int64_t list_compress_depth = 0;
  int64_t set_max_intset_entries = 512;
  int64_t zset_max_listpack_entries = 128;
  int64_t zset_max_listpack_value = 64;
  int64_t hll_sparse_max_bytes = 3000;
  int64_t stream_node_max_bytes = 4096;
  int64_t stream_node_max_entries = 100;
  bool activerehashing = true;
  int64_t hz = 10;
  bool dynamic_hz = true;
  bool lazyfree_lazy_eviction = false;
  bool lazyfree_lazy_expire = false;
  bool lazyfree_lazy_server_del = false;
  bool lazyfree_lazy_user_del = false;
  bool lazyfree_lazy_user_flush = false;
  Bytes sanitize_dump_payload = "no";
  std::vector<Bytes> save = {""};
  bool append_only = false;

  // process, as it cannot be
  Bytes daemonize = "no";
  Bytes supervised = "no";

  // `user name rule …`, as often as there are users.
  struct UserLine {
    Bytes where;
    Bytes name;
    std::vector<Bytes> rules;
  };
  std::vector<UserLine> users;

  commands::CommandNames command_names;  // `rename-command name other`, as often as one is renamed
  std::vector<Bytes> rename_lines;       // of these, those of the configuration file

  std::vector<Bytes> without_effect;  // what the file named beside all of these
};

}  // namespace keemun::server
