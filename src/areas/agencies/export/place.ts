import { mkdir, rm, statfs } from "node:fs/promises";
import { join } from "node:path";
import type { App } from "#server/app.ts";

type Where = Pick<App, "files">;

/** The ZIP of an export, beside the files and in no backup. */
export const exportKey = (id: string): string => `exports/${id}.zip`;

/** Where it is written on this machine until it is whole. */
export const begunPlace = ({ files }: Where, id: string): string =>
  join(files.place.spool, `export-${id}`);

/** Takes away everything that was written of an export. */
export const removeExport = async (app: Where, id: string): Promise<void> => {
  await rm(begunPlace(app, id), { force: true });
  await app.files.place.remove(exportKey(id));
};

/** Bytes that this machine has room for while an export is made. */
export const roomFor = async ({ files }: Where): Promise<number> => {
  await mkdir(files.place.spool, { recursive: true, mode: 0o700 });
  const { bavail, bsize } = await statfs(files.place.spool);
  return bavail * bsize;
};

/** Ids of the exports that lie there, older than `olderMs`. */
export const lyingExports = async (
  { files }: Where,
  olderMs: number,
  now: number,
): Promise<string[]> => {
  const ids: string[] = [];
  for await (const { key, changedMs } of files.place.list("exports/"))
    if (now - changedMs > olderMs) ids.push(key.replace(/^exports\/|\.zip$/g, ""));
  return ids;
};
