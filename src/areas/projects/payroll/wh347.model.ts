// Form WH-347 as text: its columns in CSV, and the form on paper.
import { formatDate } from "#kernel/dates.ts";
import { escapeHtml } from "#kernel/html.ts";
import { formatCents, parseMoney } from "#kernel/money.ts";
import { addDays, type Day, type Instant } from "#kernel/time.ts";
import { counted } from "#kernel/words.ts";
import { complianceStatement } from "./payroll.labels.ts";
import {
  payrollFields,
  socialSecurityRefused,
  type PayrollDetail,
  type PayrollRead,
} from "./payroll.model.ts";
import { wh347Columns } from "./wh347-columns.ts";
import { holdsSocialSecurity, type PaidWorker } from "./wages.model.ts";

const days = [1, 2, 3, 4, 5, 6, 7];

const worker = payrollFields.workers.unwrap().element;
const plain = (text: string): string => text.toLowerCase().replaceAll(/[^a-z0-9]/g, "");
const moneyOf = (text: string): number | null =>
  text.trim() === "" ? null : (parseMoney(text) ?? NaN);
const hoursOf = (text: string): string => text.trim() || "0";

const workerOf = (cell: (column: string) => string): object => ({
  name: cell("Name"),
  idNumber: cell("ID number"),
  classification: cell("Classification"),
  apprenticePercent:
    cell("Apprentice percent").trim() === "" ? null : Number(cell("Apprentice percent")),
  straight: days.map((day) => hoursOf(cell(`ST ${day}`))),
  overtime: days.map((day) => hoursOf(cell(`OT ${day}`))),
  rate: moneyOf(cell("Rate")),
  overtimeRate: moneyOf(cell("OT rate")) ?? 0,
  fringePlans: moneyOf(cell("Fringe to plans")) ?? 0,
  fringeCash: moneyOf(cell("Fringe in cash")) ?? 0,
  gross: moneyOf(cell("Gross this project")),
  grossAll: moneyOf(cell("Gross all work")),
  deductions: moneyOf(cell("Deductions")),
  net: moneyOf(cell("Net pay")),
});

const columnOf: Record<string, string> = {
  name: "Name",
  idNumber: "ID number",
  classification: "Classification",
  apprenticePercent: "Apprentice percent",
  rate: "Rate",
  overtimeRate: "OT rate",
  fringePlans: "Fringe to plans",
  fringeCash: "Fringe in cash",
  gross: "Gross this project",
  grossAll: "Gross all work",
  deductions: "Deductions",
  net: "Net pay",
};
const placeOf = ([field, at]: readonly PropertyKey[]): string =>
  field === "straight" || field === "overtime"
    ? `${field === "straight" ? "ST" : "OT"} ${Number(at) + 1}`
    : (columnOf[String(field)] ?? "The row");

/**
 * The workers of a file whose first record names the columns. A line that cannot be read is said with its
 * number and the others stay; a full Social Security number is said at its line, never repeated.
 */
export const readWh347 = (records: readonly (readonly string[])[]): PayrollRead => {
  const [heads = [], ...rows] = records;
  const placed = new Map(heads.map((head, at) => [plain(head), at]));
  const missing = wh347Columns.filter((column) => !placed.has(plain(column)));
  if (missing.length > 0)
    return {
      workers: [],
      errors: [{ line: 1, says: `These columns are missing: ${missing.join(", ")}.` }],
    };
  const read: PayrollRead = { workers: [], errors: [] };
  for (const [at, row] of rows.entries()) {
    const line = at + 2;
    if (row.every((cell) => cell.trim() === "")) continue;
    if (row.some(holdsSocialSecurity)) {
      read.errors.push({ line, says: socialSecurityRefused });
      continue;
    }
    const found = worker.safeParse(workerOf((column) => row[placed.get(plain(column))!] ?? ""));
    if (found.success) read.workers.push(found.data);
    else {
      const { path, message } = found.error.issues[0]!;
      read.errors.push({ line, says: `${placeOf(path)}: ${message}` });
    }
  }
  return read;
};

const style = `@page{size:letter landscape;margin:9mm}
body{font:8pt/1.3 "Public Sans",Arial,sans-serif;color:#121927}
h1{font-size:13pt;margin:0}p{margin:1.5mm 0}
table{border-collapse:collapse;width:100%;margin:2mm 0}
th,td{border:.5pt solid #8a94a3;padding:1.5pt 2.5pt;text-align:left;vertical-align:top;font-size:7pt}
td.n{text-align:right;white-space:nowrap}tr{break-inside:avoid}
ol{margin:1mm 0;padding-left:5mm}.sign{margin-top:8mm;border-top:.7pt solid #121927;width:90mm;padding-top:1.5mm}`;

const money = (cents: number | null): string =>
  cents === null ? "" : formatCents(cents, { symbol: false });
const total = (hours: readonly string[]): string =>
  String(hours.reduce((sum, each) => sum + Math.round(Number(each) * 100), 0) / 100);
const number = (text: string): string => `<td class="n">${escapeHtml(text)}</td>`;

const rowsOf = (w: PaidWorker, at: number): string => {
  const text = (value: string) => `<td rowspan="2">${escapeHtml(value)}</td>`;
  const amount = (cents: number | null) => `<td class="n" rowspan="2">${money(cents)}</td>`;
  const rank = w.apprenticePercent === null ? "J" : `RA ${w.apprenticePercent}%`;
  const who = [String(at + 1), w.name, w.idNumber, rank, w.classification].map(text).join("");
  return `<tr>${who}
<td>ST</td>${w.straight.map(number).join("")}${number(total(w.straight))}${number(money(w.rate))}
${[w.fringePlans, w.fringeCash, w.gross, w.grossAll, w.deductions, w.net].map(amount).join("")}</tr>
<tr><td>OT</td>${w.overtime.map(number).join("")}${number(total(w.overtime))}${number(money(w.overtimeRate))}</tr>`;
};

const weekdays = (weekEnding: Day): string =>
  days
    .map(
      (day) =>
        `<th>${escapeHtml(formatDate(addDays(weekEnding, day - 7)).replace(/,.*/, ""))}</th>`,
    )
    .join("");

/** A certified payroll on paper, in the columns of form WH-347; `at` writes an instant in the agency's time. */
export const wh347Document = (
  p: PayrollDetail,
  agency: string,
  at: (moment: Instant) => string,
): string => {
  const heads = [
    ["Employer", p.employer],
    ["Payroll no.", `${p.payrollNo}${p.final ? ", final" : ""}`],
    ["Week ending", formatDate(p.weekEnding)],
    ["Payday", p.paidOn ? formatDate(p.paidOn) : "None"],
    ["Project", `${p.projectNumber} ${p.project}`],
    ["Order", p.order],
    ["Wage determination", p.determination ?? "Not entered"],
  ];
  const body = p.noWork
    ? "<p><b>No work was performed in this week.</b></p>"
    : `<table><thead><tr><th>No.</th><th>Name</th><th>ID number</th><th>J or RA</th><th>Classification</th><th></th>${weekdays(p.weekEnding)}<th>Hours</th><th>Rate</th><th>Fringe credit an hour</th><th>In lieu an hour</th><th>Gross, this project</th><th>Gross, all work</th><th>Deductions</th><th>Net pay</th></tr></thead><tbody>${p.workers.map(rowsOf).join("")}</tbody></table>
<p>${escapeHtml(`${counted(p.totals.people, "worker")}, ${p.totals.hours} hours, ${formatCents(p.totals.gross)} on this project.`)}</p>`;
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(`${p.number} payroll ${p.payrollNo}`)}</title>
<style>${style}</style></head><body><h1>Certified payroll</h1>
<p>In the columns of form WH-347 · ${escapeHtml(agency)} · ${escapeHtml(p.number)}</p>
<p>${heads.map(([label, value]) => `<b>${label}:</b> ${escapeHtml(value!)}`).join(" · ")}</p>
${body}
<p><b>Statement of compliance</b> (29 CFR 5.5(a)(3)(ii)(C))</p>
<ol>${complianceStatement.map((one) => `<li>${escapeHtml(one)}</li>`).join("")}</ol>
<p><b>Exceptions:</b> ${escapeHtml(p.exceptions || "None.").replaceAll("\n", "<br>")}</p>
<div class="sign">${escapeHtml(p.signedAt ? `${p.signedBy}, ${p.signedTitle}, signed ${at(p.signedAt)}` : "Not signed")}</div>
</body></html>`;
};
