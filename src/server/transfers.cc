#include "server/transfers.h"

#include <algorithm>
#include <array>

#include "server/processors.h"

namespace keemun::server {

namespace {

constexpr size_t kReadBytes = size_t{64} << 10;
// Who takes as fast as we send has his turn with the others.
constexpr size_t kSentBytesMax = size_t{1} << 20;

// Of the cores some are for the commits, the store's own work, and the clients if they are near.
size_t helpers_for(size_t thread_count) {
  constexpr size_t kCoresWorthIt = 4;
  constexpr size_t kHelpersMax = 7;
  if (thread_count > 0) return thread_count - 1;
  const size_t cores = processor_count();
  return cores < kCoresWorthIt ? 0 : std::min(cores / 2 - 1, kHelpersMax);
}

}  // namespace

Transfers::Transfers(size_t thread_count) : sharing_(helpers_for(thread_count)) {}

void Transfers::receive(Client& client) {
  std::array<char, kReadBytes> buffer;
  const Stream::Transfer transfer = client.stream->read(buffer);
  client.received = transfer;
  if (transfer.status != Stream::Status::kDone) return;
  client.parser.feed(BytesView(buffer.data(), transfer.bytes));
}

void Transfers::send(Client& client) {
  Client::Sent sent = {.untaken_before = client.output.size()};
  while (!client.output.unsent().empty() && sent.bytes < kSentBytesMax) {
    const Stream::Transfer transfer = client.stream->write(client.output.unsent());
    sent.status = transfer.status;
    if (transfer.status != Stream::Status::kDone) break;
    client.output.consume(transfer.bytes);
    sent.bytes += transfer.bytes;
  }
  client.sent = sent;
}

size_t Transfers::share(std::span<Client* const> clients, void (*transfer)(Client& client)) {
  constexpr size_t kClientsEach = 2;
  if (!has_helpers() || clients.size() < kClientsEach * thread_count()) return 0;
  sharing_.each(clients.size(), [&](size_t i) { transfer(*clients[i]); });
  return clients.size();
}

}  // namespace keemun::server
