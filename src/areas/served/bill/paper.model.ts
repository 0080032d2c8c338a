import { formatDate } from "#kernel/dates.ts";
import { escapeHtml } from "#kernel/html.ts";
import { formatCents } from "#kernel/money.ts";
import type { Day } from "#kernel/time.ts";
import type { BillLine } from "./bill.model.ts";

const style = `body{font:10pt/1.45 "Public Sans",Arial,sans-serif;color:#121927}
h1{font-size:18pt;margin:2pt 0}h2{font-size:12pt;break-after:avoid}
p{max-width:46em;margin:2pt 0}
dl{display:grid;grid-template-columns:40mm 1fr;gap:2pt 8pt;margin:10pt 0}dt{color:#596475}dd{margin:0}
table{border-collapse:collapse;width:100%}tr{break-inside:avoid}
th,td{padding:3pt 5pt;border-bottom:.5pt solid #d9dee6;text-align:left;vertical-align:top;font-size:9pt}
td.num,th.num{text-align:right;white-space:nowrap}
tr.sum td{font-weight:600;border-top:1pt solid #121927}.t{white-space:pre-wrap}`;

const money = (cents: number) => formatCents(cents, { symbol: false });

const page = (title: string, body: string) => `<!doctype html><html lang="en">
<head><meta charset="utf-8"><title>${escapeHtml(title)}</title><style>${style}</style></head>
<body><main>${body}</main></body></html>`;

const cell = (text: string, of = "") => `<td${of}>${escapeHtml(text)}</td>`;
const figure = (text: string) => cell(text, ' class="num"');
const table = (heads: readonly string[], figures: readonly string[], rows: readonly string[]) => {
  const head = [
    ...heads.map((each) => `<th scope="col">${each}</th>`),
    ...figures.map((each) => `<th scope="col" class="num">${each}</th>`),
  ].join("");
  return `<table><thead><tr>${head}</tr></thead><tbody>${rows.join("")}</tbody></table>`;
};

const factsOf = (facts: readonly (readonly [string, string])[]) =>
  `<dl>${facts.map(([name, value]) => `<dt>${name}</dt><dd>${escapeHtml(value)}</dd>`).join("")}</dl>`;

const muchOf = ({ minutes, quantity, rate }: BillLine): string => {
  if (minutes !== null) return `${(minutes / 60).toFixed(2)} h`;
  return quantity !== null && rate !== null ? `${quantity} × ${money(rate)}` : "";
};

const lineRow = (line: BillLine) => {
  const words = [formatDate(line.servedOn), line.service, line.description];
  return `<tr>${words.map((word) => cell(word)).join("")}${figure(muchOf(line))}${figure(money(line.cents))}</tr>`;
};

const sumRow = (label: string, cents: number, strong = false) =>
  `<tr${strong ? ' class="sum"' : ""}><td colspan="4">${label}</td>${figure(money(cents))}</tr>`;

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
export const billDocument = (b: BillOnPaper): string => {
  const facts = factsOf([
    ["To", [b.client, b.address].filter(Boolean).join(", ")],
    ["Under", b.agreement],
    ["Sent", b.issuedOn ? formatDate(b.issuedOn) : "not sent yet"],
    ["Due", b.dueOn ? formatDate(b.dueOn) : ""],
  ]);
  const rows = [
    ...b.lines.map(lineRow),
    ...(b.overhead ? [sumRow("Overhead", b.overhead)] : []),
    sumRow("Total", b.total, true),
    ...(b.received
      ? [sumRow("Received", -b.received), sumRow("Still owed", b.total - b.received, true)]
      : []),
  ];
  const note = b.note ? `<p class="t">${escapeHtml(b.note)}</p>` : "";
  return page(
    b.number,
    `<p>${escapeHtml(b.agency)}</p><h1>Bill ${escapeHtml(b.number)}</h1>${facts}${note}
<h2>What is billed</h2>${table(["Day", "Service", "What"], ["Quantity", "$"], rows)}`,
  );
};

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
    const words = `${cell(formatDate(row.onDay))}${cell(row.what)}`;
    return `<tr>${words}${figure(money(row.cents))}${figure(money(balance))}</tr>`;
  });
  const buckets = [
    ["Not due", s.aging.notDue],
    ["1 to 30 days late", s.aging.to30],
    ["31 to 60 days late", s.aging.to60],
    ["61 to 90 days late", s.aging.to90],
    ["More than 90 days late", s.aging.beyond],
  ] as const;
  const ages = buckets.map(([label, cents]) => `<tr>${cell(label)}${figure(money(cents))}</tr>`);
  const facts = factsOf([
    ["Client", [s.client, s.address].filter(Boolean).join(", ")],
    ["As of", formatDate(s.on)],
    ["Owed", formatCents(s.aging.owed)],
  ]);
  return page(
    `Statement of ${s.client}`,
    `<p>${escapeHtml(s.agency)}</p><h1>Statement</h1>${facts}
<h2>What was billed and came in</h2>${table(["Day", "What"], ["$", "Balance"], rows)}
<h2>What is owed, by its age</h2>${table(["Age"], ["$"], ages)}`,
  );
};
