import { hkdfSync, randomBytes } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

let master: Buffer | undefined;
const derived = new Map<string, Buffer>();

/**
 * The instance's secret: `LEVEE_SECRET` (32 characters or more), otherwise `keys/identity.key` in
 * the data folder, made on first use (mode 0600).
 */
const masterSecret = (): Buffer => {
  if (master) return master;
  const given = process.env["LEVEE_SECRET"];
  if (given !== undefined) {
    if (given.length < 32) throw new Error("LEVEE_SECRET must have at least 32 characters");
    return (master = Buffer.from(given));
  }
  const folder = join(process.env["LEVEE_DATA_DIR"] || "./data", "keys");
  const file = join(folder, "identity.key");
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    writeFileSync(file, randomBytes(48).toString("base64url"), {
      mode: 0o600,
      flag: "wx",
      flush: true,
    });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
  return (master = Buffer.from(readFileSync(file, "utf8").trim()));
};

/**
 * A 256-bit key for one purpose, derived from the instance's secret (HKDF-SHA-256), so that no key
 * serves two purposes.
 */
export const deriveKey = (purpose: string): Buffer => {
  let key = derived.get(purpose);
  if (!key)
    derived.set(
      purpose,
      (key = Buffer.from(hkdfSync("sha256", masterSecret(), "levee", purpose, 32))),
    );
  return key;
};
