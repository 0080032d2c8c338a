import { formatDate } from "#kernel/dates.ts";
import { escapeHtml } from "#kernel/html.ts";
import { formatCents } from "#kernel/money.ts";
import { counted } from "#kernel/words.ts";
import { isDate } from "#kernel/time.ts";
import { fieldsOf, type Asked, type FormField } from "#areas/forms/forms.public.ts";
import { objectClasses, type PaymentProof } from "#areas/finance/finance.public.ts";
import { drawdownKinds, drawdownStatuses } from "./drawdown.labels.ts";
import type { FormSheet } from "../federal-form/sheet.model.ts";
import type { DrawdownDetail } from "./drawdown.model.ts";

/** What the papers of a request say beside it. */
export type PaperFacts = {
  agency: string;
  grantor: string;
  grantorNumber: string;
  payments: readonly PaymentProof[];
};
type Line = DrawdownDetail["lines"][number];

const style = `body{font:10pt/1.45 "Public Sans",Arial,sans-serif;color:#121927}
h1{font-size:17pt}h2{font-size:13pt;break-after:avoid}p{max-width:45em}
table{border-collapse:collapse;width:100%}
th,td{padding:3pt 5pt;border-bottom:.5pt solid #d9dee6;text-align:left;vertical-align:top;font-size:8.5pt}
td.num,th.num{text-align:right;white-space:nowrap}tr{break-inside:avoid}.next{break-before:page}
td.long{word-break:break-all}`;
const document = (title: string, body: string): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(title)}</title>
<style>${style}</style></head><body>${body}</body></html>`;

const paidBy = (p: PaymentProof): string => {
  const way = p.method === "ach" ? "by ACH" : "by check";
  const trace = p.trace ? ` ${p.trace}` : "";
  const paidOn = p.paidOn ? ` on ${formatDate(p.paidOn)}` : "";
  const cleared = p.clearedOn
    ? `cleared by the bank on ${formatDate(p.clearedOn)}`
    : "not yet matched with the bank";
  const file = p.fileSha256 ? `; bank file SHA-256 ${p.fileSha256}` : "";
  return `${p.number}, ${formatCents(p.cents)} ${way}${trace}${paidOn}, ${cleared}${file}.`;
};

/** How a line was paid, one sentence each; what no bank paid says what stands behind it. */
export const proofOf = (line: Line, payments: readonly PaymentProof[]): string[] => {
  if (line.source !== "invoice")
    return [
      line.source === "payroll"
        ? `Payroll, booked as ${line.documentNumber}${line.paidOn ? ` and paid on ${formatDate(line.paidOn)}` : ""}.`
        : `Transferred by ${line.documentNumber}; the payment is that of the line it came from.`,
    ];
  const mine = payments.filter((p) => p.invoiceId === line.documentId);
  if (mine.length === 0) return ["Not paid yet."];
  return mine.map(paidBy);
};

const said = (d: DrawdownDetail): string => {
  if (d.paidOn)
    return `The money came on ${formatDate(d.paidOn)}: ${formatCents(d.paid ?? 0)}, deposit ${d.deposit ?? "without a reference"}.`;
  if (d.submittedOn)
    return `It was sent on ${formatDate(d.submittedOn)}${d.reference ? ` as ${d.reference}` : ""} and is not paid yet.`;
  return `It was not sent yet; its status is ${drawdownStatuses[d.status].label}.`;
};

/** The title page of a request, in words that somebody at the grantor reads first. */
export const titleWords = (d: DrawdownDetail, f: PaperFacts): string[] => {
  const [unpaid, uncovered] = [
    d.lines.filter((l) => l.paidOn === null).length,
    d.lines.reduce((n, l) => n + l.uncovered, 0),
  ];
  return [
    `${f.agency} asks ${f.grantor} for ${formatCents(d.federal)} of award ${f.grantorNumber}, ${d.awardTitle}. It is request ${d.number}, ${drawdownKinds[d.kind].toLowerCase()}, of costs up to ${formatDate(d.through)}.`,
    `It rests on ${counted(d.lines.length, "cost line")}: ${formatCents(d.federal)} are the federal share and ${formatCents(d.match)} the agency's own. The lines follow with the payment of each; their papers lie in this package.`,
    unpaid === 0
      ? "Every line was paid before this paper was made."
      : `${counted(unpaid, "line")} was not paid when this paper was made, and says so.`,
    ...(uncovered === 0
      ? []
      : [`${formatCents(uncovered)} of it have no payment behind them any more.`]),
    d.certifiedBy
      ? `Prepared by ${d.preparedBy ?? "nobody named"}, certified by ${d.certifiedBy}.`
      : `Prepared by ${d.preparedBy ?? "nobody named"}, not certified.`,
    said(d),
  ];
};

const heads = ["Cost", "Incurred", "How it was paid"];
const moneyHeads = ["Federal", "Match"];
const rowOf = (line: Line, f: PaperFacts): string => {
  const what = [line.documentNumber, line.vendor, line.description].filter(Boolean).join(", ");
  return `<tr><td>${escapeHtml(what)}<br>${escapeHtml(objectClasses[line.objectClass])}, ${escapeHtml(line.account)}</td><td>${formatDate(line.incurredTo)}</td><td class="long">${proofOf(line, f.payments).map(escapeHtml).join("<br>")}</td><td class="num">${formatCents(line.federal)}</td><td class="num">${formatCents(line.match)}</td></tr>`;
};

/** A request as the grantor reads it: its title page in words, then every drawn line with its payment. */
export const requestDocument = (d: DrawdownDetail, f: PaperFacts): string => {
  const sum = (of: "federal" | "match") => formatCents(d.lines.reduce((n, l) => n + l[of], 0));
  const head = [
    ...heads.map((h) => `<th scope="col">${h}</th>`),
    ...moneyHeads.map((h) => `<th scope="col" class="num">${h}</th>`),
  ].join("");
  const certificate = d.certificate ? `<p>${escapeHtml(d.certificate)}</p>` : "";
  return document(
    `Request ${d.number}`,
    `<p>${escapeHtml(f.agency)}</p><h1>Request for money ${escapeHtml(d.number)}</h1>${titleWords(
      d,
      f,
    )
      .map((each) => `<p>${escapeHtml(each)}</p>`)
      .join("")}${certificate}<h2 class="next">Lines that are asked for</h2>
<table><thead><tr>${head}</tr></thead><tbody>${d.lines.map((line) => rowOf(line, f)).join("")}
<tr><th scope="row" colspan="3">Together</th><td class="num">${sum("federal")}</td>
<td class="num">${sum("match")}</td></tr></tbody></table>`,
  );
};

const answered = (field: FormField, value: unknown): string =>
  field.kind === "money" && typeof value === "number"
    ? formatCents(value)
    : field.kind === "date" && typeof value === "string" && isDate(value)
      ? formatDate(value)
      : String(value);

/**
 * A filled federal form on paper, in its own items; what nobody answered stays blank. `of` says whose it
 * is: "Request DRW-2027-00001".
 */
export const formDocument = (
  { code, name, version, pages, answers }: FormSheet,
  of: string,
  certified: string | null,
): string => {
  const rows = (page: Asked["pages"][number]) =>
    fieldsOf({ pages: [page] })
      .map(
        (field) =>
          `<tr><th scope="row">${escapeHtml(field.label)}</th><td class="num">${field.key in answers ? escapeHtml(answered(field, answers[field.key])) : ""}</td></tr>`,
      )
      .join("");
  const parts = (pages as Asked["pages"]).map(
    (page) => `<h2>${escapeHtml(page.title)}</h2><table>${rows(page)}</table>`,
  );
  const certificate = certified ? `<p>${escapeHtml(certified)}</p>` : "";
  return document(
    `${code} of ${of}`,
    `<h1>${escapeHtml(`${code} ${name}`)}</h1><p>${escapeHtml(of)}, version ${escapeHtml(version)} of the form.</p>${parts.join("")}${certificate}`,
  );
};

/** The SF-270 of a request on paper. */
export const sf270Document = (d: DrawdownDetail): string =>
  formDocument(d.sf270, `Request ${d.number}`, d.certificate ?? null);
