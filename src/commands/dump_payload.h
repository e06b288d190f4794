// The bytes that DUMP answers and RESTORE takes: one value, without its key and its expiry.
//
//   0        1     2 ........                          last 8
//   version  type  string: the value, to the checksum  checksum
//                  hash:   { length field length value }
//                  set:    { length member }
//                  zset:   { score length member }
//                  list:   { length element }
//
// version is 1; type 0 string, 1 hash, 2 set, 3 sorted set, 4 list; a length is 4 bytes, a score
// the 8 bytes of a double, the checksum the CRC-64 of all bytes before it (polynomial
// 42f0e1eba9ea3693, start 0, no reflection). All big-endian. Elements follow each other until the
// checksum; there is at least one.
//
// A reader takes any bytes at all; what it hands out points into them.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "base/bytes.h"
#include "types/key_type.h"

namespace keemun::commands {

class PayloadWriter {
 public:
  explicit PayloadWriter(types::KeyType type);

  void add_string(BytesView value) { bytes_ += value; }
  void add_element(BytesView element);
  void add_score(double score);
  size_t size() const { return bytes_.size(); }

  Bytes finish();

 private:
  Bytes bytes_;
};

struct Payload {
  types::KeyType type = types::KeyType::kString;
  BytesView body;
};

// None: another version or type, or a wrong checksum.
std::optional<Payload> open_payload(BytesView bytes);

// The elements of the body of a hash, a set or a list; of a hash field and value in turn. None:
// cut short, or none at all.
std::optional<std::vector<BytesView>> read_elements(const Payload& payload);

struct ScoredElement {
  double score = 0;
  BytesView member;
};
// None also where a score is no number.
std::optional<std::vector<ScoredElement>> read_scored_elements(const Payload& payload);

}  // namespace keemun::commands
