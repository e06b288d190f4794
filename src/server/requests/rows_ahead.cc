#include "server/requests/rows_ahead.h"

#include <utility>

namespace keemun::server {

namespace {

void add_rows(const Client& client, std::span<const BytesView> args, std::vector<Bytes>& rows) {
  const commands::Command* command = client.session.find(args);
  if (command == nullptr || !command->arity_fits(args.size())) return;
  for (Bytes& row : client.session.named_rows(*command, args)) rows.push_back(std::move(row));
}

}  // namespace

std::vector<Bytes> rows_ahead(const Client& client, std::span<const BytesView> args) {
  constexpr int kRequestsMax = 100;
  constexpr size_t kBytesMax = 16384;
  std::vector<Bytes> rows;
  add_rows(client, args, rows);
  resp::RequestParser behind;
  behind.feed(client.parser.unread().substr(0, kBytesMax));
  for (int i = 0; i < kRequestsMax; ++i) {
    if (behind.next() != resp::RequestParser::Status::kRequest) break;
    add_rows(client, behind.arguments(), rows);
  }
  return rows;
}

}  // namespace keemun::server
