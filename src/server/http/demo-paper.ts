import { Readable } from "node:stream";
import type { Actor } from "#kernel/access.ts";
import type { App } from "../app.ts";
import { recordFile } from "../files/stored-file.ts";
import { attachFile, type FileToAttach } from "./attachments.ts";

type Paper = Omit<FileToAttach, "file"> & { name: string; words: string };

/** Attaches a small text to a record of the demo story, as somebody of it would upload it. */
export const attachPaper = async (
  app: App,
  actor: Actor,
  { name, words, ...to }: Paper,
): Promise<void> => {
  const stored = await app.files.put(Readable.from([words]));
  await app.database.transaction(actor, async (tx) => {
    const id = await recordFile(tx, {
      ...stored,
      orgId: actor.orgId!,
      name,
      uploadedBy: actor.personId,
    });
    await attachFile(tx, actor, { ...to, file: { id, name, sha256: stored.sha256 } });
  });
};
