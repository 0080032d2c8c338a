import { formatDate } from "#kernel/dates.ts";
import { escapeHtml } from "#kernel/html.ts";
import { formatCents } from "#kernel/money.ts";
import { counted } from "#kernel/words.ts";
import { punchStatuses } from "./punch.labels.ts";
import type { PunchRow, PunchStanding } from "./punch.model.ts";

const style = `@page{size:letter landscape;margin:14mm}
body{font:10pt/1.45 "Public Sans",Arial,sans-serif;color:#121927}
h1{font-size:16pt;margin:0 0 2mm}
table{border-collapse:collapse;width:100%}
th,td{padding:2.5pt 4pt;border-bottom:.5pt solid #d9dee6;text-align:left;vertical-align:top;font-size:9pt}
tr{break-inside:avoid}.n{text-align:right}`;

const row = (item: PunchRow): string =>
  [
    item.number,
    item.place,
    item.what,
    item.party,
    item.dueOn ? formatDate(item.dueOn) : "",
    punchStatuses[item.status].label,
  ]
    .map((text) => `<td>${escapeHtml(text)}</td>`)
    .join("") + `<td class="n">${escapeHtml(formatCents(item.costToComplete))}</td>`;

/** The punch list of a project as a document, by place. */
export const punchDocument = (
  { project: p, open, toVerify, costToComplete }: PunchStanding,
  items: readonly PunchRow[],
  agency: string,
  day: string,
): string => {
  const title = `Punch list of ${p.name}`;
  const heads = ["Number", "Place", "To be done", "Responsible", "Due", "Status"];
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(title)}</title>
<style>${style}</style></head><body><h1>${escapeHtml(title)}</h1>
<p>${escapeHtml(agency)} · ${escapeHtml(p.number)} · ${escapeHtml(day)}<br>
${counted(open, "item")} to be done, ${toVerify} to verify; ${escapeHtml(formatCents(costToComplete))} to complete.</p>
<table><thead><tr>${heads.map((head) => `<th>${head}</th>`).join("")}<th class="n">Cost to complete</th></tr></thead>
<tbody>${items.map((item) => `<tr>${row(item)}</tr>`).join("")}</tbody></table>
</body></html>`;
};
