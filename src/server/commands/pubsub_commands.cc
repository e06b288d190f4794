#include "server/commands/pubsub_commands.h"

#include "base/command_error.h"
#include "commands/help_reply.h"
#include "server/news/subscriptions.h"
#include "server/news/tracking_news.h"

namespace keemun::server {

namespace {

using Kind = Pubsub::Kind;

// The words of one way to listen.
struct Way {
  Kind kind;
  BytesView joined;
  BytesView left;
};
constexpr Way kByChannel = {Kind::kChannel, "subscribe", "unsubscribe"};
constexpr Way kByPattern = {Kind::kPattern, "psubscribe", "punsubscribe"};
constexpr Way kByShard = {Kind::kShard, "ssubscribe", "sunsubscribe"};

// What a client is told for each name: how many it listens to now.
void tell(Client& client, Kind kind, BytesView what, Reply name) {
  const size_t count =
      kind == Kind::kShard ? client.shard_channels.size() : client.subscription_count();
  client.answer_even_if_silent(Reply::push(
      {Reply::bulk(Bytes(what)), std::move(name), Reply::integer(static_cast<int64_t>(count))}));
}

// How many are told. Behind changes of EXEC or of a script they are told when those are: who hears
// of a change by a message does not find the old copy of it in his cache.
Reply published(ServerCall& call, std::vector<Pubsub::Delivery> (Pubsub::*find)(BytesView) const,
                int64_t (*tell_all)(State&, BytesView, BytesView)) {
  if (call.sayings == nullptr) {
    return Reply::integer(tell_all(call.state, call.arg(1), call.arg(2)));
  }
  call.sayings->emplace_back([&state = call.state, tell_all, channel = Bytes(call.arg(1)),
                              message = Bytes(call.arg(2)), id = call.client.id] {
    tell_other_readers(state, id);
    tell_all(state, channel, message);
  });
  return Reply::integer(static_cast<int64_t>((call.state.pubsub.*find)(call.arg(1)).size()));
}

std::optional<Reply> join_all(ServerCall& call, const Way& way) {
  for (const BytesView word : call.args.subspan(1)) {
    const Bytes name(word);
    join(call.state, call.client, way.kind, name);
    tell(call.client, way.kind, way.joined, Reply::bulk(name));
  }
  return std::nullopt;
}

std::optional<Reply> leave_some(ServerCall& call, const Way& way) {
  std::vector<Bytes> names(call.args.begin() + 1, call.args.end());
  if (names.empty()) {
    for (const Bytes& name : names_of(call.client, way.kind)) names.push_back(name);
  }
  for (const Bytes& name : names) {
    leave(call.state, call.client, way.kind, name);
    tell(call.client, way.kind, way.left, Reply::bulk(name));
  }
  if (names.empty()) tell(call.client, way.kind, way.left, Reply::null());
  return std::nullopt;
}

Reply names_reply(ServerCall& call, Kind kind) {
  if (call.size() > 3) call.throw_subcommand_syntax("PUBSUB");
  Reply::Items items;
  const auto pattern = call.size() == 3 ? std::optional(call.arg(2)) : std::nullopt;
  for (Bytes& name : call.state.pubsub.names(kind, pattern)) {
    items.push_back(Reply::bulk(std::move(name)));
  }
  return Reply::array(std::move(items));
}

Reply counts_reply(ServerCall& call, Kind kind) {
  Reply::Items items;
  for (const BytesView name : call.args.subspan(2)) {
    items.push_back(Reply::bulk(Bytes(name)));
    items.push_back(
        Reply::integer(static_cast<int64_t>(call.state.pubsub.listener_count(kind, name))));
  }
  return Reply::array(std::move(items));
}

}  // namespace

// SUBSCRIBE channel [channel ...]
std::optional<Reply> subscribe(ServerCall& call) {
  return join_all(call, kByChannel);
}

// UNSUBSCRIBE [channel ...]
std::optional<Reply> unsubscribe(ServerCall& call) {
  return leave_some(call, kByChannel);
}

// PSUBSCRIBE pattern [pattern ...]
std::optional<Reply> psubscribe(ServerCall& call) {
  return join_all(call, kByPattern);
}

// PUNSUBSCRIBE [pattern ...]
std::optional<Reply> punsubscribe(ServerCall& call) {
  return leave_some(call, kByPattern);
}

// SSUBSCRIBE shardchannel [shardchannel ...]
std::optional<Reply> ssubscribe(ServerCall& call) {
  return join_all(call, kByShard);
}

// SUNSUBSCRIBE [shardchannel ...]
std::optional<Reply> sunsubscribe(ServerCall& call) {
  return leave_some(call, kByShard);
}

// PUBLISH channel message
std::optional<Reply> publish_command(ServerCall& call) {
  return published(call, &Pubsub::deliveries, publish);
}

// SPUBLISH shardchannel message
std::optional<Reply> spublish_command(ServerCall& call) {
  return published(call, &Pubsub::shard_deliveries, publish_to_shard);
}

// PUBSUB CHANNELS [pattern]
std::optional<Reply> pubsub_channels(ServerCall& call) {
  return names_reply(call, Kind::kChannel);
}

// PUBSUB NUMPAT
std::optional<Reply> pubsub_numpat(ServerCall& call) {
  return Reply::integer(static_cast<int64_t>(call.state.pubsub.pattern_count()));
}

// PUBSUB NUMSUB [channel ...]
std::optional<Reply> pubsub_numsub(ServerCall& call) {
  return counts_reply(call, Kind::kChannel);
}

// PUBSUB SHARDCHANNELS [pattern]
std::optional<Reply> pubsub_shardchannels(ServerCall& call) {
  return names_reply(call, Kind::kShard);
}

// PUBSUB SHARDNUMSUB [shardchannel ...]
std::optional<Reply> pubsub_shardnumsub(ServerCall& call) {
  return counts_reply(call, Kind::kShard);
}

// PUBSUB HELP
std::optional<Reply> pubsub_help(ServerCall&) {
  return commands::help_reply(
      "PUBSUB",
      {"CHANNELS [<pattern>]",
       "    Return the currently active channels matching a <pattern> (default: '*').", "NUMPAT",
       "    Return number of subscriptions to patterns.", "NUMSUB [<channel> ...]",
       "    Return the number of subscribers for the specified channels, excluding",
       "    pattern subscriptions(default: no channels).", "SHARDCHANNELS [<pattern>]",
       "    Return the currently active shard level channels matching a <pattern> (default: '*').",
       "SHARDNUMSUB [<shardchannel> ...]",
       "    Return the number of subscribers for the specified shard level channel(s)"});
}

}  // namespace keemun::server
