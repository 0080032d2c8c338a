import type { Actor } from "#kernel/access.ts";
import type { Tx } from "#server/db/db.ts";
import { attachFile, filesNamed } from "#server/http/attachments.ts";
import type { ToApply } from "./kinds.ts";

/** Attaches the photos of a capture to the record that it made or moved. */
export const attachPhotos = async (
  tx: Tx,
  actor: Actor,
  { type, id, number }: { type: string; id: string; number: string },
  photos: ToApply["photos"],
): Promise<void> => {
  const files = await filesNamed(
    tx,
    photos.map(({ fileId }) => fileId),
  );
  for (const file of files)
    await attachFile(tx, actor, {
      ...{ objectType: type, objectId: id, number, file },
      label: "From the field",
    });
};
