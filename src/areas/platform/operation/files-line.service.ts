import type { Actor } from "#kernel/access.ts";
import { counted } from "#kernel/words.ts";
import type { App } from "#server/app.ts";
import type { Db } from "#server/db/db.ts";
import { lookCounts } from "#server/files/attend.ts";

const have = (n: number, what: string) =>
  n === 1 ? `1 file ${what}` : `${counted(n, "file")} ${what}`;

/** What administrators read of the virus scanner and their agency's files; null for everybody else. */
export const filesLine = async (
  { files }: Pick<App, "files">,
  db: Db,
  actor: Actor,
): Promise<string | null> => {
  if (!actor.permissions.has("operation.read")) return null;
  const { waiting, infected, unscannable } = await lookCounts(db);
  const counts = [
    waiting ? have(waiting, waiting === 1 ? "waits for the scanner" : "wait for the scanner") : "",
    infected ? have(infected, infected === 1 ? "was refused" : "were refused") : "",
    unscannable ? have(unscannable, "cannot be looked at") : "",
  ].filter(Boolean);
  const first = files.scanned
    ? "Uploads are scanned for viruses."
    : "Uploads are not scanned for viruses: no scanner is set up.";
  return [first, counts.length > 0 ? `${counts.join(", ")}.` : ""].filter(Boolean).join(" ");
};
