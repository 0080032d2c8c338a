import type { Readable } from "node:stream";
import type { Actor } from "#kernel/access.ts";
import { invalidField } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import type { App } from "#server/app.ts";
import { note } from "#server/change.ts";
import { insertRow } from "#server/db/rows.ts";
import { recordFile } from "#server/files/stored-file.ts";
import { readSheet } from "./apart.service.ts";
import { paper } from "./paper.tables.ts";
import { mostPaper, paperRefusals } from "./sheet.service.ts";
import type { PaperRecord } from "./template.service.ts";

/**
 * Takes a PDF in: it is looked at by the scanner and read before anything of it is recorded. 422
 * `paper_refused` at `file` for one that cannot be filled in, with what to do; 413 above 20 MB.
 */
export const takePaper = async (
  app: App,
  actor: Actor,
  { name, stream }: { name: string; stream: Readable },
): Promise<PaperRecord> => {
  const stored = await app.files.put(stream, mostPaper.bytes);
  if (stored.mediaType !== "application/pdf")
    throw invalidField("file", paperRefusals.damaged, "paper_refused");
  const sheet = await readSheet(await app.files.pathOf(stored.sha256, async () => {}));
  return app.database.transaction(actor, async (tx) => {
    const file = { ...stored, orgId: actor.orgId!, name, uploadedBy: actor.personId };
    const row = (await insertRow(tx, paper, {
      orgId: actor.orgId!,
      id: newId(),
      fileId: await recordFile(tx, file),
      name,
      sha256: stored.sha256,
      size: stored.size,
      sheet,
      uploadedBy: actor.personId,
    })) as PaperRecord;
    note(tx, actor, "paper", row.id, {
      number: name,
      action: "upload",
      after: { sha256: stored.sha256, fields: sheet.fields.length, pages: sheet.pages.length },
      event: null,
    });
    return row;
  });
};
