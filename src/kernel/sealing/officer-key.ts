// An officer's key pair: made in the officer's browser, the private half kept only wrapped under
// the officer's passphrase.
import { decryptText, encryptText } from "../passphrase-crypto.ts";
import { base64, unbase64 } from "./bytes.ts";
import { exportPrivate, type HpkeKeys, importPrivate, newHpkeKeys } from "./hpke.ts";

/**
 * PBKDF2 iterations for a key that is stored on the server (SP 800-132; four times and more the
 * SPEC's default of its helper).
 */
const wrapIterations = 600_000;
const header = `levee-officer-key/1 pbkdf2-sha256 ${wrapIterations}`;

/**
 * A public key (raw point) and the wrapped private key:
 * `levee-officer-key/1 pbkdf2-sha256 600000 <base64>`.
 */
export type WrappedKey = { publicKey: string; wrapped: string };

/** Makes a key pair and wraps its private half. The passphrase never leaves the browser. */
export const newOfficerKey = async (passphrase: string): Promise<WrappedKey> => {
  const keys = await newHpkeKeys(true);
  return {
    publicKey: base64(keys.publicKey),
    wrapped: `${header} ${await encryptText(base64(await exportPrivate(keys.privateKey)), passphrase, wrapIterations)}`,
  };
};

/**
 * Unwraps a key. Throws Error when the header is unknown, or 'Failed to decrypt data' on a wrong
 * passphrase.
 */
export const unlockOfficerKey = async (
  { publicKey, wrapped }: WrappedKey,
  passphrase: string,
): Promise<HpkeKeys> => {
  if (!wrapped.startsWith(`${header} `))
    throw new Error(
      "This key was wrapped by a version of the program that this one does not know.",
    );
  return {
    publicKey: unbase64(publicKey),
    privateKey: await importPrivate(
      unbase64(await decryptText(wrapped.slice(header.length + 1), passphrase, wrapIterations)),
    ),
  };
};

/** The same key under another passphrase. */
export const rewrapOfficerKey = async (
  key: WrappedKey,
  passphrase: string,
  next: string,
): Promise<WrappedKey> => {
  await unlockOfficerKey(key, passphrase);
  const pkcs8 = await decryptText(key.wrapped.slice(header.length + 1), passphrase, wrapIterations);
  return {
    publicKey: key.publicKey,
    wrapped: `${header} ${await encryptText(pkcs8, next, wrapIterations)}`,
  };
};
