import { readdir, readFile, rm } from "node:fs/promises";
import { basename, join } from "node:path";

const name = /^levee-\d{8}T\d{9}Z$/;
/** The newest that are kept, and of how many months one more each. */
const newest = 14;
const months = 12;

/** The names that stay: the newest ones, and the last of each of the last months. */
export const keptOf = (names: readonly string[]): string[] => {
  const sorted = names
    .filter((each) => name.test(each))
    .sort()
    .reverse();
  const monthly = new Map<string, string>();
  for (const each of sorted) {
    const month = each.slice(6, 12);
    if (!monthly.has(month)) monthly.set(month, each);
  }
  return [...new Set([...sorted.slice(0, newest), ...[...monthly.values()].slice(0, months)])];
};

/** Takes away backups beyond those that stay, and contents that none of these names. */
export const tidyBackups = async (folder: string): Promise<number> => {
  const all = (await readdir(folder)).filter((each) => name.test(each));
  const kept = new Set(keptOf(all));
  const gone = all.filter((each) => !kept.has(each));
  for (const each of gone) await rm(join(folder, each), { recursive: true });
  const named = new Set<string>();
  for (const each of kept) {
    const text = await readFile(join(folder, each, "manifest.json"), "utf8");
    for (const { sha256 } of (JSON.parse(text) as { files: { sha256: string }[] }).files)
      named.add(sha256);
  }
  for (const file of await readdir(join(folder, "files"), { recursive: true }).catch(() => []))
    if (/^[0-9a-f]{64}$/.test(basename(file)) && !named.has(basename(file)))
      await rm(join(folder, "files", file));
  return gone.length;
};
