import { mkdir, readdir, rm, stat, statfs } from "node:fs/promises";
import { join } from "node:path";
import type { App } from "#server/app.ts";

type Where = Pick<App, "config">;

/** The folder of exports: beside the files, in no backup. */
export const exportsFolder = ({ config }: Where): string => join(config.files, "exports");

/** Where the ZIP of an export lies; while it is made, its name ends otherwise. */
export const exportPlace = (app: Where, id: string): string =>
  join(exportsFolder(app), `${id}.zip`);
export const begunPlace = (app: Where, id: string): string =>
  join(exportsFolder(app), `${id}.begun`);

/** Takes away everything that was written of an export. */
export const removeExport = async (app: Where, id: string): Promise<void> => {
  await rm(begunPlace(app, id), { force: true });
  await rm(exportPlace(app, id), { force: true });
};

/** Bytes that the folder of exports has room for. */
export const roomFor = async (app: Where): Promise<number> => {
  await mkdir(exportsFolder(app), { recursive: true, mode: 0o700 });
  const { bavail, bsize } = await statfs(exportsFolder(app));
  return bavail * bsize;
};

/** Ids of the exports of which something lies in the folder, older than `olderMs`. */
export const lyingExports = async (app: Where, olderMs: number, now: number): Promise<string[]> => {
  const names = await readdir(exportsFolder(app)).catch(() => []);
  const ids = new Set<string>();
  for (const name of names) {
    const there = await stat(join(exportsFolder(app), name)).catch(() => null);
    if (there && now - there.mtimeMs > olderMs) ids.add(name.replace(/\.(zip|begun)$/, ""));
  }
  return [...ids];
};
