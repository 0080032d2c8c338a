import { formatDate } from "#kernel/dates.ts";
import { escapeHtml } from "#kernel/html.ts";
import { formatCents } from "#kernel/money.ts";
import { itemKinds, monthStatuses, movementKinds, type ItemKind } from "./month.labels.ts";
import type { BankMonthDetail } from "./month.model.ts";

const style = `body{font:10pt/1.45 "Public Sans",Arial,sans-serif;color:#121927}
h1{font-size:17pt}h2{font-size:12pt;break-after:avoid}p{max-width:45em}
table{border-collapse:collapse;width:100%}
th,td{padding:3pt 5pt;border-bottom:.5pt solid #d9dee6;text-align:left;vertical-align:top;font-size:8.5pt}
td.num,th.num{text-align:right;white-space:nowrap}tr{break-inside:avoid}
tr.sum td{font-weight:600;border-top:1pt solid #121927}.mono{word-break:break-all;font-size:8pt}`;

const row = (label: string, cents: number, sum = false): string =>
  `<tr${sum ? ' class="sum"' : ""}><td>${escapeHtml(label)}</td><td class="num">${formatCents(cents, { symbol: false })}</td></tr>`;

type Items = BankMonthDetail["reconciliation"]["items"];

/** What differs between books and bank, as one sum for each kind, in the order of the kinds. */
export const sumsByKind = (items: Items): { kind: ItemKind; count: number; cents: number }[] =>
  (Object.keys(itemKinds) as ItemKind[])
    .map((kind) => {
      const mine = items.filter((i) => i.kind === kind);
      return { kind, count: mine.length, cents: mine.reduce((n, i) => n + i.cents, 0) };
    })
    .filter(({ count }) => count > 0);

const itemRow = (i: Items[number]): string =>
  `<tr><td>${itemKinds[i.kind]}</td><td>${escapeHtml(i.number)}</td><td>${escapeHtml(i.reference)}</td><td>${escapeHtml(i.what)}</td><td>${formatDate(i.onDay)}</td><td class="num">${formatCents(i.cents, { symbol: false })}</td></tr>`;

const heads = [
  ...["Kind", "Record", "Check or trace", "Of", "Day"].map((h) => `<th scope="col">${h}</th>`),
  '<th scope="col" class="num">$</th>',
].join("");

const itemTable = (items: Items): string =>
  items.length === 0
    ? "<p>Nothing is outstanding or in transit.</p>"
    : `<table><thead><tr>${heads}</tr></thead><tbody>${items.map(itemRow).join("")}</tbody></table>`;

const hands = (m: BankMonthDetail): string => {
  const prepared =
    m.preparedAt && m.preparedBy ? `Prepared by ${m.preparedBy}.` : "Not prepared yet.";
  const reviewed = m.reviewedBy ? ` Reviewed by ${m.reviewedBy}.` : " Not reviewed yet.";
  return prepared + reviewed;
};

const apart = (m: BankMonthDetail, there: number): string => {
  const cents = Math.abs(there - m.reconciliation.book);
  return cents === 0
    ? "the same as the books here"
    : `${formatCents(cents)} apart: ${escapeHtml(m.elsewhereNote)}`;
};

const elsewhere = (m: BankMonthDetail): string =>
  m.elsewhere === null
    ? "<p>The balance of the finance system was not compared.</p>"
    : `<p>The finance system has ${formatCents(m.elsewhere)}, ${apart(m, m.elsewhere)}.</p>`;

/** The reconciliation of a month on paper: both sides, every item, and who prepared and reviewed it. */
export const monthDocument = (m: BankMonthDetail, agency: string): string => {
  const r = m.reconciliation;
  const title = `Bank reconciliation ${m.number}`;
  const bank = [
    row(`Balance at the bank on ${formatDate(r.bankOn ?? r.lastDay)}`, r.bank),
    ...sumsByKind(r.items)
      .filter(({ kind }) => kind !== "unproven")
      .map(({ kind, count, cents }) => row(`${itemKinds[kind]} (${count})`, cents)),
    row("Adjusted balance of the bank", r.adjusted, true),
  ];
  const books = [
    row(`Balance of the books when ${formatDate(r.firstDay)} began`, r.opening),
    ...r.movements.map(({ kind, cents }) => row(movementKinds[kind], cents)),
    row(`Balance of the books on ${formatDate(r.lastDay)}`, r.book, true),
    row("Difference", r.difference, true),
  ];
  const days = `${formatDate(m.firstDay)} to ${formatDate(m.lastDay)}`;
  const lead = `${agency}, ${m.account}, ${days}. ${monthStatuses[m.status].label}. ${hands(m)}`;
  const digest = m.sha256 ? `<p class="mono">SHA-256 of what was reviewed: ${m.sha256}</p>` : "";
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(title)}</title>
<style>${style}</style></head><body><h1>${escapeHtml(title)}</h1>
<p>${escapeHtml(lead)}</p>
<h2>The bank</h2><table><tbody>${bank.join("")}</tbody></table>
<h2>The books</h2><table><tbody>${books.join("")}</tbody></table>${elsewhere(m)}
<h2>What differs, record by record</h2>${itemTable(r.items)}${digest}</body></html>`;
};
