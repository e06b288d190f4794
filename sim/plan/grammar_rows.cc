// How each command is written, when it is written right. In the order of the table of commands; a
// command may have several rows.
#include "plan/grammar.h"

namespace keemun::plan {

namespace {

using Reach = GrammarRow::Reach;

// Commands that fill the keyspace come more often than those that only look at it.
constexpr size_t kOften = GrammarRow::kOften;
constexpr size_t kUsual = 100;
constexpr size_t kSeldom = 30;
constexpr size_t kRare = 10;
constexpr size_t kHardly = 1;

// clang-format off
constexpr GrammarRow kRows[] = {
    // Keys of any type.
    {"del", "key+"},
    {"del", "(key:number|key:hyperloglog)", kSeldom},
    {"unlink", "key+", kSeldom},
    {"exists", "key+"},
    {"touch", "key+", kSeldom},
    {"type", "key"},
    {"expire", "key ttl-s [NX|XX|GT|LT|NX XX|GT LT|NX GT|XX GT]"},
    {"pexpire", "key ttl-ms [NX|XX|GT|LT|XX LT]"},
    {"expireat", "key at-s [NX|XX|GT|LT|XX GT]"},
    {"pexpireat", "key at-ms [NX|XX|GT|LT|NX LT]"},
    {"ttl", "key"},
    {"pttl", "key"},
    {"expiretime", "key"},
    {"pexpiretime", "key", kOften},
    {"persist", "key"},
    {"rename", "key key-alike"},
    {"renamenx", "key key-alike"},
    {"copy", "key key-alike {REPLACE, DB database}", kOften},
    {"move", "key (database|database-beside|database-beside)"},
    {"keys", "glob", kUsual, Reach::kKeyspace},
    {"scan", "cursor {MATCH glob, COUNT count, TYPE type-word}", kUsual, Reach::kKeyspace},
    {"randomkey", "", kUsual, Reach::kKeyspace},
    // BY and ALPHA never meet: Redis leaves the order of equal weights open then.
    {"sort", "(key:list|key:set|key:zset) {BY sort-pattern, LIMIT rank rank, GET sort-pattern, "
             "GET sort-pattern, ASC|DESC, STORE key:list}", kOften},
    {"sort", "(key:list|key:set|key:zset) {LIMIT rank rank, GET sort-pattern, GET sort-pattern, "
             "ASC|DESC, ALPHA, STORE key:list}"},
    {"sort_ro", "(key:list|key:set|key:zset) {BY sort-pattern, LIMIT rank rank, GET sort-pattern, "
                "ASC|DESC}"},
    {"sort_ro", "(key:list|key:set|key:zset) {LIMIT rank rank, GET sort-pattern, ASC|DESC, ALPHA}"},
    {"object", "", kRare},
    {"object|encoding", "key", kRare},
    {"object|freq", "key", kRare},
    {"object|help", "", kRare},
    {"object|idletime", "key", kRare},
    {"object|refcount", "key", kSeldom},
    {"dump", "key"},
    {"restore", "key restore-ttl dumped {REPLACE, ABSTTL, IDLETIME count, FREQ count}"},

    // The whole keyspace and the server.
    {"dbsize", "", kUsual, Reach::kKeyspaceCount},
    {"flushdb", "[ASYNC|SYNC]", kRare, Reach::kKeyspace},
    {"flushall", "[ASYNC|SYNC]", kRare, Reach::kKeyspace},
    {"swapdb", "database database", kSeldom, Reach::kKeyspace},
    {"time", "", kRare},
    // What describes all commands costs as much as a hundred others.
    {"command", "", kHardly},
    {"command|count", "", kRare},
    {"command|docs", "command-word+", kRare},
    {"command|getkeys", "(GET key|MSET (key value)+|ZUNIONSTORE key #key|SORT key STORE key|"
                        "LMPOP #key LEFT|DEL key+|PING|command-word key+|"
                        "GEORADIUS key value value value value [STOREDIST key])", kSeldom},
    {"command|getkeysandflags", "(GET key|MSET (key value)+|command-word key+)", kRare},
    {"command|help", "", kRare},
    {"command|info", "command-word+", kRare},
    {"command|list", "[FILTERBY (PATTERN glob|ACLCAT (READ|WRITE|nonsense)|MODULE nonsense)]", kHardly},

    // Strings.
    {"set", "key:string value {NX|XX, GET, "
            "EX ttl-s|PX ttl-ms|EXAT set-at-s|PXAT set-at-ms|KEEPTTL}", kOften},
    {"setex", "key:string ttl-s value"},
    {"psetex", "key:string ttl-ms value"},
    {"setnx", "key:string value"},
    {"get", "key:string"},
    {"getex", "key:string {EX ttl-s|PX ttl-ms|EXAT at-s|PXAT at-ms|PERSIST}"},
    {"getdel", "key:string"},
    {"getset", "key:string value"},
    {"mget", "key:string+"},
    {"mset", "(key:string value)+"},
    {"msetnx", "(key:string value)+"},
    {"append", "key:string value"},
    {"strlen", "key:string"},
    {"incr", "(key:number|key:number|key:string)"},
    {"incrby", "(key:number|key:number|key:string) integer"},
    {"decr", "(key:number|key:number|key:string)"},
    {"decrby", "(key:number|key:number|key:string) integer"},
    {"incrbyfloat", "(key:number|key:string|key:string) float"},
    {"getrange", "key:string rank rank"},
    {"substr", "key:string rank rank", kSeldom},
    {"setrange", "key:string byte-offset value"},
    {"lcs", "key:string key:string {LEN, IDX, MINMATCHLEN count, WITHMATCHLEN}"},

    // Strings as bits.
    {"setbit", "key:string bit-offset bit", kOften},
    {"getbit", "key:string bit-offset"},
    {"bitcount", "key:string [rank rank [BYTE|BIT]]"},
    {"bitpos", "key:string bit [rank [rank [BYTE|BIT]]]"},
    {"bitop", "(AND|OR|XOR|NOT|NOT|nonsense) key:string key:string+"},
    {"bitfield", "key:string (GET field-type field-offset|SET field-type field-offset integer|"
                 "INCRBY field-type field-offset integer|OVERFLOW (WRAP|SAT|FAIL|nonsense))*"},
    {"bitfield_ro", "key:string (GET field-type field-offset)*"},

    // Strings that count, and what else may be done to them.
    {"pfadd", "key:hyperloglog (member|value)*", kOften},
    {"pfadd", "key:string (member|value)*", kRare},
    {"pfcount", "key:hyperloglog"},
    {"pfcount", "key:hyperloglog+", kSeldom},
    {"pfcount", "key:string+", kRare},
    {"pfdebug", "(ENCODING|DECODE|DECODE|nonsense) key:hyperloglog", kSeldom},
    {"pfdebug", "(TODENSE|GETREG) key:hyperloglog", kHardly},
    {"pfmerge", "key:hyperloglog key:hyperloglog*"},
    {"pfmerge", "key:string (key:hyperloglog|key:string)*", kRare},
    {"get", "key:hyperloglog"},
    {"pexpire", "key:hyperloglog ttl-ms", kSeldom},
    {"rename", "key:hyperloglog key:hyperloglog", kSeldom},
    {"set", "key:hyperloglog value", kRare},
    {"setrange", "key:hyperloglog byte-offset value", kRare},

    // Hashes.
    {"hset", "key:hash (member value)+", kOften},
    {"hmset", "key:hash (member value)+"},
    {"hsetnx", "key:hash member value"},
    {"hget", "key:hash member"},
    {"hmget", "key:hash member+"},
    {"hgetall", "key:hash"},
    {"hkeys", "key:hash"},
    {"hvals", "key:hash"},
    {"hlen", "key:hash"},
    {"hstrlen", "key:hash member"},
    {"hexists", "key:hash member"},
    {"hdel", "key:hash member+"},
    {"hincrby", "key:hash member integer"},
    {"hincrbyfloat", "key:hash member float"},
    {"hrandfield", "key:hash [sample-count [WITHVALUES]]"},
    {"hscan", "key:hash cursor {MATCH glob, COUNT count}"},

    // Sets.
    {"sadd", "key:set member+", kOften},
    {"srem", "key:set member+"},
    {"spop", "key:set [sample-count]", kSeldom},
    {"srandmember", "key:set [sample-count]"},
    {"sismember", "key:set member"},
    {"smismember", "key:set member+"},
    {"scard", "key:set"},
    {"smembers", "key:set"},
    {"smove", "key:set key:set member"},
    {"sinter", "key:set+"},
    {"sinterstore", "key:set key:set+", kSeldom},
    {"sintercard", "#key:set {LIMIT count}"},
    {"sunion", "key:set+"},
    {"sunionstore", "key:set key:set+"},
    {"sdiff", "key:set+"},
    {"sdiffstore", "key:set key:set+", kSeldom},
    {"sscan", "key:set cursor {MATCH glob, COUNT count}"},

    // Sorted sets. The algebra takes sets too.
    {"zadd", "key:zset (float member)+", kOften},
    {"zadd", "key:zset {NX|XX, GT|LT, CH} (float member)+"},
    {"zadd", "key:zset {NX|XX, GT|LT, INCR} float member", kSeldom},
    {"zadd", "key:zset {NX|XX, GT|LT, CH, INCR} (float member)+", kSeldom},
    {"zincrby", "key:zset float member"},
    {"zrem", "key:zset member+"},
    {"zcard", "key:zset"},
    {"zscore", "key:zset member"},
    {"zmscore", "key:zset member+"},
    {"zcount", "key:zset score-low score-high"},
    {"zlexcount", "key:zset lex-low lex-high"},
    {"zrank", "key:zset member"},
    {"zrevrank", "key:zset member"},
    {"zrange", "key:zset rank rank {REV, WITHSCORES}"},
    {"zrange", "key:zset rank rank {REV, LIMIT rank rank, WITHSCORES}", kRare},
    {"zrange", "key:zset score-low score-high BYSCORE {REV, LIMIT rank rank, WITHSCORES}",
     kOften},
    {"zrange", "key:zset lex-low lex-high BYLEX {REV, LIMIT rank rank, WITHSCORES}"},
    {"zrangestore", "key:zset key:zset rank rank {REV}", kSeldom},
    {"zrangestore", "key:zset key:zset rank rank {REV, LIMIT rank rank}", kRare},
    {"zrangestore", "key:zset key:zset score-low score-high BYSCORE {REV, LIMIT rank rank}",
     kSeldom},
    {"zrangestore", "key:zset key:zset lex-low lex-high BYLEX {REV, LIMIT rank rank}", kSeldom},
    {"zrangebyscore", "key:zset score-low score-high {WITHSCORES, LIMIT rank rank}"},
    {"zrangebylex", "key:zset lex-low lex-high {LIMIT rank rank}"},
    {"zrevrange", "key:zset rank rank {WITHSCORES}"},
    {"zrevrangebyscore", "key:zset score-high score-low {WITHSCORES, LIMIT rank rank}"},
    {"zrevrangebylex", "key:zset lex-high lex-low {LIMIT rank rank}"},
    {"zremrangebyrank", "key:zset rank rank", kSeldom},
    {"zremrangebyscore", "key:zset score-low score-high", kSeldom},
    {"zremrangebylex", "key:zset lex-low lex-high", kSeldom},
    {"zpopmin", "key:zset [count]", kSeldom},
    {"zpopmax", "key:zset [count]", kSeldom},
    {"zmpop", "#key:zset (MIN|MAX) {COUNT count}", kSeldom},
    {"bzpopmin", "key:zset+ timeout", kSeldom},
    {"bzpopmax", "key:zset+ timeout", kSeldom},
    {"bzmpop", "timeout #key:zset (MIN|MAX) {COUNT count}", kSeldom},
    {"zrandmember", "key:zset [sample-count [WITHSCORES]]"},
    {"zscan", "key:zset cursor {MATCH glob, COUNT count}"},
    {"zunion", "#(key:zset|key:zset|key:set) {WEIGHTS =float, "
               "AGGREGATE (SUM|MIN|MAX|nonsense), WITHSCORES}"},
    {"zinter", "#(key:zset|key:zset|key:set) {WEIGHTS =float, "
               "AGGREGATE (SUM|MIN|MAX), WITHSCORES}"},
    {"zdiff", "#(key:zset|key:zset|key:set) {WITHSCORES}"},
    {"zunionstore", "key:zset #(key:zset|key:set) {WEIGHTS =float, AGGREGATE (SUM|MIN|MAX)}"},
    {"zinterstore", "key:zset #(key:zset|key:set) {WEIGHTS =float, AGGREGATE (SUM|MIN|MAX)}",
     kSeldom},
    {"zdiffstore", "key:zset #(key:zset|key:set)", kSeldom},
    {"zintercard", "#(key:zset|key:set) {LIMIT count}"},

    // Places, in the same sorted sets.
    {"geoadd", "key:zset {NX|XX, CH} (longitude latitude member)+", kOften},
    {"geodist", "key:zset member member [length-unit]"},
    {"geohash", "key:zset member*"},
    {"geopos", "key:zset member*"},
    {"geosearch", "key:zset (FROMMEMBER member|FROMLONLAT longitude latitude) "
                  "(BYRADIUS length length-unit|BYBOX length length length-unit) "
                  "{ASC|DESC, COUNT count [ANY], WITHCOORD, WITHDIST, WITHHASH}", kOften},
    {"geosearch", "key:zset {FROMMEMBER member|FROMLONLAT longitude latitude, "
                  "FROMLONLAT longitude latitude, BYRADIUS length length-unit|"
                  "BYBOX length length length-unit, ASC|DESC, COUNT count, ANY, WITHDIST, STOREDIST}",
     kSeldom},
    {"geosearchstore", "key:zset key:zset {ASC|DESC, COUNT count [ANY], STOREDIST} "
                       "(FROMMEMBER member|FROMLONLAT longitude latitude) "
                       "(BYRADIUS length length-unit|BYBOX length length length-unit)", kSeldom},
    {"geosearchstore", "key:zset key:zset FROMLONLAT longitude latitude "
                       "BYRADIUS length length-unit {WITHHASH, WITHDIST, WITHCOORD}", kRare},
    {"georadius", "key:zset longitude latitude length length-unit {WITHCOORD, WITHDIST, WITHHASH, "
                  "COUNT count [ANY], ASC|DESC}"},
    {"georadius", "key:zset longitude latitude length length-unit {COUNT count [ANY], ASC|DESC, "
                  "STORE key:zset|STOREDIST key:zset}", kSeldom},
    {"georadius_ro", "key:zset longitude latitude length length-unit {WITHCOORD, WITHDIST, "
                     "WITHHASH, COUNT count [ANY], ASC|DESC}"},
    {"georadius_ro", "key:zset longitude latitude length length-unit STORE key:zset", kHardly},
    {"georadiusbymember", "key:zset member length length-unit {WITHCOORD, WITHDIST, WITHHASH, "
                          "COUNT count [ANY], ASC|DESC}"},
    {"georadiusbymember", "key:zset member length length-unit {COUNT count [ANY], ASC|DESC, "
                          "STORE key:zset|STOREDIST key:zset}", kSeldom},
    {"georadiusbymember_ro", "key:zset member length length-unit {WITHCOORD, WITHDIST, WITHHASH, "
                             "COUNT count [ANY], ASC|DESC}"},
    {"georadiusbymember_ro", "key:zset member length length-unit STOREDIST key:zset", kHardly},

    // Lists.
    {"lpush", "key:list (value|member)+", kOften},
    {"rpush", "key:list (value|member)+", kOften},
    {"lpushx", "key:list value+"},
    {"rpushx", "key:list member+"},
    {"lpop", "key:list [count]"},
    {"rpop", "key:list [count]"},
    {"llen", "key:list"},
    {"lrange", "key:list rank rank", kOften},
    {"lindex", "key:list rank"},
    {"lset", "key:list rank value"},
    {"linsert", "key:list (BEFORE|AFTER|BEFORE|AFTER|BEFORE|AFTER|nonsense) member value"},
    {"lrem", "key:list rank member"},
    {"ltrim", "key:list rank rank", kSeldom},
    {"lpos", "key:list member {RANK rank, COUNT count, MAXLEN count}"},
    {"lmove", "key:list key:list (LEFT|RIGHT) (LEFT|RIGHT)"},
    {"rpoplpush", "key:list key:list"},
    {"lmpop", "#key:list (LEFT|RIGHT) {COUNT count}"},
    {"blpop", "key:list+ timeout", kSeldom},
    {"brpop", "key:list+ timeout", kSeldom},
    {"blmove", "key:list key:list (LEFT|RIGHT) (LEFT|RIGHT) timeout", kSeldom},
    {"brpoplpush", "key:list key:list timeout", kSeldom},
    {"blmpop", "timeout #key:list (LEFT|RIGHT) {COUNT count}", kSeldom},

    // Streams. A server's own ids are those of its clock: where that is not ours they are not asked
    // for; and about so many entries are as many as a server likes.
    {"xadd", "key:stream-of-plan {NOMKSTREAM, MAXLEN sign-equal count|MAXLEN count|"
             "MINID stream-id|MINID sign-equal stream-id} new-stream-id (member value)+", kOften},
    {"xadd", "key:stream-of-plan new-stream-id (member value)+", kOften},
    {"xadd", "key:stream-of-clock {MAXLEN count} auto-id member value"},
    {"xadd", "key:stream-of-plan {NOMKSTREAM, MAXLEN count, MINID stream-id, LIMIT count} "
             "new-stream-id (member value)+", kSeldom},
    {"xlen", "key:stream"},
    {"xrange", "key:stream stream-bound stream-bound {COUNT count}", kOften},
    {"xrevrange", "key:stream stream-bound stream-bound {COUNT count}"},
    {"xdel", "key:stream stream-id+"},
    {"xtrim", "key:stream (MAXLEN count|MAXLEN sign-equal count|MINID stream-id|"
              "MINID sign-equal stream-id|MINID stream-id LIMIT count)", kSeldom},
    {"xtrim", "key:stream (MAXLEN sign-about count|MINID sign-about stream-id|"
              "MAXLEN sign-about count LIMIT count)", kSeldom},
    {"xsetid", "key:stream stream-id {ENTRIESADDED count, MAXDELETEDID stream-id}", kSeldom},
    {"xread", "{COUNT count} STREAMS key:stream read-from", kOften},
    {"xread", "{COUNT count} STREAMS key:stream key:stream read-from read-from"},
    {"xread", "{COUNT count, BLOCK block-ms} STREAMS key:stream read-from", kSeldom},
    {"xreadgroup", "GROUP group-name consumer-name {COUNT count, NOACK} STREAMS key:grouped "
                   "group-read-from", kOften},
    {"xreadgroup", "GROUP group-name consumer-name {COUNT count, NOACK} STREAMS key:grouped "
                   "key:grouped group-read-from group-read-from"},
    {"xreadgroup", "GROUP group-name consumer-name {COUNT count, BLOCK block-ms} STREAMS "
                   "key:grouped group-read-from", kSeldom},
    {"xgroup", "", kRare},
    {"xgroup|create", "key:to-group new-group-name group-start MKSTREAM"},
    {"xgroup|create", "key:to-group new-group-name group-start {MKSTREAM, ENTRIESREAD count}",
     kSeldom},
    {"xgroup|createconsumer", "key:grouped group-name consumer-name"},
    {"xgroup|delconsumer", "key:grouped group-name consumer-name", kSeldom},
    {"xgroup|destroy", "key:grouped group-name", kSeldom},
    {"xgroup|help", "", kHardly},
    {"xgroup|setid", "key:grouped group-name group-start {ENTRIESREAD count}", kSeldom},
    {"xack", "key:grouped group-name stream-id+"},
    {"xpending", "key:grouped group-name", kOften},
    {"xpending", "key:grouped group-name [IDLE idle-ms] stream-bound stream-bound count "
                 "[consumer-name]"},
    {"xclaim", "key:grouped group-name consumer-name idle-ms stream-id+ {IDLE idle-ms|"
               "TIME delivered-at, RETRYCOUNT count, FORCE, JUSTID, LASTID stream-id}", kOften},
    {"xautoclaim", "key:grouped group-name consumer-name idle-ms stream-bound {COUNT count, JUSTID}",
     kOften},
    {"xinfo", "", kRare},
    {"xinfo|consumers", "key:grouped group-name"},
    {"xinfo|groups", "key:grouped"},
    {"xinfo|help", "", kHardly},
    {"xinfo|stream", "key:stream [FULL [COUNT count]]"},

    // Transactions; who ends one is not left to the weights.
    {"multi", ""},
    {"eval", "script #key value*", kSeldom},
    {"eval_ro", "script #key value*", kRare},
    {"evalsha", "unknown-digest #key value*", kRare},
    {"evalsha_ro", "unknown-digest #key value*", kHardly},
    // What they go by stays when all keys go.
    {"fcall", "function #key value*", kRare, Reach::kKeyspace},
    {"fcall_ro", "function #key value*", kHardly, Reach::kKeyspace},
    {"function", "", kHardly},
    {"function|delete", "library-name", kRare, Reach::kKeyspace},
    {"function|dump", "", kHardly},
    {"function|flush", "[ASYNC|SYNC]", kHardly, Reach::kKeyspace},
    {"function|list", "{LIBRARYNAME library-name, WITHCODE}", kRare, Reach::kKeyspace},
    {"function|load", "[REPLACE] library", kRare, Reach::kKeyspace},
    {"function|restore", "value [FLUSH|APPEND|REPLACE]", kHardly, Reach::kKeyspace},
    {"exec", "", kRare},
    {"discard", "", kRare},
    {"watch", "key+"},
    {"unwatch", ""},

    // The connection.
    {"ping", "[value]", kRare},
    {"echo", "value", kRare},
    {"select", "database", kSeldom},
};
// clang-format on

}  // namespace

std::span<const GrammarRow> grammar_rows() {
  return kRows;
}

}  // namespace keemun::plan
