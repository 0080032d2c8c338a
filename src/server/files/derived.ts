import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { newId } from "#kernel/ids.ts";

const making = new Map<string, Promise<Buffer>>();

/**
 * A file of the folder `derived`, made where it is not there; whoever asks meanwhile gets the same.
 * It can be made anew at any time, so nobody waits for the disk to hold it.
 */
export const keptOrMade = async (
  folder: string,
  name: string,
  make: () => Promise<Uint8Array>,
): Promise<Buffer> => {
  const place = join(folder, "derived", name.slice(0, 2), name);
  const kept = await readFile(place).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return null;
    throw error;
  });
  if (kept) return kept;
  const store = async () => {
    const bytes = Buffer.from(await make());
    const temporary = `${place}.${newId()}`;
    await mkdir(join(folder, "derived", name.slice(0, 2)), { recursive: true });
    await writeFile(temporary, bytes, { mode: 0o600 });
    await rename(temporary, place);
    return bytes;
  };
  const running = making.get(place) ?? store().finally(() => making.delete(place));
  making.set(place, running);
  return running;
};
