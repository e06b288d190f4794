#include "keyspace/count/key_metas.h"

#include <algorithm>

#include "format/ardb_ordered_form.h"
#include "format/ardb_rows.h"
#include "format/ardb_value.h"
#include "format/key_meta.h"
#include "keyspace/ardb/ardb_key_walk.h"
#include "keyspace/ardb/ardb_meta.h"
#include "keyspace/camellia/meta_walk.h"

namespace keemun::keyspace {

namespace {

// By its head alone: a string's value stands behind it, and this is asked of every write.
MetaChange::Side ardb_side_of(BytesView meta_row) {
  const auto meta = format::decode_ardb_head(meta_row);
  if (!meta || counts_nothing(*meta)) return {};
  return {true, has_expiry(*meta) ? meta->meta.expire_at_ms : -1};
}

}  // namespace

KeyMetas::KeyMetas(const format::KeyLayout& layout, format::EncodingFamily family)
    : layout_(layout), is_ardb_(family == format::EncodingFamily::kArdb) {
  if (is_ardb_) ardb_head_ = format::ardb_namespace_rows(layout_.namespace_name()).begin;
}

Bytes KeyMetas::row_of(BytesView key) const {
  if (!is_ardb_) return layout_.meta_key(key);
  return format::ArdbRows(layout_.namespace_name(), key).meta_row();
}

bool KeyMetas::is_meta(BytesView row) const {
  if (!is_ardb_) return layout_.is_meta_key(row);
  return row.starts_with(ardb_head_) && format::is_ardb_meta_row(row);
}

Bytes KeyMetas::key_of(BytesView meta_row) const {
  if (!is_ardb_) return Bytes(layout_.decode_meta_key(meta_row).parts.key);
  return format::decode_ordered_ardb_key(meta_row)->key;
}

MetaChange::Side KeyMetas::side_of(BytesView meta_row) const {
  if (is_ardb_) return ardb_side_of(meta_row);
  const auto meta = format::decode_key_meta(meta_row);
  return meta ? MetaChange::Side{true, meta->expire_at_ms} : MetaChange::Side{};
}

KeyMetas::Page KeyMetas::page(ports::Rows& rows, const std::optional<Bytes>& from,
                              size_t rows_max) const {
  if (is_ardb_) return ardb_page(rows, from, rows_max);
  Page page;
  MetaWalk walk(rows, layout_, from);
  if (!walk.at_end()) {
    for (const ports::Row& row : walk.next(rows_max, ports::Values::kHeads)) {
      if (layout_.is_meta_key(row.key)) page.sides.push_back(side_of(row.value));
    }
  }
  if (!walk.at_end()) page.next = walk.position();
  return page;
}

// As much effort as reading so many metas, whatever lies between them.
KeyMetas::Page KeyMetas::ardb_page(ports::Rows& rows, const std::optional<Bytes>& from,
                                   size_t rows_max) const {
  Page page;
  ArdbKeyWalk walk(rows, layout_.namespace_name(), from);
  for (size_t effort = 0; !walk.at_end() && effort < rows_max;) {
    const auto metas = walk.next(rows_max - effort, ports::Values::kHeads);
    effort += std::max<size_t>(metas.size(), 1);
    for (const ArdbKeyWalk::Meta& meta : metas) page.sides.push_back(ardb_side_of(meta.value));
  }
  if (!walk.at_end()) page.next = walk.position();
  return page;
}

}  // namespace keemun::keyspace
