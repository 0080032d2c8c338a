import { formatDate } from "#kernel/dates.ts";
import { escapeHtml } from "#kernel/html.ts";
import type { Instant } from "#kernel/time.ts";
import { submittalKinds, submittalStatuses, submittalTurns } from "./submittal.labels.ts";
import type { SubmittalDetail } from "./submittal.model.ts";

const style = `@page{size:letter;margin:16mm}
body{font:10pt/1.45 "Public Sans",Arial,sans-serif;color:#121927}
h1{font-size:16pt;margin:0 0 2mm}h2{font-size:11.5pt;margin:6mm 0 1.5mm}
table{border-collapse:collapse;width:100%}
th,td{padding:2.5pt 4pt;border-bottom:.5pt solid #d9dee6;text-align:left;vertical-align:top;font-size:9pt}
tr{break-inside:avoid}`;

const text = (words: string) => escapeHtml(words).replaceAll("\n", "<br>");
const row = (cells: readonly string[]): string =>
  `<tr>${cells.map((cell) => `<td>${text(cell)}</td>`).join("")}</tr>`;

const facts = (s: SubmittalDetail): readonly (readonly [string, string])[] => [
  ["Contract", s.contract ? `${s.contract.number}, ${s.contract.vendor}` : ""],
  ["Specification section", s.section],
  ["Kind", submittalKinds[s.kind]],
  ["What it shows", s.description],
  ["Revision", String(s.revision)],
  ["Status", submittalStatuses[s.status].label],
  ["Needed on site", s.neededOn ? formatDate(s.neededOn) : ""],
  ["Submit by", s.submitBy ? formatDate(s.submitBy) : ""],
  ["Review due", s.dueOn ? formatDate(s.dueOn) : ""],
];

/** A submittal with what each side did as a document; `at` writes an instant in the agency's time. */
export const submittalDocument = (
  s: SubmittalDetail,
  agency: string,
  at: (moment: Instant) => string,
): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(`${s.number} ${s.title}`)}</title>
<style>${style}</style></head><body><h1>${escapeHtml(`${s.number}: ${s.title}`)}</h1>
<p>${escapeHtml(agency)} · ${escapeHtml(`${s.projectNumber} ${s.project}`)}</p>
<table><tbody>${facts(s)
    .filter(([, value]) => value)
    .map(([label, value]) => `<tr><th>${label}</th><td>${text(value)}</td></tr>`)
    .join("")}</tbody></table>
<h2>What the sides did</h2>${
    s.turns.length === 0
      ? "<p>Nothing yet.</p>"
      : `<table><thead><tr><th>When and by whom</th><th>Revision</th><th>What</th><th>In words</th><th>Files</th></tr></thead><tbody>${s.turns
          .map((turn) =>
            row([
              `${at(turn.at as Instant)}, ${turn.byName}`,
              String(turn.revision),
              submittalTurns[turn.kind],
              turn.says,
              turn.files.map(({ name }) => name).join(", "),
            ]),
          )
          .join("")}</tbody></table>`
  }
</body></html>`;
