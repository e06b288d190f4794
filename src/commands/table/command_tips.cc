#include "commands/table/command_tips.h"

#include <algorithm>

namespace keemun::commands {

namespace {

// Words with a blank between two of them.
struct Tips {
  BytesView tips;
  BytesView commands;
};

// clang-format off
constexpr Tips kTips[] = {
    {"nondeterministic_output",
     "client|info client|list dump hrandfield hscan lastsave object|encoding object|freq "
     "object|idletime object|refcount pttl spop srandmember sscan time ttl xadd xautoclaim xclaim "
     "xinfo|consumers xpending xtrim zrandmember zscan"},
    {"nondeterministic_output request_policy:all_nodes response_policy:special",
     "latency|doctor latency|histogram latency|history latency|latest"},
    {"nondeterministic_output request_policy:all_shards response_policy:special",
     "function|stats info memory|doctor memory|malloc-stats memory|stats"},
    {"nondeterministic_output request_policy:special",
     "scan"},
    {"nondeterministic_output_order",
     "command command|docs command|info command|list function|list hgetall hkeys hvals module|list "
     "sdiff sinter smembers sunion"},
    {"request_policy:all_nodes nondeterministic_output",
     "slowlog|get"},
    {"request_policy:all_nodes response_policy:agg_sum nondeterministic_output",
     "slowlog|len"},
    {"request_policy:all_nodes response_policy:all_succeeded",
     "config|set latency|reset script|flush script|load slowlog|reset"},
    {"request_policy:all_shards nondeterministic_output",
     "randomkey"},
    {"request_policy:all_shards nondeterministic_output_order",
     "keys"},
    {"request_policy:all_shards response_policy:agg_logical_and",
     "script|exists"},
    {"request_policy:all_shards response_policy:agg_min",
     "wait"},
    {"request_policy:all_shards response_policy:agg_sum",
     "dbsize"},
    {"request_policy:all_shards response_policy:all_succeeded",
     "flushall flushdb function|delete function|flush function|load function|restore memory|purge "
     "ping"},
    {"request_policy:all_shards response_policy:one_succeeded",
     "function|kill script|kill"},
    {"request_policy:multi_shard",
     "mget"},
    {"request_policy:multi_shard response_policy:agg_min",
     "msetnx"},
    {"request_policy:multi_shard response_policy:agg_sum",
     "del exists touch unlink"},
    {"request_policy:multi_shard response_policy:all_succeeded",
     "mset"},
};
// clang-format on

std::vector<BytesView> words_of(BytesView text) {
  std::vector<BytesView> words;
  for (size_t begin = 0; begin <= text.size();) {
    const size_t end = std::min(text.find(' ', begin), text.size());
    words.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  return words;
}

}  // namespace

std::vector<BytesView> tips_of(const Command& command) {
  for (const Tips& known : kTips) {
    const std::vector<BytesView> names = words_of(known.commands);
    const bool is_named = std::find(names.begin(), names.end(), command.name) != names.end();
    if (is_named) return words_of(known.tips);
  }
  return {};
}

}  // namespace keemun::commands
