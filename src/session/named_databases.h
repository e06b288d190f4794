// Databases that have a name and no number: namespaces of the ardb family beside those that are
// configured. spec/encodings/ardb.md § 8.
//
// A name is open from when it is first asked for, or found in the store, for as long as the process
// lives. It stands behind the configured databases, at a number of this process's own that no
// client sees; its place among the namespaces is the same. A namespace that has rows has its record
// in the store: the first batch that writes under the name puts it.
#pragma once

#include <cstddef>
#include <deque>
#include <map>
#include <optional>
#include <span>

#include "base/bytes.h"
#include "format/key_layout.h"
#include "ports/write_batch.h"

namespace keemun::session {

class NamedDatabases {
 public:
  // `configured` outlives it.
  explicit NamedDatabases(std::span<const format::KeyLayout> configured)
      : configured_(configured) {}

  size_t size() const { return opened_.size(); }
  bool holds(size_t number) const { return number >= configured_.size(); }

  // The number of the database of that name, if it is open.
  std::optional<size_t> find(BytesView name) const;
  // Throws CommandError, what a client is told, where that is not a name.
  void check(BytesView name) const;
  // The number from now on. Throws CommandError where too many are open.
  size_t open(BytesView name);
  // The same of one that has its record. Nothing where it is the namespace of a configured one.
  void found(BytesView name);

  // Its address is stable.
  const format::KeyLayout& layout(size_t number) const { return at(number).layout; }
  bool has_record(size_t number) const { return at(number).has_record; }
  ports::WriteBatch::Write record_row(size_t number) const;
  void note_record(size_t number) { opened_[number - configured_.size()].has_record = true; }
  // What was put may not be there.
  void doubt_records();

 private:
  struct Opened {
    format::KeyLayout layout;
    bool has_record = false;
  };
  const Opened& at(size_t number) const { return opened_[number - configured_.size()]; }
  bool is_configured(BytesView name) const;
  size_t add(BytesView name);

  const std::span<const format::KeyLayout> configured_;
  std::deque<Opened> opened_;
  std::map<Bytes, size_t, std::less<>> numbers_;
};

}  // namespace keemun::session
