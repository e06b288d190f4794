// Rows about a store rather than about a key. They begin with "x#" in every layout, so that they
// can be found before anything is known about the store.
//
//   x# n ns       namespace record: version 01, family, layout, score form
//   x# v issuer   version reservation: version 01, int64 reserved-until ms
//   x# d          order of databases: version 01, then one int32 a database
//   x# g ns       progress of the collection of garbage: version 01, state, int64 round,
//                 int64 started ms, int64 ended ms, position
//   x# l ns       lease of the collector of garbage: version 01, int64 until ms, owner
//   x# o share    owner of a share of the keys: version 01, int64 epoch, node
//   x# f name     library of functions: version 01, its text
//   x# b share    beat of that owner: version 01, state, int64 beat, int64 horizon ms
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "base/bytes.h"
#include "format/key_layout.h"
#include "format/key_range.h"
#include "format/key_version.h"

namespace keemun::format {

// On disk.
enum class EncodingFamily : uint8_t { kCamellia = 1, kArdb = 2, kTieredZSet = 3 };
enum class ScoreForm : uint8_t { kOrdered = 0 };

// What a namespace was created with. A server that is configured differently must refuse to start.
struct NamespaceRecord {
  EncodingFamily family = EncodingFamily::kCamellia;
  LayoutKind layout = LayoutKind::kPlain;
  ScoreForm score_form = ScoreForm::kOrdered;

  friend bool operator==(const NamespaceRecord&, const NamespaceRecord&) = default;
};

Bytes namespace_record_key(BytesView namespace_name);
KeyRange all_namespace_records();
// The namespace that a row of all_namespace_records() is about; none if it is not such a row.
std::optional<BytesView> namespace_of_record_key(BytesView row);
Bytes encode_namespace_record(const NamespaceRecord& record);
std::optional<NamespaceRecord> decode_namespace_record(BytesView row_value);

Bytes version_reservation_key(IssuerNumber issuer);
bool is_version_reservation_key(BytesView row);
Bytes encode_version_reservation(int64_t reserved_until_ms);
std::optional<int64_t> decode_version_reservation(BytesView row_value);

// Which namespace each database number stands for, after SWAPDB: a permutation of 0 .. n-1.
Bytes database_order_key();
Bytes encode_database_order(std::span<const size_t> order);
std::optional<std::vector<size_t>> decode_database_order(BytesView row_value);

// A library of functions, by its name.
Bytes function_library_key(BytesView name);
KeyRange all_function_libraries();
// The name of the library that a row of all_function_libraries() holds; none if it is no such row.
std::optional<BytesView> library_of_row_key(BytesView row);
Bytes encode_function_library(BytesView code);
// Points into the row's value.
std::optional<BytesView> decode_function_library(BytesView row_value);

// How far the scan for garbage in a namespace has come.
struct GcProgress {
  bool is_running = false;  // inside a round
  int64_t round = 0;        // the present one, or the last; 0: there was none
  int64_t started_ms = 0;   // of that round
  int64_t ended_ms = 0;     // of the last round that ended; 0: none did
  Bytes position;           // rows before it are done with in this round

  friend bool operator==(const GcProgress&, const GcProgress&) = default;
};

Bytes gc_progress_key(BytesView namespace_name);
Bytes encode_gc_progress(const GcProgress& progress);
std::optional<GcProgress> decode_gc_progress(BytesView row_value);

// Who scans a namespace for garbage, and until when nobody else should.
struct GcLease {
  Bytes owner;
  int64_t until_ms = 0;

  friend bool operator==(const GcLease&, const GcLease&) = default;
};

Bytes gc_lease_key(BytesView namespace_name);
Bytes encode_gc_lease(const GcLease& lease);
std::optional<GcLease> decode_gc_lease(BytesView row_value);

// Where processes share a store, whose the keys of one share are. Changes hands only.
struct ShareOwner {
  int64_t epoch = 0;  // how often it has changed hands
  Bytes node;

  friend bool operator==(const ShareOwner&, const ShareOwner&) = default;
};

Bytes share_owner_key(uint16_t share);
Bytes encode_share_owner(const ShareOwner& owner);
std::optional<ShareOwner> decode_share_owner(BytesView row_value);

// What the owner says from time to time, so that it is seen to live.
struct ShareBeat {
  bool is_left = false;  // it has let go
  int64_t beat = 0;
  int64_t horizon_ms = 0;  // no command on these keys goes by a later time, until the next beat

  friend bool operator==(const ShareBeat&, const ShareBeat&) = default;
};

Bytes share_beat_key(uint16_t share);
Bytes encode_share_beat(const ShareBeat& beat);
std::optional<ShareBeat> decode_share_beat(BytesView row_value);

}  // namespace keemun::format
