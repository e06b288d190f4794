#include "session/coming_keys.h"

#include <algorithm>
#include <optional>
#include <vector>

#include "format/key_meta.h"
#include "keyspace/count/key_metas.h"

namespace keemun::session {

namespace {

bool is_of_members(const commands::Command& command) {
  using commands::Group;
  return command.group == Group::kHash || command.group == Group::kSet ||
         command.group == Group::kSortedSet;
}

// What the rows of a key's members begin with, as far as memory knows it.
std::optional<format::KeyGeneration> known_generation(Core& core, const format::KeyLayout& layout,
                                                      BytesView key) {
  const auto head = core.store.known_head(layout.meta_key(key));
  const auto meta = head ? format::decode_key_meta(*head) : std::nullopt;
  if (!meta || meta->type() == format::KeyType::kString) return std::nullopt;
  return layout.generation(key, meta->version);
}

void fetch_members(Core& core, const format::KeyLayout& layout, const resp::WordsAhead& coming) {
  std::vector<Bytes> rows;
  rows.reserve(coming.size());
  std::optional<BytesView> key;
  std::optional<format::KeyGeneration> generation;
  for (const auto& [first, second] : coming) {
    if (key != first) generation = known_generation(core, layout, first);
    key = first;
    if (generation) rows.push_back(generation->sub_key(second));
  }
  core.store.about_to_get(rows);
}

}  // namespace

void fetch_coming_keys(Core& core, size_t database, std::span<const BytesView> keys) {
  const size_t place = core.place_of(database);
  const keyspace::KeyMetas metas(core.layout(place), core.family(place));
  std::vector<Bytes> rows;
  rows.reserve(std::min(keys.size(), kComingKeysMax));
  for (const BytesView key : keys.first(std::min(keys.size(), kComingKeysMax))) {
    rows.push_back(metas.row_of(key));
  }
  core.store.about_to_get(rows);
}

void fetch_for_coming(Core& core, size_t database, const commands::Command& command,
                      const resp::WordsAhead& coming) {
  std::vector<BytesView> keys;
  keys.reserve(coming.size());
  for (const auto& words : coming) {
    if (keys.empty() || keys.back() != words.first) keys.push_back(words.first);
  }
  fetch_coming_keys(core, database, keys);
  const size_t place = core.place_of(database);
  const bool is_camellia = core.family(place) == format::EncodingFamily::kCamellia;
  if (is_camellia && is_of_members(command)) fetch_members(core, core.layout(place), coming);
}

}  // namespace keemun::session
