// How fast pipelines are read and replies are written, in requests and replies per second.
#include <benchmark/benchmark.h>

#include <array>

#include "resp/encoder.h"
#include "resp/reply_parser.h"
#include "resp/request_parser.h"

namespace keemun::resp {
namespace {

constexpr int64_t kPipelineLength = 1000;
constexpr size_t kPieceBytes = size_t{16} << 10;  // about what one read from a socket brings

Bytes pipeline_of_sets(size_t value_bytes) {
  const Bytes value(value_bytes, 'v');
  Bytes stream;
  for (int64_t i = 0; i < kPipelineLength; ++i) {
    const Bytes key = "key:" + std::to_string(100000 + i);
    const std::array<BytesView, 3> arguments = {"SET", key, value};
    encode_request(arguments, stream);
  }
  return stream;
}

void parse_pipeline(benchmark::State& state, const Bytes& stream) {
  RequestParser parser;
  for (auto _ : state) {
    for (size_t start = 0; start < stream.size(); start += kPieceBytes) {
      parser.feed(BytesView(stream).substr(start, kPieceBytes));
      while (parser.next() == RequestParser::Status::kRequest) {
        benchmark::DoNotOptimize(parser.arguments().data());
      }
    }
  }
  state.SetItemsProcessed(state.iterations() * kPipelineLength);
  state.SetBytesProcessed(state.iterations() * static_cast<int64_t>(stream.size()));
}

void BM_ParsePipelinedSets(benchmark::State& state) {
  parse_pipeline(state, pipeline_of_sets(static_cast<size_t>(state.range(0))));
}
BENCHMARK(BM_ParsePipelinedSets)->Arg(3)->Arg(100)->Arg(4096)->Arg(65536);

void BM_ParseInlineSets(benchmark::State& state) {
  Bytes stream;
  for (int64_t i = 0; i < kPipelineLength; ++i) stream += "SET key:100000 vvv\r\n";
  parse_pipeline(state, stream);
}
BENCHMARK(BM_ParseInlineSets);

Reply field_map(size_t pair_count) {
  Reply::Items items;
  for (size_t i = 0; i < pair_count; ++i) {
    items.push_back(Reply::bulk("field:" + std::to_string(i)));
    items.push_back(Reply::bulk("value:" + std::to_string(i)));
  }
  return Reply::map(std::move(items));
}

void encode_many(benchmark::State& state, const Reply& reply) {
  Bytes out;
  for (auto _ : state) {
    out.clear();
    encode(reply, static_cast<Protocol>(state.range(0)), out);
    benchmark::DoNotOptimize(out.data());
  }
  state.SetItemsProcessed(state.iterations());
  state.SetBytesProcessed(state.iterations() * static_cast<int64_t>(out.size()));
}

void BM_EncodeStatus(benchmark::State& state) {
  encode_many(state, Reply::ok());
}
BENCHMARK(BM_EncodeStatus)->Arg(2)->Arg(3);

void BM_EncodeBulk(benchmark::State& state) {
  encode_many(state, Reply::bulk(Bytes(100, 'v')));
}
BENCHMARK(BM_EncodeBulk)->Arg(2)->Arg(3);

void BM_EncodeDouble(benchmark::State& state) {
  encode_many(state, Reply::number(3.1));
}
BENCHMARK(BM_EncodeDouble)->Arg(2)->Arg(3);

void BM_EncodeMapOfHundred(benchmark::State& state) {
  encode_many(state, field_map(100));
}
BENCHMARK(BM_EncodeMapOfHundred)->Arg(2)->Arg(3);

void BM_ParseReplyMapOfHundred(benchmark::State& state) {
  Bytes bytes;
  encode(field_map(100), static_cast<Protocol>(state.range(0)), bytes);
  ReplyParser parser;
  Reply reply;
  for (auto _ : state) {
    parser.feed(bytes);
    benchmark::DoNotOptimize(parser.next(reply));
  }
  state.SetItemsProcessed(state.iterations());
}
BENCHMARK(BM_ParseReplyMapOfHundred)->Arg(2)->Arg(3);

}  // namespace
}  // namespace keemun::resp
