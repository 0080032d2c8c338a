import { formatDate } from "#kernel/dates.ts";
import { escapeHtml } from "#kernel/html.ts";
import type { Instant } from "#kernel/time.ts";
import { counted } from "#kernel/words.ts";
import { turnKinds } from "./rfi.labels.ts";
import type { RfiDetail } from "./rfi.model.ts";
import { impactInWords } from "./words.ts";

const style = `@page{size:letter;margin:16mm}
body{font:10pt/1.45 "Public Sans",Arial,sans-serif;color:#121927}
h1{font-size:16pt;margin:0 0 2mm}h2{font-size:11.5pt;margin:6mm 0 1.5mm}
table{border-collapse:collapse;width:100%}
th,td{padding:2.5pt 4pt;border-bottom:.5pt solid #d9dee6;text-align:left;vertical-align:top;font-size:9pt}
tr{break-inside:avoid}`;

const row = (cells: readonly string[]): string =>
  `<tr>${cells.map((cell) => `<td>${cell}</td>`).join("")}</tr>`;
const text = (words: string) => escapeHtml(words).replaceAll("\n", "<br>");
const part = (title: string, words: string) =>
  words ? `<h2>${title}</h2><p>${text(words)}</p>` : "";

const facts = (q: RfiDetail): readonly (readonly [string, string])[] => [
  ["Asked by", [q.askedByName, q.askedOn && formatDate(q.askedOn)].filter(Boolean).join(", ")],
  ["Contract", q.contract ? `${q.contract.number}, ${q.contract.vendor}` : ""],
  ["Drawing or specification", q.reference],
  ["Place or station", q.place],
  ["Due", q.dueOn ? formatDate(q.dueOn) : ""],
  ["Changes", impactInWords(q)],
  [
    "Held",
    `${counted(q.daysAgency, "day")} by the agency, ${counted(q.daysContractor, "day")} by the contractor${q.daysDesigner ? `, ${counted(q.daysDesigner, "day")} by a designer` : ""}`,
  ],
];

/** A question with its answer and turns as a document; `at` writes an instant in the agency's time. */
export const rfiDocument = (
  q: RfiDetail,
  agency: string,
  at: (moment: Instant) => string,
): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(`${q.number} ${q.title}`)}</title>
<style>${style}</style></head><body><h1>${escapeHtml(`${q.number}: ${q.title}`)}</h1>
<p>${escapeHtml(agency)} · ${escapeHtml(`${q.projectNumber} ${q.project}`)}</p>
<table><tbody>${facts(q)
    .filter(([, value]) => value)
    .map(([label, value]) => `<tr><th>${label}</th><td>${text(value)}</td></tr>`)
    .join("")}</tbody></table>
${part("Question", q.question)}${part("Proposed answer", q.proposedAnswer)}
${part("Answer", q.answer && `${q.answer}\n${q.answeredByName}${q.answeredAt ? `, ${at(q.answeredAt)}` : ""}`)}
<h2>What the sides did</h2>${
    q.turns.length === 0
      ? "<p>Nothing yet.</p>"
      : `<table><thead><tr><th>When and by whom</th><th>What</th><th>In words</th></tr></thead><tbody>${q.turns
          .map((turn) =>
            row([text(`${at(turn.at)}, ${turn.byName}`), turnKinds[turn.kind], text(turn.says)]),
          )
          .join("")}</tbody></table>`
  }
</body></html>`;
