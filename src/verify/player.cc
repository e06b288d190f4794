#include "verify/player.h"

#include <algorithm>
#include <utility>

#include "commands/table/table.h"
#include "plan/plan_text.h"
#include "verify/prefix.h"
#include "verify/reply_kinds.h"

namespace keemun::verify {

namespace {

constexpr size_t kDatabaseCount = 16;
constexpr size_t kScanPagesMax = 1'000;
constexpr size_t kPipelineMax = 64;

const Reply kNotAnswered = Reply::error("not answered");
const Reply kClosed = Reply::error("connection closed");
const Reply kScanWithoutEnd =
    Reply::error("no end after " + std::to_string(kScanPagesMax) + " pages");

// The kind of a reply in a word; of errors also what they begin with.
Bytes shape(const Reply& reply) {
  constexpr size_t kWordsBytesMax = 24;
  const Bytes words = reply.is_error() ? " " + reply.text().substr(0, kWordsBytesMax) : Bytes();
  return kind_name(reply) + words;
}

// In which way two replies differ: where both are of one kind, by the first of their items that do.
std::pair<Bytes, Bytes> shapes(const Reply& expected, const Reply& observed) {
  if (expected.is_aggregate() && expected.kind() == observed.kind()) {
    const size_t count = std::min(expected.items().size(), observed.items().size());
    for (size_t i = 0; i < count; ++i) {
      const auto [wanted, seen] = shapes(expected.items()[i], observed.items()[i]);
      const Bytes holder = kind_name(expected) + " of ";
      if (wanted != seen) return {holder + wanted, holder + seen};
    }
  }
  return {shape(expected), shape(observed)};
}

// Position of the cursor, or 0.
size_t cursor_position(BytesView name) {
  if (name == "scan") return 1;
  return name == "hscan" || name == "sscan" || name == "zscan" ? 2 : 0;
}

bool is_page(const Reply& reply) {
  return reply.kind() == Reply::Kind::kArray && reply.items().size() == 2 &&
         reply.items()[0].kind() == Reply::Kind::kBulk &&
         reply.items()[1].kind() == Reply::Kind::kArray;
}

bool names_dumped_payload(const Args& args) {
  return std::find(args.begin(), args.end(), plan::kDumpedPayload) != args.end();
}

}  // namespace

Bytes command_name(const Args& args) {
  const commands::Command* command = commands::find_command(args);
  return Bytes(command == nullptr ? kUnknownName : command->name);
}

Bytes Difference::signature() const {
  const auto [wanted, seen] = shapes(expected, observed);
  return command_name(command) + ": " + wanted + " / " + seen;
}

bool says_unknown(const Reply& reply) {
  if (!reply.is_error()) return false;
  const auto says = [&text = reply.text()](BytesView words) {
    return text.find(words) != Bytes::npos;
  };
  return says("unknown command") || says("unknown subcommand") ||
         (says("not support") && says("command"));
}

bool Difference::is_unknown_command() const {
  return says_unknown(observed) && !says_unknown(expected);
}

std::optional<Difference> Player::play(const plan::Plan& plan, std::vector<Reply>* replies) {
  try {
    return play_once(plan, replies);
  } catch (const ConnectionLost& lost) {
    if (goes_one_by_one_) throw;
    goes_one_by_one_ = true;
    connect_anew(lost);
    reset(plan);
    if (auto difference = play_once(plan, replies)) return difference;
    throw;  // what ended it then does not end it now
  }
}

void Player::connect_anew(const ConnectionLost& lost) {
  try {
    target_.connect_anew();
  } catch (const TargetError&) {
    throw TargetError(lost.what());
  }
}

std::optional<Difference> Player::play_once(const plan::Plan& plan, std::vector<Reply>* replies) {
  const std::unique_ptr<Oracle> oracle = options_.oracle();
  if (replies != nullptr) replies->assign(plan.events.size(), kNotAnswered);
  return run(plan, oracle.get(), replies);
}

std::vector<Reply> Player::replies(const plan::Plan& plan) {
  std::vector<Reply> all(plan.events.size(), kNotAnswered);
  run(plan, nullptr, &all);
  return all;
}

std::optional<Difference> Player::run(const plan::Plan& plan, Oracle* oracle,
                                      std::vector<Reply>* replies) {
  dumped_payload_ = Bytes(plan::kDumpedPayload);
  clients_used_ = std::max(clients_used_, plan::client_count(plan));
  std::vector<Sent> pipeline;
  for (size_t i = 0; i < plan.events.size(); ++i) {
    const plan::CommandEvent* command = plan.events[i].command();
    if (command == nullptr) continue;  // a server's clock is not ours to move
    const bool cut = !pipeline.empty() &&
                     (goes_one_by_one_ || pipeline.back().client != command->client ||
                      pipeline.size() >= kPipelineMax || names_dumped_payload(command->args));
    if (cut) {
      if (auto difference = settle(pipeline, oracle, replies)) return difference;
    }
    pipeline.push_back({i, command->client, args_to_send(command->args)});
    if (cursor_position(command_name(command->args)) != 0) {
      if (auto difference = settle(pipeline, oracle, replies)) return difference;
    }
  }
  return settle(pipeline, oracle, replies);
}

Args Player::args_to_send(const Args& args) const {
  Args sent = options_.prefix.empty() ? args : with_prefix(args, options_.prefix);
  std::replace(sent.begin(), sent.end(), Bytes(plan::kDumpedPayload), dumped_payload_);
  return sent;
}

// Sends the pipeline, and judges every reply even after a difference has been seen: none may be
// left on the way.
std::optional<Difference> Player::settle(std::vector<Sent>& pipeline, Oracle* oracle,
                                         std::vector<Reply>* replies) {
  const int64_t sent_ms = options_.now_ms();
  for (const Sent& sent : pipeline) target_.send(sent.client, sent.args);
  std::optional<Difference> first;
  for (Sent& sent : pipeline) {
    const Reply observed = receive_or_say(sent);
    ++command_count_;
    if (replies != nullptr) (*replies)[sent.event_index] = observed;
    if (oracle == nullptr || first) continue;
    clock_.took(options_.now_ms() - sent_ms);
    oracle->set_clock_slack(clock_.slack_ms());
    Judgement judgement =
        oracle->judge(sent.client, sent.args, clock_.from_ours(sent_ms), observed);
    Reply expected = on_wire(std::move(judgement.expected), options_.protocol);
    if (judgement.same && are_of_same_kinds(expected, observed)) {
      ++equal_[command_name(sent.args)];
    } else {
      first = Difference{sent.event_index, sent.args, std::move(expected), observed};
    }
  }
  pipeline.clear();
  return first;
}

Reply Player::receive_or_say(const Sent& sent) {
  constexpr size_t kShownBytesMax = 200;
  const auto saying = [&sent](const TargetError& error) {
    const Bytes command = plan::command_line(sent.args);
    return Bytes(error.what()) +
           "; the first command without an answer: " + command.substr(0, kShownBytesMax) +
           (command.size() > kShownBytesMax ? "..." : "");
  };
  try {
    return receive(sent);
  } catch (const ConnectionLost& error) {
    const ConnectionLost lost(saying(error));
    if (!goes_one_by_one_) throw lost;
    connect_anew(lost);
    return kClosed;
  } catch (const TargetError& error) {
    throw TargetError(saying(error));
  }
}

Reply Player::receive(const Sent& sent) {
  Reply reply = target_.receive(sent.client);
  const Bytes name = command_name(sent.args);
  if (name == "dump" && reply.kind() == Reply::Kind::kBulk) dumped_payload_ = reply.text();
  return cursor_position(name) != 0 ? follow_scan(sent, std::move(reply)) : reply;
}

bool Player::has_others_keys(const Sent& sent) const {
  return !options_.prefix.empty() && command_name(sent.args) == "scan";
}

Reply Player::follow_scan(const Sent& sent, Reply page) {
  const size_t position = cursor_position(command_name(sent.args));
  if (!is_page(page) || sent.args.size() <= position || sent.args[position] != "0") return page;
  Args next = sent.args;
  for (size_t pages = 1; page.items()[0].text() != "0"; ++pages) {
    if (pages == kScanPagesMax) return has_others_keys(sent) ? page : kScanWithoutEnd;
    next[position] = page.items()[0].text();
    Reply more = target_.call(sent.client, next);
    if (!is_page(more)) return more;
    page.items()[0] = more.items()[0];
    Reply::Items& all = page.items()[1].items();
    const Reply::Items& found = more.items()[1].items();
    all.insert(all.end(), found.begin(), found.end());
  }
  return page;
}

void Player::reset(const plan::Plan& plan) {
  clients_used_ = std::max(clients_used_, plan::client_count(plan));
  std::vector<std::pair<size_t, Args>> calls;
  for (size_t client = 1; client <= clients_used_; ++client) {
    calls.push_back({client, {"DISCARD"}});
    calls.push_back({client, {"UNWATCH"}});
    calls.push_back({client, {"SELECT", "0"}});
  }
  if (options_.prefix.empty()) {
    calls.push_back({1, {"FLUSHALL"}});
    for (size_t database = 0; database < kDatabaseCount; ++database) {
      calls.push_back({1, {"SELECT", std::to_string(database)}});
      calls.push_back({1, {"DBSIZE"}});
    }
    calls.push_back({1, {"FUNCTION", "FLUSH"}});  // an error where there are none
  } else {
    Args erase = keys_of(plan, options_.prefix);
    erase.insert(erase.begin(), "DEL");
    for (size_t database = 0; erase.size() > 1 && database < kDatabaseCount; ++database) {
      calls.push_back({1, {"SELECT", std::to_string(database)}});
      calls.push_back({1, erase});
    }
  }
  calls.push_back({1, {"SELECT", "0"}});
  calls.push_back({1, {"TIME"}});
  const int64_t asked_ms = options_.now_ms();
  for (const auto& [client, args] : calls) target_.send(client, args);
  for (const auto& [client, args] : calls) {
    const Reply reply = target_.receive(client);
    if ((args[0] == "FLUSHALL" || args[0] == "DEL") && reply.is_error()) {
      throw TargetError("the server does not take " + args[0] +
                        ", so that nobody knows what it holds: " + reply.text());
    }
    if (args[0] == "DBSIZE" && reply.kind() == Reply::Kind::kInteger && reply.integer() != 0) {
      throw TargetError("the server still has keys behind FLUSHALL");
    }
    if (args[0] == "TIME") clock_.set(reply, asked_ms, options_.now_ms());
  }
}

}  // namespace keemun::verify
