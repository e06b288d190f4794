#include "hidden_words.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace keemun::programs {
namespace {

// What others see of them.
std::vector<std::string> shown(std::vector<std::string> words) {
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  hide_secret_words(static_cast<int>(arguments.size()), arguments.data());
  return words;
}

using Words = std::vector<std::string>;

TEST(HiddenWords, AreThoseOfOptionsThatAreNobodysBusiness) {
  EXPECT_EQ(shown({"keemun", "serve", "--requirepass", "abc", "--port", "1"}),
            Words({"keemun", "serve", "--requirepass", "***", "--port", "1"}));
  EXPECT_EQ(shown({"keemun", "serve", "--user", "bob", ">abc", "--tls-key-file-pass=abc"}),
            Words({"keemun", "serve", "--user", "***", "****", "--tls-key-file-pass=***"}));
  EXPECT_EQ(shown({"keemun", "verify", "--password", "abc", "--seed", "1"}),
            Words({"keemun", "verify", "--password", "***", "--seed", "1"}));
}

TEST(HiddenWords, ArePasswordsInAddresses) {
  EXPECT_EQ(
      shown({"keemun", "--target", "rediss://bob:a:b@c@h:1/2", "redis://:abc@h", "redis://h:1"}),
      Words({"keemun", "--target", "rediss://bob:*****@h:1/2", "redis://:***@h", "redis://h:1"}));
  EXPECT_EQ(shown({"keemun", "redis://bob@h:1", "a:b@c", "://", "x://@"}),
            Words({"keemun", "redis://bob@h:1", "a:b@c", "://", "x://@"}));
}

}  // namespace
}  // namespace keemun::programs
