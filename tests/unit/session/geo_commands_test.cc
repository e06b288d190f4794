#include <set>
#include <string>

#include "redis_cli.h"

namespace keemun {
namespace {

using resp::Reply;

class GeoCommands : public RedisCli {
 protected:
  void AddSicily() {
    Run({"geoadd", "g", "13.361389", "38.115556", "palermo", "15.087269", "37.502669", "catania"});
  }
  // Nine places around 0,0, a degree apart.
  void AddGrid() {
    for (const char* longitude : {"-1", "0", "1"}) {
      for (const char* latitude : {"-1", "0", "1"}) {
        const Bytes name = Bytes(longitude) + "," + latitude;
        Run({"geoadd", "c", longitude, latitude, name});
      }
    }
  }
};

constexpr const char* kWrongType =
    "(error) WRONGTYPE Operation against a key holding the wrong kind of value";

TEST_F(GeoCommands, AddCountsNewMembersAndWithChMovedOnesToo) {
  EXPECT_EQ(Run({"geoadd", "g", "1", "2", "a", "3", "4", "b", "5", "6", "a"}), "(integer) 2");
  EXPECT_EQ(Run({"geoadd", "g", "CH", "7", "8", "a", "3", "4", "b", "5", "6", "c"}), "(integer) 2");
  EXPECT_EQ(Run({"geoadd", "g", "nx", "ch", "9", "9", "a"}), "(integer) 0");
  EXPECT_EQ(Run({"geoadd", "g", "xx", "ch", "9", "9", "a", "9", "9", "d"}), "(integer) 1");
  EXPECT_EQ(Run({"geoadd", "none", "xx", "9", "9", "a"}), "(integer) 0");
  EXPECT_EQ(Run({"exists", "none"}), "(integer) 0");
}

TEST_F(GeoCommands, AddRefusesWhatIsNoPlaceAndChangesNothing) {
  EXPECT_EQ(Run({"geoadd", "g", "1", "2", "a", "181", "2", "b"}),
            "(error) ERR invalid longitude,latitude pair 181.000000,2.000000");
  EXPECT_EQ(Run({"geoadd", "g", "1", "-inf", "a"}),
            "(error) ERR invalid longitude,latitude pair 1.000000,-inf");
  EXPECT_EQ(Run({"geoadd", "g", "x", "2", "a"}), "(error) ERR value is not a valid float");
  EXPECT_EQ(Run({"geoadd", "g", "1", "2", "a", "3"}), "(error) ERR syntax error");
  EXPECT_EQ(Run({"geoadd", "g", "nx", "ch", "ch"}), "(error) ERR syntax error");
  EXPECT_EQ(Run({"geoadd", "g", "nx", "xx", "1", "2", "a"}), "(error) ERR syntax error");
  EXPECT_EQ(Run({"exists", "g"}), "(integer) 0");
  Run({"set", "s", "v"});
  EXPECT_EQ(Run({"geoadd", "s", "1", "x", "a"}), "(error) ERR value is not a valid float");
  EXPECT_EQ(Run({"geoadd", "s", "1", "2", "a"}), kWrongType);
}

TEST_F(GeoCommands, TellWhereMembersAre) {
  AddSicily();
  EXPECT_EQ(Run({"zscore", "g", "palermo"}), "(double) 3479099956230698");
  EXPECT_EQ(Run({"geopos", "g", "palermo", "none"}),
            "1) 1) (double) 13.36138933897018433\n   2) (double) 38.11555639549629859\n2) (nil)");
  EXPECT_EQ(Run({"geohash", "g", "palermo", "none", "catania"}),
            "1) \"sqc8b49rny0\"\n2) (nil)\n3) \"sqdtr74hyu0\"");
  EXPECT_EQ(Run({"geopos", "g"}), "(empty array)");
  EXPECT_EQ(Run({"geohash", "none", "a"}), "1) (nil)");
}

TEST_F(GeoCommands, WritePlacesWithSeventeenDecimalsInBothProtocols) {
  AddSicily();
  const Reply place = Ask({"geopos", "g", "catania"}).items()[0];
  EXPECT_EQ(place.items()[0].kind(), Reply::Kind::kDouble);
  EXPECT_EQ(place.resp2_form().items()[0], Reply::bulk("15.08726745843887329"));
}

TEST_F(GeoCommands, MeasureHowFarMembersAreApart) {
  AddSicily();
  EXPECT_EQ(Run({"geodist", "g", "palermo", "catania"}), "\"166274.1516\"");
  EXPECT_EQ(Run({"geodist", "g", "palermo", "catania", "KM"}), "\"166.2742\"");
  EXPECT_EQ(Run({"geodist", "g", "palermo", "catania", "mi"}), "\"103.3182\"");
  EXPECT_EQ(Run({"geodist", "g", "palermo", "catania", "ft"}), "\"545518.8700\"");
  EXPECT_EQ(Run({"geodist", "g", "palermo", "palermo"}), "\"0.0000\"");
  EXPECT_EQ(Run({"geodist", "g", "palermo", "none"}), "(nil)");
  EXPECT_EQ(Run({"geodist", "none", "a", "b", "x"}),
            "(error) ERR unsupported unit provided. please use M, KM, FT, MI");
  EXPECT_EQ(Run({"geodist", "g", "a", "b", "m", "m"}), "(error) ERR syntax error");
}

TEST_F(GeoCommands, SearchInACircleAndInABox) {
  AddSicily();
  Run({"geoadd", "g", "12.758489", "38.788135", "edge1", "17.241510", "38.788135", "edge2"});
  EXPECT_EQ(
      Run({"geosearch", "g", "fromlonlat", "15", "37", "byradius", "200", "km", "asc", "withdist"}),
      "1) 1) \"catania\"\n   2) \"56.4413\"\n2) 1) \"palermo\"\n   2) \"190.4424\"");
  EXPECT_EQ(Run({"geosearch", "g", "fromlonlat", "15", "37", "bybox", "400", "400", "km"}),
            "1) \"palermo\"\n2) \"edge1\"\n3) \"catania\"\n4) \"edge2\"");
  EXPECT_EQ(Run({"geosearch", "g", "frommember", "palermo", "byradius", "0", "m", "withhash",
                 "withcoord"}),
            "1) 1) \"palermo\"\n   2) (integer) 3479099956230698\n"
            "   3) 1) (double) 13.36138933897018433\n      2) (double) 38.11555639549629859");
  EXPECT_EQ(Run({"georadius", "g", "15", "37", "200", "km", "desc", "count", "1"}),
            "1) \"palermo\"");
  EXPECT_EQ(Run({"georadiusbymember_ro", "g", "catania", "100", "mi"}), "1) \"catania\"");
}

// As redis-server answers it.
TEST_F(GeoCommands, AnswerInTheOrderOfCells) {
  AddGrid();
  EXPECT_EQ(
      Run({"geosearch", "c", "fromlonlat", "0.1", "0.1", "bybox", "400", "400", "km"}),
      "1) \"0,0\"\n2) \"1,0\"\n3) \"0,1\"\n4) \"1,1\"\n5) \"0,-1\"\n6) \"1,-1\"\n7) \"-1,0\"\n"
      "8) \"-1,1\"\n9) \"-1,-1\"");
  EXPECT_EQ(Run({"geosearch", "c", "fromlonlat", "0.1", "0.1", "bybox", "400", "400", "km", "count",
                 "6", "any", "desc"}),
            "1) \"1,-1\"\n2) \"1,1\"\n3) \"0,-1\"\n4) \"1,0\"\n5) \"0,1\"\n6) \"0,0\"");
}

// As redis-server answers it, too; here each member lies in a cell of its own.
TEST_F(GeoCommands, SearchTheCellOfTheCentreAndThenItsEightNeighbours) {
  Run({"geoadd", "w", "22.32", "63.71", "sw", "26.48", "63.71", "se", "22.32", "65.49", "nw"});
  Run({"geoadd", "w", "26.48", "65.49", "ne", "21.49", "64.6", "w", "27.31", "64.6", "e"});
  Run({"geoadd", "w", "24.4", "63.35", "s", "24.4", "65.85", "n", "24.4", "64.6", "c"});
  EXPECT_EQ(Run({"georadius", "w", "24.4", "64.6", "150", "km"}),
            "1) \"c\"\n2) \"n\"\n3) \"s\"\n4) \"e\"\n5) \"w\"\n6) \"ne\"\n7) \"nw\"\n8) \"se\"\n"
            "9) \"sw\"");
}

TEST_F(GeoCommands, FindManyMembersOfOnePlace) {
  // More than one page of them, so that the next one begins in the middle of a score.
  constexpr int kMembers = 2500;
  for (int i = 0; i < kMembers; ++i) Run({"geoadd", "g", "1", "1", std::to_string(i)});
  Run({"geoadd", "g", "1.0001", "1.0001", "beside"});
  const Reply found = Ask({"georadius", "g", "1", "1", "1", "km"});
  EXPECT_EQ(found.items().size(), kMembers + 1u);
  std::set<Bytes> names;
  for (const Reply& one : found.items()) names.insert(one.text());
  EXPECT_EQ(names.size(), kMembers + 1u);
}

TEST_F(GeoCommands, CheckArgumentsAsRedisDoes) {
  AddSicily();
  const auto refusal = [this](std::initializer_list<BytesView> words) {
    return Run(words).substr(Bytes("(error) ERR ").size());
  };
  EXPECT_EQ(refusal({"GeoSearch", "g", "byradius", "1", "m", "asc", "desc"}),
            "exactly one of FROMMEMBER or FROMLONLAT can be specified for GeoSearch");
  EXPECT_EQ(refusal({"geosearch", "g", "fromlonlat", "1", "1", "asc", "desc"}),
            "exactly one of BYRADIUS and BYBOX can be specified for geosearch");
  EXPECT_EQ(refusal({"geosearch", "g", "fromlonlat", "1", "1", "frommember", "palermo"}),
            "syntax error");
  EXPECT_EQ(refusal({"geosearch", "g", "byradius", "1", "m", "bybox", "1", "1", "m"}),
            "syntax error");
  EXPECT_EQ(refusal({"geosearch", "g", "frommember", "none", "byradius", "x", "m"}),
            "could not decode requested zset member");
  EXPECT_EQ(refusal({"georadius", "g", "1", "1", "x", "q"}), "need numeric radius");
  EXPECT_EQ(refusal({"georadius", "g", "1", "1", "-1", "q"}), "radius cannot be negative");
  EXPECT_EQ(refusal({"geosearch", "g", "fromlonlat", "1", "1", "bybox", "x", "y", "m"}),
            "need numeric width");
  EXPECT_EQ(refusal({"geosearch", "g", "fromlonlat", "1", "1", "bybox", "1", "-1", "q"}),
            "height or width cannot be negative");
  EXPECT_EQ(refusal({"georadius", "g", "1", "1", "1", "m", "count", "0"}), "COUNT must be > 0");
  EXPECT_EQ(refusal({"georadius", "g", "1", "1", "1", "m", "any"}),
            "the ANY argument requires COUNT argument");
  EXPECT_EQ(refusal({"georadius", "g", "1", "1", "1", "m", "store", "d", "withdist"}),
            "STORE option in GEORADIUS is not compatible with WITHDIST, WITHHASH and WITHCOORD "
            "options");
  EXPECT_EQ(refusal({"geosearchstore", "d", "g", "frommember", "palermo", "byradius", "1", "m",
                     "withhash"}),
            "GEOSEARCHSTORE is not compatible with WITHDIST, WITHHASH and WITHCOORD options");
  EXPECT_EQ(refusal({"georadius_ro", "g", "1", "1", "1", "m", "store", "d"}), "syntax error");
  EXPECT_EQ(refusal({"geosearch", "g", "frommember", "palermo", "byradius", "1", "m", "storedist"}),
            "syntax error");
  Run({"set", "s", "v"});
  EXPECT_EQ(Run({"georadius", "s", "x", "1", "1", "m"}), kWrongType);
}

TEST_F(GeoCommands, FindNothingWhereThereIsNoKey) {
  EXPECT_EQ(Run({"geosearch", "none", "frommember", "a", "byradius", "1", "m"}), "(empty array)");
  EXPECT_EQ(Run({"georadiusbymember", "none", "a", "x", "y"}), "(empty array)");
  EXPECT_EQ(Run({"georadius", "none", "1", "1", "x", "m"}), "(error) ERR need numeric radius");
}

TEST_F(GeoCommands, StoreWhatTheyFind) {
  AddSicily();
  Run({"set", "d", "v", "ex", "100"});
  EXPECT_EQ(Run({"geosearchstore", "d", "g", "fromlonlat", "15", "37", "byradius", "200", "km"}),
            "(integer) 2");
  EXPECT_EQ(Run({"zscore", "d", "catania"}), "(double) 3479447370796909");
  EXPECT_EQ(Run({"ttl", "d"}), "(integer) -1");
  EXPECT_EQ(Run({"georadius", "g", "15", "37", "200", "km", "storedist", "d", "count", "1"}),
            "(integer) 1");
  EXPECT_EQ(Run({"zrange", "d", "0", "-1", "withscores"}),
            "1) \"catania\"\n2) (double) 56.441257870158204");
  EXPECT_EQ(Run({"georadiusbymember", "none", "a", "1", "m", "store", "d"}), "(integer) 0");
  EXPECT_EQ(Run({"exists", "d"}), "(integer) 0");
  EXPECT_EQ(Run({"geosearchstore", "g", "g", "frommember", "palermo", "byradius", "1", "m"}),
            "(integer) 1");
  EXPECT_EQ(Run({"zcard", "g"}), "(integer) 1");
}

TEST_F(GeoCommands, NameTheKeyThatIsStored) {
  const auto keys = [this](std::initializer_list<BytesView> words) {
    std::vector<BytesView> args = {"command", "getkeys"};
    args.insert(args.end(), words.begin(), words.end());
    return to_transcript(session_.execute(args));
  };
  EXPECT_EQ(keys({"georadius", "g", "1", "2", "3", "m", "store", "a", "storedist", "b"}),
            "1) \"g\"\n2) \"b\"");
  EXPECT_EQ(keys({"georadiusbymember", "g", "store", "3", "m", BytesView("STORE\0x", 7), "b"}),
            "1) \"g\"\n2) \"b\"");
  EXPECT_EQ(keys({"georadius_ro", "g", "1", "2", "3", "m", "store", "a"}), "1) \"g\"");
}

}  // namespace
}  // namespace keemun
