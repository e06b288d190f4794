// What is encoded is read back: replies in both protocols, requests as arrays of bulks.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "generators.h"
#include "resp/reply_parser.h"
#include "resp/request_parser.h"

namespace keemun::resp {
namespace {

// RESP3 has one null only.
Reply resp3_form(const Reply& reply) {
  if (reply.is_null()) return Reply::null();
  Reply form = reply;
  for (Reply& item : form.items()) item = resp3_form(item);
  return form;
}

Reply read_back(const Reply& reply, Protocol protocol) {
  Bytes bytes;
  encode(reply, protocol, bytes);
  ReplyParser parser;
  parser.feed(bytes);
  Reply result = Reply::error("nothing was read");
  RC_ASSERT(parser.next(result) == ReplyParser::Status::kReply);
  Reply more;
  RC_ASSERT(parser.next(more) == ReplyParser::Status::kNeedMore);
  return result;
}

RC_GTEST_PROP(RespRoundTrip, ReplyComesBackInItsResp2Form, ()) {
  const Reply reply = *any_reply();
  RC_ASSERT(read_back(reply, Protocol::kResp2) == reply.resp2_form());
}

RC_GTEST_PROP(RespRoundTrip, ReplyComesBackItselfInResp3, ()) {
  const Reply reply = *any_reply();
  RC_ASSERT(read_back(reply, Protocol::kResp3) == resp3_form(reply));
}

RC_GTEST_PROP(RespRoundTrip, Resp2FormHasTheSameResp2Bytes, ()) {
  const Reply reply = *any_reply();
  Bytes of_reply;
  Bytes of_form;
  encode(reply, Protocol::kResp2, of_reply);
  encode(reply.resp2_form(), Protocol::kResp2, of_form);
  RC_ASSERT(of_reply == of_form);
}

RC_GTEST_PROP(RespRoundTrip, RequestsComeBackInOrder, ()) {
  const auto requests =
      *rc::gen::container<std::vector<std::vector<Bytes>>>(rc::gen::scale(0.2, any_arguments()));
  RequestParser parser;
  for (const std::vector<Bytes>& request : requests) parser.feed(encoded(request));
  for (const std::vector<Bytes>& request : requests) {
    RC_ASSERT(parser.next() == RequestParser::Status::kRequest);
    RC_ASSERT(std::vector<Bytes>(parser.arguments().begin(), parser.arguments().end()) == request);
  }
  RC_ASSERT(parser.next() == RequestParser::Status::kNeedMore);
}

}  // namespace
}  // namespace keemun::resp
