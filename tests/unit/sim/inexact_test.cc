// What the simulator lets pass is what spec/inexact.md says, line by line, and nothing else.
#include "inexact/inexact.h"

#include <gtest/gtest.h>

#include <fstream>
#include <set>
#include <utility>

#include "base/ascii.h"
#include "commands/table/table.h"
#include "sim/world_options.h"

namespace keemun::sim {
namespace {

using format::Encoding;
using format::KeyType;
using resp::Reply;

struct Kept {
  KeyType type;
  uint8_t version;
  friend auto operator<=>(const Kept&, const Kept&) = default;
};

std::vector<Bytes> cells_of(const Bytes& line) {
  std::vector<Bytes> cells;
  for (size_t at = line.find('|'); at != Bytes::npos;) {
    const size_t next = line.find('|', at + 1);
    if (next == Bytes::npos) break;
    Bytes cell = line.substr(at + 1, next - at - 1);
    cell.erase(0, cell.find_first_not_of(' '));
    cell.erase(cell.find_last_not_of(' ') + 1);
    cells.push_back(std::move(cell));
    at = next;
  }
  return cells;
}

// The lines whose reply is a number: which encoding, which command.
std::set<std::pair<Kept, Bytes>> documented() {
  std::set<std::pair<Kept, Bytes>> lines;
  std::ifstream page("spec/inexact.md");
  for (Bytes line; std::getline(page, line);) {
    const std::vector<Bytes> cells = cells_of(line);
    if (cells.size() != 3 || !cells[2].starts_with("the number of distinct ")) continue;
    const KeyType type = cells[0].starts_with("hash") ? KeyType::kHash : KeyType::kSet;
    for (const char version : {'0', '1', '2', '3'}) {
      if (cells[0].find(version) == Bytes::npos) continue;
      lines.insert({{type, static_cast<uint8_t>(version - '0')}, ascii_lower(cells[1])});
    }
  }
  return lines;
}

WorldOptions world_of(const Kept& kept) {
  WorldOptions world;
  const Encoding encoding = *format::encoding_of(kept.type, kept.version);
  if (kept.type == KeyType::kHash) world.encodings.hash = encoding;
  if (kept.type == KeyType::kSet) world.encodings.set = encoding;
  if (kept.type == KeyType::kZSet) world.encodings.zset = encoding;
  return world;
}

std::vector<Kept> every_encoding() {
  std::vector<Kept> all;
  for (const KeyType type : {KeyType::kHash, KeyType::kSet, KeyType::kZSet}) {
    for (uint8_t version = 0; version <= 3; ++version) all.push_back({type, version});
  }
  return all;
}

TEST(Inexactness, IsAllowedWhereThePageSaysSoAndNowhereElse) {
  const auto lines = documented();
  EXPECT_EQ(lines.size(), 8u);
  for (const Kept& kept : every_encoding()) {
    for (const commands::Command& command : commands::all_commands()) {
      const std::vector<Bytes> args = {Bytes(command.name), "key", "a", "1", "a", "2"};
      const bool is_allowed =
          inexact::is_allowed(world_of(kept).blindness(), args, Reply::integer(0),
                              Reply::integer(command.name == "hset" ? 1 : 3));
      EXPECT_EQ(is_allowed, lines.contains({kept, Bytes(command.name)}))
          << command.name << " on " << static_cast<int>(kept.version);
    }
  }
}

TEST(Inexactness, IsNeverMoreThanTheNumberOfDistinctElements) {
  const inexact::Blindness blind = {.of_sets = true};
  const std::vector<Bytes> args = {"SADD", "key", "a", "b", "a"};
  EXPECT_TRUE(inexact::is_allowed(blind, args, Reply::integer(0), Reply::integer(2)));
  for (const int64_t wrong : {-1, 0, 1, 3}) {
    EXPECT_FALSE(inexact::is_allowed(blind, args, Reply::integer(2), Reply::integer(wrong)));
  }
  EXPECT_FALSE(inexact::is_allowed(blind, args, Reply::integer(2), Reply::bulk("2")));
  EXPECT_FALSE(inexact::is_allowed(blind, args, Reply::error("ERR"), Reply::integer(2)));
  EXPECT_FALSE(inexact::is_allowed(blind, args, Reply::integer(2), Reply::error("ERR")));
}

}  // namespace
}  // namespace keemun::sim
