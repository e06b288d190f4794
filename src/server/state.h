// What a server is at one moment: its settings, its core, its clients and what it counts. The loop
// and the commands of the server work on it: one thread does, and others read it while that stands
// still.
#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "base/bytes.h"
#include "base/number_text.h"
#include "server/access/access_control.h"
#include "server/client.h"
#include "server/config/settings.h"
#include "server/net/entrances.h"
#include "server/net/output_limits.h"
#include "server/news/pubsub.h"
#include "server/news/tracking.h"
#include "server/observe/latency_monitor.h"
#include "server/observe/log.h"
#include "server/observe/memory_limit.h"
#include "server/observe/rare_warning.h"
#include "server/observe/slowlog.h"
#include "server/observe/statistics.h"
#include "server/requests/long_script.h"
#include "server/requests/parked.h"
#include "server/store/hosted_core.h"
#include "server/store/saves.h"
#include "server/store/unsettled_keys.h"
#include "server/threads/time_of_reads.h"

namespace keemun::server {

struct State {
  explicit State(Settings given)
      : settings(std::move(given)), access(settings), log(settings.log_file), hosted(settings) {}

  int64_t now_ms() { return hosted.clock().now_ms(); }
  // Null where it has gone.
  Client* client(uint64_t id) const {
    const auto found = clients.find(id);
    return found == clients.end() || found->second->is_gone ? nullptr : found->second.get();
  }
  // Null, too, where it is only there to take its last answer.
  Client* present(uint64_t id) const {
    Client* found = client(id);
    return found == nullptr || found->has_left() ? nullptr : found;
  }

  Settings settings;
  OutputLimits output_limits{settings};
  AccessControl access;
  Bytes config_path;  // empty: started without one
  Bytes run_id;
  int64_t started_ms = 0;
  int64_t startup_memory = 0;
  Log log;
  Entrances entrances{settings};
  HostedCore hosted;

  void tell_of_connection(BytesView what, const Client& client) {
    if (!log.tells(Log::Level::kVerbose)) return;
    log.write(Log::Level::kVerbose, Bytes(what) + " " + client.address);
  }

  // A client is told something; it leaves when what is gathered now is committed.
  void touch(Client& client) {
    client.is_unsettled = true;
    touch_for_answer(client);
  }
  // Earlier if it is the answer to its request alone, and hangs on none of that.
  void touch_for_answer(Client& client) {
    if (client.is_touched) return;
    client.is_touched = true;
    touched.push_back(client.id);
  }

  // Nothing is read from a client or sent to it any more; at the end of the turn it is no more.
  void drop(Client& client) {
    if (client.is_gone) return;
    if (client.lingers_until_ms) --lingering;
    client.is_gone = true;
    gone.push_back(client.id);
  }

  std::map<uint64_t, std::unique_ptr<Client>> clients;
  std::vector<uint64_t> gone;  // of them
  int64_t connected() const { return static_cast<int64_t>(clients.size() - gone.size()); }
  int64_t lingering = 0;  // of them, those that are only there to take their last answer
  uint64_t last_client_id = 0;
  size_t unread_bytes = 0;      // of requests that clients have sent: a little more than there are
  std::set<uint64_t> monitors;  // clients that are shown what is run
  std::vector<uint64_t> touched;  // clients whose output waits for what is gathered now
  UnsettledKeys unsettled{hosted.core().settings.table_hash};
  Parked parked;
  std::vector<std::pair<uint64_t, resp::Reply>> ended_waits;  // by the will of other clients
  std::vector<uint64_t> unparked;  // clients that go on with their next request
  std::vector<uint64_t> has_news;  // clients that something can be sent to
  Pubsub pubsub;
  TrackingTable tracking{hosted.core().settings.table_hash};
  Slowlog slowlog;
  LatencyMonitor latency_monitor;
  Statistics statistics;

  // CLIENT PAUSE: until then, of writes or of everything.
  int64_t paused_until_ms = 0;
  bool pauses_all = false;
  uint64_t pauses = 0;  // how often that has been asked for

  bool is_paused() { return paused_until_ms != 0 && paused_until_ms > now_ms(); }

  // An event of the latency monitor, where it wants to hear of what took so long.
  void note_latency(BytesView event, std::chrono::nanoseconds took) {
    const int64_t ms = std::chrono::duration_cast<std::chrono::milliseconds>(took).count();
    const int64_t threshold_ms = settings.latency_monitor_threshold_ms;
    if (threshold_ms > 0 && ms >= threshold_ms) latency_monitor.add(event, {now_ms() / 1000, ms});
  }

  TimeOfReads time_of_reads;  // in this turn
  LongScript long_script;
  size_t resting_requests = 0;  // that let others come in between
  Saves saves{log, hosted.store(), settings.dir};

  MemoryLimit memory_limit;
  RareWarning met_damage;

  bool last_commit_failed = false;
  int64_t failed_commits = 0;  // ever: who has read something looks whether one has failed since
  std::optional<Bytes> shutdown_reason;  // once somebody has asked for the end
};

}  // namespace keemun::server
