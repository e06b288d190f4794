#include "ports/kv_store.h"

#include <algorithm>

namespace keemun::ports {

ScanRequest page_to_pass(const ScanRequest& request) {
  ScanRequest page = request;
  page.rows_max = std::min(request.rows_max, kPassedRowsMax);
  page.values = Values::kNone;
  return page;
}

PassedRows passed_by(const ScanRequest& request, const ScanPage& page) {
  PassedRows passed;
  passed.rows = page.rows.size();
  passed.has_more = page.has_more && !page.rows.empty();
  if (!page.rows.empty()) passed.last_key = page.rows.back().key;
  if (!passed.has_more) {
    passed.bound = request.is_reverse ? request.begin : request.end;
  } else {
    passed.bound = passed.last_key;
    if (!request.is_reverse) passed.bound += '\0';  // the first key behind it
  }
  return passed;
}

}  // namespace keemun::ports
