import { formatDate } from "#kernel/dates.ts";
import { escapeHtml } from "#kernel/html.ts";
import { formatCents } from "#kernel/money.ts";
import type { Day } from "#kernel/time.ts";

const style = `body{font:10pt/1.45 "Public Sans",Arial,sans-serif;color:#121927}
h1{font-size:18pt;margin:2pt 0}h2{font-size:12pt;break-after:avoid}
p{max-width:46em;margin:2pt 0}.t{white-space:pre-wrap}
dl{display:grid;grid-template-columns:44mm 1fr;gap:2pt 8pt;margin:10pt 0}dt{color:#596475}dd{margin:0}
table{border-collapse:collapse;width:100%}tr{break-inside:avoid}
th,td{padding:3pt 5pt;border-bottom:.5pt solid #d9dee6;text-align:left;vertical-align:top;font-size:9pt}
td.num,th.num{text-align:right;white-space:nowrap}
tr.sum td{font-weight:600;border-top:1pt solid #121927}`;

const money = (cents: number) => formatCents(cents, { symbol: false });

export type BillOnPaper = {
  kind: "bill" | "credit";
  number: string;
  operator: { name: string; address: string; phone: string };
  customer: string;
  billTo: string;
  orderNumber: string;
  credits: string | null;
  issuedOn: Day | null;
  dueOn: Day | null;
  periodFrom: Day | null;
  periodTo: Day | null;
  exemptionNumber: string;
  exemptionReason: string;
  note: string;
  lines: readonly { description: string; fromOn: Day | null; toOn: Day | null; cents: number }[];
  total: number;
};

const span = (from: Day | null, to: Day | null): string =>
  from && to ? `${formatDate(from)} to ${formatDate(to)}` : "";

const factsOf = (b: BillOnPaper): string => {
  const facts: readonly (readonly [string, string])[] = [
    ["To", [b.customer, b.billTo].filter(Boolean).join("\n")],
    ["Purchase order", b.orderNumber],
    ["Corrects", b.credits ?? ""],
    ["Sent", b.issuedOn ? formatDate(b.issuedOn) : "Draft, not sent"],
    ["Due", b.dueOn ? formatDate(b.dueOn) : ""],
    ["Period", span(b.periodFrom, b.periodTo)],
    [
      "Tax",
      b.exemptionNumber
        ? `Exempt: ${b.exemptionReason} (certificate ${b.exemptionNumber})`
        : "No tax is charged",
    ],
  ];
  const row = ([name, value]: readonly [string, string]) =>
    `<dt>${name}</dt><dd class="t">${escapeHtml(value)}</dd>`;
  return `<dl>${facts
    .filter(([, value]) => value)
    .map(row)
    .join("")}</dl>`;
};

/** A bill, or a credit note, as its agency reads it on paper. */
export const billDocument = (b: BillOnPaper): string => {
  const what = b.kind === "credit" ? "Credit note" : "Bill";
  const cell = (text: string) => `<td>${escapeHtml(text)}</td>`;
  const lines = b.lines.map(
    (line) =>
      `<tr>${cell(line.description)}${cell(span(line.fromOn, line.toOn))}<td class="num">${money(line.cents)}</td></tr>`,
  );
  const sum = `<tr class="sum"><td colspan="2">Total, USD</td><td class="num">${money(b.total)}</td></tr>`;
  const { name, address, phone } = b.operator;
  const from = [name, address, phone].filter(Boolean).join("\n");
  const note = b.note ? `<p class="t">${escapeHtml(b.note)}</p>` : "";
  return `<!doctype html><html lang="en"><head><meta charset="utf-8">
<title>${escapeHtml(`${what} ${b.number}`)}</title><style>${style}</style></head>
<body><main><p class="t">${escapeHtml(from)}</p><h1>${what} ${escapeHtml(b.number)}</h1>${factsOf(b)}${note}
<h2>What is ${b.kind === "credit" ? "credited" : "billed"}</h2>
<table><thead><tr><th scope="col">What</th><th scope="col">For</th><th scope="col" class="num">$</th></tr></thead>
<tbody>${lines.join("")}${sum}</tbody></table></main></body></html>`;
};
