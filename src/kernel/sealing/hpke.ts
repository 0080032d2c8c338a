// Hybrid public key encryption (RFC 9180), base mode, DHKEM(P-256, HKDF-SHA256), HKDF-SHA256,
// AES-256-GCM: the suite whose parts FIPS 140 modules carry.
import { type Bytes, concat, utf8 } from "./bytes.ts";

/** A key pair for sealing to somebody: raw public point (65 bytes), private key of WebCrypto. */
export type HpkeKeys = { publicKey: Bytes; privateKey: CryptoKey };

/**
 * What goes over the wire: the sender's ephemeral public point, and the ciphertext with its tag.
 */
export type HpkeSealed = { enc: Bytes; ct: Bytes };

const curve = { name: "ECDH", namedCurve: "P-256" };
const KEM = 0x0010;
const KDF = 0x0001;
const none = new Uint8Array(0);
const two = (n: number): Bytes => Uint8Array.of(n >> 8, n & 255);

const hmac = async (key: Bytes, message: Bytes): Promise<Bytes> => {
  // WebCrypto takes no empty HMAC key; a block of zeros is the same key (RFC 2104, section 2).
  const imported = await crypto.subtle.importKey(
    "raw",
    key.length ? key : new Uint8Array(64),
    { name: "HMAC", hash: "SHA-256" },
    false,
    ["sign"],
  );
  return new Uint8Array(await crypto.subtle.sign("HMAC", imported, message));
};
const extract = (suite: Bytes, salt: Bytes, label: string, key: Bytes) =>
  hmac(salt, concat(utf8("HPKE-v1"), suite, utf8(label), key));
// One block of HKDF-Expand is enough: nothing here is longer than SHA-256's 32 bytes.
const expand = async (
  suite: Bytes,
  secret: Bytes,
  label: string,
  info: Bytes,
  length: number,
): Promise<Bytes> =>
  (
    await hmac(
      secret,
      concat(two(length), utf8("HPKE-v1"), suite, utf8(label), info, Uint8Array.of(1)),
    )
  ).slice(0, length);

const importPublic = (raw: Bytes) => crypto.subtle.importKey("raw", raw, curve, true, []);

const sharedSecret = async (
  privateKey: CryptoKey,
  publicKey: CryptoKey,
  enc: Bytes,
  recipient: Bytes,
): Promise<Bytes> => {
  const kem = concat(utf8("KEM"), two(KEM));
  const dh = new Uint8Array(
    await crypto.subtle.deriveBits({ name: "ECDH", public: publicKey }, privateKey, 256),
  );
  return expand(
    kem,
    await extract(kem, none, "eae_prk", dh),
    "shared_secret",
    concat(enc, recipient),
    32,
  );
};

type Aead = { id: number; keyBytes: number };

const keySchedule = async (aead: Aead, secret: Bytes, info: Bytes) => {
  const suite = concat(utf8("HPKE"), two(KEM), two(KDF), two(aead.id));
  const context = concat(
    Uint8Array.of(0),
    await extract(suite, none, "psk_id_hash", none),
    await extract(suite, none, "info_hash", info),
  );
  const prk = await extract(suite, secret, "secret", none);
  const [key, nonce] = await Promise.all([
    expand(suite, prk, "key", context, aead.keyBytes),
    expand(suite, prk, "base_nonce", context, 12),
  ]);
  return {
    key: await crypto.subtle.importKey("raw", key, "AES-GCM", false, ["encrypt", "decrypt"]),
    nonce,
  };
};

/** The raw public point (65 bytes) of a public key of WebCrypto. */
const rawPublic = async (key: CryptoKey): Promise<Bytes> =>
  new Uint8Array(await crypto.subtle.exportKey("raw", key));

/** A fresh key pair; the private key can be exported (to be wrapped) where asked. */
export const newHpkeKeys = async (extractable = false): Promise<HpkeKeys> => {
  const pair = (await crypto.subtle.generateKey(curve, extractable, [
    "deriveBits",
  ])) as CryptoKeyPair;
  return { publicKey: await rawPublic(pair.publicKey), privateKey: pair.privateKey };
};

/** PKCS #8 of an extractable private key; `importPrivate` reads it. */
export const exportPrivate = async (key: CryptoKey): Promise<Bytes> =>
  new Uint8Array(await crypto.subtle.exportKey("pkcs8", key));
export const importPrivate = (pkcs8: Bytes, extractable = false): Promise<CryptoKey> =>
  crypto.subtle.importKey("pkcs8", pkcs8, curve, extractable, ["deriveBits"]);

const bare = (value: string) => value.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");

/**
 * A private key from its 32-byte scalar and its raw public point, all in base64 (test vectors,
 * offline tools).
 */
export const importScalar = (scalar: string, x: string, y: string): Promise<CryptoKey> =>
  crypto.subtle.importKey(
    "jwk",
    { kty: "EC", crv: "P-256", d: bare(scalar), x: bare(x), y: bare(y) },
    curve,
    true,
    ["deriveBits"],
  );

/**
 * One suite of the AEAD with this number (RFC 9180, section 7.3); the product uses `hpke`, the
 * published vectors also the other.
 */
export const hpkeSuite = (aead: Aead) => ({
  /**
   * Seals `plain` to a raw public key; `info` and `aad` must be the same when it is opened.
   * `ephemeral` is drawn fresh unless given: who keeps it
   * can later show that exactly this was sealed. Throws when the key is no point of the curve.
   */
  seal: async (
    recipient: Bytes,
    info: Bytes,
    aad: Bytes,
    plain: Bytes,
    ephemeral?: HpkeKeys,
  ): Promise<HpkeSealed> => {
    const own = ephemeral ?? (await newHpkeKeys());
    const { key, nonce } = await keySchedule(
      aead,
      await sharedSecret(own.privateKey, await importPublic(recipient), own.publicKey, recipient),
      info,
    );
    return {
      enc: own.publicKey,
      ct: new Uint8Array(
        await crypto.subtle.encrypt(
          { name: "AES-GCM", iv: nonce, additionalData: aad },
          key,
          plain,
        ),
      ),
    };
  },
  /**
   * Opens what `seal` made for these keys. Throws when key, info, aad or ciphertext are not the
   * same.
   */
  open: async (keys: HpkeKeys, info: Bytes, aad: Bytes, sealed: HpkeSealed): Promise<Bytes> => {
    const secret = await sharedSecret(
      keys.privateKey,
      await importPublic(sealed.enc),
      sealed.enc,
      keys.publicKey,
    );
    const { key, nonce } = await keySchedule(aead, secret, info);
    return new Uint8Array(
      await crypto.subtle.decrypt(
        { name: "AES-GCM", iv: nonce, additionalData: aad },
        key,
        sealed.ct,
      ),
    );
  },
});

export const hpke = hpkeSuite({ id: 2, keyBytes: 32 });
