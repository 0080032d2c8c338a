import { formatDate, formatInstant } from "#kernel/dates.ts";
import { formatCents } from "#kernel/money.ts";
import type { App } from "#server/app.ts";
import { getRow } from "#server/db/rows.ts";
import type { PaperMaker } from "#server/mail/paper-makers.ts";
import { html, makePdf } from "#server/pdf/pdf.ts";
import { objectClasses } from "#areas/finance/finance.public.ts";
import { inLook, readOrganization } from "#areas/organization/organization.server.ts";
import { vendorFacts } from "#areas/vendors/vendors.server.ts";
import { grantProgram, programApplication } from "../passthrough.tables.ts";
import { programApplicationCycle, type ApplicationStatus } from "./application.labels.ts";

const style = [
  'body{font:10.5pt/1.45 "Public Sans",Arial,sans-serif;color:#121927}',
  "h1{font-size:18pt;margin:2pt 0}h2{font-size:12pt;margin:16pt 0 4pt}",
  "dl{margin:6pt 0}dt{color:#596475;font-size:9pt;margin-top:6pt}dd{margin:0}",
  "p{white-space:pre-wrap;margin:2pt 0}",
  "table{border-collapse:collapse;width:100%}td,th{padding:3pt 6pt;text-align:left;border-bottom:.5pt solid #d9dee6}",
  "td:last-child,th:last-child{text-align:right}",
].join("");

/** An application as it was sent and stands, as a document. 404 for one that is not there. */
const documentOf = async (app: App, orgId: string, id: string): Promise<string> => {
  const db = app.database.read({ orgId, personId: null });
  const a = await getRow(db, programApplication, id, "application");
  const [agency, p, vendor] = await Promise.all([
    readOrganization(db),
    getRow(db, grantProgram, a.programId, "grant program"),
    vendorFacts(db, a.vendorId),
  ]);
  const facts: readonly (readonly [string, string])[] = [
    ["Agency", agency.name],
    ["Program", `${p.number} ${p.title}`],
    ["Applicant", vendor?.name ?? ""],
    ["Contact", [a.contactName, a.contactEmail].filter(Boolean).join(", ")],
    ["Sent", a.submittedAt ? formatInstant(a.submittedAt, agency.timeZone) : "not sent"],
    ["Where it stands", programApplicationCycle.statuses[a.status as ApplicationStatus].label],
    ...(a.statusReason ? [["Why", a.statusReason] as const] : []),
    ["Time", `${formatDate(a.startsOn)} to ${formatDate(a.endsOn)}`],
    ["Asked for", formatCents(a.requested)],
    ["Match", formatCents(a.match)],
  ];
  const lines = a.budget
    .map(
      (b) =>
        `<tr><td>${html(objectClasses[b.objectClass as keyof typeof objectClasses] ?? b.objectClass)}</td><td>${html(formatCents(b.cents))}</td></tr>`,
    )
    .join("");
  return [
    `<!doctype html><html lang="en"><head><meta charset="utf-8">`,
    `<title>${html(a.number)}</title><style>${style}</style></head><body>`,
    `<h1>${html(a.number)}</h1><p>${html(a.title)}</p><dl>`,
    ...facts.map(([label, value]) => `<dt>${html(label)}</dt><dd>${html(value)}</dd>`),
    `</dl><h2>The project</h2><p>${html(a.narrative)}</p><h2>Budget</h2>`,
    `<table><thead><tr><th>What</th><th>Amount</th></tr></thead><tbody>${lines}</tbody></table>`,
    `</body></html>`,
  ].join("");
};

/** As letters name it in their papers. */
export const applicationPaper = "program_application";

export const applicationPaperMaker: PaperMaker = {
  name: applicationPaper,
  make: async (app, orgId, id) => {
    const { branding } = await readOrganization(app.database.read({ orgId, personId: null }));
    return makePdf(inLook(await documentOf(app, orgId, id), branding));
  },
};
