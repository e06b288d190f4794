// What all sessions of one process share: the doors, the databases, and the little that is kept in
// memory beside the store (watched keys, cursors, the issuer of versions).
//
// Outlives its sessions. Belongs to whoever hosts it; not synchronized.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "base/hash.h"
#include "commands/cursor_table.h"
#include "commands/table/command_names.h"
#include "format/key_layout.h"
#include "format/store_records.h"
#include "keyspace/count/key_count.h"
#include "keyspace/encoding_choice.h"
#include "keyspace/garbage.h"
#include "keyspace/memory/companions.h"
#include "ports/clock.h"
#include "ports/key_owner.h"
#include "ports/kv_store.h"
#include "ports/random.h"
#include "scripts/script_library.h"
#include "session/database_order.h"
#include "session/extension.h"
#include "session/key_doubts.h"
#include "session/key_gates.h"
#include "session/known_libraries.h"
#include "session/named_databases.h"
#include "session/process_turns.h"
#include "session/version_desk.h"
#include "session/watch_table.h"

namespace keemun::session {

struct CoreSettings {
  std::vector<format::KeyLayout> databases;  // one namespace a database, prefix-free
  // Of each database; camellia of those that it does not reach.
  std::vector<format::EncodingFamily> families;
  keyspace::EncodingChoice encodings;
  keyspace::CacheChoice caches;
  // Of several cores, one after another; its own where there are none.
  std::shared_ptr<scripts::Interpreters> interpreters;
  format::IssuerNumber issuer{0};
  TableHash table_hash;  // of keys, in memory
  commands::CommandNames command_names;
  // Nobody else writes the store, and it answers at once: how many keys there are is remembered.
  bool counts_keys = false;

  format::EncodingFamily family(size_t place) const {
    return place < families.size() ? families[place] : format::EncodingFamily::kCamellia;
  }
  bool has_expiry_index(size_t place) const {
    return encodings.has_expiry_index || family(place) == format::EncodingFamily::kArdb;
  }
  // Whether clients may name namespaces that are not configured.
  bool takes_names() const;
};

// Told of every change once it is committed.
class ChangeListener {
 public:
  virtual ~ChangeListener() = default;
  // `event` is what keyspace notifications call it, and a constant.
  virtual void changed(size_t database, BytesView key, BytesView event, bool is_of_script) = 0;
  // The same of what is no change to whoever keeps what it read.
  virtual void happened(size_t database, BytesView key, BytesView event) = 0;
  // A key that was not there before, in front of what made it: of every key where interests() say
  // so, else of those that somebody awaits.
  virtual void added(size_t database, BytesView key, types::KeyType type) = 0;
  virtual bool awaits(size_t database, BytesView key) const = 0;
  // What else it is to be told: "del" of a key that went with its last element, all that are added,
  // "keymiss" of one that was to be read and is not there.
  struct Interests {
    bool ends = false;
    bool new_keys = false;
    bool misses = false;
  };
  virtual Interests interests() const = 0;
  // Of any number of keys, without a word of each: a database has been cleared, of whose keys only
  // those are told that somebody watches, or numbers stand for other databases than before.
  virtual void any_changed() = 0;
};

class Core {
 public:
  // Everything given by reference or pointer outlives the core.
  Core(ports::KvStore& store, ports::Clock& clock, ports::Random& random, CoreSettings settings,
       const keyspace::RedisDoors& redis = {});

  // What was committed may not be there, since the store below lost a commit that it had taken (a
  // group of them that failed): nothing that was learned from it is used again.
  void start_over();

  // A commit that may have changed the order of databases had no answer: which one holds is read
  // from the store again, once it can be no other any more. Called where no SWAPDB can come
  // between. A process that begins doubts it, for its predecessor may have left such a commit.
  // What others have named is learned by then, too.
  void doubt_database_order() { order_doubtful_until_ms_ = now_ms() + capabilities.late_write_ms; }
  void settle_databases(int64_t now_ms);

  // Databases have numbers, those with a name behind the configured ones.
  size_t database_count() const { return settings.databases.size() + names.size(); }
  // Of a namespace, by its place.
  const format::KeyLayout& layout(size_t place) const;
  format::EncodingFamily family(size_t place) const;
  // The database that a namespace stands for, and the other way round.
  size_t number_of(size_t place) const;
  size_t place_of(size_t number) const {
    return names.holds(number) ? number : database_order[number];
  }
  // What clients call a database: its number, or its name.
  Bytes database_text(size_t number) const;
  // Opens whatever others have named in the store since, a process before this one too, whose last
  // write was late; nothing where there is no such write. From a fiber at any time.
  void learn_names();

  // The time of commands: the clock, but where that steps back it stands still until the clock has
  // caught up. What was seen to expire does not come back; not even if the process that saw it was
  // another one, as long as this one has begun later.
  int64_t now_ms();
  // Whether nothing has to be read again before the next command.
  bool is_settled() const { return !order_doubtful_until_ms_ && !names_are_new_at_ms_; }
  // What now_ms() told last, where the clock may step back.
  int64_t latest_ms() const { return latest_ms_; }

  // What is remembered of the number of keys may be wrong.
  void count_keys_anew();

  ports::Clock& clock;
  ports::Random& random;
  const ports::Capabilities capabilities;
  const CoreSettings settings;
  const bool takes_names;

  // Keys of another process come to this one, whose commands went by times up to `not_before_ms`:
  // nothing that is remembered of any key is true any more.
  void take_over(int64_t not_before_ms);

  // Where several processes share the store, who knows which keys are ours: set by the host before
  // the first command, and kept alive as long as sessions run. The store must take batches with
  // expectations (Capabilities::conditional_batch): one that commits in groups does not.
  ports::KeyOwner* owner = nullptr;

  // Of functions.
  KnownLibraries libraries;

  // Which namespace each configured database stands for; SWAPDB changes it.
  DatabaseOrder database_order;
  NamedDatabases names;
  // One for each namespace with a number; none where they are not kept.
  std::vector<keyspace::KeyCount> key_counts;
  VersionDesk versions;
  keyspace::Companions companions;
  ports::KvStore& store;  // with what companions lay over it
  KeyGates gates;
  KeyDoubts doubts;
  ProcessTurns turns;
  WatchTable watches;
  commands::CursorTable cursors;
  keemun::scripts::ScriptLibrary scripts;
  // Told what committed units left behind; the host may set it, and then keeps it alive as long as
  // sessions run.
  keyspace::GarbageSink* garbage = nullptr;

  // The host may set it, and then keeps it alive as long as sessions run.
  Extension* extension = nullptr;
  ChangeListener* listener = nullptr;

 private:
  // For what is read again because somebody else may have written it.
  ports::KvStore& uncached_;
  int64_t latest_ms_;
  std::optional<int64_t> order_doubtful_until_ms_;
  // From then on the store may hold names that this process does not know.
  std::optional<int64_t> names_are_new_at_ms_;
};

}  // namespace keemun::session
