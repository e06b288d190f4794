#include "commands/table/argument_notation.h"

#include <gtest/gtest.h>

#include "argument_text.h"

namespace keemun {
namespace {

Bytes parsed(BytesView notation) {
  const auto arguments = commands::parse_arguments(notation);
  return arguments ? arguments_text(*arguments) : "wrong";
}

TEST(ArgumentNotation, GivesWordsTheTypeThatTheirNamesSay) {
  EXPECT_EQ(parsed(""), "");
  EXPECT_EQ(parsed("key seconds score pattern unix-time-seconds value"),
            "key:key seconds:integer score:double pattern:pattern unix-time-seconds:unix-time "
            "value:string");
}

TEST(ArgumentNotation, TakesATypeFromTheWordItself) {
  EXPECT_EQ(parsed("increment increment:double"), "increment:integer increment:double");
  EXPECT_EQ(parsed("ip:port"), "ip:port:string");
}

TEST(ArgumentNotation, GivesATokenTheValuesThatFollow) {
  EXPECT_EQ(parsed("[GET]"), "GET=get:pure-token?");
  EXPECT_EQ(parsed("[COUNT num-matches]"), "COUNT=num-matches:integer?");
  EXPECT_EQ(parsed("[LIMIT offset count] [REV]"),
            "LIMIT=offset_count:block?(offset:integer count:integer) REV=rev:pure-token?");
  EXPECT_EQ(parsed("AGGREGATE <SUM | MIN>"),
            "AGGREGATE=sum_min:oneof(SUM=sum:pure-token MIN=min:pure-token)");
}

TEST(ArgumentNotation, NamesGroupsByWhatTheyHoldOrAsItIsTold) {
  EXPECT_EQ(parsed("<ON | OFF>"), "on_off:oneof(ON=on:pure-token OFF=off:pure-token)");
  EXPECT_EQ(parsed("[condition: NX | XX]"), "condition:oneof?(NX=nx:pure-token XX=xx:pure-token)");
  EXPECT_EQ(parsed("[change: CH]"), "CH=change:pure-token?");
  EXPECT_EQ(parsed("<host port | NO ONE>"),
            "host_port_no_one:oneof(host_port:block(host:string port:integer) "
            "no_one:block(NO=no:pure-token ONE=one:pure-token))");
}

TEST(ArgumentNotation, MakesABlockOfOneWhereItIsTold) {
  EXPECT_EQ(parsed("<name:: pattern> ..."), "name:block*(pattern:pattern)");
  EXPECT_EQ(parsed("[ID <id:: client-id [client-id ...]>]"), "ID=id:block?(client-id:integer*)");
  EXPECT_EQ(parsed("[FULL <full:: [COUNT count]>]"), "FULL=full:block?(COUNT=count:integer?)");
}

TEST(ArgumentNotation, RepeatsWhatStandsBeforeTheDotsAndOnceMoreBeforeTheBracket) {
  EXPECT_EQ(parsed("destination key [key ...]"), "destination:key key:key*");
  EXPECT_EQ(parsed("key score member [score member ...]"),
            "key:key score_member:block*(score:double member:string)");
  EXPECT_EQ(parsed("[channel [channel ...]]"), "channel:string?*");
  EXPECT_EQ(parsed("[WEIGHTS weight [weight ...]]"), "WEIGHTS=weight:integer?*");
  EXPECT_EQ(parsed("[GET pattern [GET pattern ...]]"), "GET=pattern:pattern?*+");
}

TEST(ArgumentNotation, RepeatsAWholeGroupThatEndsInDots) {
  EXPECT_EQ(parsed("key [<A | B> ...]"), "key:key a_b:oneof?*(A=a:pure-token B=b:pure-token)");
  EXPECT_EQ(parsed("newkey [key ...]"), "newkey:key key:key?*");
}

TEST(ArgumentNotation, IsWrongWhereGroupsDoNotEndOrHoldNothing) {
  for (const BytesView wrong : {"[", "[a", "<a | b", "a]", "a >", "[]", "<a | >", "[name: ]",
                                "[name:: ]", "...", "a | b", "[a>", "<a]", "[| a]"}) {
    EXPECT_EQ(parsed(wrong), "wrong") << wrong;
  }
}

}  // namespace
}  // namespace keemun
