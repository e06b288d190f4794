#include "commands/table/command_documents.h"

namespace keemun::commands {

namespace {

// clang-format off
constexpr Document kDocuments[] = {
    {"xadd", "Appends an entry to a stream, and may take the oldest ones away.",
     "key [NOMKSTREAM] [trim: <strategy: MAXLEN | MINID> [operator: <equal: => | "
     "<approximately: ~>] threshold [LIMIT count]] <id_or_auto: <auto_id: *> | id> "
     "field value [field value ...]"},
    {"xlen", "How many entries a stream has.", "key"},
    {"xrange", "Returns the entries between two ids, the oldest first.",
     "key start:string end:string [COUNT count]"},
    {"xrevrange", "Returns the entries between two ids, the newest first.",
     "key end:string start:string [COUNT count]"},
    {"xdel", "Deletes entries of a stream; their ids are not given again.",
     "key id [id ...]"},
    {"xtrim", "Takes the oldest entries of a stream away.",
     "key <trim: <strategy: MAXLEN | MINID> [operator: <equal: => | <approximately: ~>] threshold "
     "[LIMIT count]>"},
    {"xsetid", "Sets the last id of a stream, and what it remembers of entries that are gone.",
     "key last-id [ENTRIESADDED entries_added:integer] [MAXDELETEDID max_deleted_entry_id]"},
    {"xread", "Reads on behind an id in each of several streams, and may wait for more.",
     "[COUNT count] [BLOCK milliseconds] STREAMS <streams: key [key ...] id [id "
     "...]>"},
    {"xreadgroup", "Reads for a consumer what its group has not been given yet, and may wait for it.",
     "GROUP <group_consumer: group consumer> [COUNT count] [BLOCK milliseconds] [NOACK] STREAMS "
     "<streams: key [key ...] id [id ...]>"},
    {"xgroup", "A container for what makes, changes and ends groups of consumers.", ""},
    {"xgroup|create", "Makes a group of consumers that goes on behind an id.",
     "key groupname <id: id | <new_id: $>> [MKSTREAM] [ENTRIESREAD entries_read:integer]"},
    {"xgroup|createconsumer", "Makes a consumer of a group.", "key groupname consumername"},
    {"xgroup|delconsumer", "Ends a consumer and forgets what is pending for it.",
     "key groupname consumername"},
    {"xgroup|destroy", "Ends a group with its consumers.", "key groupname"},
    {"xgroup|help", "Lists the subcommands of XGROUP.", ""},
    {"xgroup|setid", "Says behind which id a group goes on.",
     "key groupname <id: id | <new_id: $>> [ENTRIESREAD entries_read:integer]"},
    {"xack", "Acknowledges entries: they are pending in the group no more.",
     "key group id [id ...]"},
    {"xpending", "Tells what is pending in a group: in short, or entry by entry.",
     "key group [filters: [IDLE min-idle-time:integer] start:string end:string count:integer "
     "[consumer]]"},
    {"xclaim", "Makes entries that are pending for others pending for this consumer.",
     "key group consumer min-idle-time:string id [id ...] [IDLE ms:integer] "
     "[TIME unix-time-milliseconds] [RETRYCOUNT count:integer] [FORCE] [JUSTID] [LASTID id:string]"},
    {"xautoclaim", "Takes over what has been pending for long, entry after entry.",
     "key group consumer min-idle-time:string start:string [COUNT count] [JUSTID]"},
    {"xinfo", "A container for what tells of streams.", ""},
    {"xinfo|consumers", "Tells of the consumers of a group.", "key groupname"},
    {"xinfo|groups", "Tells of the groups of a stream.", "key"},
    {"xinfo|help", "Lists the subcommands of XINFO.", ""},
    {"xinfo|stream", "Tells of a stream, and of all that it holds where that is asked for.",
     "key [FULL <full:: [COUNT count]>]"},
};
// clang-format on

}  // namespace

std::span<const Document> documents_of_streams() {
  return kDocuments;
}

}  // namespace keemun::commands
