#include "ports/kv_store.h"

#include <algorithm>

namespace keemun::ports {

ScanRequest page_to_pass(const ScanRequest& request) {
  ScanRequest page = request;
  page.rows_max = std::min(request.rows_max, kPassedRowsMax);
  page.keys_only = true;
  return page;
}

PassedRows passed_by(const ScanRequest& request, const ScanPage& page) {
  if (!page.has_more || page.rows.empty()) {
    return {page.rows.size(), Bytes(request.is_reverse ? request.begin : request.end), false};
  }
  Bytes bound = page.rows.back().key;
  if (!request.is_reverse) bound += '\0';  // the first key behind it
  return {page.rows.size(), std::move(bound), true};
}

}  // namespace keemun::ports
