// Key versions: which incarnation of a key a row belongs to, and who hands them out.
//
//   63      62 .......... 20   19 ...... 12   11 ........ 0
//   0       creation ms (43)   issuer (8)     counter (12)
//
// A version keeps the creation time readable and is never given twice: two issuers of one store
// have different numbers (whoever starts them sees to that), and one issuer only ever counts
// upward, also across a restart and a clock that steps back. A version below 2^44 is a plain
// millisecond, as the Java proxy writes it; ours are always above, so both live in one store.
//
// The issuer is pure and not synchronized: it has one owner, who gives it the time and persists its
// reservation. It issues only versions whose millisecond lies below the reservation, and after a
// restart it starts at the reservation: what may have been issued before is never reached again.
#pragma once

#include <compare>
#include <cstdint>
#include <optional>

namespace keemun::format {

struct KeyVersion {
  constexpr KeyVersion() = default;
  explicit constexpr KeyVersion(int64_t version) : value(version) {}
  friend constexpr auto operator<=>(KeyVersion, KeyVersion) = default;

  int64_t value = 0;  // never negative
};

// When the key was created, from a version of ours or of the Java proxy.
int64_t creation_ms(KeyVersion version);

// Which of the 256 issuers of a store.
struct IssuerNumber {
  explicit constexpr IssuerNumber(uint8_t number) : value(number) {}
  friend constexpr auto operator<=>(IssuerNumber, IssuerNumber) = default;

  uint8_t value;
};

class KeyVersionIssuer {
 public:
  static constexpr int64_t kFirstMs = int64_t{1} << 24;  // below it a version would look plain
  static constexpr int64_t kEndMs = int64_t{1} << 43;    // in the year 2248
  static constexpr int64_t kReservationMs = 10'000;

  // `reserved_until_ms` is what the store holds for this issuer, 0 if it holds nothing.
  KeyVersionIssuer(IssuerNumber issuer, int64_t reserved_until_ms);

  // The clock, or what the store holds, has come to kEndMs: there is nothing left to issue.
  bool is_used_up(int64_t now_ms) const { return earliest_ms(now_ms) >= kEndMs; }

  // None: persist reservation_wanted(now_ms) first, then reserve() it and ask again. Of an issuer
  // that is not used up.
  std::optional<KeyVersion> issue(int64_t now_ms);

  // The bound to persist so that issuing can go on from `now_ms`; never below the present one.
  int64_t reservation_wanted(int64_t now_ms) const;

  // The store has durably taken `reserved_until_ms`. An older bound changes nothing.
  void reserve(int64_t reserved_until_ms);
  int64_t reserved_until_ms() const { return reserved_until_ms_; }

 private:
  int64_t earliest_ms(int64_t now_ms) const;

  IssuerNumber issuer_;
  int64_t reserved_until_ms_;
  // The smallest (millisecond, counter) not given yet.
  int64_t next_ms_;
  int64_t next_counter_ = 0;
};

}  // namespace keemun::format
