import { formatDate } from "#kernel/dates.ts";
import { escapeHtml } from "#kernel/html.ts";
import { formatCents } from "#kernel/money.ts";
import type { Day } from "#kernel/time.ts";
import type { BillLine } from "./bill.model.ts";

const style = `body{font:10pt/1.45 "Public Sans",Arial,sans-serif;color:#121927}
h1{font-size:18pt;margin:2pt 0}h2{font-size:12pt;break-after:avoid}p{max-width:46em;margin:2pt 0}
dl{display:grid;grid-template-columns:40mm 1fr;gap:2pt 8pt;margin:10pt 0}dt{color:#596475}dd{margin:0}
table{border-collapse:collapse;width:100%}tr{break-inside:avoid}
th,td{padding:3pt 5pt;border-bottom:.5pt solid #d9dee6;text-align:left;vertical-align:top;font-size:9pt}
td.num,th.num{text-align:right;white-space:nowrap}tr.sum td{font-weight:600;border-top:1pt solid #121927}.t{white-space:pre-wrap}`;

const money = (cents: number) => formatCents(cents, { symbol: false });

const page = (title: string, body: string) =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(title)}</title><style>${style}</style></head><body><main>${body}</main></body></html>`;

const factsOf = (facts: readonly (readonly [string, string])[]) =>
  `<dl>${facts.map(([name, value]) => `<dt>${name}</dt><dd>${escapeHtml(value)}</dd>`).join("")}</dl>`;

const muchOf = ({ minutes, quantity, rate }: BillLine): string => {
  if (minutes !== null) return `${(minutes / 60).toFixed(2)} h`;
  return quantity !== null && rate !== null ? `${quantity} × ${money(rate)}` : "";
};

const lineRow = (line: BillLine) =>
  `<tr><td>${formatDate(line.servedOn)}</td><td>${escapeHtml(line.service)}</td><td>${escapeHtml(line.description)}</td><td class="num">${muchOf(line)}</td><td class="num">${money(line.cents)}</td></tr>`;

const sumRow = (label: string, cents: number, strong = false) =>
  `<tr${strong ? ' class="sum"' : ""}><td colspan="4">${label}</td><td class="num">${money(cents)}</td></tr>`;

export type BillOnPaper = {
  number: string;
  agency: string;
  client: string;
  address: string;
  agreement: string;
  issuedOn: Day | null;
  dueOn: Day | null;
  note: string;
  lines: readonly BillLine[];
  overhead: number;
  total: number;
  received: number;
};

/** A bill as its client reads it. */
export const billDocument = (b: BillOnPaper): string =>
  page(
    b.number,
    `<p>${escapeHtml(b.agency)}</p><h1>Bill ${escapeHtml(b.number)}</h1>${factsOf([
      ["To", [b.client, b.address].filter(Boolean).join(", ")],
      ["Under", b.agreement],
      ["Sent", b.issuedOn ? formatDate(b.issuedOn) : "not sent yet"],
      ["Due", b.dueOn ? formatDate(b.dueOn) : ""],
    ])}${b.note ? `<p class="t">${escapeHtml(b.note)}</p>` : ""}<h2>What is billed</h2>
<table><thead><tr><th scope="col">Day</th><th scope="col">Service</th><th scope="col">What</th><th scope="col" class="num">Quantity</th><th scope="col" class="num">$</th></tr></thead>
<tbody>${b.lines.map(lineRow).join("")}${b.overhead ? sumRow("Overhead", b.overhead) : ""}${sumRow("Total", b.total, true)}${b.received ? sumRow("Received", -b.received) + sumRow("Still owed", b.total - b.received, true) : ""}</tbody></table>`,
  );

export type StatementRow = { onDay: Day; what: string; cents: number };
export type Statement = {
  agency: string;
  client: string;
  address: string;
  on: Day;
  rows: readonly StatementRow[];
  aging: { notDue: number; to30: number; to60: number; to90: number; beyond: number; owed: number };
};

/** What was billed and came in until a day, with the balance behind each row. */
export const statementDocument = (s: Statement): string => {
  let balance = 0;
  const rows = s.rows.map((row) => {
    balance += row.cents;
    return `<tr><td>${formatDate(row.onDay)}</td><td>${escapeHtml(row.what)}</td><td class="num">${money(row.cents)}</td><td class="num">${money(balance)}</td></tr>`;
  });
  const buckets = [
    ["Not due", s.aging.notDue],
    ["1 to 30 days late", s.aging.to30],
    ["31 to 60 days late", s.aging.to60],
    ["61 to 90 days late", s.aging.to90],
    ["More than 90 days late", s.aging.beyond],
  ] as const;
  return page(
    `Statement of ${s.client}`,
    `<p>${escapeHtml(s.agency)}</p><h1>Statement</h1>${factsOf([
      ["Client", [s.client, s.address].filter(Boolean).join(", ")],
      ["As of", formatDate(s.on)],
      ["Owed", formatCents(s.aging.owed)],
    ])}<h2>What was billed and came in</h2>
<table><thead><tr><th scope="col">Day</th><th scope="col">What</th><th scope="col" class="num">$</th><th scope="col" class="num">Balance</th></tr></thead><tbody>${rows.join("")}</tbody></table>
<h2>What is owed, by its age</h2><table><tbody>${buckets.map(([label, cents]) => `<tr><td>${label}</td><td class="num">${money(cents)}</td></tr>`).join("")}</tbody></table>`,
  );
};
