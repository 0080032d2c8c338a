import { Readable } from "node:stream";
import type { Actor } from "#kernel/access.ts";
import { formatDate } from "#kernel/dates.ts";
import { invalidField } from "#kernel/errors.ts";
import type { App } from "#server/app.ts";
import { audit } from "#server/audit/audit.ts";
import { businessDate } from "#server/clock.ts";
import type { Db } from "#server/db/db.ts";
import { recordFile } from "#server/files/stored-file.ts";
import { attachFile } from "#server/http/attachments.ts";
import { readableRecord } from "#server/lifecycle.ts";
import { defineLetter } from "#server/mail/letter-kinds.ts";
import { queueMail } from "#server/mail/mail.ts";
import { html, makePdf } from "#server/pdf/pdf.ts";
import { kickMail } from "#areas/identity/identity.server.ts";
import { readOrganization } from "#areas/organization/organization.server.ts";
import { mergeValues } from "../merge/fields.service.ts";
import { asHtml, asParagraphs } from "../merge/markdown.service.ts";
import { merged, plainInMarkdown } from "../merge/merge.model.ts";
import { templateKinds } from "../template/template.labels.ts";
import type { TemplateVersion } from "../template/template.model.ts";
import { templates } from "../template/template.service.ts";
import type { LetterInput, LetterMade, LetterShown } from "./letter.model.ts";

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

type Written = { template: TemplateVersion; number: string; subject: string; body: string };

// The template in force (or begun with), the record as the writer may read it.
const written = async (db: Db, actor: Actor, input: LetterInput): Promise<Written> => {
  const template = (await templates.begunWith(db, input.templateId)) as TemplateVersion;
  if (template.status !== "published")
    throw invalidField("templateId", "This template is out of use. Choose another one.");
  const objectId = input.objectId ?? null;
  const record =
    template.noun === "" || !objectId
      ? null
      : await readableRecord(db, actor, template.noun, objectId);
  const values = await mergeValues(db, actor, template.noun, objectId);
  return {
    template,
    number: record?.number ?? "",
    subject: merged(template.subject, values),
    body: merged(template.body, values, plainInMarkdown),
  };
};

/** The letter as it will read; nothing is stored. */
export const showLetter = async (
  db: Db,
  actor: Actor,
  input: LetterInput,
): Promise<LetterShown> => {
  const { subject, body } = await written(db, actor, input);
  return { subject, text: body };
};

const style = [
  'body{font:11pt/1.5 "Public Sans",Arial,sans-serif;color:#121927}',
  "header{display:flex;justify-content:space-between;margin-bottom:18pt}",
  "header{border-bottom:1.5pt solid #2563eb;padding-bottom:6pt}",
  "header p{margin:0}h1{font-size:14pt;margin:0 0 12pt}h2{font-size:12pt}small{color:#596475}",
  "table{border-collapse:collapse}th,td{border-bottom:.5pt solid #d9dee6;padding:3pt 8pt;text-align:left}",
].join("");

type Head = { agency: string; address: string; day: string; writer: string };

/** A letter or memo as one HTML document, for its PDF. */
const letterDocument = ({ template, subject, body }: Written, head: Head): string => {
  const { agency, address, day, writer } = head;
  const kind = templateKinds[template.kind];
  const memo =
    template.kind === "memo" ? `<p><small>Memo from ${html(writer)}, ${html(day)}</small></p>` : "";
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${html(kind)}: ${html(subject)}</title><style>${style}</style></head><body>
<header><p><b>${html(agency)}</b><br><small>${html(address)}</small></p><p><small>${html(day)}</small></p></header>
<main><h1>${html(subject)}</h1>${memo}${asHtml(body)}</main></body></html>`;
};

const requireAddress = (template: TemplateVersion, to: string | null | undefined): void => {
  if (template.kind === "mail" && !to)
    throw invalidField("to", "Enter the address that this mail goes to.");
};

/**
 * Writes a letter by a template: a tagged PDF, attached to its record, and of a mail also the
 * letter that takes it along. The record's history says so. 404 for a record that the writer may
 * not see, 422 for a mail without an address, 503 where no PDF can be made.
 */
export const writeLetter = async (
  app: App,
  actor: Actor,
  input: LetterInput,
): Promise<LetterMade> => {
  const db = app.database.read(actor);
  const letter = await written(db, actor, input);
  requireAddress(letter.template, input.to);
  const agency = await readOrganization(db);
  const pdf = await makePdf(
    letterDocument(letter, {
      agency: agency.name,
      address: agency.address ?? "",
      day: formatDate(businessDate(actor)),
      writer: actor.name,
    }),
  );
  const stored = await app.files.put(Readable.from([pdf]), undefined, "own");
  const name = `${[letter.number, letter.subject].filter(Boolean).join(" ").slice(0, 120)}.pdf`;
  return app.database.transaction(actor, async (tx) => {
    const id = await recordFile(tx, { ...stored, orgId: actor.orgId!, name });
    const { template } = letter;
    const { objectId, to } = input;
    const attachmentId =
      template.noun !== "" && objectId
        ? await attachFile(tx, actor, {
            objectType: template.noun,
            objectId,
            number: letter.number,
            file: { id, name, sha256: stored.sha256 },
            label: template.name,
          })
        : null;
    audit(tx, actor, {
      action: "letter.write",
      objectType: template.noun || "letterTemplate",
      objectId: objectId ?? template.id,
      objectNumber: letter.number || template.name,
      before: null,
      after: { template: template.id, versionNo: template.versionNo, sha256: stored.sha256, to },
    });
    if (template.kind === "mail" && to) {
      const { subject, body } = letter;
      await queueMail(tx, {
        ...templateMail({ subject, paragraphs: asParagraphs(body) }),
        to,
        orgId: actor.orgId,
        replyTo: { personId: actor.personId },
        papers: [{ fileId: id }],
      });
      tx.afterCommit(() => kickMail(app));
    }
    return { fileId: id, name, attachmentId, mailed: template.kind === "mail" };
  });
};
