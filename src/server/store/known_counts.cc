#include "server/store/known_counts.h"

#include <filesystem>
#include <fstream>
#include <map>
#include <optional>
#include <sstream>
#include <system_error>

#include "base/crc64.h"
#include "base/integer_codec.h"
#include "server/config/replaced_file.h"

namespace keemun::server {

namespace {

// magic | time | content | of each database: its name, what is known | checksum of all that
constexpr BytesView kMagic = "Keemun key counts 1\n";
// Where there is garbage it stands in the place of a name, of which none is empty.
constexpr BytesView kGarbage;

void append_sized(Bytes& out, BytesView bytes) {
  append_be64(out, bytes.size());
  out += bytes;
}

bool read_sized(ByteReader& reader, BytesView& bytes) {
  uint64_t size = 0;
  return reader.read_be64(size) && reader.read_bytes(size, bytes);
}

// Of its namespace, layout and family, as its rows have them.
Bytes name_of(const keyspace::KeyCount& count) {
  return count.metas().row_of("");
}

// Nothing of what is no file, or cannot be read.
Bytes read_file(const Bytes& path) {
  std::error_code unknown;
  if (!std::filesystem::is_regular_file(path, unknown)) return {};
  std::ifstream file(path, std::ios::binary);
  std::ostringstream content;
  content << file.rdbuf();
  return content.good() ? content.str() : Bytes();
}

// What the checksum vouches for.
std::optional<BytesView> checked(BytesView file) {
  if (file.size() < sizeof(uint64_t)) return std::nullopt;
  const BytesView vouched_for = file.substr(0, file.size() - sizeof(uint64_t));
  ByteReader end(file.substr(vouched_for.size()));
  uint64_t checksum = 0;
  if (!end.read_be64(checksum) || checksum != crc64(vouched_for)) return std::nullopt;
  return vouched_for;
}

}  // namespace

void leave_known_counts(const Bytes& path, BytesView content, int64_t now_ms,
                        std::span<keyspace::KeyCount> counts, bool has_garbage) {
  Bytes file(kMagic);
  append_be_int64(file, now_ms);
  append_sized(file, content);
  for (keyspace::KeyCount& count : counts) {
    if (!count.is_complete()) continue;
    count.totals(now_ms);  // without what has expired
    append_sized(file, name_of(count));
    append_sized(file, count.told());
  }
  if (has_garbage) {
    append_sized(file, kGarbage);
    append_sized(file, {});
  }
  append_be64(file, crc64(file));
  replace_file(path, file);
}

bool learn_known_counts(const Bytes& path, BytesView content, int64_t now_ms,
                        std::span<keyspace::KeyCount> counts) {
  const Bytes file = read_file(path);
  const std::optional<BytesView> whole = checked(file);
  if (!whole) return true;
  ByteReader reader(*whole);
  int64_t left_ms = 0;
  BytesView of_content;
  if (!reader.skip(kMagic) || !reader.read_be_int64(left_ms) || !read_sized(reader, of_content)) {
    return true;
  }
  if (now_ms < left_ms || of_content != content) return true;
  std::map<BytesView, BytesView> told;
  BytesView name;
  while (read_sized(reader, name)) {
    if (!read_sized(reader, told[name])) return true;
  }
  for (keyspace::KeyCount& count : counts) {
    const auto own = told.find(name_of(count));
    if (own != told.end()) count.take(own->second);
  }
  return told.contains(kGarbage);
}

}  // namespace keemun::server
