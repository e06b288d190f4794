// How a stream is cut into pieces changes neither the requests or replies nor the error.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "generators.h"
#include "resp/reply_parser.h"
#include "resp/request_parser.h"
#include "resp/words_ahead.h"

namespace keemun::resp {
namespace {

struct Result {
  std::vector<std::vector<Bytes>> requests;
  std::vector<Reply> replies;
  Bytes error;

  friend bool operator==(const Result&, const Result&) = default;
};

void drain(RequestParser& parser, Result& result) {
  while (parser.next() == RequestParser::Status::kRequest) {
    result.requests.emplace_back(parser.arguments().begin(), parser.arguments().end());
  }
  result.error = parser.error();
}

void drain(ReplyParser& parser, Result& result) {
  Reply reply;
  while (parser.next(reply) == ReplyParser::Status::kReply) result.replies.push_back(reply);
  result.error = parser.error();
}

// Small limits, so that short streams run into them.
RequestParser make_parser(RequestParser*) {
  return RequestParser({.bulk_bytes_max = 64,
                        .argument_count_max = 64,
                        .inline_bytes_max = 60,
                        .request_bytes_max = 256});
}
ReplyParser make_parser(ReplyParser*) {
  return ReplyParser(
      {.bulk_bytes_max = 64, .line_bytes_max = 24, .item_count_max = 64, .depth_max = 3});
}

// Cuts the stream into pieces of the given sizes, over and over; 0 is an empty piece.
template <typename Parser>
Result parse_in_pieces(BytesView stream, const std::vector<size_t>& sizes) {
  Parser parser = make_parser(static_cast<Parser*>(nullptr));
  Result result;
  for (size_t turn = 0; !stream.empty(); ++turn) {
    const BytesView piece = stream.substr(0, sizes[turn % sizes.size()]);
    stream.remove_prefix(piece.size());
    parser.feed(Bytes(piece));
    drain(parser, result);
  }
  return result;
}

// As above, but asks for nothing before all is fed.
template <typename Parser>
Result parse_after_all_pieces(BytesView stream, size_t size) {
  Parser parser = make_parser(static_cast<Parser*>(nullptr));
  Result result;
  for (; !stream.empty(); stream.remove_prefix(std::min(size, stream.size()))) {
    parser.feed(stream.substr(0, size));
  }
  drain(parser, result);
  return result;
}

template <typename Parser>
void check_all_cuts(const Bytes& stream) {
  const Result whole = parse_in_pieces<Parser>(stream, {Bytes::npos});
  RC_CLASSIFY(whole.requests.size() + whole.replies.size() >= 5, "five or more");
  RC_CLASSIFY(!whole.error.empty(), "ends with an error");
  RC_ASSERT(parse_in_pieces<Parser>(stream, {1}) == whole);
  RC_ASSERT(parse_after_all_pieces<Parser>(stream, 1) == whole);
  RC_ASSERT(parse_after_all_pieces<Parser>(stream, 7) == whole);
  auto sizes =
      *rc::gen::nonEmpty(rc::gen::container<std::vector<size_t>>(rc::gen::inRange<size_t>(0, 20)));
  sizes.push_back(1);  // so that the pieces come to an end
  RC_ASSERT(parse_in_pieces<Parser>(stream, sizes) == whole);
  for (size_t cut = 1; cut < stream.size(); ++cut) {
    RC_ASSERT(parse_in_pieces<Parser>(stream, {cut, Bytes::npos}) == whole);
  }
}

RC_GTEST_PROP(RespAnySplitSameResult, RequestsOfMixedStreams, ()) {
  check_all_cuts<RequestParser>(*any_request_stream());
}

RC_GTEST_PROP(RespAnySplitSameResult, RequestsOfArbitraryBytes, ()) {
  check_all_cuts<RequestParser>(*any_bytes());
}

// A look ahead tells what the parser will, as far as it tells anything.
void check_words_ahead(const Bytes& stream) {
  RequestParser parser;
  parser.feed(stream);
  Result parsed;
  drain(parser, parsed);
  const WordsAhead words = words_ahead(stream);
  RC_CLASSIFY(words.size() > 1, "several words ahead");
  RC_ASSERT(words.size() <= parsed.requests.size());
  for (size_t i = 0; i < words.size(); ++i) {
    const std::vector<Bytes>& request = parsed.requests[i];
    RC_ASSERT(request.size() > 1);
    RC_ASSERT(words[i].first == request[1]);
    RC_ASSERT(words[i].second == (request.size() > 2 ? request[2] : Bytes()));
  }
}

RC_GTEST_PROP(RespAnySplitSameResult, WordsAheadOfMixedStreams, ()) {
  check_words_ahead(*any_request_stream());
}

RC_GTEST_PROP(RespAnySplitSameResult, WordsAheadOfPipelinesWithADamagedByte, ()) {
  const auto requests = rc::gen::scale(
      0.2, rc::gen::container<std::vector<Bytes>>(rc::gen::map(any_arguments(), encoded)));
  Bytes stream;
  for (const Bytes& request : *requests) stream += request;
  check_words_ahead(stream);
  if (stream.empty()) return;
  const auto place = *rc::gen::inRange<size_t>(0, stream.size());
  check_words_ahead(stream.substr(0, place));
  stream[place] = *rc::gen::element('0', '1', '9', '\r', '*', '$', '-', 'a', '\0');
  check_words_ahead(stream);
}

RC_GTEST_PROP(RespAnySplitSameResult, RepliesInBothProtocols, ()) {
  const auto protocol = *rc::gen::element(Protocol::kResp2, Protocol::kResp3);
  Bytes stream;
  for (const Reply& reply : *rc::gen::container<std::vector<Reply>>(any_reply(2))) {
    encode(reply, protocol, stream);
  }
  check_all_cuts<ReplyParser>(stream.substr(0, 500));
}

RC_GTEST_PROP(RespAnySplitSameResult, RepliesOfArbitraryBytes, ()) {
  check_all_cuts<ReplyParser>(*rc::gen::element<Bytes>("*2\r\n", "%1\r\n", "$3\r\n", "") +
                              *any_bytes());
}

}  // namespace
}  // namespace keemun::resp
