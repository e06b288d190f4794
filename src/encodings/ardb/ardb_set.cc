#include "encodings/ardb/ardb_set.h"

#include "encodings/ardb/named_rows.h"

namespace keemun::encodings {

using format::ArdbType;
using ports::WasThere;
using types::Changed;

Changed ArdbSet::add(std::span<const BytesView> members) {
  const std::vector<BytesView> absent = those_of(members, false);
  add_new(absent);
  return {static_cast<int64_t>(absent.size()), true};
}

Changed ArdbSet::remove(std::span<const BytesView> members) {
  const std::vector<BytesView> present = those_of(members, true);
  remove_present(present);
  return {static_cast<int64_t>(present.size()), true};
}

void ArdbSet::add_new(std::span<const BytesView> members) {
  if (members.empty()) return;
  put_rows(members, WasThere::kNo);
  key_.resize(static_cast<int64_t>(members.size()));
}

void ArdbSet::remove_present(std::span<const BytesView> members) {
  if (members.empty()) return;
  erase_rows(members, WasThere::kYes);
  key_.resize(-static_cast<int64_t>(members.size()));
}

void ArdbSet::put_rows(std::span<const BytesView> members, WasThere were_there) {
  for (const BytesView member : members) {
    put_named_row(key_, member, {.type = ArdbType::kSetMember}, were_there);
  }
}

void ArdbSet::erase_rows(std::span<const BytesView> members, WasThere were_there) {
  for (const BytesView member : members) {
    erase_named_row(key_, ArdbType::kSetMember, member, were_there);
  }
}

bool ArdbSet::contains(BytesView member) {
  return contains_many({&member, 1}).front();
}

std::vector<bool> ArdbSet::contains_many(std::span<const BytesView> members) {
  std::vector<bool> is_there;
  is_there.reserve(members.size());
  for (const auto& row : read_named_rows(key_, ArdbType::kSetMember, members)) {
    is_there.push_back(row.has_value());
  }
  return is_there;
}

std::vector<Bytes> ArdbSet::scan(const std::optional<Bytes>& after, size_t members_max) {
  std::vector<Bytes> members;
  for (NamedRow& row : scan_named_rows(key_, ArdbType::kSetMember, {after, members_max})) {
    members.push_back(std::move(row.name));
  }
  return members;
}

std::optional<Bytes> ArdbSet::last() {
  return last_name(key_, ArdbType::kSetMember);
}

std::optional<std::vector<Bytes>> ArdbSet::members_at(std::span<const uint64_t> ranks) {
  return encodings::names_at(key_, ArdbType::kSetMember, ranks);
}

}  // namespace keemun::encodings
