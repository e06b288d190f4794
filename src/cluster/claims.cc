#include "cluster/claims.h"

#include <algorithm>
#include <utility>

#include "base/check.h"
#include "base/command_error.h"
#include "format/store_records.h"
#include "ports/store_error.h"

namespace keemun::cluster {

using format::ShareBeat;
using format::ShareOwner;

namespace {

Bytes owner_key(size_t share) {
  return format::share_owner_key(static_cast<uint16_t>(share));
}

Bytes beat_key(size_t share) {
  return format::share_beat_key(static_cast<uint16_t>(share));
}

// What is no owner row is nobody's; its epoch is counted on from 0.
ShareOwner owner_in(const ShareRows& rows) {
  const auto owner = rows.owner ? format::decode_share_owner(*rows.owner) : std::nullopt;
  return owner.value_or(ShareOwner{});
}

ShareBeat beat_in(const ShareRows& rows) {
  const auto beat = rows.beat ? format::decode_share_beat(*rows.beat) : std::nullopt;
  return beat.value_or(ShareBeat{});
}

}  // namespace

Claims::Claims(ports::KvStore& store, ports::SteadyClock& clock, Tenant& tenant, Settings settings)
    : store_(store),
      clock_(clock),
      tenant_(tenant),
      settings_(std::move(settings)),
      ownership_(settings_.shares.count(), settings_.lease_ms),
      guests_(settings_.shares.count()) {
  CHECK(store.capabilities().conditional_batch);
  for (size_t share = 0; share < guests_.size(); ++share) {
    row_keys_.push_back(owner_key(share));
    row_keys_.push_back(beat_key(share));
  }
}

void Claims::step() {
  look();
  for (size_t share = 0; share < guests_.size(); ++share) {
    const int64_t elapsed_ms = clock_.elapsed_ms();
    if (ownership_.is_leaving(share)) {
      if (guests_[share] == 0) let_go(share);
    } else if (ownership_.wants_beat(share, elapsed_ms, tenant_.now_ms())) {
      beat(share);
    } else if (is_wanted(share, elapsed_ms)) {
      claim(share);
    }
  }
}

void Claims::look() {
  std::vector<std::optional<Bytes>> found = store_.multi_get(row_keys_);
  const int64_t elapsed_ms = clock_.elapsed_ms();
  for (size_t share = 0; share < guests_.size(); ++share) {
    ShareRows rows{std::move(found[2 * share]), std::move(found[2 * share + 1])};
    ownership_.saw(share, std::move(rows), elapsed_ms);
  }
}

// What is let go goes to the first one that sees it, but for the one that let it go; what nobody
// has ever had goes home. After a while each of them takes what nobody else has taken.
bool Claims::is_wanted(size_t share, int64_t elapsed_ms) const {
  if (!ownership_.is_free(share, elapsed_ms)) return false;
  if (!ownership_.is_left(share)) return true;
  const ShareRows& rows = ownership_.rows(share);
  const bool is_first_choice =
      rows.owner ? owner_in(rows).node != settings_.node : settings_.home.contains(share);
  return is_first_choice || ownership_.unchanged_ms(share, elapsed_ms) > settings_.lease_ms;
}

void Claims::claim(size_t share) {
  const ShareRows& before = ownership_.rows(share);
  const int64_t sent_ms = clock_.elapsed_ms();
  const int64_t horizon_before_ms = beat_in(before).horizon_ms;
  const int64_t epoch = owner_in(before).epoch + 1;
  const int64_t horizon_ms = std::max(tenant_.now_ms(), horizon_before_ms) + settings_.lease_ms;
  const ShareRows rows{format::encode_share_owner({epoch, settings_.node}),
                       format::encode_share_beat({false, 0, horizon_ms})};
  if (!write(share, rows)) return;
  tenant_.take_over(horizon_before_ms);
  ownership_.took(share, rows, sent_ms);
}

void Claims::beat(size_t share) {
  const ShareRows& before = ownership_.rows(share);
  const int64_t epoch = ownership_.epoch(share);
  const int64_t sent_ms = clock_.elapsed_ms();
  const ShareBeat last = beat_in(before);
  // Never earlier than what was promised before.
  const int64_t horizon_ms = std::max(tenant_.now_ms() + settings_.lease_ms, last.horizon_ms);
  const ShareRows rows{before.owner, format::encode_share_beat({false, last.beat + 1, horizon_ms})};
  if (write(share, rows) && ownership_.epoch(share) == epoch) {
    ownership_.wrote(share, rows, sent_ms);
  }
}

void Claims::let_go(size_t share) {
  const ShareRows& before = ownership_.rows(share);
  const int64_t epoch = ownership_.epoch(share);
  const ShareRows rows{
      before.owner, format::encode_share_beat({true, beat_in(before).beat + 1, tenant_.now_ms()})};
  if (write(share, rows) && ownership_.epoch(share) == epoch) {
    ownership_.wrote(share, rows, clock_.elapsed_ms());
  }
}

bool Claims::write(size_t share, const ShareRows& rows) {
  const ShareRows& before = ownership_.rows(share);
  ports::WriteBatch batch;
  batch.expectations = {{owner_key(share), before.owner}, {beat_key(share), before.beat}};
  if (rows.owner != before.owner) batch.writes.push_back({owner_key(share), *rows.owner});
  batch.writes.push_back({beat_key(share), *rows.beat});
  try {
    store_.commit(batch);
    return true;
  } catch (const ports::StoreError& error) {
    using Kind = ports::StoreError::Kind;
    if (error.kind() == Kind::kConflict || error.kind() == Kind::kUnknownOutcome) return false;
    throw;
  }
}

bool Claims::has(BytesView key, int64_t now_ms) {
  return ownership_.may_enter(settings_.shares.of(key), clock_.elapsed_ms(), now_ms);
}

std::set<size_t> Claims::shares_of(std::span<const BytesView> keys, bool are_all) const {
  std::set<size_t> shares;
  for (const BytesView key : keys) shares.insert(settings_.shares.of(key));
  for (size_t share = 0; are_all && share < guests_.size(); ++share) shares.insert(share);
  return shares;
}

ports::KeyOwner::Visit Claims::enter(std::span<const BytesView> keys, bool are_all,
                                     int64_t now_ms) {
  const std::set<size_t> shares = shares_of(keys, are_all);
  const int64_t elapsed_ms = clock_.elapsed_ms();
  const bool may_enter = std::all_of(shares.begin(), shares.end(), [&](size_t share) {
    return ownership_.may_enter(share, elapsed_ms, now_ms);
  });
  Visit visit;
  if (!may_enter) {
    visit.refusal = refusal(shares, keys.empty() ? uint16_t{0} : key_slot(keys.front()));
    return visit;
  }
  for (const size_t share : shares) {
    visit.stays.push_back({share, ownership_.epoch(share)});
    visit.expectations.push_back({owner_key(share), ownership_.rows(share).owner});
    ++guests_[share];
  }
  return visit;
}

Bytes Claims::refusal(const std::set<size_t>& shares, uint16_t slot) const {
  std::set<Bytes> owners;
  for (const size_t share : shares) {
    const bool is_nobodys = ownership_.epoch(share) == 0 && ownership_.is_left(share);
    owners.insert(is_nobodys ? Bytes() : owner_in(ownership_.rows(share)).node);
  }
  if (owners.contains("")) return "CLUSTERDOWN Hash slot not served";
  if (owners.size() > 1) return "CROSSSLOT Keys in request belong to different processes";
  // Rows may still name us where another one is about to take over, or we are about to beat.
  if (*owners.begin() == settings_.node) return "TRYAGAIN the keys may be changing hands";
  return "MOVED " + std::to_string(slot) + " " + *owners.begin();
}

void Claims::check(const Visit& visit) {
  const int64_t elapsed_ms = clock_.elapsed_ms();
  for (const auto& [share, epoch] : visit.stays) {
    if (ownership_.is_ours(share, epoch, elapsed_ms)) continue;
    throw CommandError("TRYAGAIN the keys may have changed hands");
  }
}

void Claims::note_refusal(const Visit& visit) {
  for (const auto& [share, epoch] : visit.stays) {
    if (ownership_.epoch(share) == epoch) ownership_.lost(share);
  }
}

void Claims::leave(const Visit& visit) noexcept {
  for (const auto& stay : visit.stays) --guests_[stay.share];
}

}  // namespace keemun::cluster
