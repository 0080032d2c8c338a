// A bid's envelope: sealed in the vendor's browser so that neither the server nor fewer than two
// officers can read it.
import { canonicalJson } from "../canonical-json.ts";
import {
  base64,
  type Bytes,
  concat,
  digestHex,
  randomBytes,
  sameBytes,
  unbase64,
  utf8,
  xor,
} from "./bytes.ts";
import { pack, unpackEnvelope, type Enclosed, type EnclosedFile } from "./enclosed.ts";
import { exportPrivate, hpke, type HpkeKeys, newHpkeKeys } from "./hpke.ts";
import { SealError } from "./seal-error.ts";
import { interpolate, type Share, splitSecret } from "./shamir.ts";

export const envelopeFormat = "levee-bid/1";
export const threshold = 2;
export const mostOfficers = 5;

/** `bid` = everything in one envelope; else two, of which the price is opened later. */
export const envelopeKinds = ["bid", "technical", "price"] as const;
export type EnvelopeKind = (typeof envelopeKinds)[number];

/**
 * An officer's place in the set: where the polynomials are evaluated, and the public key (raw
 * point, base64) the share is sealed to.
 */
export type Officer = { x: number; keyId: string; publicKey: string };

/**
 * What an envelope belongs to; authenticated with every ciphertext in it, so that nothing can be
 * moved to another place.
 */
export type Binding = {
  format: typeof envelopeFormat;
  envelopeId: string;
  orgId: string;
  solicitationId: string;
  vendorId: string;
  bidId: string;
  revision: number;
  envelope: EnvelopeKind;
  /** Digest of the officer set; null where the key store alone holds the key. */
  officers: string | null;
};

export type SealedShare = { x: number; keyId: string; enc: string; ct: string; hash: string };

/** Everything about an envelope that may be seen before it is opened. */
export type Manifest = {
  binding: Binding;
  size: number;
  ciphertextSha256: string;
  commitment: string;
  shares: SealedShare[];
  serverPart: { enc: string; ct: string; hash: string };
};

const tag = (name: string) => utf8(`levee/bid/${name}/1`);
const line = (name: string) => utf8(`levee/bid/${name}/1\n`);
const bindingBytes = (binding: Binding) => utf8(canonicalJson(binding));
const shareAad = (binding: string, x: number) => utf8(`${binding}/${x}`);

export const shareHash = (share: Share): Promise<string> =>
  digestHex(concat(line("share"), Uint8Array.of(share.x), share.bytes));
export const serverPartHash = (part: Bytes): Promise<string> =>
  digestHex(concat(line("server-part"), part));
/**
 * The commitment to what is inside; the salt that hides it stands in the plaintext's first 32
 * bytes.
 */
const commitmentOf = (plain: Bytes): Promise<string> =>
  digestHex(concat(line("commitment"), plain));

/** SHA-256 (hex) of an officer set; the order of officers does not matter. */
export const officerSetDigest = (officers: readonly Officer[]): Promise<string> =>
  digestHex(
    utf8(
      canonicalJson({
        threshold,
        officers: [...officers]
          .sort((a, b) => a.x - b.x)
          .map(({ x, keyId, publicKey }) => ({ x, keyId, publicKey })),
      }),
    ),
  );

/** SHA-256 of a raw public key in groups of four, as two people read it to each other. */
export const keyFingerprint = async (publicKey: string): Promise<string> =>
  (await digestHex(unbase64(publicKey))).match(/.{4}/g)!.join(" ");

/**
 * SHA-256 (hex) of what an envelope belongs to: what shares are bound to, so that an officer's
 * browser need not be told whose bid it is.
 */
export const bindingDigest = (binding: Binding): Promise<string> =>
  digestHex(bindingBytes(binding));

export type SealInput = {
  binding: Omit<Binding, "format" | "officers">;
  officers: readonly Officer[] | null;
  keyStoreKey: Bytes;
  content: unknown;
  files?: readonly EnclosedFile[];
};

/**
 * Seals a share of the officers' part to one officer, under the digest of the envelope's binding.
 */
export const sealShare = async (
  binding: string,
  share: Share,
  officer: Officer,
  ephemeral?: HpkeKeys,
): Promise<SealedShare> => {
  const { enc, ct } = await hpke.seal(
    unbase64(officer.publicKey),
    tag("share"),
    shareAad(binding, share.x),
    share.bytes,
    ephemeral,
  );
  return {
    x: share.x,
    keyId: officer.keyId,
    enc: base64(enc),
    ct: base64(ct),
    hash: await shareHash(share),
  };
};

/**
 * An officer opens the share that was sealed to this key. Throws when it was not, or was sealed for
 * another envelope.
 */
export const openShare = async (
  binding: string,
  sealed: Pick<SealedShare, "x" | "enc" | "ct">,
  keys: HpkeKeys,
): Promise<Share> => ({
  x: sealed.x,
  bytes: await hpke.open(keys, tag("share"), shareAad(binding, sealed.x), {
    enc: unbase64(sealed.enc),
    ct: unbase64(sealed.ct),
  }),
});

/**
 * The key store opens the server's part; the app host sees it only sealed. Throws when it was
 * sealed for another envelope or key.
 */
export const openServerPart = (
  binding: Binding,
  sealed: { enc: string; ct: string },
  keys: HpkeKeys,
): Promise<Bytes> =>
  hpke.open(keys, tag("server-part"), bindingBytes(binding), {
    enc: unbase64(sealed.enc),
    ct: unbase64(sealed.ct),
  });

const aes = async (key: Bytes, use: "encrypt" | "decrypt") =>
  crypto.subtle.importKey("raw", key, "AES-GCM", false, [use]);

const sealParts = async (
  binding: Binding,
  officers: readonly Officer[] | null,
  part: Bytes,
  ephemerals: ReadonlyMap<number, HpkeKeys>,
) => {
  if (!officers) return [];
  const shares = splitSecret(part, threshold, officers.length).map((share, i) => ({
    officer: officers[i]!,
    share: { x: officers[i]!.x, bytes: share.bytes },
  }));
  const digest = await bindingDigest(binding);
  return Promise.all(
    shares.map(({ officer, share }) =>
      sealShare(digest, share, officer, ephemerals.get(officer.x)),
    ),
  );
};

const isOfficerSet = (officers: readonly Officer[]) =>
  officers.length >= threshold &&
  officers.length <= mostOfficers &&
  officers.every((officer, i) => officer.x === i + 1);

/**
 * Seals one envelope under a key of its own: random AES-256-GCM key = officers' part XOR server
 * part; the officers' part is split so that any two
 * of them open it, each share sealed to that officer's key; the server's part is sealed to the key
 * store. Without officers the key store's part
 * is the whole key. Officers must stand at the places 1 … n. Throws RangeError on a set of another
 * shape.
 */
export const sealEnvelope = async ({
  binding: where,
  officers,
  keyStoreKey,
  content,
  files = [],
}: SealInput): Promise<{ manifest: Manifest; ciphertext: Bytes; plain: Bytes }> => {
  if (officers && !isOfficerSet(officers))
    throw new RangeError("two to five officers, numbered from one");
  const binding: Binding = {
    ...where,
    format: envelopeFormat,
    officers: officers && (await officerSetDigest(officers)),
  };
  const key = randomBytes(32);
  const serverPart = officers ? randomBytes(32) : key;
  const nonce = randomBytes(12);
  const ephemerals = new Map(
    await Promise.all((officers ?? []).map(async ({ x }) => [x, await newHpkeKeys(true)] as const)),
  );
  const kept = await Promise.all(
    [...ephemerals].map(async ([x, { publicKey, privateKey }]) => ({
      x,
      enc: base64(publicKey),
      key: base64(await exportPrivate(privateKey)),
    })),
  );
  const plain = await pack(content, files, kept);
  const body = new Uint8Array(
    await crypto.subtle.encrypt(
      { name: "AES-GCM", iv: nonce, additionalData: bindingBytes(binding) },
      await aes(key, "encrypt"),
      plain,
    ),
  );
  const ciphertext = concat(nonce, body);
  const [ciphertextSha256, commitment, shares, toStore, hash] = await Promise.all([
    digestHex(ciphertext),
    commitmentOf(plain),
    sealParts(binding, officers, xor(key, serverPart), ephemerals),
    hpke.seal(keyStoreKey, tag("server-part"), bindingBytes(binding), serverPart),
    serverPartHash(serverPart),
  ]);
  return {
    manifest: {
      binding,
      size: ciphertext.length,
      ciphertextSha256,
      commitment,
      shares,
      serverPart: { enc: base64(toStore.enc), ct: base64(toStore.ct), hash },
    },
    ciphertext,
    plain,
  };
};

/** True when `share` is the one that the vendor committed to for that place. */
export const isCommittedShare = async (manifest: Manifest, share: Share): Promise<boolean> =>
  manifest.shares.some((sealed) => sealed.x === share.x) &&
  (await shareHash(share)) === manifest.shares.find((sealed) => sealed.x === share.x)!.hash;

/**
 * The envelope's key from the server's part and two of the officers' shares. Throws SealError when
 * a part is not the committed one.
 */
export const envelopeKey = async (
  manifest: Manifest,
  serverPart: Bytes,
  shares: readonly Share[],
): Promise<Bytes> => {
  if ((await serverPartHash(serverPart)) !== manifest.serverPart.hash)
    throw new SealError(
      "server_part",
      "the key store's part is not the one that the vendor sealed",
    );
  if (manifest.binding.officers === null) return serverPart;
  for (const share of shares)
    if (!(await isCommittedShare(manifest, share)))
      throw new SealError(
        "share",
        `the share of place ${share.x} is not the one that the vendor sealed`,
      );
  if (shares.length < threshold) throw new SealError("share", "two officers' shares are needed");
  return xor(interpolate(shares.slice(0, threshold)), serverPart);
};

/**
 * Decrypts with a known key and checks everything that was promised. Throws SealError with the
 * first thing that does not hold.
 */
export const decryptEnvelope = async (
  manifest: Manifest,
  ciphertext: Bytes,
  key: Bytes,
): Promise<Bytes> => {
  if ((await digestHex(ciphertext)) !== manifest.ciphertextSha256)
    throw new SealError("ciphertext", "the stored ciphertext is not the one that was received");
  const opened = await crypto.subtle
    .decrypt(
      {
        name: "AES-GCM",
        iv: ciphertext.subarray(0, 12),
        additionalData: bindingBytes(manifest.binding),
      },
      await aes(key, "decrypt"),
      ciphertext.subarray(12),
    )
    .catch(() => {
      throw new SealError(
        "decrypt",
        "the ciphertext does not open with the key that its parts give",
      );
    });
  const plain = new Uint8Array(opened);
  if ((await commitmentOf(plain)) !== manifest.commitment)
    throw new SealError("commitment", "what is inside is not what the vendor committed to");
  return plain;
};

/** Opens an envelope. Throws SealError with the first thing that does not hold. */
export const openEnvelope = async (
  manifest: Manifest,
  ciphertext: Bytes,
  serverPart: Bytes,
  shares: readonly Share[],
): Promise<Enclosed & { plain: Bytes }> => {
  const plain = await decryptEnvelope(
    manifest,
    ciphertext,
    await envelopeKey(manifest, serverPart, shares),
  );
  return { ...(await unpackEnvelope(plain)), plain };
};

/**
 * True when exactly this was sealed to the officer's key: the sealing is done again with the
 * ephemeral key that the vendor enclosed.
 */
export const wasSealedAs = async (
  binding: Binding,
  sealed: SealedShare,
  share: Share,
  officerKey: string,
  ephemeral: HpkeKeys,
): Promise<boolean> => {
  const again = await sealShare(
    await bindingDigest(binding),
    share,
    { x: share.x, keyId: sealed.keyId, publicKey: officerKey },
    ephemeral,
  );
  return sameBytes(unbase64(again.ct), unbase64(sealed.ct)) && again.enc === sealed.enc;
};
