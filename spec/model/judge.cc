#include "model/judge.h"

#include <algorithm>
#include <cstdlib>
#include <utility>

#include "base/number_text.h"

namespace keemun::model {

namespace {

using Kind = Reply::Kind;

constexpr int64_t kMsPerSecond = 1000;

// One text for all replies that a client takes for the same; nothing else has this text.
void append_fingerprint(const Reply& reply, Bytes& out) {
  const Kind kind = reply.is_null() ? Kind::kNull : reply.kind();  // RESP3 knows one null only
  out += static_cast<char>('A' + static_cast<int>(kind));
  if (!reply.is_aggregate()) {
    const bool is_integer = reply.kind() == Kind::kInteger;
    const Bytes digits = is_integer ? format_int64(reply.integer()) : Bytes();
    const Bytes& body = is_integer ? digits : reply.text();
    out.append(std::to_string(body.size())).append(":").append(body);
    return;
  }
  out += std::to_string(reply.items().size()) + ":";
  for (const Reply& item : reply.items()) append_fingerprint(item, out);
}

// The items in groups of `width`, each as one text, in an order that does not depend on theirs.
std::vector<Bytes> fingerprints(const Reply::Items& items, size_t width) {
  std::vector<Bytes> texts;
  for (size_t i = 0; i < items.size(); i += width) {
    Bytes text;
    for (size_t j = i; j < std::min(i + width, items.size()); ++j) {
      if (items[j].has_one_form()) {
        append_fingerprint(items[j], text);
      } else {
        append_fingerprint(items[j].resp2_form(), text);
      }
    }
    texts.push_back(std::move(text));
  }
  std::sort(texts.begin(), texts.end());
  return texts;
}

// An array of pairs as one flat array.
Reply::Items flat(const Reply& reply) {
  Reply::Items items;
  for (const Reply& item : reply.items()) {
    if (item.is_aggregate()) {
      items.insert(items.end(), item.items().begin(), item.items().end());
    } else {
      items.push_back(item);
    }
  }
  return items;
}

bool same_groups(const Reply::Items& expected, const Reply::Items& observed, size_t width) {
  return expected.size() == observed.size() &&
         fingerprints(expected, width) == fingerprints(observed, width);
}

bool same_items(const Reply& expected, const Reply& observed, size_t width) {
  if (!expected.is_aggregate() || !observed.is_aggregate()) return expected == observed;
  if (expected.items() == observed.items()) return true;  // in whatever order, it is this one
  return width == 1 ? same_groups(expected.items(), observed.items(), 1)
                    : same_groups(flat(expected), flat(observed), width);
}

bool same_ordered(const Reply& expected, const Reply& observed);

bool same_sequence(const Reply::Items& expected, const Reply::Items& observed) {
  return std::equal(expected.begin(), expected.end(), observed.begin(), observed.end(),
                    same_ordered);
}

// What a number was written as does not come through RESP3.
bool is_same_number(const Reply& expected, const Reply& observed) {
  return observed.kind() == Kind::kDouble && !expected.text().empty() &&
         expected.number() == observed.number();
}

// Redis forgets the sign of a zero score in its compact form of small sets, and keeps it elsewhere.
bool is_zero_of_either_sign(const Reply& expected, const Reply& observed) {
  return expected.number() == 0 &&
         ((observed.kind() == Kind::kDouble && observed.number() == 0) ||
          (observed.kind() == Kind::kBulk && (observed.text() == "0" || observed.text() == "-0")));
}

bool same_ordered(const Reply& expected, const Reply& observed) {
  switch (expected.kind()) {
    case Kind::kMap:
      return observed.is_aggregate() && same_items(expected, observed, 2);
    case Kind::kSet:
      return observed.is_aggregate() && same_items(expected, observed, 1);
    case Kind::kArray:
    case Kind::kPush:
      return (observed.kind() == expected.kind() || observed.kind() == Kind::kArray) &&
             same_sequence(expected.items(), observed.items());
    case Kind::kNullArray:  // RESP3 and most client libraries know one null only
      return observed.is_null();
    case Kind::kDouble:
      return expected == observed || expected.resp2_form() == observed ||
             is_same_number(expected, observed) || is_zero_of_either_sign(expected, observed);
    default:
      return expected == observed || expected.resp2_form() == observed;
  }
}

bool same_scan(const Reply& expected, const Reply& observed, size_t width) {
  if (expected.kind() != Kind::kArray || observed.kind() != Kind::kArray ||
      expected.items().size() != 2 || observed.items().size() != 2) {
    return same_ordered(expected, observed);
  }
  if (!same_ordered(expected.items()[0], observed.items()[0])) return false;
  if (expected.items()[1].items() == observed.items()[1].items()) return true;
  auto left = fingerprints(expected.items()[1].items(), width);
  auto right = fingerprints(observed.items()[1].items(), width);
  left.erase(std::unique(left.begin(), left.end()), left.end());
  right.erase(std::unique(right.begin(), right.end()), right.end());
  return left == right;
}

bool same_time(const Reply& expected, const Reply& observed, int64_t slack) {
  if (expected.kind() != Kind::kInteger || observed.kind() != Kind::kInteger ||
      expected.integer() < 0 || observed.integer() < 0) {
    return same_ordered(expected, observed);
  }
  return std::abs(expected.integer() - observed.integer()) <= slack;
}

std::optional<int64_t> clock_ms(const Reply& reply) {
  if (reply.kind() != Kind::kArray || reply.items().size() != 2) return std::nullopt;
  const auto seconds = parse_int64(reply.items()[0].text());
  const auto microseconds = parse_int64(reply.items()[1].text());
  if (!seconds || !microseconds || *microseconds < 0 || *microseconds > 999'999) {
    return std::nullopt;
  }
  return *seconds * kMsPerSecond + *microseconds / kMsPerSecond;
}

bool same_clock(const Reply& expected, const Reply& observed, int64_t slack_ms) {
  const auto left = clock_ms(expected);
  const auto right = clock_ms(observed);
  if (!left || !right) return same_ordered(expected, observed);
  return std::abs(*left - *right) <= slack_ms;
}

// Each reply of a transaction is judged as its command alone would be.
bool same_transaction(const std::vector<Args>& queue, const Reply& expected, const Reply& observed,
                      int64_t slack_ms) {
  const size_t count = queue.size();
  if (expected.kind() != Kind::kArray || observed.kind() != Kind::kArray ||
      expected.items().size() != count || observed.items().size() != count) {
    return same_ordered(expected, observed);
  }
  for (size_t i = 0; i < count; ++i) {
    const Order order = command_for(queue[i]).order;
    if (!same_reply(expected.items()[i], observed.items()[i], order, slack_ms)) return false;
  }
  return true;
}

}  // namespace

bool same_reply(const Reply& expected, const Reply& observed, Order order, int64_t slack_ms) {
  switch (order) {
    case Order::kAsIs:
      return same_ordered(expected, observed);
    case Order::kAnyOrder:
      return same_items(expected, observed, 1);
    case Order::kAnyOrderPairs:
      return same_items(expected, observed, 2);
    case Order::kScan:
      return same_scan(expected, observed, 1);
    case Order::kScanPairs:
      return same_scan(expected, observed, 2);
    case Order::kTime:
      return same_time(expected, observed, slack_ms);
    case Order::kTimeSeconds:
      return same_time(expected, observed, slack_ms / kMsPerSecond);
    case Order::kClock:
      return same_clock(expected, observed, slack_ms);
  }
  return false;
}

bool is_part_of_scan(const Reply& reply, const Reply::Items& whole, size_t width) {
  if (reply.kind() != Kind::kArray || reply.items().size() != 2) return false;
  const Reply& cursor = reply.items()[0];
  if (cursor.kind() != Kind::kBulk || !parse_uint64(cursor.text())) return false;
  const Reply& items = reply.items()[1];
  if (items.kind() != Kind::kArray || items.items().size() % width != 0) return false;
  auto part = fingerprints(items.items(), width);
  part.erase(std::unique(part.begin(), part.end()), part.end());
  const auto all = fingerprints(whole, width);
  return std::includes(all.begin(), all.end(), part.begin(), part.end());
}

Judgement Model::judge(Client& client, std::span<const Bytes> args, int64_t now_ms,
                       const Reply& observed) {
  const Named named = named_by(args);
  const bool queued = client.in_multi;
  const bool ends = queued && named.command != nullptr && named.command->name == "exec";
  const std::vector<Args> queue = ends ? client.queue : std::vector<Args>();
  Judgement judgement;
  auto* const in_doubt = options_.blind_commands.empty() ? nullptr : &judgement.in_doubt;
  judgement.expected = answer(named, {*this, client, args, now_ms, &observed, in_doubt});
  const Reply& expected = judgement.expected;
  if (ends) {
    judgement.same = same_transaction(queue, expected, observed, options_.clock_slack_ms);
  } else {
    const bool ran = named.command != nullptr && !expected.is_error() && !queued;
    const Order order = ran ? named.command->order : Order::kAsIs;
    judgement.same = same_reply(expected, observed, order, options_.clock_slack_ms);
  }
  return judgement;
}

}  // namespace keemun::model
