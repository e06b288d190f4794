#include "keyspace/memory/meta_copies.h"

#include <boost/container/small_vector.hpp>
#include <utility>

#include "base/number_text.h"
#include "format/key_layout.h"
#include "format/slot_prefixes.h"
#include "ports/store_error.h"

namespace keemun::keyspace {

using encodings::RedisCache;

namespace {

// Of any layout. Taking another row for a meta would do no harm: it would be cached like one.
bool is_meta_row(BytesView key) {
  const BytesView mark = format::KeyLayout::family_mark(format::RowFamily::kMeta);
  return key.starts_with(mark) || (key.size() >= format::kSlotPrefixBytes &&
                                   key.substr(format::kSlotPrefixBytes).starts_with(mark));
}

}  // namespace

std::optional<Bytes> MetaCopies::get(BytesView key) {
  if (!is_meta_row(key)) return below_.get(key);
  std::vector<ports::RedisCommand> commands;
  commands.push_back(ports::redis_command("GET", key));
  if (const auto replies = cache_.read(key, std::move(commands))) {
    const resp::Reply& reply = replies->front();
    if (reply.kind() == resp::Reply::Kind::kBulk) return reply.text();
  }
  std::optional<Bytes> value = below_.get(key);
  const encodings::CacheLimits& limits = cache_.limits();
  if (value && value->size() <= limits.copy_bytes_max) {
    commands.clear();
    commands.push_back(
        ports::redis_command("SET", key, *value, "PX", format_int64(limits.meta_ms)));
    cache_.fill(key, std::move(commands));
  }
  return value;
}

void MetaCopies::commit(const ports::WriteBatch& batch) {
  if (!batch.range_erases.empty()) cache_.start_over();
  boost::container::small_vector<RedisCache::Forget, 4> metas;
  for (const auto& write : batch.writes) {
    if (is_meta_row(write.key)) metas.push_back({write.key, {&write.key, 1}});
  }
  cache_.forget({metas.data(), metas.size()});
  try {
    below_.commit(batch);
  } catch (const ports::StoreError&) {
    for (const RedisCache::Forget& meta : metas) cache_.doubt(meta.subject);
    if (!batch.range_erases.empty()) cache_.doubt_all();
    throw;
  }
}

}  // namespace keemun::keyspace
