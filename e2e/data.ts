import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { folderApart } from "../src/server/db/embedded/binaries.ts";

/** A fresh data folder that the database's own user may enter, where root starts the server. */
export const makeData = (): string => {
  const data = mkdtempSync(join(tmpdir(), "levee-e2e-"));
  chmodSync(data, 0o755);
  return data;
};

/** Removes a data folder, and its database where that lies elsewhere (a checkout in a closed home). */
export const removeData = (data: string): void => {
  for (const folder of [data, folderApart(data)]) rmSync(folder, { recursive: true, force: true });
};
