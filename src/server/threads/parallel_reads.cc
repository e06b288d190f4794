#include "server/threads/parallel_reads.h"

#include <utility>

#include "server/access/access.h"
#include "server/observe/request_record.h"
#include "server/requests/time_slice.h"
#include "server/store/deferring_store.h"
#include "server/threads/parallel_commands.h"

namespace keemun::server {

using commands::Command;

bool ParallelReads::may_begin() {
  return state_.monitors.empty() && state_.long_script.client == 0 && !state_.is_paused() &&
         !state_.shutdown_reason && state_.hosted.may_be_shared();
}

bool ParallelReads::is_served_so(const Client& client) const {
  const bool is_plain = !client.is_silent() && !client.is_subscribed() &&
                        !client.tracking.is_on() && !client.session.is_in_multi() &&
                        !must_log_in(state_, client);
  const bool has_all_answers = !client.is_touched && !client.is_unsettled &&
                               !client.output.has_departed() && client.waiting_replies.count() == 0;
  const bool goes_on = !client.closes_after_output && !client.is_gone && !client.is_deaf &&
                       !client.must_wait() && client.postponed.empty();
  return is_plain && has_all_answers && goes_on;
}

void ParallelReads::answer(Client& client, Answered& answered) const {
  if (!is_served_so(client)) return;
  answered.has_begun = true;
  for (int i = 0; Client::has_share_left(i, answered.took) && !client.is_owed_much(); ++i) {
    if (!client.has_parsed) {
      client.parser.set_authentication_required(false);
      const auto status = client.parser.next();
      answered.is_drained = status == resp::RequestParser::Status::kNeedMore;
      if (status != resp::RequestParser::Status::kRequest) break;
      client.has_parsed = true;
    }
    client.look_ahead(i);
    if (!answer_one(client, client.parser.arguments(), answered)) break;
    client.has_parsed = false;
  }
  client.output.release_all();
  client.waiting_replies.release_all();
}

bool ParallelReads::answer_one(Client& client, std::span<const BytesView> args,
                               Answered& answered) const {
  const Command* command = client.session.find(args);
  if (command == nullptr || !may_run_now(client, *command, args)) return false;
  const auto began = std::chrono::steady_clock::now();
  try {
    std::optional<TimeSlice> slice;
    if (state_.settings.has_long_requests()) {
      slice.emplace(began, state_.settings.long_request_threshold());
    }
    const resp::Reply reply = client.session.execute_beside_others(command, args);
    client.answer(reply);
    client.last_command = command->name;
    client.tried.missed.reset();  // it may be there since it was missed
    const auto took = std::chrono::steady_clock::now() - began;
    note({command, took, reply.is_error()}, args, reply, answered);
    return true;
  } catch (ColdRead& read) {
    client.tried.missed = std::move(read);
    return false;
  } catch (const TakesLong&) {
    client.tried.has_taken_long = true;
    client.long_command = command;
    return false;
  }
}

bool ParallelReads::may_run_now(const Client& client, const Command& command,
                                std::span<const BytesView> args) const {
  if (!may_run_in_parallel(command) || !command.arity_fits(args.size())) return false;
  if (client.long_command == &command) return false;
  if (client.session.connection().is_restricted && !may_run(state_, client, command, args)) {
    return false;
  }
  if (state_.unsettled.empty()) return true;
  UnsettledKeys::Keys keys;
  state_.unsettled.name(command, args, keys);
  return !state_.unsettled.hold_any_of(keys);
}

void ParallelReads::note(Answered::Request request, std::span<const BytesView> args,
                         const resp::Reply& reply, Answered& answered) const {
  answered.requests.push_back(request);
  answered.took += request.took;
  if (reply.is_error()) answered.errors.push_back(reply);
  if (is_slow(state_.settings, request.took)) {
    answered.slow.push_back({request, {args.begin(), args.end()}});
  }
}

void ParallelReads::count(Client& client, const Answered& answered) {
  for (const Answered::Request& request : answered.requests) {
    count_call(state_, *request.command, request.took, request.has_failed);
    state_.time_of_reads.add(client.id, request.took);
  }
  for (const resp::Reply& error : answered.errors) count_error(state_, error);
  for (const Answered::Slow& slow : answered.slow) {
    log_if_slow(state_, &client, *slow.request.command, commands::views_of(slow.words),
                slow.request.took);
  }
  state_.statistics.parallel_reads += static_cast<int64_t>(answered.requests.size());
  state_.statistics.add(client.session.take_lookups());
  client.session.tell_of_reads();
}

}  // namespace keemun::server
