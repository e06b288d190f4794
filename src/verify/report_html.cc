// The report for people: one page that needs nothing but itself.
#include <algorithm>
#include <map>

#include "base/number_text.h"
#include "commands/table/info_names.h"
#include "commands/table/table.h"
#include "plan/plan_text.h"
#include "verify/campaign.h"

namespace keemun::verify {

namespace {

constexpr BytesView kHead = R"(<!doctype html>
<html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>keemun verify</title>
<style>
:root { --ink:#1d2430; --faint:#69758a; --line:#e3e7ee; --equal:#2f9e6e; --different:#d6453d;
        --unknown:#b9c0cc; --paper:#fff; --wash:#f6f7fa; color-scheme:light dark; }
@media (prefers-color-scheme: dark) {
  :root { --ink:#e6e9ef; --faint:#96a1b3; --line:#2c3441; --paper:#151a21; --wash:#1c232d; } }
* { box-sizing:border-box; }
body { margin:0 auto; max-width:60rem; padding:2.5rem 1.5rem 5rem; background:var(--paper);
       color:var(--ink); font:16px/1.55 system-ui,sans-serif; }
h1 { font-size:1.9rem; margin:0; } h2 { font-size:1.2rem; margin:2.5rem 0 .75rem; }
p.lead { color:var(--faint); margin:.25rem 0 1.5rem; }
.verdict { font-weight:600; } .good { color:var(--equal); } .bad { color:var(--different); }
table { border-collapse:collapse; width:100%; font-variant-numeric:tabular-nums; }
th,td { text-align:right; padding:.35rem .6rem; border-bottom:1px solid var(--line); }
th:first-child,td:first-child { text-align:left; } th { color:var(--faint); font-weight:500; }
.bar { display:flex; height:.7rem; border-radius:.35rem; overflow:hidden;
       background:var(--wash); min-width:10rem; }
.bar i { display:block; } .e { background:var(--equal); } .d { background:var(--different); }
.u { background:var(--unknown); }
td.none { color:var(--faint); }
pre { background:var(--wash); border:1px solid var(--line); border-radius:.5rem; padding:1rem;
      overflow-x:auto; font:13px/1.5 ui-monospace,monospace; }
details { margin:.75rem 0; } summary { cursor:pointer; font-weight:600; }
.key { display:flex; gap:1.2rem; color:var(--faint); font-size:.9rem; margin-bottom:.5rem; }
.key i { display:inline-block; width:.7rem; height:.7rem; border-radius:.2rem; margin-right:.4rem; }
</style></head><body>
)";

Bytes escaped(BytesView text) {
  Bytes out;
  for (const char c : text) {
    switch (c) {
      case '&':
        out += "&amp;";
        break;
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      default:
        out += c;
    }
  }
  return out;
}

Bytes number(size_t value) {
  Bytes digits = std::to_string(value);
  for (size_t end = digits.size(); end > 3;) {
    end -= 3;
    digits.insert(end, "&thinsp;");
  }
  return digits;
}

Bytes segment(BytesView kind, size_t part, size_t whole) {
  if (part == 0) return "";
  // Never so thin that it cannot be seen.
  const double percent =
      std::max(1.0, 100.0 * static_cast<double>(part) / static_cast<double>(whole));
  return "<i class=\"" + Bytes(kind) + "\" style=\"width:" + std::to_string(percent) + "%\"></i>";
}

Bytes bar(const CommandTally& tally) {
  const size_t whole = std::max<size_t>(1, tally.equal + tally.different + tally.unknown);
  return "<div class=\"bar\">" + segment("d", tally.different, whole) +
         segment("u", tally.unknown, whole) + segment("e", tally.equal, whole) + "</div>";
}

// Commands, not plays: a group's bar says how much of it a client can use.
std::map<Bytes, CommandTally> by_group(const Outcome& outcome) {
  std::map<Bytes, CommandTally> groups;
  for (const auto& [name, tally] : outcome.commands) {
    const commands::Command* command = commands::find_command_named(name);
    if (command == nullptr) continue;
    CommandTally& group = groups[Bytes(commands::group_name(command->group))];
    if (tally.different > 0) {
      ++group.different;
    } else if (tally.unknown > 0) {
      ++group.unknown;
    } else {
      ++group.equal;
    }
  }
  return groups;
}

Bytes count_cell(size_t count, BytesView kind) {
  if (count == 0) return "<td class=\"none\">·</td>";
  return "<td class=\"" + Bytes(kind) + "\">" + number(count) + "</td>";
}

Bytes table(const std::map<Bytes, CommandTally>& rows, BytesView what) {
  Bytes html = "<table><tr><th>" + Bytes(what) +
               "</th><th>equal</th><th>different</th><th>unknown</th><th></th></tr>\n";
  for (const auto& [name, tally] : rows) {
    html += "<tr><td>" + escaped(name) + "</td>" + count_cell(tally.equal, "") +
            count_cell(tally.different, "bad") + count_cell(tally.unknown, "") + "<td>" +
            bar(tally) + "</td></tr>\n";
  }
  return html + "</table>\n";
}

Bytes findings_html(const std::vector<Finding>& findings) {
  Bytes html;
  for (const Finding& finding : findings) {
    html += "<details open><summary>" + escaped(finding.command) + "</summary><p class=\"lead\">" +
            escaped(finding.signature) + " · seen " + number(finding.count) + " times" +
            (finding.reproducible ? "" : " · not reproducible") + " · plan seed " +
            format_hex(finding.plan_seed) + "</p><pre>" + escaped(transcript(finding)) +
            "</pre><details><summary>as a plan</summary><pre>" +
            escaped(plan::to_text(finding.smallest)) + "</pre></details></details>\n";
  }
  return html;
}

Bytes verdict_in(BytesView kind, const Bytes& words) {
  return "<span class=\"verdict " + Bytes(kind) + "\">" + words + "</span>";
}

Bytes verdict_of_whole_run(const Outcome& outcome) {
  const size_t differences = outcome.findings.size();
  const size_t judged = outcome.judged_count();
  const size_t unknown = outcome.unknown_count();
  if (judged == 0) return verdict_in("bad", "no reply could be judged");
  if (differences > 0) {
    return verdict_in("bad",
                      number(differences) + (differences == 1 ? " difference" : " differences"));
  }
  if (unknown == 0) return verdict_in("good", "no difference");
  return verdict_in("good", "no difference in " + number(judged) + " commands") + ", " +
         verdict_in("bad", number(unknown) + " more are unknown to the target");
}

Bytes verdict(const Outcome& outcome) {
  if (!outcome.interruption) return verdict_of_whole_run(outcome);
  const Bytes before = verdict_in("bad", "interrupted: " + escaped(outcome.interruption->why));
  return outcome.findings.empty() ? before : before + ", " + verdict_of_whole_run(outcome);
}

}  // namespace

Bytes to_html(const Outcome& outcome) {
  Bytes html(kHead);
  html += "<h1>keemun verify</h1>\n<p class=\"lead\">" + number(outcome.command_count) +
          " commands over RESP" + std::to_string(outcome.protocol) + " in " +
          number(outcome.plan_count) + " plans, seed " + format_hex(outcome.seed) + " · " +
          verdict(outcome) + "</p>\n";
  html +=
      "<div class=\"key\"><span><i class=\"e\"></i>equal</span><span><i class=\"d\"></i>different"
      "</span><span><i class=\"u\"></i>unknown to the target</span></div>\n";
  html += "<h2>Families, by commands</h2>\n" + table(by_group(outcome), "family");
  if (!outcome.findings.empty()) {
    html += "<h2>Differences</h2>\n" + findings_html(outcome.findings);
  }
  if (!outcome.reference_differences.empty()) {
    html +=
        "<h2>Differences of the reference</h2>\n<p class=\"lead\">The reference server is not like "
        "Redis here, and the target does not do the same.</p>\n" +
        findings_html(outcome.reference_differences);
  }
  if (!outcome.verifier_defects.empty()) {
    html +=
        "<h2>Where the verifier itself is wrong</h2>\n<p class=\"lead\">Both servers answer alike "
        "here, and the oracle otherwise; the target is not to blame.</p>\n" +
        findings_html(outcome.verifier_defects);
  }
  html += "<h2>Commands, by plays</h2>\n" + table(outcome.commands, "command");
  return html + "</body></html>\n";
}

}  // namespace keemun::verify
