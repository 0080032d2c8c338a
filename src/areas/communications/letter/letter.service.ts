import { Readable } from "node:stream";
import type { Actor } from "#kernel/access.ts";
import { invalidField } from "#kernel/errors.ts";
import type { App } from "#server/app.ts";
import { note } from "#server/change.ts";
import type { Db } from "#server/db/db.ts";
import { recordFile } from "#server/files/stored-file.ts";
import { attachFile } from "#server/http/attachments.ts";
import { readableRecord } from "#server/lifecycle.ts";
import { kickMail } from "#areas/identity/identity.server.ts";
import { mergeValues } from "../merge/fields.service.ts";
import { merged, plainInMarkdown } from "../merge/merge.model.ts";
import type { TemplateVersion } from "../template/template.model.ts";
import { templates } from "../template/template.service.ts";
import { letterPdf, mailLetter } from "./paper.service.ts";
import type { LetterInput, LetterMade, LetterShown } from "./letter.model.ts";

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
  const pdf = await letterPdf(db, actor, letter);
  const stored = await app.files.put(Readable.from([pdf]), undefined, "own");
  const name = `${[letter.number, letter.subject].filter(Boolean).join(" ").slice(0, 120)}.pdf`;
  return app.database.transaction(actor, async (tx) => {
    const id = await recordFile(tx, { ...stored, orgId: actor.orgId!, name });
    const { template, subject, body } = letter;
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
    note(tx, actor, template.noun || "letterTemplate", objectId ?? template.id, {
      number: letter.number || template.name,
      action: "letter.write",
      after: { template: template.id, versionNo: template.versionNo, sha256: stored.sha256, to },
      event: null,
    });
    if (template.kind === "mail" && to) {
      await mailLetter(tx, { subject, body, to, fileId: id }, actor);
      tx.afterCommit(() => kickMail(app));
    }
    return { fileId: id, name, attachmentId, mailed: template.kind === "mail" };
  });
};
