import type { Actor } from "#kernel/access.ts";
import { formatDate } from "#kernel/dates.ts";
import { businessDate } from "#server/clock.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { defineLetter } from "#server/mail/letter-kinds.ts";
import { queueMail } from "#server/mail/mail.ts";
import { html, makePdf } from "#server/pdf/pdf.ts";
import { inLook, readOrganization } from "#areas/organization/organization.server.ts";
import { asHtml, asParagraphs } from "../merge/markdown.service.ts";
import { templateKinds, type TemplateKind } from "../template/template.labels.ts";

type Words = { template: { kind: TemplateKind }; subject: string; body: string };

const style = [
  'body{font:11pt/1.5 "Public Sans",Arial,sans-serif;color:#121927}',
  "header{display:flex;justify-content:space-between;margin-bottom:18pt}",
  "header{border-bottom:1.5pt solid #2563eb;padding-bottom:6pt}",
  "header p{margin:0}h1{font-size:14pt;margin:0 0 12pt}h2{font-size:12pt}small{color:#596475}",
  "table{border-collapse:collapse}th,td{border-bottom:.5pt solid #d9dee6;padding:3pt 8pt;text-align:left}",
].join("");

type Head = { agency: string; address: string; day: string; writer: string };

/** A letter or memo as one HTML document, for its PDF. */
const letterDocument = ({ template, subject, body }: Words, head: Head): string => {
  const { agency, address, day, writer } = head;
  const kind = templateKinds[template.kind];
  const memo =
    template.kind === "memo" ? `<p><small>Memo from ${html(writer)}, ${html(day)}</small></p>` : "";
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${html(kind)}: ${html(subject)}</title><style>${style}</style></head><body>
<header><p><b>${html(agency)}</b><br><small>${html(address)}</small></p><p><small>${html(day)}</small></p></header>
<main><h1>${html(subject)}</h1>${memo}${asHtml(body)}</main></body></html>`;
};

/** The tagged PDF of a letter, with the agency's head and today's date. 503 without a browser. */
export const letterPdf = async (
  db: Db,
  writer: Pick<Actor, "name">,
  words: Words,
): Promise<Buffer> => {
  const agency = await readOrganization(db);
  const document = letterDocument(words, {
    agency: agency.name,
    address: agency.address ?? "",
    day: formatDate(businessDate(db.scope, agency.timeZone)),
    writer: writer.name,
  });
  return makePdf(inLook(document, agency.branding));
};

/** A mail that somebody wrote by a template. */
const templateMail = defineLetter({
  kind: "template",
  why: "You get this letter because {agency} writes to you at this address.",
  write: ({ subject, paragraphs }: { subject: string; paragraphs: readonly string[] }) => ({
    subject,
    paragraphs,
  }),
  sample: { subject: "Your registration", paragraphs: ["Your registration ends on June 30."] },
});

type Mailed = { subject: string; body: string; to: string; fileId: string };

/** Puts a letter into the outbox, with its PDF; answers go to whoever wrote it. */
export const mailLetter = (
  tx: Tx,
  { subject, body, to, fileId }: Mailed,
  { personId }: Pick<Actor, "personId">,
): Promise<string> =>
  queueMail(tx, {
    ...templateMail({ subject, paragraphs: asParagraphs(body) }),
    to,
    orgId: tx.scope.orgId,
    replyTo: { personId },
    papers: [{ fileId }],
  });
