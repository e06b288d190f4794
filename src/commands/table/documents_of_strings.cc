#include "commands/table/command_documents.h"

namespace keemun::commands {

namespace {

// clang-format off
constexpr Document kDocuments[] = {
    // Strings.
    {"set", "Sets the string value of a key, whatever it held before.",
     "key value [condition: NX | XX] [GET] [expiration: EX seconds | PX milliseconds "
     "| EXAT unix-time-seconds | PXAT unix-time-milliseconds | KEEPTTL]"},
    {"setex", "Sets the string value of a key for so many seconds.", "key seconds value"},
    {"psetex", "Sets the string value of a key for so many milliseconds.",
     "key milliseconds value"},
    {"setnx", "Sets the string value of a key that is not there yet.", "key value"},
    {"get", "Returns the string value of a key.", "key"},
    {"getex", "Returns the string value of a key and may change how long it lives.",
     "key [expiration: EX seconds | PX milliseconds | EXAT unix-time-seconds "
     "| PXAT unix-time-milliseconds | PERSIST]"},
    {"getdel", "Returns the string value of a key and removes the key.", "key"},
    {"getset", "Sets the string value of a key and returns what it was before.", "key value"},
    {"mget", "Returns the string values of several keys, nil for each that has none.",
     "key [key ...]"},
    {"mset", "Sets the string values of several keys at once.", "key value [key value ...]"},
    {"msetnx", "Sets the string values of several keys at once if none of them is there yet.",
     "key value [key value ...]"},
    {"append", "Adds bytes to the end of a string, which begins empty.", "key value"},
    {"strlen", "How many bytes a string has.", "key"},
    {"incr", "Adds one to the integer that a string holds.", "key"},
    {"incrby", "Adds to the integer that a string holds.", "key increment"},
    {"decr", "Takes one from the integer that a string holds.", "key"},
    {"decrby", "Takes a number from the integer that a string holds.", "key decrement"},
    {"incrbyfloat", "Adds to the number that a string holds; it may have a fraction.",
     "key increment:double"},
    {"getrange", "Returns a part of a string by the places of its first and last byte.",
     "key start end"},
    {"substr", "Returns a part of a string; the old name of GETRANGE.", "key start end"},
    {"setrange",
     "Writes bytes over a part of a string, with zeros before them where it was too short.",
     "key offset value"},
    {"lcs", "Finds the longest sequence of bytes that two strings have in common, gaps allowed.",
     "key1 key2 [LEN] [IDX] [MINMATCHLEN len] [WITHMATCHLEN]"},
    // Strings as bits.
    {"setbit", "Sets one bit of a string and returns what it was.", "key offset value:integer"},
    {"getbit", "Returns one bit of a string.", "key offset"},
    {"bitcount", "Counts the bits that are set in a string or in a part of it.",
     "key [index: start end [index_unit: BYTE | BIT]]"},
    {"bitpos", "Finds the first bit of a string that is set, or the first that is not.",
     "key bit [index: start [end_index: end [index_unit: BYTE | BIT]]]"},
    {"bitop", "Combines strings bit by bit and stores the outcome.",
     "operation destkey key [key ...]"},
    {"bitfield", "Reads and changes integers of any width inside a string.",
     "key [<operation: GET encoding offset | <write: [OVERFLOW <WRAP | SAT | FAIL>] "
     "<write_operation: SET encoding offset value:integer "
     "| INCRBY encoding offset increment>>> ...]"},
    {"bitfield_ro", "Reads integers of any width inside a string.",
     "key [GET encoding offset [GET encoding offset ...]]"},
    // Strings that count.
    {"pfadd", "Lets a HyperLogLog see elements; it is made where there is none.",
     "key [element ...]"},
    {"pfcount", "About how many different elements HyperLogLogs have seen together.",
     "key [key ...]"},
    {"pfdebug", "What a HyperLogLog is like inside.", "subcommand key"},
    {"pfmerge", "Lets a HyperLogLog have seen what others have.",
     "destkey sourcekey [sourcekey ...]"},
};
// clang-format on

}  // namespace

std::span<const Document> documents_of_strings() {
  return kDocuments;
}

}  // namespace keemun::commands
