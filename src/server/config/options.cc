#include "server/config/options.h"

#include <algorithm>
#include <array>
#include <charconv>

#include "base/ascii.h"
#include "base/command_error.h"
#include "base/number_text.h"
#include "resp/split_arguments.h"
#include "server/config/daily_window.h"
#include "server/config/event_flags.h"

namespace keemun::server {

namespace {

using Unit = Option::Unit;
using S = Settings;

constexpr bool kMutable = true;
constexpr bool kFixed = false;
constexpr int64_t kInt = std::numeric_limits<int32_t>::max();
constexpr int64_t kUnsigned = std::numeric_limits<uint32_t>::max();
constexpr int64_t kLong = std::numeric_limits<int64_t>::max();
constexpr int64_t kMegabyte = int64_t{1} << 20;

// An option that is an older name of another.
constexpr Option alias(BytesView name, int64_t S::*place, int64_t min = 0, int64_t max = kLong,
                       Unit unit = Unit::kNone) {
  return {name, place, kMutable, min, max, unit, {}, true};
}

constexpr auto kOptions = std::to_array<Option>({
    {"bind", &S::bind, kFixed},
    {"port", &S::port, kFixed, 0, 65535},
    {"tcp-backlog", &S::tcp_backlog, kFixed, 0, kInt},
    {"unixsocket", &S::unix_socket, kFixed},
    {"unixsocketperm", &S::unix_socket_permissions, kFixed, 0, 0777, Unit::kOctal},
    {"timeout", &S::timeout_s, kMutable, 0, kInt},
    {"tcp-keepalive", &S::tcp_keepalive_s, kMutable, 0, kInt},
    {"protected-mode", &S::protected_mode, kMutable},
    {"tls-port", &S::tls_port, kFixed, 0, 65535},
    {"tls-cert-file", &S::tls_cert_file, kMutable},
    {"tls-key-file", &S::tls_key_file, kMutable},
    {"tls-key-file-pass", &S::tls_key_file_pass, kMutable},
    {"tls-ca-cert-file", &S::tls_ca_cert_file, kMutable},
    {"tls-ca-cert-dir", &S::tls_ca_cert_dir, kMutable},
    {"tls-auth-clients", &S::tls_auth_clients, kMutable, 0, 0, Unit::kNone, "yes no optional"},
    {"tls-protocols", &S::tls_protocols, kMutable},
    {"tls-ciphers", &S::tls_ciphers, kMutable},
    {"tls-ciphersuites", &S::tls_ciphersuites, kMutable},
    {"io-threads", &S::io_threads, kFixed, 0, 128},
    {"read-threads", &S::read_threads, kFixed, 0, 128},
    {"maxclients", &S::maxclients, kMutable, 1, kUnsigned},
    {"maxmemory", &S::maxmemory, kMutable, 0, kLong, Unit::kBytes},
    {"maxmemory-policy", &S::maxmemory_policy, kMutable, 0, 0, Unit::kNone, "noeviction"},
    {"requirepass", &S::requirepass, kMutable},
    {"aclfile", &S::acl_file, kFixed},
    {"acl-pubsub-default", &S::acl_pubsub_default, kMutable, 0, 0, Unit::kNone,
     "allchannels resetchannels"},
    {"acllog-max-len", &S::acllog_entries_max, kMutable, 0, kLong},
    {"proto-max-bulk-len", &S::bulk_bytes_max, kMutable, kMegabyte, kLong, Unit::kBytes},
    {"client-query-buffer-limit", &S::client_query_buffer_limit, kMutable, kMegabyte, kLong,
     Unit::kBytes},
    {"client-output-buffer-limit", &S::client_output_buffer_limit, kMutable},
    {"loglevel", &S::log_level, kMutable, 0, 0, Unit::kNone, "debug verbose notice warning"},
    {"logfile", &S::log_file, kFixed},
    {"pidfile", &S::pid_file, kFixed},
    {"shutdown-timeout", &S::shutdown_timeout_s, kMutable, 0, kInt},
    {"slowlog-log-slower-than", &S::slowlog_log_slower_than_us, kMutable, -1, kLong},
    {"tracking-table-max-keys", &S::tracking_table_max_keys, kMutable, 0, kLong},
    {"long-request-threshold", &S::long_request_threshold_ms, kMutable, -1, 3'600'000},
    {"busy-reply-threshold", &S::busy_reply_threshold_ms, kMutable, 0, kLong},
    alias("lua-time-limit", &S::busy_reply_threshold_ms, 0, kLong),
    {"slowlog-max-len", &S::slowlog_entries_max, kMutable, 0, kLong},
    {"latency-monitor-threshold", &S::latency_monitor_threshold_ms, kMutable, 0, kLong},
    {"latency-tracking", &S::latency_tracking, kMutable},
    {"latency-tracking-info-percentiles", &S::latency_percentiles, kMutable},
    {"notify-keyspace-events", &S::notify_keyspace_events, kMutable},
    {"enable-debug-command", &S::enable_debug_command, kFixed, 0, 0, Unit::kNone, "no yes local"},
    {"databases", &S::databases, kFixed, 1, 10'000},
    {"namespace", &S::key_namespace, kFixed},
    {"encoding", &S::encoding, kFixed, 0, 0, Unit::kNone, "camellia ardb"},
    {"ardb-fast", &S::ardb_fast, kFixed},
    {"key-layout", &S::key_layout, kFixed, 0, 0, Unit::kNone, "plain md5 slot"},
    {"expiry-index", &S::expiry_index, kFixed},
    {"hash-encode-version", &S::hash_encode_version, kFixed, 0, 1},
    {"set-encode-version", &S::set_encode_version, kFixed, 0, 1},
    {"zset-encode-version", &S::zset_encode_version, kFixed, 0, 0},
    {"gc-scan-window", &S::gc_scan_window, kFixed},
    {"gc-scan-interval", &S::gc_scan_interval_s, kFixed, 1, kInt},
    {"gc-scan-pages-per-second", &S::gc_scan_pages_per_second, kMutable, 0, kInt},
    {"backend", &S::backend, kFixed, 0, 0, Unit::kNone, "rocksdb"},
    {"dir", &S::dir, kFixed},
    {"wal-sync", &S::wal_sync, kMutable, 0, 0, Unit::kNone, "always everysec no"},
    {"appendfsync", &S::wal_sync, kMutable, 0, 0, Unit::kNone, "everysec always no", true},
    {"local-cache-size", &S::local_cache_size, kFixed, 0, kLong, Unit::kBytes},
    {"block-cache-size", &S::block_cache_size, kFixed, kMegabyte, kLong, Unit::kBytes},
    {"write-buffer-size", &S::write_buffer_size, kFixed, kMegabyte, kLong, Unit::kBytes},
    {"write-buffers-total-size", &S::write_buffers_total_size, kFixed, kMegabyte, kLong,
     Unit::kBytes},
    {"wal-size-limit", &S::wal_size_limit, kFixed, kMegabyte, kLong, Unit::kBytes},
    {"disk-free-min", &S::disk_free_min, kFixed, 0, kLong, Unit::kBytes},
    {"open-up-to-damage", &S::open_up_to_damage, kFixed},
    {"hash-max-listpack-entries", &S::hash_max_listpack_entries, kMutable, 0, kLong},
    alias("hash-max-ziplist-entries", &S::hash_max_listpack_entries),
    {"hash-max-listpack-value", &S::hash_max_listpack_value, kMutable, 0, kLong, Unit::kBytes},
    alias("hash-max-ziplist-value", &S::hash_max_listpack_value, 0, kLong, Unit::kBytes),
    {"list-max-listpack-size", &S::list_max_listpack_size, kMutable, -kInt - 1, kInt},
    alias("list-max-ziplist-size", &S::list_max_listpack_size, -kInt - 1, kInt),
    {"list-compress-depth", &S::list_compress_depth, kMutable, 0, kInt},
    {"set-max-intset-entries", &S::set_max_intset_entries, kMutable, 0, kLong},
    {"zset-max-listpack-entries", &S::zset_max_listpack_entries, kMutable, 0, kLong},
    alias("zset-max-ziplist-entries", &S::zset_max_listpack_entries),
    {"zset-max-listpack-value", &S::zset_max_listpack_value, kMutable, 0, kLong, Unit::kBytes},
    alias("zset-max-ziplist-value", &S::zset_max_listpack_value, 0, kLong, Unit::kBytes),
    {"hll-sparse-max-bytes", &S::hll_sparse_max_bytes, kMutable, 0, kLong, Unit::kBytes},
    {"stream-node-max-bytes", &S::stream_node_max_bytes, kMutable, 0, kLong, Unit::kBytes},
    {"stream-node-max-entries", &S::stream_node_max_entries, kMutable, 0, kLong},
    {"activerehashing", &S::activerehashing, kMutable},
    {"hz", &S::hz, kMutable, 0, kInt},
    {"dynamic-hz", &S::dynamic_hz, kMutable},
    {"lazyfree-lazy-eviction", &S::lazyfree_lazy_eviction, kMutable},
    {"lazyfree-lazy-expire", &S::lazyfree_lazy_expire, kMutable},
    {"lazyfree-lazy-server-del", &S::lazyfree_lazy_server_del, kMutable},
    {"lazyfree-lazy-user-del", &S::lazyfree_lazy_user_del, kMutable},
    {"lazyfree-lazy-user-flush", &S::lazyfree_lazy_user_flush, kMutable},
    {"sanitize-dump-payload", &S::sanitize_dump_payload, kMutable, 0, 0, Unit::kNone,
     "no yes clients"},
    {"save", &S::save, kMutable},
    {"appendonly", &S::append_only, kMutable},
    {"daemonize", &S::daemonize, kFixed, 0, 0, Unit::kNone, "no"},
    {"supervised", &S::supervised, kFixed, 0, 0, Unit::kNone, "no"},
});

struct MemoryUnit {
  BytesView suffix;
  int64_t bytes;
};
constexpr auto kMemoryUnits = std::to_array<MemoryUnit>({{"", 1},
                                                         {"b", 1},
                                                         {"k", 1000},
                                                         {"kb", 1 << 10},
                                                         {"m", 1000 * 1000},
                                                         {"mb", 1 << 20},
                                                         {"g", 1000 * 1000 * 1000},
                                                         {"gb", 1 << 30}});

Bytes octal(int64_t number) {
  char text[24];
  const auto end = std::to_chars(text, text + sizeof text, number, 8).ptr;
  return Bytes(text, end);
}

int64_t parse_octal(BytesView text) {
  int64_t number = -1;
  const auto end = std::from_chars(text.data(), text.data() + text.size(), number, 8);
  if (end.ec != std::errc() || end.ptr != text.data() + text.size()) {
    throw CommandError("argument must be an octal number");
  }
  return number;
}

[[noreturn]] void throw_out_of_range(const Option& option) {
  const auto text = [&](int64_t bound) {
    return option.unit == Unit::kOctal ? octal(bound) : format_int64(bound);
  };
  throw CommandError("argument must be between " + text(option.min) + " and " + text(option.max) +
                     " inclusive");
}

int64_t parse_bytes(const Option& option, BytesView text) {
  const uint64_t bytes = parse_memory(text);
  if (bytes > kLong) throw_out_of_range(option);
  return static_cast<int64_t>(bytes);
}

int64_t parse_number(const Option& option, BytesView text) {
  if (option.unit == Unit::kOctal) return parse_octal(text);
  if (option.unit == Unit::kBytes) return parse_bytes(option, text);
  const auto number = parse_int64(text);
  if (!number) throw CommandError("argument couldn't be parsed into an integer");
  return *number;
}

int64_t parse_in_range(const Option& option, BytesView text) {
  const int64_t number = parse_number(option, text);
  if (number < option.min || number > option.max) throw_out_of_range(option);
  // Redis takes any number for this one, and keeps the nearest that it can do.
  constexpr int64_t kHertzMin = 1;
  constexpr int64_t kHertzMax = 500;
  return option.name == "hz" ? std::clamp(number, kHertzMin, kHertzMax) : number;
}

// The word of "yes no optional" that `text` is in any case; none where it is none.
BytesView choice_of(BytesView choices, BytesView text) {
  while (!choices.empty()) {
    const BytesView word = choices.substr(0, choices.find(' '));
    if (ascii_equal_ignoring_case(text, word)) return word;
    choices.remove_prefix(std::min(word.size() + 1, choices.size()));
  }
  return {};
}

Bytes one_of(BytesView choices) {
  Bytes text = "argument(s) must be one of the following: ";
  for (const char c : choices) text += c == ' ' ? Bytes(", ") : Bytes(1, c);
  return text;
}

bool parse_yes_no(BytesView text) {
  const BytesView word = choice_of("yes no", text);
  if (word.empty()) throw CommandError("argument must be 'yes' or 'no'");
  return word == "yes";
}

Bytes parse_text(const Option& option, const Bytes& text) {
  if (option.choices.empty()) return text;
  const BytesView word = choice_of(option.choices, text);
  if (word.empty()) throw CommandError(one_of(option.choices));
  return Bytes(word);
}

Bytes limit_text(BytesView memory) {
  return format_int64(static_cast<int64_t>(std::min(parse_memory(memory), uint64_t{kLong})));
}

// "32mb 8mb 60", in bytes.
std::array<Bytes, 3> read_output_limit(std::span<const Bytes> words) {
  const auto seconds = parse_int64(words[2]);
  try {
    if (!seconds || *seconds < 0) throw CommandError("no number of seconds");
    return {limit_text(words[0]), limit_text(words[1]), words[2]};
  } catch (const CommandError&) {
    throw CommandError(
        "Error in hard, soft or soft_seconds setting in buffer limit configuration.");
  }
}

// "normal 0 0 0 pubsub 32mb 8mb 60": what is named replaces what was there.
void set_output_limits(std::span<const Bytes> words, std::vector<Bytes>& limits) {
  constexpr size_t kWordsPerClass = 4;
  if (words.size() % kWordsPerClass != 0) {
    throw CommandError("Wrong number of arguments in buffer limit configuration.");
  }
  std::vector<Bytes> changed = limits;
  for (size_t i = 0; i < words.size(); i += kWordsPerClass) {
    BytesView name = choice_of("normal pubsub replica slave", words[i]);
    if (name.empty())
      throw CommandError("Invalid client class specified in buffer limit configuration.");
    if (name == "replica") name = "slave";
    const auto limit = read_output_limit(words.subspan(i + 1, kWordsPerClass - 1));
    std::copy(limit.begin(), limit.end(), std::find(changed.begin(), changed.end(), name) + 1);
  }
  limits = std::move(changed);
}

// Several words may come in one, as they stand in quotation marks: "3600 1 300 100".
std::vector<Bytes> separated(std::span<const Bytes> words) {
  if (words.size() == 1 && words[0].find_first_of(" \t") != Bytes::npos) {
    if (auto split = resp::split_arguments(words[0]); split && !split->empty()) return *split;
  }
  return {words.begin(), words.end()};
}

// Seconds and changes, by turns.
std::vector<Bytes> save_points_of(std::span<const Bytes> words) {
  const bool is_none = words.size() == 1 && words[0].empty();
  const bool are_pairs = words.size() % 2 == 0;
  for (size_t i = 0; i < words.size() && are_pairs; ++i) {
    const bool is_seconds = i % 2 == 0;
    if (parse_int64(words[i]).value_or(-1) < (is_seconds ? 1 : 0)) {
      throw CommandError("Invalid save parameters");
    }
  }
  if (!is_none && !are_pairs) throw CommandError("Invalid save parameters");
  return {words.begin(), words.end()};
}

// As short as they can be written: INFO names its percentiles by them.
std::vector<Bytes> percentiles_of(std::span<const Bytes> words) {
  std::vector<Bytes> percentiles;
  for (const Bytes& word : words) {
    if (word.empty() && words.size() == 1) break;
    const auto percent = parse_double(word);
    if (!percent) throw CommandError("Invalid latency-tracking-info-percentiles parameters");
    if (*percent < 0 || *percent > 100) {
      throw CommandError(
          "latency-tracking-info-percentiles parameters should sit between [0.0,100.0]");
    }
    char text[32];
    percentiles.emplace_back(text, std::to_chars(text, text + sizeof text, *percent).ptr);
  }
  return percentiles;
}

void set_words(BytesView name, std::vector<Bytes>&& words, std::vector<Bytes>& place) {
  if (name == "client-output-buffer-limit") {
    set_output_limits(words, place);
  } else if (name == "latency-tracking-info-percentiles") {
    place = percentiles_of(words);
  } else {
    place = name == "save" ? save_points_of(words) : std::move(words);
  }
}

bool needs_quotes(const Bytes& text) {
  return text.empty() || std::any_of(text.begin(), text.end(), [](char c) {
           return c <= ' ' || c == '"' || c == '\'' || c == '\\' || c == '#';
         });
}

}  // namespace

Bytes joined(const std::vector<Bytes>& words) {
  Bytes text;
  for (const Bytes& word : words) text += (text.empty() ? "" : " ") + word;
  return text;
}

std::span<const Option> all_options() {
  return kOptions;
}

const Option* find_option(BytesView name) {
  const auto found = std::find_if(kOptions.begin(), kOptions.end(), [name](const Option& option) {
    return ascii_equal_ignoring_case(option.name, name);
  });
  return found == kOptions.end() ? nullptr : &*found;
}

bool is_secret_option(BytesView name) {
  // Those of a Redis that replicates are forgotten, and nobody's business all the same. A user is
  // no option, and stands among them.
  constexpr auto kSecrets =
      std::to_array<BytesView>({"masterauth", "masteruser", "requirepass",
                                "tls-client-key-file-pass", "tls-key-file-pass", "user"});
  return std::any_of(kSecrets.begin(), kSecrets.end(),
                     [name](BytesView secret) { return ascii_equal_ignoring_case(name, secret); });
}

Bytes option_text(const Option& option, const Settings& settings) {
  if (const auto* place = std::get_if<bool S::*>(&option.place)) {
    return settings.**place ? "yes" : "no";
  }
  if (const auto* place = std::get_if<int64_t S::*>(&option.place)) {
    return option.unit == Unit::kOctal ? octal(settings.**place) : format_int64(settings.**place);
  }
  if (const auto* place = std::get_if<Bytes S::*>(&option.place)) return settings.**place;
  return joined(settings.*std::get<std::vector<Bytes> S::*>(option.place));
}

Bytes option_line(const Option& option, const Settings& settings) {
  if (std::holds_alternative<Bytes S::*>(option.place)) {
    const Bytes text = option_text(option, settings);
    return needs_quotes(text) ? resp::quoted(text) : text;
  }
  return option_text(option, settings);
}

void set_option(const Option& option, std::span<const Bytes> words, Settings& settings) {
  if (const auto* place = std::get_if<std::vector<Bytes> S::*>(&option.place)) {
    return set_words(option.name, separated(words), settings.**place);
  }
  if (words.size() != 1) throw CommandError("wrong number of arguments");
  if (option.name == "gc-scan-window") daily_window(words[0]);
  if (const auto* place = std::get_if<bool S::*>(&option.place)) {
    settings.** place = parse_yes_no(words[0]);
  } else if (const auto* number = std::get_if<int64_t S::*>(&option.place)) {
    settings.** number = parse_in_range(option, words[0]);
  } else {
    const bool is_of_events = option.name == "notify-keyspace-events";
    settings.*std::get<Bytes S::*>(option.place) =
        is_of_events ? event_flags_text(parse_event_flags(words[0])) : parse_text(option, words[0]);
  }
}

uint64_t parse_memory(BytesView text) {
  const size_t digits = std::min(text.find_first_not_of("0123456789"), text.size());
  const auto unit = std::find_if(kMemoryUnits.begin(), kMemoryUnits.end(), [&](const auto& one) {
    return ascii_equal_ignoring_case(text.substr(digits), one.suffix);
  });
  if (unit == kMemoryUnits.end()) throw CommandError("argument must be a memory value");
  uint64_t number = 0;
  const auto end = std::from_chars(text.data(), text.data() + digits, number);
  uint64_t bytes = 0;
  const bool is_too_much = end.ec == std::errc::result_out_of_range ||
                           __builtin_mul_overflow(number, unit->bytes, &bytes);
  return is_too_much ? std::numeric_limits<uint64_t>::max() : bytes;
}

}  // namespace keemun::server
