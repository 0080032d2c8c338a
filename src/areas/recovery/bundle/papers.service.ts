import { formatDate, formatInstant } from "#kernel/dates.ts";
import { formatCents } from "#kernel/money.ts";
import type { Instant } from "#kernel/time.ts";
import { inLook, readOrganization } from "#areas/organization/organization.server.ts";
import type { Db } from "#server/db/db.ts";
import { html, makePdf } from "#server/pdf/pdf.ts";
import type { FilledForm } from "../forms/forms.model.ts";
import { formDocument } from "../forms/forms.service.ts";
import { itemKinds } from "../item/item.labels.ts";
import type { ItemRecord } from "../request/proof.service.ts";
import { lineNumber } from "../request/trace.service.ts";
import { masked } from "./bundle.labels.ts";
import type { BundleSums } from "./bundle.model.ts";
import { workbookOf } from "./workbook.service.ts";

/** What the cover says beyond the sums. */
export type CoverFacts = {
  agency: string;
  timeZone: string;
  title: string;
  preparedBy: string;
  certifiedBy: string;
  certifiedAt: Instant;
  certificate: string;
};
/** A paper before it is stored: its place and how its bytes are made. */
export type PaperToMake = { path: string; make: () => Promise<Buffer> };

const rowsOfPdf = 2_000;

const kindSums = (items: readonly ItemRecord[]) =>
  (Object.keys(itemKinds) as (keyof typeof itemKinds)[]).flatMap((kind) => {
    const mine = items.filter((i) => i.kind === kind);
    const sum = (part: "cents" | "insured" | "federal" | "match") =>
      mine.reduce((n, i) => n + i[part], 0);
    return mine.length
      ? [
          [
            itemKinds[kind],
            String(mine.length),
            sum("cents"),
            sum("insured"),
            sum("federal"),
            sum("match"),
          ] as const,
        ]
      : [];
  });

const style =
  'body{font:10pt/1.4 "Public Sans",Arial,sans-serif;color:#121927}table{border-collapse:collapse;width:100%}' +
  "th,td{padding:3pt 6pt;border-bottom:.5pt solid #d9dee6;text-align:left}h1{font-size:16pt}";
const sumHeads = ["Kind", "Lines", "Cost", "Insured", "Federal", "Local share"];

const coverDocument = (s: BundleSums, f: CoverFacts, items: readonly ItemRecord[]): string => {
  const title = `Request for reimbursement ${s.number}`;
  const fact = (label: string, value: string) =>
    `<p><b>${html(label)}:</b> ${html(masked(value))}</p>`;
  const rows = [
    ...kindSums(items),
    ["Together", String(s.lines), s.total, s.insured, s.federal, s.match] as const,
  ];
  const table = rows
    .map(
      (row) =>
        `<tr>${row.map((c) => `<td>${html(typeof c === "number" ? formatCents(c) : c)}</td>`).join("")}</tr>`,
    )
    .join("");
  const head = `<meta charset="utf-8"><title>${html(title)}</title><style>${style}</style>`;
  const heads = sumHeads.map((h) => `<th scope="col">${h}</th>`).join("");
  return `<!doctype html><html lang="en"><head>${head}</head><body><main>
<p>${html(f.agency)}</p><h1>${html(title)}</h1>
${fact("Disaster", s.declaration)}${fact("Project", `${s.project} ${f.title}`)}
${fact("Prepared by", f.preparedBy)}
${fact("Certified by", `${f.certifiedBy}, ${formatInstant(f.certifiedAt, f.timeZone)}`)}
<table><thead><tr>${heads}</tr></thead><tbody>${table}</tbody></table>
<p>${html(f.certificate)}</p></main></body></html>`;
};

const summarySheet = (request: string, items: readonly ItemRecord[]) => ({
  name: "Lines",
  heads: [
    "Line",
    "Kind",
    "What",
    "Person",
    "Day",
    "Rule",
    "Citation",
    "Cost",
    "Insured",
    "Federal",
    "Local share",
  ],
  rows: items.map((i, at) => [
    lineNumber(request, at),
    itemKinds[i.kind],
    masked(i.label),
    i.person,
    formatDate(i.dayFrom),
    i.rule,
    i.citation,
    i.cents,
    i.insured,
    i.federal,
    i.match,
  ]),
});

const maskedForm = (form: FilledForm): FilledForm => ({
  ...form,
  fields: form.fields.map((f) => ({ ...f, value: masked(f.value) })),
  rows: form.rows.map((row) => row.map(masked)),
});

const papersOfForm = (
  form: FilledForm,
  at: number,
  pdf: (document: string) => Promise<Buffer>,
): PaperToMake[] => {
  const name = `01-forms/${String(at + 1).padStart(2, "0")}-${form.key}`;
  const pieces = Math.max(1, Math.ceil(form.rows.length / rowsOfPdf));
  return [
    ...Array.from({ length: pieces }, (_, n) => ({
      path: `${name}${pieces > 1 ? `-${n + 1}` : ""}.pdf`,
      make: () =>
        pdf(
          formDocument({
            ...form,
            rows: form.rows.slice(n * rowsOfPdf, (n + 1) * rowsOfPdf),
            total: n === pieces - 1 ? form.total : null,
          }),
        ),
    })),
    {
      path: `${name}.xlsx`,
      make: () => workbookOf({ name: form.title, heads: form.columns, rows: form.rows }),
    },
  ];
};

/** The papers of a bundle in their order: cover, summary and the forms that have rows, as PDF and XLSX. */
export const papersToMake = async (
  db: Db,
  of: {
    sums: BundleSums;
    facts: CoverFacts;
    forms: readonly FilledForm[];
    items: readonly ItemRecord[];
  },
): Promise<PaperToMake[]> => {
  const { branding } = await readOrganization(db);
  const pdf = (document: string) => makePdf(inLook(document, branding));
  return [
    { path: "00-cover.pdf", make: () => pdf(coverDocument(of.sums, of.facts, of.items)) },
    { path: "00-summary.xlsx", make: () => workbookOf(summarySheet(of.sums.number, of.items)) },
    ...of.forms
      .filter((f) => f.rows.length > 0)
      .flatMap((f, at) => papersOfForm(maskedForm(f), at, pdf)),
  ];
};
