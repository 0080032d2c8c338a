import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { readdir, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { pipeline } from "node:stream/promises";
import type { AuditKeys } from "../keys.ts";
import { BackupRefused, contentFile, readManifest, tableFile, type Manifest } from "./manifest.ts";

const hashOf = async (file: string): Promise<string> => {
  const hash = createHash("sha256");
  await pipeline(createReadStream(file), hash);
  return hash.digest("hex");
};

/** What is wrong with one file of a backup; null where it is what the manifest says. */
const wrongWith = async (file: string, size: number, sha256: string): Promise<string | null> => {
  const there = await stat(file).catch(() => null);
  if (!there) return `${file} is missing.`;
  if (there.size < size) return `${file} is cut: ${there.size} of ${size} bytes.`;
  if (there.size !== size || (await hashOf(file)) !== sha256) return `${file} was altered.`;
  return null;
};

/**
 * Reads a whole backup before anything is written: its manifest is signed by this installation's
 * key, and every file in it is there, whole and what it was.
 * @throws BackupRefused naming every file that is not.
 */
export const verifyBackup = async (folder: string, keys: AuditKeys): Promise<Manifest> => {
  const manifest = await readManifest(folder, keys);
  const wrong: string[] = [];
  for (const { name, bytes, sha256 } of manifest.tables)
    wrong.push((await wrongWith(tableFile(folder, name), bytes, sha256)) ?? "");
  for (const { sha256, size } of manifest.files)
    wrong.push((await wrongWith(contentFile(dirname(folder), sha256), size, sha256)) ?? "");
  const known = new Set(manifest.tables.map(({ name }) => basename(tableFile(folder, name))));
  for (const name of await readdir(join(folder, "tables")))
    if (!known.has(name)) wrong.push(`${join(folder, "tables", name)} does not belong to it.`);
  const found = wrong.filter(Boolean);
  if (found.length)
    throw new BackupRefused(
      ["This backup cannot be used, and nothing was written:", ...found.slice(0, 20)].join("\n  "),
    );
  return manifest;
};
