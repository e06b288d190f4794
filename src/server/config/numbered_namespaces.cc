#include "server/config/numbered_namespaces.h"

#include <algorithm>
#include <optional>

#include "base/command_error.h"
#include "base/number_text.h"
#include "format/store_records.h"
#include "session/open_store.h"

namespace keemun::server {

namespace {

constexpr size_t kSuffixDigits = 4;

Bytes suffix_of(int64_t number) {
  const Bytes digits = format_int64(number);
  return Bytes(kSuffixDigits - digits.size(), '0') + digits;
}

// None where the name is not that of a number, if there were enough databases.
std::optional<int64_t> number_named(BytesView name, BytesView key_namespace) {
  if (!name.starts_with(key_namespace)) return std::nullopt;
  const BytesView suffix = name.substr(key_namespace.size());
  const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
  if (suffix.size() != kSuffixDigits || !std::all_of(suffix.begin(), suffix.end(), is_digit)) {
    return std::nullopt;
  }
  return std::stoll(Bytes(suffix));
}

}  // namespace

std::vector<format::KeyLayout> numbered_namespaces(const Settings& settings) {
  const format::LayoutKind layout = format::layout_named(settings.key_layout).value();
  if (settings.databases == 1) return {{layout, settings.key_namespace}};
  std::vector<format::KeyLayout> namespaces;
  for (int64_t i = 0; i < settings.databases; ++i) {
    namespaces.emplace_back(layout, settings.key_namespace + suffix_of(i));
  }
  return namespaces;
}

void check_that_none_is_hidden(ports::KvStore& store, const Settings& settings) {
  const auto namespaces = numbered_namespaces(settings);
  const auto record = store.get(format::namespace_record_key(namespaces[0].namespace_name()));
  for (const session::NamespaceLeftOut& one : session::namespaces_left_out(store, namespaces)) {
    // Of the ardb family, what looks like another count's may be a database with a name, once the
    // store has been served with this count.
    if (one.family == format::EncodingFamily::kArdb && record) continue;
    if (one.name == settings.key_namespace) {
      throw CommandError(
          "ERR the store has keys of `databases 1`, which none of several would have");
    }
    if (const auto number = number_named(one.name, settings.key_namespace)) {
      // By which it is reached, beside several numbers.
      const bool has_a_name = one.family == format::EncodingFamily::kArdb;
      const int64_t needed = has_a_name ? 2 : std::max<int64_t>(*number + 1, 2);
      throw CommandError("ERR database " + format_int64(*number) +
                         " has keys: `databases` must be " + format_int64(needed) + " or more");
    }
  }
}

std::vector<Bytes> namespaces_not_served(ports::KvStore& store, const Settings& settings) {
  const bool takes_names = settings.encoding == "ardb";
  std::vector<Bytes> names;
  for (session::NamespaceLeftOut& one :
       session::namespaces_left_out(store, numbered_namespaces(settings))) {
    const bool is_a_name = takes_names && one.family == format::EncodingFamily::kArdb;
    if (!is_a_name) names.push_back(std::move(one.name));
  }
  return names;
}

}  // namespace keemun::server
