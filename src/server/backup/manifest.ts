import { createHash, createPublicKey, verify } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import "#kernel/plain-words.ts";
import { formatVerifierKey } from "#kernel/checkpoint.ts";
import { instantField } from "#kernel/time-fields.ts";
import type { AuditKeys } from "../keys.ts";

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);

/** What a backup holds, by name, size and hash. */
const manifest = z.object({
  format: z.literal("levee.backup/1"),
  madeAt: instantField,
  /** Names and hashes of the migrations that the database had. */
  migrations: z.array(z.object({ name: z.string(), sha256 })),
  tables: z.array(
    z.object({
      name: z.string().regex(/^[a-z0-9_]+$/),
      columns: z.array(z.string().regex(/^[a-z0-9_]+$/)),
      rows: z.number().int(),
      /** Of the packed file. */
      bytes: z.number().int(),
      sha256,
    }),
  ),
  sequences: z.array(z.object({ name: z.string(), next: z.string() })),
  /** `private`: it lay in the folder of private files, where it comes back. */
  files: z.array(z.object({ sha256, size: z.number().int(), private: z.literal(true).optional() })),
  /** Files that the database knows and that were gone already. */
  missing: z.array(sha256),
  /** Mark of the folder of files, and what tells secret and key store apart without telling them. */
  filesMark: z.string().nullable(),
  belongs: z.object({ secretCheck: z.string().nullable(), keyStoreCheck: z.string().nullable() }),
  /** The newest signed checkpoint of every agency. */
  checkpoints: z.array(z.string()),
});
export type Manifest = z.infer<typeof manifest>;

const names = { manifest: "manifest.json", signature: "manifest.sig" } as const;

/** A backup that cannot be used, in a sentence that says what to do. */
export class BackupRefused extends Error {}

const purpose = "levee/backup/1:";
const signed = (bytes: Uint8Array) =>
  Buffer.from(purpose + createHash("sha256").update(bytes).digest("hex"));

/** Writes the manifest with its signature; a folder without it is no backup. */
export const writeManifest = async (folder: string, made: Manifest, keys: AuditKeys) => {
  const bytes = Buffer.from(`${JSON.stringify(made, null, 1)}\n`);
  const signature = Buffer.from(keys.sign(signed(bytes))).toString("base64");
  await writeFile(
    join(folder, names.signature),
    `${formatVerifierKey(keys.verifier)}\n${signature}\n`,
  );
  await writeFile(join(folder, names.manifest), bytes);
};

// The fixed DER header of an Ed25519 public key (RFC 8410); its 32 bytes follow.
const SPKI_ED25519 = Buffer.from("302a300506032b6570032100", "hex");

/**
 * Reads a backup's manifest, which must be signed with the audit key of this installation.
 * @throws BackupRefused where it is none, was altered, or belongs to another installation.
 */
export const readManifest = async (folder: string, keys: AuditKeys): Promise<Manifest> => {
  const read = (name: string) =>
    readFile(join(folder, name)).catch(() => {
      throw new BackupRefused(
        `${join(folder, name)} is not there. Name the folder of one backup, such as levee-20270101T020000000Z.`,
      );
    });
  const [bytes, note] = await Promise.all([read(names.manifest), read(names.signature)]);
  const [key, signature] = note.toString("utf8").split("\n");
  if (key !== formatVerifierKey(keys.verifier))
    throw new BackupRefused(
      "This backup was signed with another audit key. Put the lost machine's keys/audit.key into the data folder (or set LEVEE_AUDIT_KEY), then try again.",
    );
  const publicKey = createPublicKey({
    key: Buffer.concat([SPKI_ED25519, keys.verifier.publicKey]),
    format: "der",
    type: "spki",
  });
  if (!verify(null, signed(bytes), publicKey, Buffer.from(signature ?? "", "base64")))
    throw new BackupRefused(`${names.manifest} was altered after it was signed.`);
  const parsed = manifest.safeParse(JSON.parse(bytes.toString("utf8")));
  if (!parsed.success)
    throw new BackupRefused(
      "This backup is of a newer version of Levee. Restore it with that version.",
    );
  return parsed.data;
};

/** Where a table's rows stand in a backup. */
export const tableFile = (folder: string, table: string): string =>
  join(folder, "tables", `${table}.copy.gz`);

/** Where a content stands in the folder of backups: once for all of them. */
export const contentFile = (backups: string, hash: string): string =>
  join(backups, "files", hash.slice(0, 2), hash);
