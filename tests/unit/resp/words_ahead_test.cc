#include "resp/words_ahead.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

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

TEST(WordsAhead, StandBehindTheNamesOfCommands) {
  EXPECT_THAT(words_ahead(request({"GET", "a"}) + request({"set", "b\r\n$1", "value", "EX", "9"}) +
                          request({"TYPE", ""})),
              ElementsAre("a", "b\r\n$1", ""));
}

TEST(WordsAhead, AreToldOnceWhereTheyStandSeveralTimesInARow) {
  EXPECT_THAT(words_ahead(request({"LPUSH", "l", "1"}) + request({"LPUSH", "l", "2"}) +
                          request({"GET", "a"}) + request({"LPUSH", "l", "3"})),
              ElementsAre("l", "a", "l"));
}

TEST(WordsAhead, AreNoneThatAreLong) {
  const Bytes longest(kWordAheadBytesMax, 'k');
  EXPECT_THAT(words_ahead(request({"GET", "a"}) + request({"EVAL", longest + "k", "0"}) +
                          request({"GET", longest})),
              ElementsAre("a", longest));
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
    EXPECT_THAT(words_ahead(other), IsEmpty()) << other;
    EXPECT_THAT(words_ahead(plain + Bytes(other) + plain), ElementsAre("a")) << other;
  }
}

TEST(WordsAhead, AreOfAFewRequests) {
  Bytes stream;
  for (int64_t i = 0; i < 3 * kRequestsAhead; ++i) stream += request({"GET", format_int64(i)});
  const WordsAhead words = words_ahead(stream);
  ASSERT_EQ(words.size(), static_cast<size_t>(kRequestsAhead));
  EXPECT_EQ(words.back(), format_int64(kRequestsAhead - 1));
}

}  // namespace
}  // namespace keemun::resp
