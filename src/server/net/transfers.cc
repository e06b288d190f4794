#include "server/net/transfers.h"

#include <array>

namespace keemun::server {

namespace {

constexpr size_t kReadBytes = size_t{64} << 10;
// Who takes as fast as we send has his turn with the others.
constexpr size_t kSentBytesMax = size_t{1} << 20;

}  // namespace

void receive_from(Client& client) {
  std::array<char, kReadBytes> buffer;
  const Stream::Transfer transfer = client.stream->read(buffer);
  client.received = transfer;
  if (transfer.status != Stream::Status::kDone) return;
  if (client.closes_after_output) return;  // nothing of it is run
  client.parser.feed(BytesView(buffer.data(), transfer.bytes));
}

void send_to(Client& client) {
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

}  // namespace keemun::server
