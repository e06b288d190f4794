#include "server/requests/request_waits.h"

#include <limits>
#include <utility>
#include <vector>

#include "server/observe/request_record.h"

namespace keemun::server {

using commands::Command;

namespace {

// 0 is never, and so is what lies beyond all numbers.
int64_t deadline_ms(int64_t now_ms, int64_t timeout_ms) {
  const bool is_beyond = timeout_ms > std::numeric_limits<int64_t>::max() - now_ms;
  return timeout_ms == 0 || is_beyond ? 0 : now_ms + timeout_ms;
}

}  // namespace

void RequestWaits::begin(Client& client, const Command& command, std::span<const BytesView> args,
                         resp::Reply in_vain, session::Waiting waiting) {
  // In a transaction some answer another null than when their time is over.
  if (in_vain.is_null()) in_vain = resp::Reply::null_array();
  client.wait = Client::Wait{.request = {args.begin(), args.end()},
                             .words = std::move(waiting.words),
                             .key_place = waiting.key_place,
                             .words_by_key = {},
                             .word_place = waiting.word_place,
                             .in_vain = std::move(in_vain),
                             .is_silent = client.is_silent()};
  // Of a key that is named twice the first word counts, as in Redis.
  for (size_t i = 0; i < waiting.words_by_key.size(); ++i) {
    client.wait->words_by_key.try_emplace(waiting.keys[i], std::move(waiting.words_by_key[i]));
  }
  state_.parked.park(client.id,
                     {command.group, client.session.connection().database, std::move(waiting.keys),
                      std::move(waiting.readers)},
                     deadline_ms(state_.now_ms(), waiting.timeout_ms));
}

bool RequestWaits::serve_one(Client& client, const Bytes& key) {
  Client::Wait& wait = *client.wait;
  wait.words[wait.key_place] = key;
  if (!wait.words_by_key.empty()) wait.words[wait.word_place] = wait.words_by_key.at(key);
  const std::vector<BytesView> words = commands::views_of(wait.words);
  const Command& command = *client.session.find(words);
  if (!state_.hosted.core().gates.let_in(client.session.gate_keys(command, words))) {
    put_off_.push_back({client.session.connection().database, key, command.group});
    return false;
  }
  const auto began = std::chrono::steady_clock::now();
  const resp::Reply reply = client.session.execute_woken(words);
  if (client.session.take_waiting()) return false;
  UnsettledKeys::Keys keys;
  const std::vector<BytesView> args = commands::views_of(wait.request);
  state_.unsettled.name(*client.session.find(args), args, keys);
  state_.unsettled.add(keys);
  record(client, {std::chrono::steady_clock::now() - began, reply.is_error()});
  answer(client, reply);
  return true;
}

void RequestWaits::serve(const std::function<void(uint64_t client)>& begins) {
  for (const auto& [id, reply] : std::exchange(state_.ended_waits, {})) {
    Client* client = state_.client(id);
    if (client == nullptr || !client->wait) continue;
    record(*client, {.took = {}, .failed = true});
    answer(*client, reply);
  }
  for (const News& news : std::exchange(put_off_, {})) {
    state_.parked.added(news.database, news.key, news.group);
  }
  state_.parked.serve([&](uint64_t id, const Bytes& key) {
    Client* client = state_.client(id);
    if (client == nullptr || !client->wait) return true;  // it takes nothing from those behind it
    begins(id);
    return serve_one(*client, key);
  });
}

void RequestWaits::record(Client& client, const End& end) {
  const std::vector<BytesView> args = commands::views_of(client.wait->request);
  const Command& command = *client.session.find(args);
  count_took(state_, command, end.took, end.failed);
  log_if_slow(state_, &client, command, args, end.took);
}

void RequestWaits::answer(Client& client, const resp::Reply& reply) {
  if (reply.is_error()) count_error(state_, reply);
  state_.touch(client);
  state_.parked.unpark(client.id);
  if (!client.wait->is_silent) client.answer(reply);
  client.wait.reset();
  state_.unparked.push_back(client.id);
}

void RequestWaits::end_overdue() {
  for (const uint64_t id : state_.parked.overdue(state_.now_ms())) {
    Client* client = state_.client(id);
    if (client == nullptr || !client->wait) continue;
    // Nothing is recorded: it says nothing of how long the command takes.
    answer(*client, resp::Reply(client->wait->in_vain));
  }
}

}  // namespace keemun::server
