#include "commands/table/command_documents.h"

namespace keemun::commands {

namespace {

// clang-format off
constexpr Document kDocuments[] = {
    // Keys of any type.
    {"del", "Removes keys, whatever they hold, and counts those that were there.", "key [key ...]"},
    {"unlink", "Removes keys as DEL does; what large values leave behind is cleared away later.",
     "key [key ...]"},
    {"exists", "Counts which of the keys are there; one that is named twice counts twice.",
     "key [key ...]"},
    {"touch", "Counts which of the keys are there, as EXISTS does.", "key [key ...]"},
    {"type", "Says what a key holds: string, list, set, zset or hash.", "key"},
    {"expire", "Lets a key live for so many seconds more.",
     "key seconds [condition: NX | XX | GT | LT]"},
    {"pexpire", "Lets a key live for so many milliseconds more.",
     "key milliseconds [condition: NX | XX | GT | LT]"},
    {"expireat", "Lets a key live until a time that is given in Unix seconds.",
     "key unix-time-seconds [condition: NX | XX | GT | LT]"},
    {"pexpireat", "Lets a key live until a time that is given in Unix milliseconds.",
     "key unix-time-milliseconds [condition: NX | XX | GT | LT]"},
    {"ttl", "How many seconds a key still has to live.", "key"},
    {"pttl", "How many milliseconds a key still has to live.", "key"},
    {"expiretime", "When a key's life ends, in Unix seconds.", "key"},
    {"pexpiretime", "When a key's life ends, in Unix milliseconds.", "key"},
    {"persist", "Lets a key live for ever.", "key"},
    {"rename", "Gives a key another name; what stood under that name is lost.", "key newkey"},
    {"renamenx", "Gives a key another name if nothing has that name yet.", "key newkey"},
    {"copy", "Copies a value and its time to live to another key, in another database if asked to.",
     "source destination [DB destination-db] [REPLACE]"},
    {"move", "Moves a key to another database, unless that has a key of this name.", "key db"},
    {"keys", "Lists all keys whose names match a pattern.", "pattern"},
    {"scan", "Lists the keys of the database in portions; the cursor says where to go on.",
     "cursor [MATCH pattern] [COUNT count] [TYPE type]"},
    {"randomkey", "Names any one key of the database.", ""},
    {"sort",
     "Returns the elements of a list, set or sorted set in order, or stores them as a list.",
     "key [BY pattern] [LIMIT offset count] [GET pattern [GET pattern ...]] [order: ASC | DESC] "
     "[sorting: ALPHA] [STORE destination]"},
    {"sort_ro", "Returns the elements of a list, set or sorted set in order; it never writes.",
     "key [BY pattern] [LIMIT offset count] [GET pattern [GET pattern ...]] [order: ASC | DESC] "
     "[sorting: ALPHA]"},
    {"object", "Tells how the value of a key is kept.", ""},
    {"object|encoding", "Names the encoding that Redis would have chosen for the value of a key.",
     "key"},
    {"object|freq", "How often a key was used lately; this server does not count that.", "key"},
    {"object|help", "Lists what OBJECT can tell.", ""},
    {"object|idletime", "For how many seconds nobody has used a key, where that is kept.", "key"},
    {"object|refcount", "How many references there are to the value of a key.", "key"},
    {"dump", "Writes a value down as bytes that RESTORE understands.", "key"},
    {"restore", "Makes a key of what DUMP has written.",
     "key ttl serialized-value [REPLACE] [ABSTTL] [IDLETIME seconds] [FREQ frequency]"},
    // The whole keyspace and the server.
    {"dbsize", "How many keys the database holds.", ""},
    {"flushdb", "Removes all keys of the database.", "[async: ASYNC | SYNC]"},
    {"flushall", "Removes all keys of all databases.", "[async: ASYNC | SYNC]"},
    {"swapdb", "Exchanges two databases for all clients at once.", "index1 index2"},
    {"time", "Tells the server's clock: Unix seconds, and the microseconds beyond them.", ""},
    {"command", "Describes all commands that the server knows.", ""},
    {"command|count", "How many commands the server knows.", ""},
    {"command|docs", "Explains commands and their arguments in words.",
     "[command-name [command-name ...]]"},
    {"command|getkeys", "Names the keys among the arguments of a whole request.",
     "command argument [argument ...]"},
    {"command|getkeysandflags",
     "Names the keys among the arguments of a whole request, and what is done to each.",
     "command argument [argument ...]"},
    {"command|help", "Lists what COMMAND can tell.", ""},
    {"command|info", "Describes the commands that are named: arity, flags, keys.",
     "[command-name [command-name ...]]"},
    {"command|list", "Lists the names of all commands, or of those that a filter lets through.",
     "[FILTERBY <filterby: MODULE module-name | ACLCAT category | PATTERN pattern>]"},
    // Transactions.
    {"multi", "Begins a transaction: what follows is queued.", ""},
    {"exec", "Runs all that was queued since MULTI, with nothing of others in between.", ""},
    {"discard", "Forgets what was queued since MULTI.", ""},
    {"watch", "Lets the next EXEC do nothing if one of these keys has changed by then.",
     "key [key ...]"},
    {"unwatch", "Forgets which keys are watched.", ""},
    // Scripts.
    {"eval", "Runs a script of Lua as one unit, with nothing of others in between.",
     "script numkeys [key [key ...]] [arg [arg ...]]"},
    {"eval_ro", "EVAL of a script that only reads.",
     "script numkeys [key [key ...]] [arg [arg ...]]"},
    {"evalsha", "EVAL of a script that is known, by its digest.",
     "sha1 numkeys [key [key ...]] [arg [arg ...]]"},
    {"evalsha_ro", "EVALSHA of a script that only reads.",
     "sha1 numkeys [key [key ...]] [arg [arg ...]]"},
    {"fcall", "Calls a function of a library, as one unit, with nothing of others in between.",
     "function numkeys [key [key ...]] [arg [arg ...]]"},
    {"fcall_ro", "FCALL of a function that only reads.",
     "function numkeys [key [key ...]] [arg [arg ...]]"},
    {"function", "Manages libraries of functions.", ""},
    {"function|delete", "Removes a library with its functions.", "library-name"},
    {"function|dump", "Returns all libraries as bytes that FUNCTION RESTORE takes back.", ""},
    {"function|flush", "Removes all libraries.", "[async: ASYNC | SYNC]"},
    {"function|help", "Lists what FUNCTION can do.", ""},
    {"function|kill", "Ends the function that has run for long; what it wrote is not kept.", ""},
    {"function|list", "Lists the libraries with their functions.",
     "[LIBRARYNAME library-name-pattern] [WITHCODE]"},
    {"function|load", "Adds a library, or puts it in the place of one of its name.",
     "[REPLACE] function-code"},
    {"function|restore", "Adds the libraries that FUNCTION DUMP has made bytes of.",
     "serialized-value [policy: FLUSH | APPEND | REPLACE]"},
    {"function|stats", "Tells which function has run for long, and counts libraries.", ""},
    // The connection.
    {"ping", "Answers PONG, or the message that it was given.", "[message]"},
    {"echo", "Answers the message that it was given.", "message"},
    {"select", "Chooses the database of this connection.", "index"},
};
// clang-format on

}  // namespace

std::span<const Document> documents_of_keys() {
  return kDocuments;
}

}  // namespace keemun::commands
