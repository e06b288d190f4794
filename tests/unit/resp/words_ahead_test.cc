#include "resp/words_ahead.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <vector>

#include "base/number_text.h"

namespace keemun::resp {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

Bytes request(std::initializer_list<BytesView> words) {
  Bytes text = "*" + format_int64(static_cast<int64_t>(words.size())) + "\r\n";
  for (const BytesView word : words) {
    text += "$" + format_int64(static_cast<int64_t>(word.size())) + "\r\n" + Bytes(word) + "\r\n";
  }
  return text;
}

std::vector<BytesView> firsts(BytesView unread) {
  std::vector<BytesView> found;
  for (const auto& words : words_ahead(unread)) found.push_back(words.first);
  return found;
}

std::vector<BytesView> seconds(BytesView unread) {
  std::vector<BytesView> found;
  for (const auto& words : words_ahead(unread)) found.push_back(words.second);
  return found;
}

TEST(WordsAhead, StandBehindTheNamesOfCommands) {
  const Bytes stream = request({"GET", "a"}) + request({"set", "b\r\n$1", "value", "EX", "9"}) +
                       request({"TYPE", ""}) + request({"HGET", "h", ""});
  EXPECT_THAT(firsts(stream), ElementsAre("a", "b\r\n$1", "", "h"));
  EXPECT_THAT(seconds(stream), ElementsAre("", "value", "", ""));
}

TEST(WordsAhead, AreNoneThatAreLong) {
  const Bytes longest(kWordAheadBytesMax, 'k');
  const Bytes stream = request({"GET", "a"}) + request({"EVAL", longest + "k", "0"}) +
                       request({"SET", longest, longest + "k"}) + request({"HGET", "h", longest});
  EXPECT_THAT(firsts(stream), ElementsAre("a", longest, "h"));
  EXPECT_THAT(seconds(stream), ElementsAre("", "", longest));
}

TEST(WordsAhead, EndWhereARequestIsNotAllThere) {
  const Bytes stream = request({"GET", "a"}) + request({"SET", "b", "value"});
  for (size_t size = 0; size < stream.size(); ++size) {
    const bool has_first = size >= request({"GET", "a"}).size();
    EXPECT_EQ(words_ahead(BytesView(stream).substr(0, size)).size(), has_first ? 1u : 0u);
  }
}

TEST(WordsAhead, EndAtWhatIsNoPlainRequest) {
  const Bytes plain = request({"GET", "a"});
  for (const BytesView other :
       {"PING\r\n", "*1\r\n$4\r\nPING\r\n", "*0\r\n", "*-1\r\n", "*x\r\n", "*\r\n", "$3\r\nGET\r\n",
        "*02\r\n$3\r\nGET\r\n$1\r\na\r\n", "*2x\n$3\r\nGET\r\n$1\r\na\r\n",
        "*2\r\n$-1\r\n$1\r\na\r\n", "*2\r\n:1\r\n$1\r\na\r\n", "*2\r\n$3\r\nGET\r\n+a\r\n",
        "*99999999999999999999\r\n$3\r\nGET\r\n", "*2\r\n$99999999999999999999\r\nGET\r\n"}) {
    EXPECT_THAT(firsts(other), IsEmpty()) << other;
    EXPECT_THAT(firsts(plain + Bytes(other) + plain), ElementsAre("a")) << other;
  }
}

TEST(WordsAhead, AreOfAFewRequests) {
  Bytes stream;
  for (int64_t i = 0; i < 3 * kRequestsAhead; ++i) stream += request({"GET", format_int64(i)});
  const WordsAhead words = words_ahead(stream);
  ASSERT_EQ(words.size(), static_cast<size_t>(kRequestsAhead));
  EXPECT_EQ(words.back().first, format_int64(kRequestsAhead - 1));
}

}  // namespace
}  // namespace keemun::resp
