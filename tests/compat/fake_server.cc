#include "fake_server.h"

#include <poll.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <utility>

#include "base/check.h"
#include "resp/encoder.h"

namespace keemun {

FakeServer::FakeServer(const Bytes& folder, Answer answer)
    : path_(folder + "/fake.sock"), answer_(std::move(answer)) {
  listener_ = socket(AF_UNIX, SOCK_STREAM, 0);
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  path_.copy(address.sun_path, sizeof address.sun_path - 1);
  CHECK(bind(listener_, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0);
  CHECK(listen(listener_, 16) == 0);
  CHECK(pipe(stop_) == 0);
  thread_ = std::thread([this] { serve(); });
}

FakeServer::~FakeServer() {
  close(stop_[1]);
  thread_.join();
  for (const auto& [socket, client] : clients_) close(socket);
  close(stop_[0]);
  close(listener_);
  unlink(path_.c_str());
}

void FakeServer::serve() {
  for (;;) {
    std::vector<pollfd> all = {{stop_[0], POLLIN, 0}, {listener_, POLLIN, 0}};
    for (const auto& [socket, client] : clients_) all.push_back({socket, POLLIN, 0});
    CHECK(poll(all.data(), all.size(), -1) > 0);
    if (all[0].revents != 0) return;
    if (all[1].revents != 0) take_client();
    for (size_t i = 2; i < all.size(); ++i) {
      if (all[i].revents == 0 || serve(all[i].fd, clients_[all[i].fd])) continue;
      close(all[i].fd);
      clients_.erase(all[i].fd);
    }
  }
}

void FakeServer::take_client() {
  const int socket = accept(listener_, nullptr, nullptr);
  CHECK(socket >= 0);
  clients_[socket].number = ++client_count_;
}

bool FakeServer::serve(int socket, Client& client) {
  char buffer[16 * 1024];
  const ssize_t count = read(socket, buffer, sizeof buffer);
  if (count <= 0) return false;
  client.requests.feed(BytesView(buffer, static_cast<size_t>(count)));
  while (client.requests.next() == resp::RequestParser::Status::kRequest) {
    const auto words = client.requests.arguments();
    const auto answer = answer_(client.number, Args(words.begin(), words.end()));
    if (!answer) return false;
    if (send(socket, answer->data(), answer->size(), MSG_NOSIGNAL) < 0) return false;
  }
  return true;
}

Bytes encoded(const resp::Reply& reply, resp::Protocol protocol) {
  Bytes bytes;
  resp::encode(reply, protocol, bytes);
  return bytes;
}

}  // namespace keemun
