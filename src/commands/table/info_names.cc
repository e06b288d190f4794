#include "commands/table/info_names.h"

namespace keemun::commands {

namespace {

constexpr FlagName kFlagNames[] = {
    {kWrite, "write"},
    {kReadonly, "readonly"},
    {kDenyoom, "denyoom"},
    {kAdmin, "admin"},
    {kPubsub, "pubsub"},
    {kNoscript, "noscript"},
    {kBlocking, "blocking"},
    {kLoading, "loading"},
    {kStale, "stale"},
    {kSkipMonitor, "skip_monitor"},
    {kSkipSlowlog, "skip_slowlog"},
    {kFast, "fast"},
    {kNoAuth, "no_auth"},
    {kNoMandatoryKeys, "no_mandatory_keys"},
    {kNoAsyncLoading, "no_async_loading"},
    {kNoMulti, "no_multi"},
    {kMovablekeys, "movablekeys"},
    {kAllowBusy, "allow_busy"},
};

constexpr KeyUseName kKeyUseNames[] = {
    {kLooksAt, "RO"},    {kChanges, "RW"},
    {kOverwrites, "OW"}, {kRemoves, "RM"},
    {kAccess, "access"}, {kUpdate, "update"},
    {kInsert, "insert"}, {kDelete, "delete"},
    {kNoKey, "not_key"}, {kByArguments, "variable_flags"},
};

}  // namespace

std::span<const FlagName> flag_names() {
  return kFlagNames;
}

std::span<const KeyUseName> key_use_names() {
  return kKeyUseNames;
}

BytesView group_name(Group group) {
  constexpr BytesView kNames[] = {"generic",    "string",     "bitmap",    "hash",
                                  "set",        "sorted-set", "list",      "transactions",
                                  "connection", "server",     "scripting", "hyperloglog",
                                  "geo",        "stream",     "pubsub",    "cluster"};
  return kNames[static_cast<size_t>(group)];
}

}  // namespace keemun::commands
