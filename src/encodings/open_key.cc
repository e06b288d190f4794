#include "encodings/open_key.h"

#include <algorithm>

#include "base/check.h"
#include "base/command_error.h"
#include "encodings/corrupt_key.h"
#include "encodings/row_walk.h"

namespace keemun::encodings {

using ports::Stage;

OpenKey::OpenKey(ports::Rows& rows, const format::KeyLayout& layout, BytesView key,
                 const format::KeyMeta& meta, bool exists)
    : rows_(rows),
      layout_(layout),
      key_(key),
      generation_(layout.generation(key, meta.version)),
      meta_(meta),
      count_before_(meta.count),
      last_id_before_(meta.stream.last_id),
      exists_(exists),
      is_new_(!exists) {}

void OpenKey::ensure_exists() {
  if (exists_) return;
  exists_ = true;
  write_meta(Stage::kMetaLast);
}

void OpenKey::grow(int64_t added) {
  DCHECK(added >= 0);
  if (exists_ && added == 0) return;
  if (meta_.count > format::kCountMax - added) {
    throw CommandError("ERR a collection cannot hold more than 2147483647 elements");
  }
  exists_ = true;
  meta_.count += added;
  write_meta(is_new_ ? Stage::kMetaLast : Stage::kMetaFirst);
}

void OpenKey::shrink(int64_t removed) {
  CHECK(exists_ && removed >= 0);
  if (removed == 0) return;
  meta_.count -= removed;
  if (meta_.count <= 0) {
    const int64_t left = count_rows_left(rows_, generation_.all_sub_rows());
    meta_.count = std::min<int64_t>(left, format::kCountMax);
  }
  if (meta_.count == 0) {
    drop();
  } else {
    write_meta(Stage::kMetaLast);
  }
}

void OpenKey::set_list(format::ListPosition first, int64_t count) {
  CHECK(count >= 0);
  if (count > format::kCountMax) {
    throw CommandError("ERR a collection cannot hold more than 2147483647 elements");
  }
  if (count == 0) {
    if (exists_) drop();
    return;
  }
  const bool shrinks = exists_ && count < meta_.count;
  exists_ = true;
  meta_.first_position = first;
  meta_.count = count;
  write_meta(shrinks ? Stage::kMetaFirst : Stage::kMetaLast);
}

void OpenKey::set_stream(const format::StreamMarks& marks, int64_t count, Trimmed trimmed) {
  if (count > format::kCountMax) {
    throw CommandError("ERR a collection cannot hold more than 2147483647 elements");
  }
  exists_ = true;
  meta_.stream = marks;
  meta_.count = count;
  // An entry may come and others go at once.
  const bool grows = count > count_before_ || marks.last_id > last_id_before_;
  const bool comes_first = !is_new_ && (grows || trimmed == Trimmed::kYes);
  write_meta(comes_first ? Stage::kMetaFirst : Stage::kMetaLast);
}

void OpenKey::drop() {
  CHECK(exists_);
  exists_ = false;
  rows_.erase(meta_key(), Stage::kMetaFirst);
}

void OpenKey::throw_corrupt(BytesView what) const {
  throw_corrupt_key(key_, what);
}

void OpenKey::write_meta(Stage stage) {
  rows_.put(meta_key(), format::encode_key_meta(meta_), stage);
}

}  // namespace keemun::encodings
