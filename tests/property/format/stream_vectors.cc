// Law: the rows of streams in spec/vectors are what format writes, and format reads them back.
#include <gtest/gtest.h>

#include <sstream>
#include <string>

#include "format/key_meta.h"
#include "format/stream_members.h"
#include "vector_file.h"

namespace keemun::format {
namespace {

StreamId id_in(const GoldenVector& vector, const std::string& name) {
  return StreamId::of_bytes(vector.bytes(name)).value();
}

void check_meta(const GoldenVector& vector) {
  KeyMeta meta;
  meta.encoding = Encoding::kStream;
  meta.version = KeyVersion(vector.number("version"));
  meta.expire_at_ms = vector.number("expire");
  meta.count = vector.number("count");
  meta.stream = {id_in(vector, "last"), id_in(vector, "first"), id_in(vector, "deleted"),
                 vector.number("added")};
  EXPECT_EQ(to_hex(encode_key_meta(meta)), vector.result);
  EXPECT_EQ(decode_key_meta(vector.result_bytes()), meta);
}

void check_member(const GoldenVector& vector) {
  const auto id = [&] { return id_in(vector, "id"); };
  const auto group = [&] { return vector.bytes("group"); };
  const auto consumer = [&] { return vector.bytes("consumer"); };
  Bytes member;
  if (vector.kind == "stream_entry_member") member = stream_entry_member(id());
  if (vector.kind == "stream_group_member") member = stream_group_member(group());
  if (vector.kind == "stream_consumer_member") member = stream_consumer_member(group(), consumer());
  if (vector.kind == "stream_pending_member") member = stream_pending_member(group(), id());
  if (vector.kind == "stream_owned_member") member = stream_owned_member(group(), consumer(), id());
  EXPECT_EQ(to_hex(member), vector.result);
}

std::vector<Bytes> words_in(const GoldenVector& vector) {
  std::vector<Bytes> words;
  std::stringstream text(vector.text("words"));
  for (std::string word; std::getline(text, word, ',');) {
    words.push_back(word == "-" ? Bytes() : from_hex(word));
  }
  return words;
}

void check_value(const GoldenVector& vector) {
  const Bytes row = vector.result_bytes();
  if (vector.kind == "stream_entry") {
    const std::vector<Bytes> words = words_in(vector);
    EXPECT_EQ(to_hex(encode_stream_entry(std::vector<BytesView>(words.begin(), words.end()))),
              vector.result);
    EXPECT_EQ(decode_stream_entry(row), words);
  } else if (vector.kind == "stream_group") {
    const StreamGroupValue group = {id_in(vector, "last"), vector.number("read")};
    EXPECT_EQ(to_hex(encode_stream_group(group)), vector.result);
    EXPECT_EQ(to_hex(encode_stream_group(decode_stream_group(row).value())), vector.result);
  } else if (vector.kind == "stream_consumer") {
    const StreamConsumerValue consumer = {vector.number("seen"), vector.number("pending")};
    EXPECT_EQ(to_hex(encode_stream_consumer(consumer)), vector.result);
    EXPECT_EQ(to_hex(encode_stream_consumer(decode_stream_consumer(row).value())), vector.result);
  } else {
    ASSERT_EQ(vector.kind, "stream_pending");
    const StreamPendingValue pending = {vector.number("delivered"), vector.number("deliveries"),
                                        vector.bytes("consumer")};
    EXPECT_EQ(to_hex(encode_stream_pending(pending)), vector.result);
    EXPECT_EQ(to_hex(encode_stream_pending(decode_stream_pending(row).value())), vector.result);
  }
}

TEST(GoldenVectors, RowsOfStreamsMatch) {
  check_vectors("camellia_streams.txt", 50, [](const GoldenVector& vector) {
    if (vector.kind == "stream_meta") return check_meta(vector);
    vector.kind.ends_with("_member") ? check_member(vector) : check_value(vector);
  });
}

}  // namespace
}  // namespace keemun::format
