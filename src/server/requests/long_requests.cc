#include "server/requests/long_requests.h"

#include <algorithm>
#include <utility>

#include "base/check.h"
#include "server/access/admission.h"

namespace keemun::server {

namespace {

runtime::FiberStackPool::Options stack_options() {
  runtime::FiberStackPool::Options options;
  options.idle_stacks_max = 2;
  return options;
}

session::GateKeys gate_keys(const State& state, Client& client, std::span<const BytesView> args) {
  const commands::Command* command = client.session.find(args);
  if (is_refused_anyhow(state, client, command, args)) return {};
  return client.session.gate_keys(*command, args);
}

}  // namespace

LongRequests::Request::Request(LongRequests& all, Client& its_client,
                               std::span<const BytesView> its_args)
    : client(its_client),
      only_reads(its_client.session.find(its_args)->only_reads()),
      words(its_args.begin(), its_args.end()),
      args(commands::views_of(words)),
      fiber(all.stacks_, [this, &all] { broken_off = all.runner_.run(client, args); }) {}

LongRequests::LongRequests(State& state, RequestRunner& runner, Postponed& postponed,
                           const GroupCommit& groups)
    : state_(state),
      runner_(runner),
      postponed_(postponed),
      groups_(groups),
      stacks_(stack_options()) {}

bool LongRequests::let_in(Client& client, std::span<const BytesView> args) const {
  return requests_.empty() || state_.hosted.core().gates.let_in(gate_keys(state_, client, args));
}

bool LongRequests::are_likely_to_include(Client& client, std::span<const BytesView> args) const {
  if (client.long_command == nullptr || client.session.is_in_multi()) return false;
  return client.tried.has_taken_long ||
         (client.session.find(args) == client.long_command && may_begin(client, args));
}

bool LongRequests::may_begin(Client& client, std::span<const BytesView> args) const {
  return is_there_room() && (requests_.empty() || !is_passed_over(client, args));
}

bool LongRequests::is_there_room() const {
  constexpr size_t kRequestsMax = 16;
  constexpr auto kWithoutBreakMax = std::chrono::seconds(1);
  if (requests_.empty()) return true;
  if (requests_.size() >= kRequestsMax) return false;
  // While one is paused there will be no break, and to wait for it would be to be paused too.
  return is_one_paused() || std::chrono::steady_clock::now() - since_ < kWithoutBreakMax;
}

bool LongRequests::is_one_paused() const {
  return state_.is_paused() &&
         std::any_of(requests_.begin(), requests_.end(),
                     [](const Request& request) { return !request.only_reads; });
}

// Somebody who waits, and might do so for ever if others went first.
bool LongRequests::is_passed_over(Client& client, std::span<const BytesView> args) const {
  const std::vector<uint64_t>& waiting = postponed_.awaiting_others();
  if (waiting.empty()) return false;
  const session::GateKeys keys = gate_keys(state_, client, args);
  return std::any_of(waiting.begin(), waiting.end(), [&](uint64_t id) {
    Client* other = state_.client(id);
    if (other == nullptr) return false;
    const std::vector<BytesView> words = commands::views_of(other->postponed);
    return keys.collide_with(gate_keys(state_, *other, words));
  });
}

bool LongRequests::run(Client& client, std::span<const BytesView> args) {
  if (!may_begin(client, args)) {
    postponed_.until_others_end(client, args);
    return false;
  }
  if (requests_.empty()) {
    since_ = std::chrono::steady_clock::now();
    failed_commits_before_ = state_.failed_commits;
  }
  DCHECK(!client.is_on_fiber());
  const auto request = requests_.emplace(requests_.end(), *this, client, args);
  client.halt = Client::Halt::kOnFiber;
  const Step step = resume(request);
  if (step == Step::kRests) ++state_.statistics.long_requests;
  if (step == Step::kAnswered) client.long_command = nullptr;  // it was not that long
  return step == Step::kAnswered;
}

bool LongRequests::may_go_on(const Request& request) const {
  return request.only_reads || !(state_.is_paused() || groups_.is_full());
}

bool LongRequests::have_work() const {
  return std::any_of(requests_.begin(), requests_.end(),
                     [this](const Request& request) { return may_go_on(request); });
}

std::optional<uint64_t> LongRequests::go_on() {
  const auto next = std::find_if(requests_.begin(), requests_.end(),
                                 [this](const Request& request) { return may_go_on(request); });
  if (next == requests_.end()) return std::nullopt;
  const uint64_t id = next->client.id;
  // At the end of the server one after another, so that some are answered.
  if (!state_.shutdown_reason) requests_.splice(requests_.end(), requests_, next);
  return resume(next) == Step::kAnswered ? std::optional(id) : std::nullopt;
}

LongRequests::Step LongRequests::resume(Requests::iterator request) {
  if (request->aside) runner_.take_up(*std::exchange(request->aside, std::nullopt));
  request->fiber.resume();
  if (!request->fiber.done()) {
    request->aside = runner_.put_aside();
    request->has_rested = true;
    count();
    return Step::kRests;
  }
  const bool is_answered = !request->broken_off;
  request->client.halt = Client::Halt::kNone;
  if (!is_answered) {
    postponed_.until_read(request->client, request->args, std::move(*request->broken_off->read));
  }
  forget(request);
  return is_answered ? Step::kAnswered : Step::kBrokenOff;
}

void LongRequests::forget(Requests::iterator request) {
  one_has_ended_ |= request->has_rested;  // else nobody can have waited for it
  requests_.erase(request);
  count();
}

void LongRequests::count() {
  state_.resting_requests = requests_.size();
  state_.hosted.set_unit_open(!requests_.empty());
}

void LongRequests::let_others_begin(const std::function<void(Client&)>& serve) {
  if (!may_others_begin()) return;
  one_has_ended_ = false;
  pauses_known_ = state_.pauses;
  for (const uint64_t id : postponed_.take_awaiting_others()) {
    Client* client = state_.client(id);
    if (client == nullptr) continue;
    const std::vector<BytesView> args = commands::views_of(client->postponed);
    const bool has_room = !client->tried.has_taken_long || is_there_room();
    if (!has_room || !let_in(*client, args) ||
        (client->tried.has_taken_long && !may_begin(*client, args))) {
      postponed_.still_awaits_others(id);
      continue;
    }
    client->halt = Client::Halt::kNone;
    serve(*client);
  }
}

bool LongRequests::may_have_read_what_failed() const {
  return !requests_.empty() && state_.failed_commits != failed_commits_before_;
}

void LongRequests::drop(const Client& client) {
  const auto request =
      std::find_if(requests_.begin(), requests_.end(),
                   [&client](const Request& one) { return &one.client == &client; });
  if (request != requests_.end()) forget(request);
}

std::vector<uint64_t> LongRequests::break_off() {
  std::vector<uint64_t> ids;
  while (!requests_.empty()) {
    Request& request = requests_.front();
    ids.push_back(request.client.id);
    request.client.postponed = request.words;
    request.client.halt = Client::Halt::kHeldBack;
    forget(requests_.begin());
  }
  return ids;
}

}  // namespace keemun::server
