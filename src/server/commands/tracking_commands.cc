#include "server/commands/tracking_commands.h"

#include "base/command_error.h"
#include "base/error_text.h"
#include "server/news/tracking_news.h"

namespace keemun::server {

namespace {

using Mode = Tracking::Mode;

struct TrackingRequest {
  uint64_t redirect_to = 0;
  bool is_broadcast = false;
  bool is_opt_in = false;
  bool is_opt_out = false;
  bool skips_own = false;
  std::vector<Bytes> prefixes;

  Mode mode() const {
    if (is_broadcast) return Mode::kBroadcast;
    if (is_opt_in) return Mode::kOptIn;
    return is_opt_out ? Mode::kOptOut : Mode::kEveryRead;
  }
};

uint64_t parse_target(const ServerCall& call, size_t place, uint64_t before) {
  if (before != 0) {
    throw CommandError("ERR A client can only redirect to a single other client");
  }
  const auto id = static_cast<uint64_t>(call.integer(place));
  if (call.state.present(id) == nullptr) {
    throw CommandError("ERR The client ID you want redirect to does not exist");
  }
  return id;
}

TrackingRequest parse_request(const ServerCall& call) {
  TrackingRequest request;
  for (size_t i = 3; i < call.size(); ++i) {
    const bool has_more = i + 1 < call.size();
    if (call.is_word(i, "redirect") && has_more) {
      request.redirect_to = parse_target(call, ++i, request.redirect_to);
    } else if (call.is_word(i, "bcast")) {
      request.is_broadcast = true;
    } else if (call.is_word(i, "optin")) {
      request.is_opt_in = true;
    } else if (call.is_word(i, "optout")) {
      request.is_opt_out = true;
    } else if (call.is_word(i, "noloop")) {
      request.skips_own = true;
    } else if (call.is_word(i, "prefix") && has_more) {
      request.prefixes.emplace_back(call.arg(++i));
    } else {
      throw CommandError("ERR syntax error");
    }
  }
  return request;
}

void check_modes(const TrackingRequest& request, const Tracking& tracking) {
  if (!request.is_broadcast && !request.prefixes.empty()) {
    throw CommandError("ERR PREFIX option requires BCAST mode to be enabled");
  }
  const bool was_broadcast = tracking.mode == Mode::kBroadcast;
  if (tracking.is_on() && was_broadcast != request.is_broadcast) {
    throw CommandError(
        "ERR You can't switch BCAST mode on/off before disabling tracking for this client, and "
        "then re-enabling it with a different mode.");
  }
  if (request.is_broadcast && (request.is_opt_in || request.is_opt_out)) {
    throw CommandError("ERR OPTIN and OPTOUT are not compatible with BCAST");
  }
  if (request.is_opt_in && request.is_opt_out) {
    throw CommandError("ERR You can't specify both OPTIN mode and OPTOUT mode");
  }
  if ((request.is_opt_in && tracking.mode == Mode::kOptOut) ||
      (request.is_opt_out && tracking.mode == Mode::kOptIn)) {
    throw CommandError(
        "ERR You can't switch OPTIN/OPTOUT mode before disabling tracking for this client, and "
        "then re-enabling it with a different mode.");
  }
}

void check_prefixes(const std::vector<Bytes>& prefixes, const std::set<Bytes>& existing) {
  const auto check = [](BytesView one, BytesView other, BytesView which) {
    if (!one.starts_with(other) && !other.starts_with(one)) return;
    throw CommandError("ERR Prefix '" + shown_in_error(one) + "' overlaps with " + Bytes(which) +
                       " prefix '" + shown_in_error(other) +
                       "'. Prefixes for a single client must not overlap.");
  };
  for (size_t i = 0; i < prefixes.size(); ++i) {
    for (const Bytes& prefix : existing) check(prefixes[i], prefix, "an existing");
    for (size_t j = i + 1; j < prefixes.size(); ++j) {
      check(prefixes[i], prefixes[j], "another provided");
    }
  }
}

void start(State& state, Client& client, TrackingRequest request) {
  Tracking& tracking = client.tracking;
  if (!tracking.is_on()) state.tracking.started(client.id);
  tracking.mode = request.mode();
  tracking.skips_own = request.skips_own;
  tracking.redirected_to = request.redirect_to;
  tracking.has_lost_target = false;
  if (!request.is_broadcast) return;
  if (request.prefixes.empty()) request.prefixes.emplace_back();  // every key
  for (const Bytes& prefix : request.prefixes) {
    state.tracking.add_prefix(prefix, client.id);
    tracking.prefixes.insert(prefix);
  }
}

Reply flags_reply(const Tracking& tracking) {
  Reply::Items flags;
  const auto add = [&flags](BytesView flag) { flags.push_back(Reply::bulk(Bytes(flag))); };
  add(tracking.is_on() ? "on" : "off");
  if (tracking.mode == Mode::kBroadcast) add("bcast");
  if (tracking.mode == Mode::kOptIn) {
    add("optin");
    if (tracking.is_excepted) add("caching-yes");
  }
  if (tracking.mode == Mode::kOptOut) {
    add("optout");
    if (tracking.is_excepted) add("caching-no");
  }
  if (tracking.skips_own) add("noloop");
  if (tracking.has_lost_target) add("broken_redirect");
  return Reply::set(std::move(flags));
}

}  // namespace

// CLIENT CACHING YES|NO
std::optional<Reply> client_caching(ServerCall& call) {
  Tracking& tracking = call.client.tracking;
  if (!tracking.is_on()) {
    throw CommandError(
        "ERR CLIENT CACHING can be called only when the client is in tracking mode with OPTIN or "
        "OPTOUT mode enabled");
  }
  const bool says_yes = call.is_word(2, "yes");
  if (!says_yes && !call.is_word(2, "no")) throw CommandError("ERR syntax error");
  if (says_yes && tracking.mode != Mode::kOptIn) {
    throw CommandError(
        "ERR CLIENT CACHING YES is only valid when tracking is enabled in OPTIN mode.");
  }
  if (!says_yes && tracking.mode != Mode::kOptOut) {
    throw CommandError(
        "ERR CLIENT CACHING NO is only valid when tracking is enabled in OPTOUT mode.");
  }
  tracking.is_excepted = true;
  return Reply::ok();
}

// CLIENT GETREDIR
std::optional<Reply> client_getredir(ServerCall& call) {
  return Reply::integer(call.client.tracking.redirection());
}

// CLIENT TRACKING ON|OFF [REDIRECT id] [BCAST] [PREFIX prefix]... [OPTIN] [OPTOUT] [NOLOOP]
std::optional<Reply> client_tracking(ServerCall& call) {
  TrackingRequest request = parse_request(call);
  if (call.is_word(2, "on")) {
    check_modes(request, call.client.tracking);
    check_prefixes(request.prefixes, call.client.tracking.prefixes);
    start(call.state, call.client, std::move(request));
  } else if (call.is_word(2, "off")) {
    stop_tracking(call.state, call.client);
  } else {
    throw CommandError("ERR syntax error");
  }
  return Reply::ok();
}

// CLIENT TRACKINGINFO
std::optional<Reply> client_trackinginfo(ServerCall& call) {
  const Tracking& tracking = call.client.tracking;
  Reply::Items prefixes;
  for (const Bytes& prefix : tracking.prefixes) prefixes.push_back(Reply::bulk(prefix));
  return Reply::map({Reply::bulk("flags"), flags_reply(tracking), Reply::bulk("redirect"),
                     Reply::integer(tracking.redirection()), Reply::bulk("prefixes"),
                     Reply::array(std::move(prefixes))});
}

}  // namespace keemun::server
