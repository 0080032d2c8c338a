import { Readable } from "node:stream";
import { z } from "zod";
import { systemActor } from "#kernel/access.ts";
import { conflict } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import type { Tx } from "#server/db/db.ts";
import { getRow, insertRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { recordFile } from "#server/files/stored-file.ts";
import { attachFile } from "#server/http/attachments.ts";
import { defineJob, enqueue, type JobRun } from "#server/jobs/jobs.ts";
import { readableRecord } from "#server/lifecycle.ts";
import { kickMail } from "#areas/identity/identity.server.ts";
import type { FlowStep } from "#areas/flows/flows.server.ts";
import { writtenLetter } from "../communications.tables.ts";
import { mergeValues } from "../merge/fields.service.ts";
import { merged, plainInMarkdown } from "../merge/merge.model.ts";
import { templateKinds } from "../template/template.labels.ts";
import type { TemplateVersion } from "../template/template.model.ts";
import { listTemplates, templates } from "../template/template.service.ts";
import { letterPdf, mailLetter } from "./paper.service.ts";

type Written = typeof writtenLetter.$inferSelect;

const nameOf = ({ objectNumber, subject }: Written): string =>
  `${[objectNumber, subject].filter(Boolean).join(" ").slice(0, 120)}.pdf`;

// The first who has the paper keeps it; whoever comes later finds it kept.
const keep = async (tx: Tx, letter: Written, file: { id: string; sha256: string }) => {
  const first = await tx.maybe(sql`
    update written_letter
    set file_id = ${file.id}
    where org_id = ${letter.orgId} and id = ${letter.id} and file_id is null
    returning id
  `);
  if (!first) return;
  const actor = systemActor(letter.orgId, undefined, letter.writerName);
  if (letter.objectType && letter.objectId)
    await attachFile(tx, actor, {
      objectType: letter.objectType,
      objectId: letter.objectId,
      number: letter.objectNumber,
      file: { ...file, name: nameOf(letter) },
      label: letter.subject,
    });
  const { subject, body, toAddress } = letter;
  if (toAddress) await mailLetter(tx, { subject, body, to: toAddress, fileId: file.id }, actor);
};

/** Makes the paper of a letter, attaches it to its record and mails it, each once. */
export const makeWritten = async ({
  app,
  payload,
}: Pick<JobRun<{ orgId: string; letterId: string }>, "app" | "payload">): Promise<void> => {
  const { orgId, letterId } = payload;
  const db = app.database.read({ orgId, personId: null });
  const letter = (await getRow(db, writtenLetter, letterId, "letter")) as Written;
  if (letter.fileId !== null) return;
  const { kind, subject, body, writerName } = letter;
  const pdf = await letterPdf(db, { name: writerName }, { template: { kind }, subject, body });
  const stored = await app.files.put(Readable.from([pdf]), undefined, "own");
  await app.database.transaction({ orgId, personId: null }, async (tx) => {
    const id = await recordFile(tx, { ...stored, orgId, name: nameOf(letter) });
    await keep(tx, letter, { id, sha256: stored.sha256 });
  });
  kickMail(app);
};

export const letterJob = defineJob({
  kind: "letter.write",
  lane: "papers",
  payload: z.object({ orgId: z.uuid(), letterId: z.uuid() }),
  run: (job) => makeWritten(job),
});

/**
 * A step of a workflow that writes a letter, memo or mail by a template in force, with what whoever
 * published the workflow may see of the record. 409 where it cannot be written, with what to do.
 */
export const letterStep: FlowStep = {
  name: "letter",
  label: "Letter by a template",
  asks: false,
  targets: async (db) =>
    (await listTemplates(db))
      .filter(({ status }) => status === "published")
      .map(({ definitionId, name, kind }) => ({
        value: definitionId,
        label: `${name} (${templateKinds[kind].toLowerCase()})`,
      })),
  begin: async (tx, { target, objectType, objectId, publisher, starterEmail, stepKey }) => {
    if (!publisher)
      throw conflict("no_publisher", "Whoever published this workflow is no member any more.");
    const template = (await templates.begin(tx, target)) as TemplateVersion;
    const { noun, kind } = template;
    if (noun !== "" && noun !== objectType)
      throw conflict("other_record", `“${template.name}” is written of other records.`);
    if (kind === "mail" && !starterEmail)
      throw conflict("no_address", "There is no address of whoever began this.");
    const about = objectType && objectId ? { objectType, objectId } : null;
    const number = about
      ? (await readableRecord(tx, publisher, about.objectType, about.objectId)).number
      : "";
    const values = await mergeValues(tx, publisher, noun, objectId);
    const letter = await insertRow(tx, writtenLetter, {
      orgId: tx.scope.orgId!,
      id: newId(),
      templateId: template.id,
      ...about,
      objectNumber: number,
      subject: merged(template.subject, values),
      body: merged(template.body, values, plainInMarkdown),
      kind,
      writerName: publisher.name,
      toAddress: kind === "mail" ? starterEmail : null,
      writtenFor: stepKey,
    });
    const machine = systemActor(tx.scope.orgId, undefined, publisher.name);
    const payload = { orgId: tx.scope.orgId!, letterId: letter.id };
    await enqueue(tx, machine, letterJob, payload, letter.subject);
    return null;
  },
};
