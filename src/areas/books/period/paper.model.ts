import { formatDate } from "#kernel/dates.ts";
import { escapeHtml } from "#kernel/html.ts";
import { formatCents } from "#kernel/money.ts";
import { ledgerClasses } from "../chart/chart.labels.ts";
import { periodStatuses } from "./period.labels.ts";
import type { BalanceRow, PeriodDetail } from "./period.model.ts";

const style = `body{font:10pt/1.45 "Public Sans",Arial,sans-serif;color:#121927}
h1{font-size:17pt}h2{font-size:12pt;break-after:avoid}p{max-width:45em}
table{border-collapse:collapse;width:100%}
th,td{padding:3pt 5pt;border-bottom:.5pt solid #d9dee6;text-align:left;font-size:8.5pt}
td.num,th.num{text-align:right;white-space:nowrap}tr{break-inside:avoid}
tr.sum td{font-weight:600;border-top:1pt solid #121927}.mono{word-break:break-all;font-size:8pt}`;

const amount = (cents: number): string =>
  `<td class="num">${cents === 0 ? "" : formatCents(cents, { symbol: false })}</td>`;

const sides = (cents: number): string => amount(Math.max(0, cents)) + amount(Math.max(0, -cents));

const row = (r: BalanceRow): string => {
  const named = [r.account, r.name, ledgerClasses[r.class]];
  return `<tr>${named.map((text) => `<td>${escapeHtml(text)}</td>`).join("")}${sides(r.closing)}</tr>`;
};

const heads = [
  ...["Account", "Name", "Class"].map((h) => `<th scope="col">${h}</th>`),
  ...["Debit, $", "Credit, $"].map((h) => `<th scope="col" class="num">${h}</th>`),
].join("");

const fundTable = (fund: string, rows: readonly BalanceRow[]): string => {
  const debit = rows.reduce((sum, r) => sum + Math.max(0, r.closing), 0);
  const credit = rows.reduce((sum, r) => sum + Math.max(0, -r.closing), 0);
  const sum = `<tr class="sum"><td colspan="3">${escapeHtml(fund)}</td>${amount(debit)}${amount(credit)}</tr>`;
  const body = rows.map(row).join("") + sum;
  return `<h2>${escapeHtml(fund)}</h2><table><thead><tr>${heads}</tr></thead><tbody>${body}</tbody></table>`;
};

const waited = ({ waits }: PeriodDetail): string =>
  waits.length === 0
    ? ""
    : `<h2>What waited</h2><ul>${waits
        .map((w) => `<li>${escapeHtml(`${w.label}: ${w.said}. ${w.reason}`)}</li>`)
        .join("")}</ul>`;

/** The trial balance of a period on paper, as it was closed or stands now. */
export const periodDocument = (p: PeriodDetail, agency: string): string => {
  const title = `Trial balance, ${p.name}`;
  const funds = [...new Set(p.balance.map((r) => r.fund))];
  const hands = p.closedBy
    ? `Closed for documents by ${p.preparedBy ?? "nobody"}, closed by ${p.closedBy}.`
    : "Not closed: it can still change.";
  const lead = `${agency}, ${formatDate(p.firstDay)} to ${formatDate(p.lastDay)}. ${periodStatuses[p.status].label}. ${hands}`;
  const tables = funds
    .map((fund) =>
      fundTable(
        fund,
        p.balance.filter((r) => r.fund === fund && r.closing !== 0),
      ),
    )
    .join("");
  const digest = p.sha256 ? `<p class="mono">SHA-256 of what was closed: ${p.sha256}</p>` : "";
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(title)}</title>
<style>${style}</style></head><body><h1>${escapeHtml(title)}</h1>
<p>${escapeHtml(lead)}</p>${tables || "<p>Nothing was posted up to this period.</p>"}${waited(p)}${digest}</body></html>`;
};
