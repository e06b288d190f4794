#include "session.h"

namespace keemun::model {
namespace {

// What is expected is what redis-server 7.0.15 answered.
class GeoModel : public Session {
 protected:
  void add_sicily() {
    run({"geoadd", "g", "13.361389", "38.115556", "palermo", "15.087269", "37.502669", "catania"});
  }
};

TEST_F(GeoModel, KeepsPlacesAsScores) {
  add_sicily();
  EXPECT_EQ(run({"zscore", "g", "palermo"}), Reply::number(3479099956230698));
  EXPECT_EQ(show({"geopos", "g", "palermo", "none"}),
            "1) 1) (double) 13.36138933897018433\n   2) (double) 38.11555639549629859\n2) (nil)");
  EXPECT_EQ(show({"geohash", "g", "palermo", "none"}), "1) \"sqc8b49rny0\"\n2) (nil)");
  EXPECT_EQ(show({"geodist", "g", "palermo", "catania"}), "\"166274.1516\"");
  EXPECT_EQ(show({"geodist", "g", "palermo", "catania", "ft"}), "\"545518.8700\"");
}

TEST_F(GeoModel, CountsWhatIsAddedOrMoved) {
  add_sicily();
  EXPECT_EQ(run({"geoadd", "g", "ch", "1", "1", "palermo", "2", "2", "new"}), integer(2));
  EXPECT_EQ(run({"geoadd", "g", "nx", "ch", "3", "3", "palermo"}), integer(0));
  EXPECT_EQ(run({"geoadd", "g", "xx", "ch", "3", "3", "other"}), integer(0));
  EXPECT_FALSE(touches("g", {"geoadd", "g", "1", "1", "palermo"}));
  EXPECT_TRUE(touches("g", {"geoadd", "g", "1", "2", "palermo"}));
  EXPECT_EQ(run({"geoadd", "none", "xx", "1", "1", "a"}), integer(0));
  EXPECT_EQ(run({"exists", "none"}), integer(0));
}

TEST_F(GeoModel, ChecksPlacesBeforeTheKey) {
  hold_string("s");
  EXPECT_EQ(show({"geoadd", "s", "1", "86", "a"}),
            "(error) ERR invalid longitude,latitude pair 1.000000,86.000000");
  EXPECT_EQ(show({"geoadd", "s", "1", "1", "a"}), kWrongType);
  EXPECT_EQ(show({"georadius", "s", "1", "86", "1", "m"}), kWrongType);
  EXPECT_EQ(show({"geoadd", "g", "nx", "ch", "ch"}), "(error) ERR syntax error");
}

TEST_F(GeoModel, FindsMembersInTheOrderOfCells) {
  for (const char* longitude : {"-1", "0", "1"}) {
    for (const char* latitude : {"-1", "0", "1"}) {
      run({"geoadd", "c", longitude, latitude, Bytes(longitude) + "," + latitude});
    }
  }
  EXPECT_EQ(run({"geosearch", "c", "fromlonlat", "0.1", "0.1", "bybox", "400", "400", "km"}),
            bulks({"0,0", "1,0", "0,1", "1,1", "0,-1", "1,-1", "-1,0", "-1,1", "-1,-1"}));
  EXPECT_EQ(run({"georadius", "c", "0.1", "0.1", "400", "km", "count", "3", "any", "desc"}),
            bulks({"1,0", "0,1", "0,0"}));
}

TEST_F(GeoModel, SearchesTheCellOfTheCentreAndThenItsEightNeighbours) {
  run({"geoadd", "w", "22.32", "63.71", "sw", "26.48", "63.71", "se", "22.32", "65.49", "nw"});
  run({"geoadd", "w", "26.48", "65.49", "ne", "21.49", "64.6", "w", "27.31", "64.6", "e"});
  run({"geoadd", "w", "24.4", "63.35", "s", "24.4", "65.85", "n", "24.4", "64.6", "c"});
  EXPECT_EQ(run({"georadius", "w", "24.4", "64.6", "150", "km"}),
            bulks({"c", "n", "s", "e", "w", "ne", "nw", "se", "sw"}));
}

TEST_F(GeoModel, MissesWhatLiesBeyondAPole) {
  run({"geoadd", "p", "0", "85", "a", "180", "85", "b"});
  EXPECT_EQ(run({"geosearch", "p", "fromlonlat", "0", "85", "byradius", "2000", "km"}),
            bulks({"a"}));
}

TEST_F(GeoModel, TakesOfManyEqualsThoseThatRedisTakes) {
  for (int i = 1; i <= 12; ++i) run({"geoadd", "t", "1", "1", "m" + std::to_string(i)});
  run({"geoadd", "t", "2", "2", "n1", "0.5", "0.5", "n2"});
  EXPECT_EQ(run({"geosearch", "t", "fromlonlat", "1", "1", "byradius", "500", "km", "count", "3"}),
            bulks({"m8", "m1", "m10"}));
  EXPECT_EQ(run({"georadius", "t", "1", "1", "500", "km", "count", "5", "desc"}),
            bulks({"n1", "n2", "m1", "m11", "m12"}));
}

TEST_F(GeoModel, StoresUnderTheLastName) {
  add_sicily();
  EXPECT_EQ(run({"georadius", "g", "15", "37", "100", "km", "store", "a", "storedist", "b"}),
            integer(1));
  EXPECT_EQ(run({"exists", "a"}), integer(0));
  EXPECT_EQ(run({"zscore", "b", "catania"}), Reply::number(56.441257870158204));
  EXPECT_EQ(run({"georadiusbymember", "none", "x", "y", "z", "store", "b"}), integer(0));
  EXPECT_EQ(run({"exists", "b"}), integer(0));
}

TEST_F(GeoModel, NeedsACentreAndAShape) {
  add_sicily();
  EXPECT_EQ(show({"GEOSEARCH", "g", "byradius", "1", "m", "asc", "asc"}),
            "(error) ERR exactly one of FROMMEMBER or FROMLONLAT can be specified for GEOSEARCH");
  EXPECT_EQ(show({"geosearch", "g", "frommember", "palermo", "asc", "asc", "asc"}),
            "(error) ERR exactly one of BYRADIUS and BYBOX can be specified for geosearch");
  EXPECT_EQ(show({"geosearch", "g", "frommember", "palermo", "byradius", "1", "m", "any"}),
            "(error) ERR the ANY argument requires COUNT argument");
}

}  // namespace
}  // namespace keemun::model
