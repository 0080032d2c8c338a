import { formatInstant } from "#kernel/dates.ts";
import type { Instant } from "#kernel/time.ts";
import { counted } from "#kernel/words.ts";
import { html } from "#server/pdf/pdf.ts";
import { changeWords, outcomes, runKinds, runTriggers } from "./run.labels.ts";
import type { RunRecord } from "./run.model.ts";

const style = [
  'body{font:10pt/1.45 "Public Sans",Arial,sans-serif;color:#121927}',
  "h1{font-size:18pt;margin:2pt 0}h2{font-size:12pt;margin:14pt 0 4pt}p{margin:2pt 0}",
  "table{border-collapse:collapse;width:100%}",
  "th,td{padding:3pt 6pt;border-bottom:.5pt solid #d9dee6;text-align:left;vertical-align:top}",
  "th{font-size:9pt;color:#596475}tr{break-inside:avoid}ul{margin:3pt 0;padding-left:14pt}small{color:#596475}",
].join("");

type Result = RunRecord["results"][number];

const resultLine = (result: Result): string => {
  const list = result.findings.map(({ sentence }) => `<li>${html(sentence)}</li>`).join("");
  const more = result.found - result.findings.length;
  const rest = more > 0 ? `<p><small>and ${more} more</small></p>` : "";
  const todo = result.todo ? `<p><strong>What to do:</strong> ${html(result.todo)}</p>` : "";
  return `<tr><th scope="row">${html(result.label)}</th><td>${outcomes[result.outcome].label}</td><td>${html(result.said)}${list ? `<ul>${list}</ul>` : ""}${rest}${todo}</td></tr>`;
};

/** A run of the checks as a document to print. */
export const runDocument = (run: RunRecord, agency: { name: string; timeZone: string }): string => {
  const at = (instant: Instant) => formatInstant(instant, agency.timeZone);
  const title = `${runKinds[run.kind].label}, ${at(run.startedAt)}`;
  const changes = run.changes
    .map(({ label, change }) => `<li>${html(label)} ${changeWords[change]}</li>`)
    .join("");
  const list = changes ? `<ul>${changes}</ul>` : "<p>Nothing.</p>";
  const differs = run.previous
    ? `<h2>What differs from ${at(run.previous.startedAt)}</h2>${list}`
    : "";
  const ended = run.endedAt ? `, ended ${at(run.endedAt)}` : "";
  const facts = `${runTriggers[run.trigger].label} by ${html(run.startedName)}${ended}. Levee ${html(run.productVersion)}.`;
  const result = `${run.done} of ${counted(run.checks, "check")} done, ${run.red} red, ${counted(run.findings, "finding")}.`;
  const heads = ["Check", "Result", "What it says"]
    .map((label) => `<th scope="col">${label}</th>`)
    .join("");
  const head = `<meta charset="utf-8"><title>${html(title)}</title><style>${style}</style>`;
  return `<!doctype html><html lang="en"><head>${head}</head>
<body><p>${html(agency.name)}</p><h1>${html(title)}</h1><p>${facts}</p><p>${result}</p>${differs}
<h2>Each check</h2><table><thead><tr>${heads}</tr></thead>
<tbody>${run.results.map(resultLine).join("")}</tbody></table></body></html>`;
};
