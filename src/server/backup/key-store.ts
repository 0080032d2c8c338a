import { existsSync } from "node:fs";
import { cp, mkdir, rename } from "node:fs/promises";
import { join } from "node:path";
import { BackupRefused } from "./manifest.ts";

/**
 * Copies the key store's folder to a place of its own: whoever has it and a backup reads every
 * sealed bid, so the two lie apart. Its file only grows; a line that was being written is cut off
 * by the key store itself.
 * @throws BackupRefused where the key store is on another host.
 */
export const keepKeyStore = async (dataDir: string, to: string): Promise<string> => {
  const from = join(dataDir, "keystore");
  if (!existsSync(join(from, "key")))
    throw new BackupRefused(
      `There is no key store in ${from}. Where it runs on another host (LEVEE_KEYSTORE_URL), copy its folder there.`,
    );
  const stamp = new Date().toISOString().replace(/[-:]|\.\d+/g, "");
  const begun = join(to, `.begun-${stamp}`);
  await mkdir(to, { recursive: true, mode: 0o700 });
  const living = new Set(["address", "lock"]);
  await cp(from, begun, {
    recursive: true,
    filter: (file) => !living.has(file.slice(from.length + 1)),
  });
  const folder = join(to, `keystore-${stamp}`);
  await rename(begun, folder);
  return folder;
};
