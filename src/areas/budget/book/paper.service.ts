import { formatDate } from "#kernel/dates.ts";
import { formatCents } from "#kernel/money.ts";
import { toCsv } from "#server/http/export.ts";
import { html } from "#server/pdf/pdf.ts";
import { accountClasses, type AccountClass } from "../chart.labels.ts";
import { glossary, type BookContent } from "./book.model.ts";
import { barChart } from "./chart.service.ts";
import {
  revenueBySource,
  spendingByCategory,
  spendingByDepartment,
  spendingByFund,
  type Columns,
} from "./parts.model.ts";

const style = [
  'body{font:10pt/1.5 "Public Sans",Arial,sans-serif;color:#121927}',
  "h1{font-size:20pt;margin:2pt 0}h2{font-size:14pt;margin:18pt 0 4pt}h3{font-size:11pt;margin:12pt 0 3pt}",
  "table{border-collapse:collapse;width:100%}p{margin:3pt 0}",
  "th,td{padding:2.5pt 5pt;border-bottom:.5pt solid #d9dee6;text-align:left;vertical-align:top}",
  "th.n,td.n{text-align:right;font-variant-numeric:tabular-nums}tr{break-inside:avoid}",
  "figure{margin:6pt 0;break-inside:avoid}figure svg{width:100%;height:auto}figcaption{color:#596475;font-size:8pt}",
  "small{color:#596475}dt{font-weight:600}dd{margin:0 0 4pt}code{font-size:8pt;overflow-wrap:anywhere}",
].join("");

type Cell = string | number;
const cell = (value: Cell) =>
  typeof value === "number"
    ? `<td class="n">${formatCents(value, { symbol: false })}</td>`
    : `<td>${html(value)}</td>`;
const table = (heads: readonly string[], rows: readonly (readonly Cell[])[]): string => {
  const numbers = new Set(rows[0]?.flatMap((c, at) => (typeof c === "number" ? [at] : [])));
  const head = heads
    .map((h, at) => `<th scope="col"${numbers.has(at) ? ' class="n"' : ""}>${html(h)}</th>`)
    .join("");
  const body = rows.map((row) => `<tr>${row.map(cell).join("")}</tr>`).join("");
  return `<table><thead><tr>${head}</tr></thead><tbody>${body}</tbody></table>`;
};
const paragraphs = (text: string) =>
  text
    .split(/\n{2,}/)
    .filter(Boolean)
    .map((p) => `<p>${html(p)}</p>`)
    .join("");

const fundsPart = (b: BookContent) =>
  `<h2>Funds</h2>${table(
    ["Fund", "Begins with, $", "Revenue", "In", "Expenditure", "Out", "Ends with"],
    b.funds.map((f) => [
      f.fund,
      f.beginning,
      f.revenue,
      f.transfersIn,
      f.expenditure,
      f.transfersOut,
      f.end,
    ]),
  )}${b.funds
    .filter((f) => f.breaches.length > 0)
    .map(
      (f) =>
        `<p><strong>${html(f.fund)}:</strong> ${html(f.breaches.join(" "))}${f.exception ? ` Decided: ${html(f.exception)}` : ""}</p>`,
    )
    .join("")}`;

const three = ["Actual", "Year before", "This budget"];
const columnsOf = (rows: readonly Columns[]): Cell[][] =>
  rows.map((r) => [r.label, r.actual, r.before, r.cents]);
const totalled = (rows: readonly Columns[]): Columns[] =>
  rows.length < 2
    ? [...rows]
    : [
        ...rows,
        {
          label: "Together",
          actual: rows.reduce((sum, r) => sum + r.actual, 0),
          before: rows.reduce((sum, r) => sum + r.before, 0),
          cents: rows.reduce((sum, r) => sum + r.cents, 0),
        },
      ];

const summary = ([title, what, rows]: readonly [string, string, Columns[]]): string =>
  `<h2>${html(title)}</h2>${barChart(title, rows)}${table(
    [what, ...three.map((t) => `${t}, $`)],
    columnsOf(totalled(rows)),
  )}`;

const summed = (b: BookContent): (readonly [string, string, Columns[]])[] =>
  (
    [
      ["Spending by fund", "Fund", spendingByFund(b)],
      ["Spending by department", "Department", spendingByDepartment(b)],
      ["Spending by kind", "Kind", spendingByCategory(b)],
      ["Revenue by source", "Source", revenueBySource(b)],
    ] as const
  ).filter(([, , rows]) => rows.length > 0);

const contents = (b: BookContent): string => {
  const parts = [
    "Message",
    ...summed(b).map(([title]) => title),
    "Funds",
    "Departments",
    ...(b.positions.length ? ["Positions"] : []),
    ...(b.capital.length ? ["Capital"] : []),
    ...(b.statistics?.length ? ["Statistics"] : []),
    "Words",
  ];
  return `<h2>What stands in it</h2><ol>${parts.map((p) => `<li>${html(p)}</li>`).join("")}</ol>`;
};

const statisticsPart = (b: BookContent): string => {
  const history = b.history ?? [];
  return (b.statistics?.length ?? 0) === 0
    ? ""
    : `<h2>Statistics</h2>${table(
        ["What", "Figure"],
        b.statistics!.map((s) => [s.label, s.value]),
      )}${
        history.length
          ? `<h3>Earlier budgets</h3>${table(
              ["Fiscal year", "To spend, $", "Revenue, $", "Spent, $"],
              history.map((h) => [String(h.year), h.spending, h.revenue, h.spent]),
            )}`
          : ""
      }`;
};

const departmentPart = (d: BookContent["departments"][number]) =>
  `<h3>${html(d.department)}: ${formatCents(d.cents)}</h3>${paragraphs(d.narrative)}${table(
    ["Account string", "What", "Class", ...three.map((t) => `${t}, $`)],
    d.accounts.map((a) => [
      a.code,
      a.label,
      accountClasses[a.class as AccountClass],
      a.actual ?? 0,
      a.before,
      a.cents,
    ]),
  )}${
    d.packages.length
      ? table(
          ["Decision package", "Decision", "Asked, $"],
          d.packages.map((p) => [p.title, p.status, p.cents]),
        )
      : ""
  }`;

const fte = (thousandths: number | null): string =>
  thousandths === null ? "not kept" : (thousandths / 1000).toFixed(2);

const staffingPart = (b: BookContent): string =>
  b.staffing?.length
    ? table(
        ["Department", ...[b.year - 2, b.year - 1, b.year].map((year) => `FTE ${year}`)],
        b.staffing.map((s) => [s.department, fte(s.twoBefore), fte(s.before), fte(s.fte)]),
      )
    : "";

const positionsPart = (b: BookContent) =>
  b.positions.length === 0
    ? ""
    : `<h2>Positions</h2>${staffingPart(b)}<h3>By position</h3>${table(
        ["Department", "Position", "Number", "FTE", "Cost, $"],
        b.positions.map((p) => [
          p.department,
          p.title,
          String(p.count),
          (p.fte / 1000).toFixed(2),
          p.cents,
        ]),
      )}`;

const capitalPart = (b: BookContent) =>
  b.capital.length === 0
    ? ""
    : `<h2>Capital</h2>${table(
        ["Account string", "What", "This year, $"],
        b.capital.map((c) => [c.code, c.label, c.cents]),
      )}`;

/** A book as one HTML document, for the screen, for printing and as the source of its tagged PDF. */
export const bookDocument = (
  b: BookContent,
  facts: { versionNo: number; hash: string },
): string => {
  const title = `${b.stage === "adopted" ? "Adopted" : "Proposed"} budget ${b.year}, ${b.agency}`;
  const decided = b.decision
    ? `<p>Adopted on ${formatDate(b.decision.decidedOn)} by ${html(b.decision.resolution)}, ${b.decision.votesFor} for and ${b.decision.votesAgainst} against.</p>`
    : "<p>Proposed: the governing body has not decided yet.</p>";
  const words = glossary
    .map(([word, text]) => `<dt>${html(word)}</dt><dd>${html(text)}</dd>`)
    .join("");
  const head = `<meta charset="utf-8"><title>${html(title)}</title><style>${style}</style>`;
  return `<!doctype html><html lang="en"><head>${head}</head><body>
<p>${html(b.agency)}</p><h1>${html(title)}</h1>
<p>From ${formatDate(b.startsOn)} to ${formatDate(b.endsOn)}. Version ${facts.versionNo}.</p>${decided}${contents(b)}
<h2>Message</h2>${paragraphs(b.message) || "<p>No message.</p>"}${summed(b).map(summary).join("")}${fundsPart(b)}
<h2>Departments</h2>${b.departments.map(departmentPart).join("")}
${positionsPart(b)}${capitalPart(b)}${statisticsPart(b)}
<h2>Words</h2><dl>${words}</dl>
<p><small>SHA-256 of this version's figures: <code>${facts.hash}</code></small></p></body></html>`;
};

/** Every line of a book as CSV, one account string a row, amounts in dollars. */
export const bookCsv = (b: BookContent): string =>
  toCsv(
    [
      "Year",
      "Stage",
      "Department",
      "Fund",
      "Account string",
      "Account",
      "Class",
      "Actual",
      "Year before",
      "Amount",
    ],
    b.departments.flatMap((d) =>
      d.accounts.map((a) => [
        String(b.year),
        b.stage,
        d.department,
        a.fund ?? "",
        a.code,
        a.label,
        accountClasses[a.class as AccountClass],
        ((a.actual ?? 0) / 100).toFixed(2),
        (a.before / 100).toFixed(2),
        (a.cents / 100).toFixed(2),
      ]),
    ),
  );
