import { createCipheriv, pbkdf2, randomBytes } from "node:crypto";
import { promisify } from "node:util";
import { Transform } from "node:stream";
import { seal, unseal } from "#server/auth/sealing.ts";

const derive = promisify(pbkdf2);
/** As of other keys that are kept: what a passphrase costs whoever guesses. */
const iterations = 600_000;
const [saltBytes, keyBytes] = [16, 32];
const purpose = "agency-export";

/**
 * The key of a passphrase with its salt, sealed for one export: the passphrase itself is never kept.
 * PBKDF2-SHA-256 with 600,000 rounds.
 */
export const keyForExport = async (exportId: string, passphrase: string): Promise<string> => {
  const salt = randomBytes(saltBytes);
  const key = await derive(passphrase, salt, iterations, keyBytes, "sha256");
  return seal(purpose, exportId, Buffer.concat([salt, key]).toString("base64"));
};

/**
 * Seals what goes through, in the layout of SPEC 9: salt 16, nonce 12, AES-256-GCM, tag 16. One nonce
 * seals 64 GiB at most: what is more ends with an error.
 */
export const sealingOf = (exportId: string, keySealed: string): Transform => {
  const bytes = Buffer.from(unseal(purpose, exportId, keySealed), "base64");
  const nonce = randomBytes(12);
  const cipher = createCipheriv("aes-256-gcm", bytes.subarray(saltBytes), nonce);
  let begun = false;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      if (!begun) this.push(Buffer.concat([bytes.subarray(0, saltBytes), nonce]));
      begun = true;
      done(null, cipher.update(chunk));
    },
    flush(done) {
      this.push(cipher.final());
      done(null, cipher.getAuthTag());
    },
  });
};
