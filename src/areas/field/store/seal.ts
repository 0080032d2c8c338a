import { fromBase64, toBase64 } from "#kernel/base64.ts";
import { decryptText, encryptText } from "#kernel/passphrase-crypto.ts";

const nonceBytes = 12;
/** Rounds of PBKDF2 for a key that is stored. */
const rounds = 600_000;

const bound = (place: string) => new TextEncoder().encode(place);

/** A key of the store from its 32 bytes; nothing reads it out again. */
export const storeKeyOf = (bytes: Uint8Array<ArrayBuffer>): Promise<CryptoKey> =>
  crypto.subtle.importKey("raw", bytes, "AES-GCM", false, ["encrypt", "decrypt"]);

/** 32 random bytes for a store. */
export const newStoreKey = (): Uint8Array<ArrayBuffer> =>
  crypto.getRandomValues(new Uint8Array(32));

/** Bytes under the store's key; they open only at the same `place` (table and key of the row). */
export const sealBytes = async (
  key: CryptoKey,
  place: string,
  plain: BufferSource,
): Promise<Uint8Array<ArrayBuffer>> => {
  const iv = crypto.getRandomValues(new Uint8Array(nonceBytes));
  const data = await crypto.subtle.encrypt(
    { name: "AES-GCM", iv, additionalData: bound(place) },
    key,
    plain,
  );
  const sealed = new Uint8Array(nonceBytes + data.byteLength);
  sealed.set(iv);
  sealed.set(new Uint8Array(data), nonceBytes);
  return sealed;
};

/** Opens what `sealBytes` made. @throws OperationError where key, place or bytes are others. */
export const unsealBytes = (
  key: CryptoKey,
  place: string,
  sealed: Uint8Array<ArrayBuffer>,
): Promise<ArrayBuffer> =>
  crypto.subtle.decrypt(
    { name: "AES-GCM", iv: sealed.subarray(0, nonceBytes), additionalData: bound(place) },
    key,
    sealed.subarray(nonceBytes),
  );

/** A value as JSON under the store's key. */
export const seal = (
  key: CryptoKey,
  place: string,
  value: unknown,
): Promise<Uint8Array<ArrayBuffer>> =>
  sealBytes(key, place, new TextEncoder().encode(JSON.stringify(value)));

/** The value that `seal` sealed. */
export const unseal = async <T>(
  key: CryptoKey,
  place: string,
  sealed: Uint8Array<ArrayBuffer>,
): Promise<T> => JSON.parse(new TextDecoder().decode(await unsealBytes(key, place, sealed))) as T;

/** The store's key under a passphrase. */
export const wrapByPassphrase = (
  storeKey: Uint8Array<ArrayBuffer>,
  passphrase: string,
): Promise<string> => encryptText(toBase64(storeKey), passphrase, rounds);

/** The store's key again, or null where the passphrase is another. */
export const unwrapByPassphrase = async (
  wrapped: string,
  passphrase: string,
): Promise<Uint8Array<ArrayBuffer> | null> => {
  const text = await decryptText(wrapped, passphrase, rounds).catch(() => null);
  return text === null ? null : Uint8Array.from(fromBase64(text));
};

const urlSafe: Readonly<Record<string, string>> = { "+": "-", "/": "_", "=": "" };
const plainOf: Readonly<Record<string, string>> = { "-": "+", _: "/" };

/** base64url without padding (RFC 4648, section 5). */
export const toBase64Url = (bytes: Uint8Array): string =>
  toBase64(bytes).replace(/[+/=]/g, (sign) => urlSafe[sign]!);

/** Bytes of base64url. @throws RangeError as `fromBase64`. */
export const fromBase64Url = (text: string): Uint8Array<ArrayBuffer> => {
  const plain = text.replace(/[-_]/g, (sign) => plainOf[sign]!);
  return Uint8Array.from(fromBase64(plain.padEnd(Math.ceil(plain.length / 4) * 4, "=")));
};
