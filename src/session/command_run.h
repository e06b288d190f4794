// One command on its way through the core: the unit of work it runs in, the databases it opened,
// the changes it made. Tells the rest of the process about the changes once they are committed.
#pragma once

#include <boost/container/small_vector.hpp>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "base/bytes.h"
#include "commands/host.h"
#include "keyspace/camellia/camellia_keyspace.h"
#include "keyspace/unit/unit_of_work.h"
#include "session/core.h"
#include "session/extension.h"
#include "session/function_changes.h"
#include "session/request_draws.h"

namespace keemun::session {

// What a committed unit has to tell.
struct Changes {
  struct Key {
    size_t database = 0;
    size_t name_at = 0;  // in the names
    size_t name_bytes = 0;
    BytesView event;
    bool is_change = true;                     // else only those who are notified are told
    std::optional<types::KeyType> added = {};  // no event: a key that was not there
  };
  Bytes names;  // of all keys, one behind another
  std::vector<Key> keys;
  std::vector<Key> expired;                     // gone before, but nobody has been told
  std::optional<DatabaseOrder> database_order;  // where it is another one
  scripts::LibraryShelfRef libraries;           // of functions, where they are others
  bool has_flushed = false;
  bool is_of_script = false;  // of a command that a script has called
  std::vector<std::pair<size_t, keyspace::Garbage>> garbage;  // by place of the namespace
  struct Counted {
    size_t place = 0;
    bool is_flushed = false;
    std::vector<keyspace::MetaChange> metas;
  };
  std::vector<Counted> counted;            // where keys are counted
  std::vector<size_t> recorded;            // names whose record was put
  std::vector<Extension::Saying> sayings;  // of a command of the host's, which changes nothing else

  bool empty() const;
  // To stand in one of the lists.
  Key key_of(size_t database, BytesView name, BytesView event, bool is_change = true);
  BytesView name_of(const Key& key) const {
    return BytesView(names).substr(key.name_at, key.name_bytes);
  }
  void publish(Core& core) const;
};

// What the changes of a transaction or a script, which are not committed, make of the number of
// keys in a namespace.
struct PendingKeys {
  bool has_flushed = false;  // of what was there before nothing is left
  bool is_known = true;
  int64_t more = 0;

  void add(const Changes::Counted& counted, int64_t now_ms);
};
using PendingKeysByPlace = std::map<size_t, PendingKeys>;

// A request that found nothing and would be run again: commands::Wait, with bytes of its own.
struct Waiting {
  std::vector<Bytes> keys;
  int64_t timeout_ms = 0;
  std::vector<Bytes> words;
  size_t key_place = 0;
  std::vector<Bytes> words_by_key = {};
  size_t word_place = 0;
  std::optional<Bytes> readers = {};
};

// What a request takes and leaves beside its rows. Its session has it.
struct Asides {
  RequestDraws draws;
  keyspace::Lookups lookups = {};  // of commands that only read
};

class CommandRun final : public commands::Host {
 public:
  // Reads and writes `store`: the core's own, or one with pending commits over it. The database
  // order is the one to start from. The asides outlive it.
  CommandRun(Core& core, ports::KvStore& store, DatabaseOrder database_order, int64_t now_ms,
             Asides& asides);

  Core& core() { return core_; }
  keyspace::UnitOfWork& unit() { return unit_; }
  const DatabaseOrder& database_order() const { return database_order_; }
  // The libraries of functions to start from, where they are not the core's.
  void start_from(scripts::LibraryShelfRef libraries) { libraries_ = std::move(libraries); }
  // Where its store has changes of others that the core has not heard of. It outlives this.
  void stand_behind(const PendingKeysByPlace& pending) { pending_keys_ = &pending; }
  // Whether all lookups of the command count: of one that changes keys only those do of which it
  // says so. Then, once it has answered.
  void count_lookups(bool counts) { counts_lookups_ = counts; }
  void add_lookups();
  // Before the unit commits: writes what follows from the writes of its command.
  void finish();
  // After that, and before the commit; to be published afterwards.
  Changes& gather_changes();
  // All that there is to tell of a command that has failed.
  Changes take_misses() const;
  std::optional<Waiting>& waiting() { return waiting_; }

  size_t database_count() const override { return core_.database_count(); }
  keyspace::Keyspace& database(size_t index) override;
  void swap_databases(size_t first, size_t second) override;
  int64_t count_keys(size_t database) override;
  int64_t clock_ms() override { return core_.now_ms(); }
  void changed(size_t database, BytesView key, BytesView event) override;
  void added(size_t database, BytesView key) override;
  void happened(size_t database, BytesView key, BytesView event) override;
  void flushing(size_t database) override;
  void wait_for(const commands::Wait& wait) override {
    waiting_ = Waiting{{wait.keys.begin(), wait.keys.end()},
                       wait.timeout_ms,
                       {wait.words.begin(), wait.words.end()},
                       wait.key_place,
                       wait.words_by_key,
                       wait.word_place,
                       wait.readers};
  }
  void let_others_go() override { unit_.let_others_go(); }
  std::vector<const commands::Command*> added_commands() const override;
  const commands::CommandNames& command_names() const override {
    return core_.settings.command_names;
  }
  bool may_read_any_key(const commands::Call& call) const override;
  uint64_t draw() override { return asides_.draws.next(); }
  commands::CursorTable& cursors() override { return core_.cursors; }
  commands::Functions& functions() override;

 private:
  struct Opened {
    size_t place = 0;  // of the namespace
    std::unique_ptr<keyspace::CountedKeyspace> keyspace;
    keyspace::CamelliaKeyspace* camellia = nullptr;  // the same, if it is one
  };

  Opened open(size_t place);
  size_t place_of(size_t database) const;
  void write_record(size_t place);
  // None where that is not known of what is pending.
  std::optional<int64_t> count_behind(size_t place, int64_t total) const;
  void take_ousted(const Opened& opened);
  bool holds(size_t database, BytesView key);
  void add_change(const Changes::Key& key);
  void add_misses(Changes& changes) const;
  void tell_of_new(size_t database, BytesView key, BytesView event, types::KeyType type);
  Changes::Key key_added(size_t database, BytesView key, types::KeyType type);
  bool is_told_of_new(size_t database, BytesView key, BytesView event) const;
  // Of a key whose first event this is: what it is now, where it was not there before.
  std::optional<types::KeyType> new_type(size_t database, BytesView key, BytesView event);

  Core& core_;
  ports::KvStore& store_;
  const bool is_alone_;                               // nothing is pending over the core's store
  const PendingKeysByPlace* pending_keys_ = nullptr;  // where it is not
  const ChangeListener::Interests interests_;
  keyspace::UnitOfWork unit_;
  DatabaseOrder database_order_;
  scripts::LibraryShelfRef libraries_;
  std::optional<FunctionChanges> functions_;
  bool counts_lookups_ = false;
  boost::container::small_vector<Opened, 1> opened_;
  Changes changes_;
  std::set<std::pair<size_t, Bytes>> judged_;  // keys of which it is known whether they are new
  std::optional<Waiting> waiting_;
  Asides& asides_;
};

}  // namespace keemun::session
