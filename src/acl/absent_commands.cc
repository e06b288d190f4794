#include "acl/absent_commands.h"

#include <array>

namespace keemun::acl {

namespace {

constexpr auto kAbsent = std::to_array<AbsentCommand>({
    {"cluster|addslots", "admin slow dangerous"},
    {"cluster|addslotsrange", "admin slow dangerous"},
    {"cluster|bumpepoch", "admin slow dangerous"},
    {"cluster|count-failure-reports", "admin slow dangerous"},
    {"cluster|countkeysinslot", "slow"},
    {"cluster|delslots", "admin slow dangerous"},
    {"cluster|delslotsrange", "admin slow dangerous"},
    {"cluster|failover", "admin slow dangerous"},
    {"cluster|flushslots", "admin slow dangerous"},
    {"cluster|forget", "admin slow dangerous"},
    {"cluster|getkeysinslot", "slow"},
    {"cluster|help", "slow"},
    {"cluster|info", "slow"},
    {"cluster|keyslot", "slow"},
    {"cluster|links", "slow"},
    {"cluster|meet", "admin slow dangerous"},
    {"cluster|myid", "slow"},
    {"cluster|nodes", "slow"},
    {"cluster|replicas", "admin slow dangerous"},
    {"cluster|replicate", "admin slow dangerous"},
    {"cluster|reset", "admin slow dangerous"},
    {"cluster|saveconfig", "admin slow dangerous"},
    {"cluster|set-config-epoch", "admin slow dangerous"},
    {"cluster|setslot", "admin slow dangerous"},
    {"cluster|shards", "slow"},
    {"cluster|slaves", "admin slow dangerous"},
    {"cluster|slots", "slow"},
    {"failover", "admin slow dangerous"},
    {"latency|graph", "admin slow dangerous"},
    {"migrate", "keyspace write slow dangerous"},
    {"module|load", "admin slow dangerous"},
    {"module|loadex", "admin slow dangerous"},
    {"module|unload", "admin slow dangerous"},
    {"pfselftest", "hyperloglog admin slow dangerous"},
    {"psync", "admin slow dangerous"},
    {"replconf", "admin slow dangerous"},
    {"restore-asking", "keyspace write slow dangerous"},
    {"sync", "admin slow dangerous"},
});

}  // namespace

std::span<const AbsentCommand> absent_commands() {
  return kAbsent;
}

}  // namespace keemun::acl
