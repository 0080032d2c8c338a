import { formatInstant } from "#kernel/dates.ts";
import { notFound } from "#kernel/errors.ts";
import type { Instant } from "#kernel/time.ts";
import type { App } from "#server/app.ts";
import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import type { PaperMaker } from "#server/mail/paper-makers.ts";
import { html, makePdf } from "#server/pdf/pdf.ts";
import { inLook, readOrganization } from "#areas/organization/organization.server.ts";
import { fieldsOf, takesFiles, type FormField, type FormPage } from "../form/form.labels.ts";
import { printedFiles, type PrintedFiles } from "../file/print.service.ts";
import { markBox, pathOf } from "../file/mark.model.ts";
import { cellInWords, inWords } from "../filling/typed.model.ts";
import { officialPaper } from "../paper/one.service.ts";
import { submissionStatuses, type SubmissionStatus } from "../submission/submission.labels.ts";

type Printed = {
  id: string;
  number: string;
  status: SubmissionStatus;
  fillerName: string;
  submittedAt: Instant | null;
  decidedByName: string | null;
  decidedAt: Instant | null;
  answers: Record<string, unknown>;
  form: string;
  pages: FormPage[];
};

const style = [
  'body{font:10.5pt/1.45 "Public Sans",Arial,sans-serif;color:#121927}',
  "h1{font-size:18pt;margin:2pt 0}h2{font-size:12pt;margin:16pt 0 4pt}p{margin:2pt 0}",
  "main{break-after:page}main:last-child{break-after:auto}",
  "dl{margin:6pt 0}dt{color:#596475;font-size:9pt;margin-top:6pt;break-after:avoid}dd{margin:0;white-space:pre-wrap}",
  "table{border-collapse:collapse;width:100%}th,td{padding:3pt 6pt;border-bottom:.5pt solid #d9dee6;text-align:left}",
  "figure{margin:3pt 0;break-inside:avoid}figure img{max-width:100%;max-height:260pt}",
  "figcaption{font-size:9pt;color:#596475}",
  "svg{width:180pt;border-bottom:.5pt solid #596475}svg path{fill:none;stroke:#121927;stroke-width:4}",
  "th{font-size:9pt;color:#596475}small{color:#596475}",
].join("");

const tableOf = (field: FormField, rows: readonly Record<string, unknown>[]): string => {
  const heads = field.columns.map(({ label }) => `<th scope="col">${html(label)}</th>`).join("");
  const cells = (row: Record<string, unknown>) =>
    field.columns
      .map((column) => `<td>${html(cellInWords(column, row[column.key]))}</td>`)
      .join("");
  const lines = rows.map((row) => `<tr>${cells(row)}</tr>`).join("");
  return `<table><thead><tr>${heads}</tr></thead><tbody>${lines}</tbody></table>`;
};

const markOf = (path: string): string =>
  `<svg viewBox="${markBox}" role="img" aria-label="Drawn signature"><path d="${path}"/></svg>`;

/** Files by their names, and pictures drawn where there is room for them. */
const filesIn = (ids: readonly unknown[], files: PrintedFiles): string =>
  ids
    .flatMap((id) => files.get(String(id)) ?? [])
    .map(({ name, picture }) =>
      picture
        ? `<figure><img src="${picture}" alt="${html(name)}"><figcaption>${html(name)}</figcaption></figure>`
        : `<div>${html(name)}</div>`,
    )
    .join("");

const answerOf = (field: FormField, value: unknown, files: PrintedFiles): string => {
  if (Array.isArray(value) && value.length > 0) {
    if (field.kind === "table") return tableOf(field, value as Record<string, unknown>[]);
    if (takesFiles(field)) return filesIn(value, files);
  }
  const path = field.kind === "signature" ? pathOf(value) : null;
  return path ? markOf(path) : html(inWords(field, value));
};

const pageOf = (page: FormPage, answers: Record<string, unknown>, files: PrintedFiles): string => {
  const asked = fieldsOf({ pages: [page] }).filter(({ key }) => key in answers);
  if (asked.length === 0) return "";
  const lines = asked.map(
    (field) =>
      `<dt>${html(field.label)}</dt><dd>${answerOf(field, answers[field.key], files)}</dd>`,
  );
  return `<h2>${html(page.title)}</h2><dl>${lines.join("")}</dl>`;
};

type Head = { agency: string; timeZone: string; files: PrintedFiles };

const sheetOf = (one: Printed, { agency, timeZone, files }: Head): string => {
  const at = (moment: Instant | null) => (moment ? formatInstant(moment, timeZone) : "");
  const decided = one.decidedAt
    ? ` · ${submissionStatuses.approved.label} by ${html(one.decidedByName ?? "")}, ${at(one.decidedAt)}`
    : "";
  return `<main><p>${html(agency)}</p><h1>${html(one.form)}</h1>
<p><small>${html(one.number)} · filled in by ${html(one.fillerName)}, ${at(one.submittedAt)}${decided}</small></p>
${one.pages.map((page) => pageOf(page, one.answers, files)).join("")}</main>`;
};

/** Submissions as one HTML document, each beginning on a page of its own. */
const printoutOf = (submissions: readonly Printed[], above: Head): string => {
  const title = submissions.length === 1 ? submissions[0]!.number : "Submissions";
  const head = `<meta charset="utf-8"><title>${html(title)}</title><style>${style}</style>`;
  const sheets = submissions.map((one) => sheetOf(one, above)).join("");
  return `<!doctype html><html lang="en"><head>${head}</head><body>${sheets}</body></html>`;
};

/** What a printout shows, in the order of their numbers. */
const printed = (db: Db, ids: readonly string[]): Promise<Printed[]> =>
  db.rows<Printed>(sql`
    select
      s.id, s.number, s.status, s.filler_name, s.submitted_at, s.decided_by_name, s.decided_at,
      s.answers, f.name as form, f.pages
    from form_submission s
    join form_definition f on f.org_id = s.org_id and f.id = s.form_id
    where s.org_id = ${db.scope.orgId} and s.id = any(${ids}::uuid[]) and s.disposed_on is null
    order by s.number
  `);

/** One PDF of submissions of an agency. 404 where one of them is not there. */
export const paperOf = async (app: App, orgId: string, ids: readonly string[]): Promise<Buffer> => {
  const db = app.database.read({ orgId, personId: null });
  const [agency, submissions] = await Promise.all([readOrganization(db), printed(db, ids)]);
  if (submissions.length < new Set(ids).size) throw notFound("submission");
  const files = await printedFiles(
    app,
    db,
    submissions.map(({ id }) => id),
  );
  const sheets = printoutOf(submissions, { agency: agency.name, timeZone: agency.timeZone, files });
  return makePdf(inLook(sheets, agency.branding));
};

/** The one PDF of a submission: the agency's own, else its printout. 404 where it is not there. */
export const singlePaper = async (app: App, orgId: string, id: string): Promise<Buffer> =>
  (await officialPaper(app, orgId, id)) ?? paperOf(app, orgId, [id]);

/** As letters name it in their papers. */
export const submissionPaper = "form_submission";

export const submissionPaperMaker: PaperMaker = {
  name: submissionPaper,
  make: singlePaper,
};
