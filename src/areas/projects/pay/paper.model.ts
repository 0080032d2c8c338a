import { formatDate } from "#kernel/dates.ts";
import { escapeHtml } from "#kernel/html.ts";
import { countOf, lineWords, muchOf } from "#kernel/lump-sum.ts";
import { formatCents } from "#kernel/money.ts";
import { doneShare } from "./amounts.model.ts";
import type { PayDetail, PayLine } from "./pay.model.ts";

const style = `@page{size:letter landscape;margin:14mm}
body{font:9.5pt/1.4 "Public Sans",Arial,sans-serif;color:#121927}
h1{font-size:16pt;margin:0 0 2mm}h2{font-size:12pt;break-before:page}
table{border-collapse:collapse;width:100%}
th,td{padding:2.5pt 4pt;border-bottom:.5pt solid #d9dee6;text-align:left;vertical-align:top;font-size:8.5pt}
td.num,th.num{text-align:right;white-space:nowrap}tr{break-inside:avoid}
.sums{width:120mm}.sign{margin-top:12mm;display:flex;gap:14mm}
.sign div{flex:1;border-top:.7pt solid #121927;padding-top:2mm}`;

const money = (cents: number) => formatCents(cents, { symbol: false });
const cell = (text: string, number = false) =>
  `<td${number ? ' class="num"' : ""}>${escapeHtml(text)}</td>`;

const sums = ({ totals: t }: PayDetail): string => {
  const rows: (readonly [string, number])[] = [
    ["Order to date", t.scheduled],
    ["Certified before", t.previous],
    ["This period", t.thisPeriod],
    ["Completed and stored to date", t.toDate],
    ["Of it stored, not in place", t.stored],
    ["Retainage of this period", t.retainage],
    ["Due now", t.due],
    ["Left to complete", t.balance],
  ];
  return `<table class="sums">${rows
    .map(([label, cents]) => `<tr>${cell(label)}${cell(money(cents), true)}</tr>`)
    .join("")}</table>`;
};

const lineRow = (line: PayLine): string => {
  const done = line.certified ?? line.claimed;
  const cut = line.cutReason ? ` Applied for ${muchOf(line, line.claimed)}: ${line.cutReason}` : "";
  return `<tr>${[
    cell(String(line.lineNo)),
    cell(`${line.description}, ${lineWords({ ...line, quantity: line.ordered })}.${cut}`),
    cell(money(line.scheduledCents), true),
    cell(money(line.toDateCents - line.placedCents - line.storedCents), true),
    cell(countOf(line, done), true),
    cell(money(line.placedCents), true),
    cell(money(line.storedCents), true),
    cell(money(line.toDateCents), true),
    cell(`${doneShare(line)} %`, true),
    cell(money(line.scheduledCents - line.toDateCents), true),
    cell(`${line.retainagePercent} %`, true),
    cell(money(line.retainageCents), true),
  ].join("")}</tr>`;
};

const heads = [
  "Line",
  "Work",
  "Value, $",
  "Before, $",
  "This period",
  "This period, $",
  "Stored, $",
  "Completed and stored, $",
  "Done",
  "Left, $",
  "Rate",
  "Retainage, $",
];

const signed = (label: string, who: string | null, at: string | null): string =>
  `<div>${escapeHtml(label)}<br>${escapeHtml(who ?? "")}${at ? `, ${escapeHtml(at)}` : ""}</div>`;

/** The application and its continuation sheet as a document; `day` writes an instant as the agency's day. */
export const applicationDocument = (
  a: PayDetail,
  agency: string,
  day: (at: string) => string,
): string => {
  const title = `Application ${a.applicationNo} for payment`;
  const at = (instant: string | null) => instant && day(instant);
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(`${a.number} ${title}`)}</title>
<style>${style}</style></head><body><h1>${escapeHtml(title)}</h1>
<p>${escapeHtml(agency)} · ${escapeHtml(`${a.projectNumber} ${a.project}`)}<br>
${escapeHtml(a.vendor)} · order ${escapeHtml(`${a.order.number} ${a.order.title}`)}<br>
Work from ${formatDate(a.periodFrom)} to ${formatDate(a.periodTo)}<br>
${escapeHtml(`${a.number}, the contractor's ${a.contractorNumber}`)}</p>
${sums(a)}
<div class="sign">${signed("Contractor", a.contractor || null, at(a.contractorAt))}
${signed("Quantities confirmed", a.confirmer, at(a.confirmedAt))}
${signed("Certified", a.certifier, at(a.certifiedAt))}</div>
<h2>Continuation sheet</h2>
<table><thead><tr>${heads.map((head, n) => `<th${n > 1 ? ' class="num"' : ""}>${head}</th>`).join("")}</tr></thead>
<tbody>${a.lines.map(lineRow).join("")}</tbody></table></body></html>`;
};
