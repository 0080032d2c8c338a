// Opens an export of an agency that a passphrase seals: handed to people outside, without dependencies.
//
//   node export-open.mjs agency.zip.sealed agency.zip
//
// The passphrase is asked for, or read from the standard input. Layout: salt 16, nonce 12, AES-256-GCM
// under PBKDF2-SHA-256 with 600,000 rounds, tag 16.
import { createDecipheriv, pbkdf2Sync } from "node:crypto";
import {
  createReadStream,
  createWriteStream,
  openSync,
  readSync,
  closeSync,
  statSync,
} from "node:fs";
import { rename, rm } from "node:fs/promises";
import { createInterface } from "node:readline/promises";
import { pipeline } from "node:stream/promises";

const [SALT, NONCE, TAG] = [16, 12, 16];

const pieceOf = (file, start, size) => {
  const fd = openSync(file, "r");
  try {
    const bytes = Buffer.alloc(size);
    if (readSync(fd, bytes, 0, size, start) !== size) throw new Error(`${file} is cut`);
    return bytes;
  } finally {
    closeSync(fd);
  }
};

const askPassphrase = async () => {
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  const passphrase = await lines.question("Passphrase: ");
  lines.close();
  return passphrase;
};

/** Opens `from` into `to`; nothing lies at `to` unless every byte is what was sealed. */
export const openExport = async (from, to, passphrase) => {
  const size = statSync(from).size;
  if (size < SALT + NONCE + TAG) throw new Error(`${from} is no sealed export`);
  const key = pbkdf2Sync(passphrase, pieceOf(from, 0, SALT), 600_000, 32, "sha256");
  const cipher = createDecipheriv("aes-256-gcm", key, pieceOf(from, SALT, NONCE));
  cipher.setAuthTag(pieceOf(from, size - TAG, TAG));
  const begun = `${to}.begun`;
  try {
    const sealed = createReadStream(from, { start: SALT + NONCE, end: size - TAG - 1 });
    await pipeline(sealed, cipher, createWriteStream(begun, { mode: 0o600 }));
    await rename(begun, to);
  } catch (error) {
    await rm(begun, { force: true });
    if (error.code) throw error;
    throw new Error("This passphrase does not open this file, or the file was altered.");
  }
};

if (import.meta.main) {
  const [from, to] = process.argv.slice(2);
  if (!from || !to) {
    console.error("node export-open.mjs SEALED-FILE ZIP-FILE");
    process.exit(2);
  }
  try {
    await openExport(from, to, await askPassphrase());
    console.log(`${to} is open`);
  } catch (error) {
    console.error(error.message);
    process.exit(1);
  }
}
