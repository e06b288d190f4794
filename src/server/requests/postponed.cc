#include "server/requests/postponed.h"

#include <algorithm>
#include <functional>
#include <utility>

#include "ports/store_error.h"
#include "server/requests/rows_ahead.h"

namespace keemun::server {

Postponed::Postponed(State& state)
    : state_(state),
      threads_for_one_(std::max<size_t>(static_cast<size_t>(state.settings.read_threads) / 2, 1)),
      read_threads_(static_cast<size_t>(state.settings.read_threads)) {}

namespace {

// What it sends meanwhile waits as well.
void hold(Client& client, std::span<const BytesView> args,
          Client::Halt why = Client::Halt::kHeldBack) {
  client.postponed.assign(args.begin(), args.end());
  client.halt = why;
  client.note_command(client.session.find(args));
}

}  // namespace

void Postponed::until_pause_ends(Client& client, std::span<const BytesView> args) {
  hold(client, args, Client::Halt::kPaused);
  paused_.push_back(client.id);
}

void Postponed::until_read(Client& client, std::span<const BytesView> args, ColdRead read) {
  constexpr size_t kRowsMax = 1000;
  const int cold_reads = client.tried.cold_reads;
  const size_t pages_max = client.tried.ahead.pages_for(read.walk(), cold_reads);
  read.expect(rows_ahead(client, args), kRowsMax * growth_of_reads(cold_reads));
  hold(client, args);
  ask_disk(client.id, std::move(read), pages_max);
}

void Postponed::until_counted(Client& client, std::span<const BytesView> args) {
  hold(client, args);
  client.tried.has_awaited_count = true;
  ++state_.statistics.deferred_reads;
  awaiting_count_.push_back(client.id);
}

void Postponed::until_room(Client& client, std::span<const BytesView> args) {
  hold(client, args);
  awaiting_room_.push_back(client.id);
}

void Postponed::until_others_end(Client& client, std::span<const BytesView> args) {
  hold(client, args);
  awaiting_others_.push_back(client.id);
}

void Postponed::read_for_upkeep(ColdRead read) {
  ask_disk(kUpkeep, std::move(read), 1);
}

void Postponed::ask_disk(uint64_t asker, ColdRead read, size_t pages_max) {
  std::vector<std::function<void()>> reads;
  for (ColdRead& part : std::move(read).split(threads_for_one_)) {
    reads.emplace_back([this, part = std::move(part), pages_max] {
      try {
        part.ask(state_.hosted.store(), pages_max, is_over_);
      } catch (const ports::StoreError&) {  // the request meets it too
      }
    });
  }
  read_threads_.begin(asker, std::move(reads));
}

}  // namespace keemun::server
