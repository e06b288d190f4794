#include "commands/table/table.h"

#include <algorithm>
#include <array>

#include "commands/blocking_commands.h"
#include "commands/connection_commands.h"
#include "commands/function/function_commands.h"
#include "commands/hash/hash_commands.h"
#include "commands/key/dump_commands.h"
#include "commands/key/expiry_commands.h"
#include "commands/key/key_commands.h"
#include "commands/key/key_object_commands.h"
#include "commands/key/scan_commands.h"
#include "commands/key/sort_commands.h"
#include "commands/list/list_commands.h"
#include "commands/list/list_search_commands.h"
#include "commands/set/set_algebra_commands.h"
#include "commands/set/set_commands.h"
#include "commands/stream/stream_claim_commands.h"
#include "commands/stream/stream_commands.h"
#include "commands/stream/stream_group_commands.h"
#include "commands/stream/stream_info_commands.h"
#include "commands/stream/stream_read_commands.h"
#include "commands/string/bit_commands.h"
#include "commands/string/bitfield_commands.h"
#include "commands/string/hyperloglog_commands.h"
#include "commands/string/lcs_commands.h"
#include "commands/string/string_commands.h"
#include "commands/string/string_number_commands.h"
#include "commands/table/table_commands.h"
#include "commands/zset/geo_commands.h"
#include "commands/zset/geo_search_commands.h"
#include "commands/zset/zset_algebra_commands.h"
#include "commands/zset/zset_commands.h"
#include "commands/zset/zset_range_commands.h"

namespace keemun::commands {

namespace {

// Flags and key positions that many rows share.
constexpr Flags kGrowth = kWrite | kDenyoom;
constexpr Flags kFastGrowth = kWrite | kDenyoom | kFast;
constexpr Flags kWaiting = kWrite | kNoscript | kBlocking;
constexpr Flags kAnytime = kLoading | kStale;
// Which keys a script touches nobody knows before: others wait for all of it.
constexpr Flags kScript = kNoscript | kStale | kSkipMonitor | kNoMandatoryKeys;
constexpr Flags kLibraries = kNoscript | kFunctions;
constexpr Flags kTransaction = kNoscript | kLoading | kStale | kFast | kAllowBusy;

constexpr KeyUse kReads = kLooksAt | kAccess;
constexpr KeyUse kPops = kChanges | kAccess | kDelete;
constexpr KeyUse kReplaces = kOverwrites | kUpdate;
constexpr KeyUse kCreates = kOverwrites | kInsert;

using Moving = Keys::Moving;
constexpr Keys kNoKeys = {};
constexpr Keys kOneKey = {1, 1, 1};
constexpr Keys kOneSeen = kOneKey.used(kLooksAt);
constexpr Keys kOneUpdated = kOneKey.used(kChanges | kUpdate);
constexpr Keys kOneGrown = kOneKey.used(kChanges | kInsert);
constexpr Keys kOneShrunk = kOneKey.used(kChanges | kDelete);
constexpr Keys kOnePopped = kOneKey.used(kPops);
constexpr Keys kOneReplaced = kOneKey.used(kReplaces);
constexpr Keys kOneCreated = kOneKey.used(kCreates);
constexpr Keys kOneByArguments = kOneKey.used(kChanges | kAccess | kUpdate | kByArguments);
constexpr Keys kSecondIsSeen = {2, 2, 1, Moving::kNever, kLooksAt};
constexpr Keys kSecondIsChanged = {2, 2, 1, Moving::kNever, kChanges | kAccess};
constexpr Keys kSecondIsRead = {2, 2, 1, Moving::kNever, kReads};
constexpr Keys kSecondIsUpdated = kSecondIsRead.used(kChanges | kUpdate);
constexpr Keys kSecondIsGrown = kSecondIsRead.used(kChanges | kInsert);
constexpr Keys kSecondIsShrunk = kSecondIsRead.used(kChanges | kDelete);
constexpr Keys kTwoKeys = {1, 2, 1};
constexpr Keys kRenamed = kTwoKeys.used(kPops, kReplaces);
constexpr Keys kRenamedToNew = kTwoKeys.used(kPops, kCreates);
constexpr Keys kMoved = kTwoKeys.used(kPops, kChanges | kInsert);
constexpr Keys kCopied = kTwoKeys.used(kReads, kReplaces);
constexpr Keys kStoredFromOne = kTwoKeys.used(kReplaces, kReads);
constexpr Keys kAllKeys = {1, -1, 1};
constexpr Keys kAllSeen = kAllKeys.used(kLooksAt);
constexpr Keys kAllCounted = kAllKeys.used(kChanges | kAccess);
constexpr Keys kMergedIntoFirst = kAllKeys.used(kChanges | kAccess | kInsert, kReads);
constexpr Keys kAllRemoved = kAllKeys.used(kRemoves | kDelete);
constexpr Keys kStoredFromRest = kAllKeys.used(kReplaces, kReads);
constexpr Keys kAllButFirstStored = {2, -1, 1, Moving::kNever, kReplaces, kReads};
constexpr Keys kEverySecondReplaced = {1, -1, 2, Moving::kNever, kReplaces};
constexpr Keys kEverySecondCreated = kEverySecondReplaced.used(kCreates);
constexpr Keys kAllButLastPopped = {1, -2, 1, Moving::kNever, kPops};
constexpr Keys kNumkeysKeys = {0, 0, 0, Moving::kNumkeys};
constexpr Keys kNumkeysPopped = kNumkeysKeys.used(kPops);
constexpr Keys kTimeoutNumkeysPopped = {0, 0, 0, Moving::kTimeoutNumkeys, kPops};
constexpr Keys kScriptKeys = {0, 0, 0, Moving::kTimeoutNumkeys, kChanges | kAccess | kUpdate};
constexpr Keys kScriptKeysSeen = kScriptKeys.used(kReads);
constexpr Keys kDestinationKeys = {1, 1, 1, Moving::kDestinationNumkeys, kReplaces, kReads};
constexpr Keys kSortKeys = {1, 1, 1, Moving::kSort, kReads, kReplaces};
constexpr Keys kSortReadOnlyKeys = {1, 1, 1, Moving::kSortReadOnly};
constexpr Keys kStreamsWordKeys = {0, 0, 0, Moving::kStreamsWord, kReads};
constexpr Keys kStoreWordKeys = {1, 1, 1, Moving::kStoreWord, kReads, kReplaces};

// clang-format off
constexpr Command kRows[] = {
    // Keys of any type.
    {"del", -2, kWrite, kAllRemoved, Group::kGeneric, "1.0.0", del},
    {"unlink", -2, kWrite | kFast, kAllRemoved, Group::kGeneric, "4.0.0", del},
    {"exists", -2, kReadonly | kFast, kAllSeen, Group::kGeneric, "1.0.0", exists},
    {"touch", -2, kReadonly | kFast, kAllSeen, Group::kGeneric, "3.2.1", exists},
    {"type", 2, kReadonly | kFast, kOneSeen, Group::kGeneric, "1.0.0", type},
    {"expire", -3, kWrite | kFast, kOneUpdated, Group::kGeneric, "1.0.0", expire},
    {"pexpire", -3, kWrite | kFast, kOneUpdated, Group::kGeneric, "2.6.0", pexpire},
    {"expireat", -3, kWrite | kFast, kOneUpdated, Group::kGeneric, "1.2.0", expireat},
    {"pexpireat", -3, kWrite | kFast, kOneUpdated, Group::kGeneric, "2.6.0", pexpireat},
    {"ttl", 2, kReadonly | kFast, kOneKey, Group::kGeneric, "1.0.0", ttl},
    {"pttl", 2, kReadonly | kFast, kOneKey, Group::kGeneric, "2.6.0", pttl},
    {"expiretime", 2, kReadonly | kFast, kOneKey, Group::kGeneric, "7.0.0", expiretime},
    {"pexpiretime", 2, kReadonly | kFast, kOneKey, Group::kGeneric, "7.0.0", pexpiretime},
    {"persist", 2, kWrite | kFast, kOneUpdated, Group::kGeneric, "2.2.0", persist},
    {"rename", 3, kWrite, kRenamed, Group::kGeneric, "1.0.0", rename},
    {"renamenx", 3, kWrite | kFast, kRenamedToNew, Group::kGeneric, "1.0.0", renamenx},
    {"copy", -3, kGrowth, kCopied, Group::kGeneric, "6.2.0", copy},
    {"move", 3, kWrite | kFast, kOneKey, Group::kGeneric, "1.0.0", move},
    {"keys", 2, kReadonly, kNoKeys, Group::kGeneric, "1.0.0", keys},
    {"scan", -2, kReadonly, kNoKeys, Group::kGeneric, "2.8.0", scan},
    {"randomkey", 1, kReadonly, kNoKeys, Group::kGeneric, "1.0.0", randomkey},
    {"sort", -2, kGrowth, kSortKeys, Group::kGeneric, "1.0.0", sort},
    {"sort_ro", -2, kReadonly, kSortReadOnlyKeys, Group::kGeneric, "7.0.0", sort_ro},
    {"object", -2, kNone, kNoKeys, Group::kGeneric, "2.2.3", object},
    {"object|encoding", 3, kReadonly, kSecondIsSeen, Group::kGeneric, "2.2.3", object_encoding},
    {"object|freq", 3, kReadonly, kSecondIsSeen, Group::kGeneric, "4.0.0", object_freq},
    {"object|help", 2, kAnytime, kNoKeys, Group::kGeneric, "6.2.0", object_help},
    {"object|idletime", 3, kReadonly, kSecondIsSeen, Group::kGeneric, "2.2.3", object_idletime},
    {"object|refcount", 3, kReadonly, kSecondIsSeen, Group::kGeneric, "2.2.3", object_refcount},
    {"dump", 2, kReadonly, kOneKey, Group::kGeneric, "2.6.0", dump},
    {"restore", -4, kGrowth, kOneReplaced, Group::kGeneric, "2.6.0", restore},
    // The whole keyspace and the server.
    {"dbsize", 1, kReadonly | kFast, kNoKeys, Group::kServer, "1.0.0", dbsize},
    {"flushdb", -1, kWrite | kWholeKeyspace, kNoKeys, Group::kServer, "1.0.0", flushdb},
    {"flushall", -1, kWrite | kWholeKeyspace, kNoKeys, Group::kServer, "1.0.0", flushall},
    {"swapdb", 3, kWrite | kWholeKeyspace | kFast, kNoKeys, Group::kServer, "4.0.0", swapdb},
    {"time", 1, kAnytime | kFast, kNoKeys, Group::kServer, "2.6.0", time},
    {"command", -1, kAnytime, kNoKeys, Group::kServer, "2.8.13", command},
    {"command|count", 2, kAnytime, kNoKeys, Group::kServer, "2.8.13", command_count},
    {"command|docs", -2, kAnytime, kNoKeys, Group::kServer, "7.0.0", command_docs},
    {"command|getkeys", -4, kAnytime, kNoKeys, Group::kServer, "2.8.13", command_getkeys},
    {"command|getkeysandflags", -4, kAnytime, kNoKeys, Group::kServer, "7.0.0", command_getkeysandflags},
    {"command|help", 2, kAnytime, kNoKeys, Group::kServer, "5.0.0", command_help},
    {"command|info", -2, kAnytime, kNoKeys, Group::kServer, "2.8.13", command_info},
    {"command|list", -2, kAnytime, kNoKeys, Group::kServer, "7.0.0", command_list},
    // Strings.
    {"set", -3, kGrowth, kOneByArguments, Group::kString, "1.0.0", set},
    {"setex", 4, kGrowth, kOneReplaced, Group::kString, "2.0.0", setex},
    {"psetex", 4, kGrowth, kOneReplaced, Group::kString, "2.6.0", psetex},
    {"setnx", 3, kFastGrowth, kOneCreated, Group::kString, "1.0.0", setnx},
    {"get", 2, kReadonly | kFast, kOneKey, Group::kString, "1.0.0", get},
    {"getex", -2, kWrite | kFast, kOneKey, Group::kString, "6.2.0", getex},
    {"getdel", 2, kWrite | kFast, kOnePopped, Group::kString, "6.2.0", getdel},
    {"getset", 3, kFastGrowth, kOneKey, Group::kString, "1.0.0", getset},
    {"mget", -2, kReadonly | kFast, kAllKeys, Group::kString, "1.0.0", mget},
    {"mset", -3, kGrowth, kEverySecondReplaced, Group::kString, "1.0.1", mset},
    {"msetnx", -3, kGrowth, kEverySecondCreated, Group::kString, "1.0.1", msetnx},
    {"append", 3, kFastGrowth, kOneGrown, Group::kString, "2.0.0", append},
    {"strlen", 2, kReadonly | kFast, kOneSeen, Group::kString, "2.2.0", string_length},
    {"incr", 2, kFastGrowth, kOneKey, Group::kString, "1.0.0", incr},
    {"incrby", 3, kFastGrowth, kOneKey, Group::kString, "1.0.0", incrby},
    {"decr", 2, kFastGrowth, kOneKey, Group::kString, "1.0.0", decr},
    {"decrby", 3, kFastGrowth, kOneKey, Group::kString, "1.0.0", decrby},
    {"incrbyfloat", 3, kFastGrowth, kOneKey, Group::kString, "2.6.0", incrbyfloat},
    {"getrange", 4, kReadonly, kOneKey, Group::kString, "2.4.0", getrange},
    {"substr", 4, kReadonly, kOneKey, Group::kString, "1.0.0", getrange},
    {"setrange", 4, kGrowth, kOneUpdated, Group::kString, "2.2.0", setrange},
    {"lcs", -3, kReadonly, kTwoKeys, Group::kString, "7.0.0", lcs},
    // Strings as bits.
    {"setbit", 4, kGrowth, kOneKey, Group::kBitmap, "2.2.0", setbit},
    {"getbit", 3, kReadonly | kFast, kOneKey, Group::kBitmap, "2.2.0", getbit},
    {"bitcount", -2, kReadonly, kOneKey, Group::kBitmap, "2.6.0", bitcount},
    {"bitpos", -3, kReadonly, kOneKey, Group::kBitmap, "2.8.7", bitpos},
    {"bitop", -4, kGrowth, kAllButFirstStored, Group::kBitmap, "2.6.0", bitop},
    {"bitfield", -2, kGrowth, kOneByArguments, Group::kBitmap, "3.2.0", bitfield},
    {"bitfield_ro", -2, kReadonly | kFast, kOneKey, Group::kBitmap, "6.0.0", bitfield_ro},

    // Strings that count. PFCOUNT keeps what it has counted.
    {"pfadd", -2, kFastGrowth, kOneGrown, Group::kHyperLogLog, "2.8.9", pfadd},
    {"pfcount", -2, kReadonly | kMayWrite, kAllCounted, Group::kHyperLogLog, "2.8.9", pfcount},
    {"pfdebug", 3, kGrowth | kAdmin, kSecondIsChanged, Group::kHyperLogLog, "2.8.9", pfdebug},
    {"pfmerge", -2, kGrowth, kMergedIntoFirst, Group::kHyperLogLog, "2.8.9", pfmerge},
    // Hashes.
    {"hset", -4, kFastGrowth, kOneUpdated, Group::kHash, "2.0.0", hset},
    {"hmset", -4, kFastGrowth, kOneUpdated, Group::kHash, "2.0.0", hmset},
    {"hsetnx", 4, kFastGrowth, kOneGrown, Group::kHash, "2.0.0", hsetnx},
    {"hget", 3, kReadonly | kFast, kOneKey, Group::kHash, "2.0.0", hget},
    {"hmget", -3, kReadonly | kFast, kOneKey, Group::kHash, "2.0.0", hmget},
    {"hgetall", 2, kReadonly, kOneKey, Group::kHash, "2.0.0", hgetall},
    {"hkeys", 2, kReadonly, kOneKey, Group::kHash, "2.0.0", hkeys},
    {"hvals", 2, kReadonly, kOneKey, Group::kHash, "2.0.0", hvals},
    {"hlen", 2, kReadonly | kFast, kOneSeen, Group::kHash, "2.0.0", hlen},
    {"hstrlen", 3, kReadonly | kFast, kOneSeen, Group::kHash, "3.2.0", hstrlen},
    {"hexists", 3, kReadonly | kFast, kOneSeen, Group::kHash, "2.0.0", hexists},
    {"hdel", -3, kWrite | kFast, kOneShrunk, Group::kHash, "2.0.0", hdel},
    {"hincrby", 4, kFastGrowth, kOneKey, Group::kHash, "2.0.0", hincrby},
    {"hincrbyfloat", 4, kFastGrowth, kOneKey, Group::kHash, "2.6.0", hincrbyfloat},
    {"hrandfield", -2, kReadonly, kOneKey, Group::kHash, "6.2.0", hrandfield},
    {"hscan", -3, kReadonly, kOneKey, Group::kHash, "2.8.0", hscan},
    // Sets.
    {"sadd", -3, kFastGrowth, kOneGrown, Group::kSet, "1.0.0", sadd},
    {"srem", -3, kWrite | kFast, kOneShrunk, Group::kSet, "1.0.0", srem},
    {"spop", -2, kWrite | kFast, kOnePopped, Group::kSet, "1.0.0", spop},
    {"srandmember", -2, kReadonly, kOneKey, Group::kSet, "1.0.0", srandmember},
    {"sismember", 3, kReadonly | kFast, kOneSeen, Group::kSet, "1.0.0", sismember},
    {"smismember", -3, kReadonly | kFast, kOneKey, Group::kSet, "6.2.0", smismember},
    {"scard", 2, kReadonly | kFast, kOneSeen, Group::kSet, "1.0.0", scard},
    {"smembers", 2, kReadonly, kOneKey, Group::kSet, "1.0.0", smembers},
    {"smove", 4, kWrite | kFast, kMoved, Group::kSet, "1.0.0", smove},
    {"sinter", -2, kReadonly, kAllKeys, Group::kSet, "1.0.0", sinter},
    {"sinterstore", -3, kGrowth, kStoredFromRest, Group::kSet, "1.0.0", sinterstore},
    {"sintercard", -3, kReadonly, kNumkeysKeys, Group::kSet, "7.0.0", sintercard},
    {"sunion", -2, kReadonly, kAllKeys, Group::kSet, "1.0.0", sunion},
    {"sunionstore", -3, kGrowth, kStoredFromRest, Group::kSet, "1.0.0", sunionstore},
    {"sdiff", -2, kReadonly, kAllKeys, Group::kSet, "1.0.0", sdiff},
    {"sdiffstore", -3, kGrowth, kStoredFromRest, Group::kSet, "1.0.0", sdiffstore},
    {"sscan", -3, kReadonly, kOneKey, Group::kSet, "2.8.0", sscan},
    // Sorted sets.
    {"zadd", -4, kFastGrowth, kOneUpdated, Group::kSortedSet, "1.2.0", zadd},
    {"zincrby", 4, kFastGrowth, kOneKey, Group::kSortedSet, "1.2.0", zincrby},
    {"zrem", -3, kWrite | kFast, kOneShrunk, Group::kSortedSet, "1.2.0", zrem},
    {"zcard", 2, kReadonly | kFast, kOneSeen, Group::kSortedSet, "1.2.0", zcard},
    {"zscore", 3, kReadonly | kFast, kOneKey, Group::kSortedSet, "1.2.0", zscore},
    {"zmscore", -3, kReadonly | kFast, kOneKey, Group::kSortedSet, "6.2.0", zmscore},
    {"zcount", 4, kReadonly | kFast, kOneKey, Group::kSortedSet, "2.0.0", zcount},
    {"zlexcount", 4, kReadonly | kFast, kOneKey, Group::kSortedSet, "2.8.9", zlexcount},
    {"zrank", 3, kReadonly | kFast, kOneKey, Group::kSortedSet, "2.0.0", zrank},
    {"zrevrank", 3, kReadonly | kFast, kOneKey, Group::kSortedSet, "2.0.0", zrevrank},
    {"zrange", -4, kReadonly, kOneKey, Group::kSortedSet, "1.2.0", zrange},
    {"zrangestore", -5, kGrowth, kStoredFromOne, Group::kSortedSet, "6.2.0", zrangestore},
    {"zrangebyscore", -4, kReadonly, kOneKey, Group::kSortedSet, "1.0.5", zrangebyscore},
    {"zrangebylex", -4, kReadonly, kOneKey, Group::kSortedSet, "2.8.9", zrangebylex},
    {"zrevrange", -4, kReadonly, kOneKey, Group::kSortedSet, "1.2.0", zrevrange},
    {"zrevrangebyscore", -4, kReadonly, kOneKey, Group::kSortedSet, "2.2.0", zrevrangebyscore},
    {"zrevrangebylex", -4, kReadonly, kOneKey, Group::kSortedSet, "2.8.9", zrevrangebylex},
    {"zremrangebyrank", 4, kWrite, kOneShrunk, Group::kSortedSet, "2.0.0", zremrangebyrank},
    {"zremrangebyscore", 4, kWrite, kOneShrunk, Group::kSortedSet, "1.2.0", zremrangebyscore},
    {"zremrangebylex", 4, kWrite, kOneShrunk, Group::kSortedSet, "2.8.9", zremrangebylex},
    {"zpopmin", -2, kWrite | kFast, kOnePopped, Group::kSortedSet, "5.0.0", zpopmin},
    {"zpopmax", -2, kWrite | kFast, kOnePopped, Group::kSortedSet, "5.0.0", zpopmax},
    {"bzpopmin", -3, kWaiting | kFast, kAllButLastPopped, Group::kSortedSet, "5.0.0", bzpopmin},
    {"bzpopmax", -3, kWaiting | kFast, kAllButLastPopped, Group::kSortedSet, "5.0.0", bzpopmax},
    {"bzmpop", -5, kWrite | kBlocking, kTimeoutNumkeysPopped, Group::kSortedSet, "7.0.0", bzmpop},
    {"zmpop", -4, kWrite, kNumkeysPopped, Group::kSortedSet, "7.0.0", zmpop},
    {"zrandmember", -2, kReadonly, kOneKey, Group::kSortedSet, "6.2.0", zrandmember},
    {"zscan", -3, kReadonly, kOneKey, Group::kSortedSet, "2.8.0", zscan},
    {"zunion", -3, kReadonly, kNumkeysKeys, Group::kSortedSet, "6.2.0", zunion},
    {"zinter", -3, kReadonly, kNumkeysKeys, Group::kSortedSet, "6.2.0", zinter},
    {"zdiff", -3, kReadonly, kNumkeysKeys, Group::kSortedSet, "6.2.0", zdiff},
    {"zunionstore", -4, kGrowth, kDestinationKeys, Group::kSortedSet, "2.0.0", zunionstore},
    {"zinterstore", -4, kGrowth, kDestinationKeys, Group::kSortedSet, "2.0.0", zinterstore},
    {"zdiffstore", -4, kGrowth, kDestinationKeys, Group::kSortedSet, "6.2.0", zdiffstore},
    {"zintercard", -3, kReadonly, kNumkeysKeys, Group::kSortedSet, "7.0.0", zintercard},
    // Places, which are sorted sets.
    {"geoadd", -5, kGrowth, kOneUpdated, Group::kGeo, "3.2.0", geoadd},
    {"geodist", -4, kReadonly, kOneKey, Group::kGeo, "3.2.0", geodist},
    {"geohash", -2, kReadonly, kOneKey, Group::kGeo, "3.2.0", geohash},
    {"geopos", -2, kReadonly, kOneKey, Group::kGeo, "3.2.0", geopos},
    {"geosearch", -7, kReadonly, kOneKey, Group::kGeo, "6.2.0", geosearch},
    {"geosearchstore", -8, kGrowth, kStoredFromOne, Group::kGeo, "6.2.0", geosearchstore},
    {"georadius", -6, kGrowth, kStoreWordKeys, Group::kGeo, "3.2.0", georadius},
    {"georadius_ro", -6, kReadonly, kOneKey, Group::kGeo, "3.2.10", georadius},
    {"georadiusbymember", -5, kGrowth, kStoreWordKeys, Group::kGeo, "3.2.0", georadiusbymember},
    {"georadiusbymember_ro", -5, kReadonly, kOneKey, Group::kGeo, "3.2.10", georadiusbymember},
    // Lists.
    {"lpush", -3, kFastGrowth, kOneGrown, Group::kList, "1.0.0", lpush},
    {"rpush", -3, kFastGrowth, kOneGrown, Group::kList, "1.0.0", rpush},
    {"lpushx", -3, kFastGrowth, kOneGrown, Group::kList, "2.2.0", lpushx},
    {"rpushx", -3, kFastGrowth, kOneGrown, Group::kList, "2.2.0", rpushx},
    {"lpop", -2, kWrite | kFast, kOnePopped, Group::kList, "1.0.0", lpop},
    {"rpop", -2, kWrite | kFast, kOnePopped, Group::kList, "1.0.0", rpop},
    {"llen", 2, kReadonly | kFast, kOneSeen, Group::kList, "1.0.0", llen},
    {"lrange", 4, kReadonly, kOneKey, Group::kList, "1.0.0", lrange},
    {"lindex", 3, kReadonly, kOneKey, Group::kList, "1.0.0", lindex},
    {"lset", 4, kGrowth, kOneUpdated, Group::kList, "1.0.0", lset},
    {"linsert", 5, kGrowth, kOneGrown, Group::kList, "2.2.0", linsert},
    {"lrem", 4, kWrite, kOneShrunk, Group::kList, "1.0.0", lrem},
    {"ltrim", 4, kWrite, kOneShrunk, Group::kList, "1.0.0", ltrim},
    {"lpos", -3, kReadonly, kOneKey, Group::kList, "6.0.6", lpos},
    {"lmove", 5, kGrowth, kMoved, Group::kList, "6.2.0", lmove},
    {"rpoplpush", 3, kGrowth, kMoved, Group::kList, "1.2.0", rpoplpush},
    {"lmpop", -4, kWrite, kNumkeysPopped, Group::kList, "7.0.0", lmpop},
    {"blpop", -3, kWaiting, kAllButLastPopped, Group::kList, "2.0.0", blpop},
    {"brpop", -3, kWaiting, kAllButLastPopped, Group::kList, "2.0.0", brpop},
    {"blmove", 6, kWaiting | kDenyoom, kMoved, Group::kList, "6.2.0", blmove},
    {"brpoplpush", 4, kWaiting | kDenyoom, kMoved, Group::kList, "2.2.0", brpoplpush},
    {"blmpop", -5, kWrite | kBlocking, kTimeoutNumkeysPopped, Group::kList, "7.0.0", blmpop},
    // Streams.
    {"xadd", -5, kFastGrowth, kOneUpdated, Group::kStream, "5.0.0", xadd},
    {"xlen", 2, kReadonly | kFast, kOneSeen, Group::kStream, "5.0.0", xlen},
    {"xrange", -4, kReadonly, kOneKey, Group::kStream, "5.0.0", xrange},
    {"xrevrange", -4, kReadonly, kOneKey, Group::kStream, "5.0.0", xrevrange},
    {"xdel", -3, kWrite | kFast, kOneShrunk, Group::kStream, "5.0.0", xdel},
    {"xtrim", -4, kWrite, kOneShrunk, Group::kStream, "5.0.0", xtrim},
    {"xsetid", -3, kFastGrowth, kOneUpdated, Group::kStream, "5.0.0", xsetid},
    {"xread", -4, kReadonly | kBlocking, kStreamsWordKeys, Group::kStream, "5.0.0", xread},
    {"xreadgroup", -7, kWrite | kBlocking, kStreamsWordKeys, Group::kStream, "5.0.0", xreadgroup},
    {"xgroup", -2, kNone, kNoKeys, Group::kStream, "5.0.0", xgroup},
    {"xgroup|create", -5, kGrowth, kSecondIsGrown, Group::kStream, "5.0.0", xgroup_create},
    {"xgroup|createconsumer", 5, kGrowth, kSecondIsGrown, Group::kStream, "6.2.0", xgroup_createconsumer},
    {"xgroup|delconsumer", 5, kWrite, kSecondIsShrunk, Group::kStream, "5.0.0", xgroup_delconsumer},
    {"xgroup|destroy", 4, kWrite, kSecondIsShrunk, Group::kStream, "5.0.0", xgroup_destroy},
    {"xgroup|help", 2, kAnytime, kNoKeys, Group::kStream, "5.0.0", xgroup_help},
    {"xgroup|setid", -5, kWrite, kSecondIsUpdated, Group::kStream, "5.0.0", xgroup_setid},
    {"xack", -4, kWrite | kFast, kOneUpdated, Group::kStream, "5.0.0", xack},
    {"xpending", -3, kReadonly, kOneKey, Group::kStream, "5.0.0", xpending},
    {"xclaim", -6, kWrite | kFast, kOneUpdated, Group::kStream, "5.0.0", xclaim},
    {"xautoclaim", -6, kWrite | kFast, kOneShrunk, Group::kStream, "6.2.0", xautoclaim},
    {"xinfo", -2, kNone, kNoKeys, Group::kStream, "5.0.0", xinfo},
    {"xinfo|consumers", 4, kReadonly, kSecondIsRead, Group::kStream, "5.0.0", xinfo_consumers},
    {"xinfo|groups", 3, kReadonly, kSecondIsRead, Group::kStream, "5.0.0", xinfo_groups},
    {"xinfo|help", 2, kAnytime, kNoKeys, Group::kStream, "5.0.0", xinfo_help},
    {"xinfo|stream", -3, kReadonly, kSecondIsRead, Group::kStream, "5.0.0", xinfo_stream},
    // Transactions.
    {"multi", 1, kTransaction, kNoKeys, Group::kTransactions, "1.2.0"},
    {"exec", 1, kNoscript | kAnytime | kSkipSlowlog, kNoKeys, Group::kTransactions, "1.2.0"},
    {"discard", 1, kTransaction, kNoKeys, Group::kTransactions, "2.0.0"},
    {"watch", -2, kTransaction, kAllSeen, Group::kTransactions, "2.2.0"},
    {"unwatch", 1, kTransaction, kNoKeys, Group::kTransactions, "2.2.0"},
    // Scripts.
    {"eval", -3, kScript | kMayWrite, kScriptKeys, Group::kScripting, "2.6.0"},
    {"evalsha", -3, kScript | kMayWrite, kScriptKeys, Group::kScripting, "2.6.0"},
    {"eval_ro", -3, kScript | kReadonly, kScriptKeysSeen, Group::kScripting, "7.0.0"},
    {"evalsha_ro", -3, kScript | kReadonly, kScriptKeysSeen, Group::kScripting, "7.0.0"},
    {"fcall", -3, kScript | kMayWrite, kScriptKeys, Group::kScripting, "7.0.0"},
    {"fcall_ro", -3, kScript | kReadonly, kScriptKeysSeen, Group::kScripting, "7.0.0"},
    {"function", -2, kNone, kNoKeys, Group::kScripting, "7.0.0", function_container},
    {"function|delete", 3, kWrite | kLibraries, kNoKeys, Group::kScripting, "7.0.0", function_delete},
    {"function|dump", 2, kLibraries, kNoKeys, Group::kScripting, "7.0.0", function_dump},
    {"function|flush", -2, kWrite | kLibraries, kNoKeys, Group::kScripting, "7.0.0", function_flush},
    {"function|list", -2, kLibraries, kNoKeys, Group::kScripting, "7.0.0", function_list},
    {"function|load", -3, kGrowth | kLibraries, kNoKeys, Group::kScripting, "7.0.0", function_load},
    {"function|restore", -3, kGrowth | kLibraries, kNoKeys, Group::kScripting, "7.0.0", function_restore},
    // The connection.
    {"ping", -1, kFast, kNoKeys, Group::kConnection, "1.0.0", ping},
    {"echo", 2, kAnytime | kFast, kNoKeys, Group::kConnection, "1.0.0", echo},
    {"select", 2, kAnytime | kFast, kNoKeys, Group::kConnection, "1.0.0", select},
};
// clang-format on

constexpr size_t kRowCount = std::size(kRows);

// What clients are told to be movable follows from where the keys are.
constexpr std::array<Command, kRowCount> with_derived_flags() {
  std::array<Command, kRowCount> rows{};
  std::copy(std::begin(kRows), std::end(kRows), rows.begin());
  for (Command& row : rows) {
    if (row.keys.moving != Moving::kNever) row.flags |= kMovablekeys;
  }
  return rows;
}
constexpr auto kTable = with_derived_flags();

}  // namespace

bool Command::arity_fits(size_t argument_count) const {
  return arity >= 0 ? argument_count == static_cast<size_t>(arity)
                    : argument_count >= static_cast<size_t>(-arity);
}

KeyUse Command::first_use() const {
  if (keys.use != kUnstated) return keys.use;
  return is(kWrite) ? kChanges | kAccess | kUpdate : kReads;
}

KeyUse Command::rest_use() const {
  return keys.rest_use != kUnstated ? keys.rest_use : first_use();
}

std::span<const Command> all_commands() {
  return kTable;
}

}  // namespace keemun::commands
