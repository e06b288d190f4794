#include "session/named_databases.h"

#include <algorithm>

#include "base/command_error.h"
#include "format/ardb_key.h"
#include "format/store_records.h"

namespace keemun::session {

namespace {

// Each is asked for what expires, and FLUSHALL looks at all.
constexpr size_t kNamesMax = 10'000;

}  // namespace

std::optional<size_t> NamedDatabases::find(BytesView name) const {
  const auto found = numbers_.find(name);
  return found == numbers_.end() ? std::nullopt : std::optional(found->second);
}

bool NamedDatabases::is_configured(BytesView name) const {
  return std::any_of(configured_.begin(), configured_.end(),
                     [name](const auto& layout) { return layout.namespace_name() == name; });
}

void NamedDatabases::check(BytesView name) const {
  if (name.size() > format::kArdbNamespaceBytesMax) {
    throw CommandError("ERR a namespace has at most 512 bytes");
  }
  if (name == format::kArdbTtlNamespace) {
    throw CommandError("ERR that namespace is the index of expiry");
  }
  if (is_configured(name)) throw CommandError("ERR that namespace is a database with a number");
}

size_t NamedDatabases::open(BytesView name) {
  if (const auto number = find(name)) return *number;
  if (opened_.size() >= kNamesMax) throw CommandError("ERR there are too many namespaces");
  return add(name);
}

void NamedDatabases::found(BytesView name) {
  if (is_configured(name)) return;
  const auto number = find(name);
  note_record(number ? *number : add(name));
}

size_t NamedDatabases::add(BytesView name) {
  const size_t number = configured_.size() + opened_.size();
  opened_.push_back({{format::LayoutKind::kPlain, Bytes(name)}, false});
  numbers_.emplace(name, number);
  return number;
}

ports::WriteBatch::Write NamedDatabases::record_row(size_t number) const {
  const format::NamespaceRecord record = {.family = format::EncodingFamily::kArdb};
  return {format::namespace_record_key(layout(number).namespace_name()),
          format::encode_namespace_record(record), false};
}

void NamedDatabases::doubt_records() {
  for (Opened& opened : opened_) opened.has_record = false;
}

}  // namespace keemun::session
