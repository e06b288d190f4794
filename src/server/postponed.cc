#include "server/postponed.h"

#include <utility>

#include "ports/store_error.h"

namespace keemun::server {

Postponed::Postponed(State& state)
    : state_(state), read_threads_(static_cast<size_t>(state.settings.read_threads)) {}

void Postponed::until_pause_ends(Client& client, std::span<const BytesView> args) {
  client.postponed.assign(args.begin(), args.end());
  paused_.push_back(client.id);
}

void Postponed::until_read(Client& client, std::span<const BytesView> args, ColdRead read) {
  client.postponed.assign(args.begin(), args.end());
  client.waits_for_disk = true;
  // Who comes back for more pages is likely to want all of them.
  ask_disk(client.id, std::move(read), size_t{1} << (2 * (client.cold_reads - 1)));
}

void Postponed::until_counted(Client& client, std::span<const BytesView> args) {
  client.postponed.assign(args.begin(), args.end());
  client.waits_for_disk = true;
  ++client.cold_reads;
  ++state_.statistics.deferred_reads;
  awaiting_count_.push_back(client.id);
}

void Postponed::read_for_upkeep(ColdRead read) {
  ask_disk(kUpkeep, std::move(read), 1);
}

void Postponed::ask_disk(uint64_t asker, ColdRead read, size_t pages_max) {
  read_threads_.begin(asker, [this, read = std::move(read), pages_max] {
    try {
      read.ask(state_.hosted.store(), pages_max);
    } catch (const ports::StoreError&) {  // the request meets it too
    }
  });
}

}  // namespace keemun::server
