import { fromBase64, toBase64 } from "./base64.ts";

/**
 * SPEC 9, "Client crypto helper": PBKDF2 with SHA-256, AES-GCM with a 256-bit key, 16 bytes of
 * salt, 12 of nonce.
 */
const keyIterations = 100_000;
const saltBytes = 16;
const nonceBytes = 12;

const random = (bytes: number) => crypto.getRandomValues(new Uint8Array(bytes));

/**
 * The AES-GCM key of a passphrase. `iterations` above the SPEC's figure are for keys that are
 * stored (an officer's private key).
 */
const passphraseKey = async (
  passphrase: string,
  salt: Uint8Array<ArrayBuffer>,
  iterations: number = keyIterations,
): Promise<CryptoKey> => {
  const base = await crypto.subtle.importKey(
    "raw",
    new TextEncoder().encode(passphrase),
    "PBKDF2",
    false,
    ["deriveKey"],
  );
  return crypto.subtle.deriveKey(
    { name: "PBKDF2", hash: "SHA-256", salt, iterations },
    base,
    { name: "AES-GCM", length: 256 },
    false,
    ["encrypt", "decrypt"],
  );
};

/**
 * Encrypts text under a passphrase. Base64 of salt, nonce and ciphertext with its tag. @throws
 * Error 'Failed to encrypt data'.
 */
export const encryptText = async (
  plain: string,
  passphrase: string,
  iterations: number = keyIterations,
): Promise<string> => {
  try {
    const salt = random(saltBytes);
    const nonce = random(nonceBytes);
    const data = new Uint8Array(
      await crypto.subtle.encrypt(
        { name: "AES-GCM", iv: nonce },
        await passphraseKey(passphrase, salt, iterations),
        new TextEncoder().encode(plain),
      ),
    );
    const out = new Uint8Array(saltBytes + nonceBytes + data.length);
    out.set(salt);
    out.set(nonce, saltBytes);
    out.set(data, saltBytes + nonceBytes);
    return toBase64(out);
  } catch (cause) {
    throw new Error("Failed to encrypt data", { cause });
  }
};

/**
 * Opens what `encryptText` made, with the same passphrase and iterations. @throws Error 'Failed to
 * decrypt data'.
 */
export const decryptText = async (
  sealed: string,
  passphrase: string,
  iterations: number = keyIterations,
): Promise<string> => {
  try {
    const bytes = Uint8Array.from(fromBase64(sealed));
    const key = await passphraseKey(passphrase, bytes.slice(0, saltBytes), iterations);
    const plain = await crypto.subtle.decrypt(
      { name: "AES-GCM", iv: bytes.slice(saltBytes, saltBytes + nonceBytes) },
      key,
      bytes.slice(saltBytes + nonceBytes),
    );
    return new TextDecoder("utf-8", { fatal: true }).decode(plain);
  } catch (cause) {
    throw new Error("Failed to decrypt data", { cause });
  }
};

const hex = (bytes: Uint8Array) =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

/** SHA-256 of a text (UTF-8), in hex. */
export const sha256Hex = async (text: string): Promise<string> =>
  hex(new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text))));

/** Random bytes in hex; 32 bytes unless told otherwise. */
export const randomToken = (bytes = 32): string => hex(random(bytes));

/** The last four characters, all others as dots; a value of four or fewer is hidden whole. */
export const mask = (value: string): string =>
  value.length <= 4 ? "•".repeat(value.length) : "•".repeat(value.length - 4) + value.slice(-4);
