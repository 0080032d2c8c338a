// What an opening leaves behind, so that an auditor can repeat it offline: every part of every key,
// and who gave it.
import { type Bytes, unbase64 } from "./bytes.ts";
import {
  decryptEnvelope,
  envelopeKey,
  isCommittedShare,
  type Manifest,
  type Officer,
  threshold,
  wasSealedAs,
} from "./envelope.ts";
import { SealError } from "./seal-error.ts";
import { unpackEnvelope } from "./enclosed.ts";
import { importPrivate } from "./hpke.ts";
import { interpolate, type Share } from "./shamir.ts";

export const transcriptFormat = "levee-opening/1";

/**
 * A share as an officer gave it at the opening; `bytes` is null when the officer says that the
 * sealed share does not open.
 */
export type GivenShare = { x: number; bytes: string | null; by: string; at: string };

export type OpenedEnvelope = {
  manifest: Manifest;
  officers: Officer[];
  receivedAt: string;
  vendor: string;
  serverPart: string | null;
  shares: GivenShare[];
  failure: string | null;
};

export type Transcript = {
  format: typeof transcriptFormat;
  agency: string;
  solicitation: { id: string; number: string; title: string; opensAt: string };
  stage: string;
  envelopes: OpenedEnvelope[];
};

/**
 * A given share that is not the committed one, and whose doing that is; "unknown" while fewer than
 * two good shares exist.
 */
export type WrongShare = {
  x: number;
  by: string;
  fault: "officer" | "vendor" | "unknown";
  why: string;
};

const bytesOf = (share: GivenShare): Share | null =>
  share.bytes === null ? null : { x: share.x, bytes: unbase64(share.bytes) };

const goodShares = async ({ manifest, shares }: OpenedEnvelope): Promise<Share[]> => {
  const good: Share[] = [];
  for (const given of shares) {
    const share = bytesOf(given);
    if (
      share &&
      !good.some((known) => known.x === share.x) &&
      (await isCommittedShare(manifest, share))
    )
      good.push(share);
  }
  return good;
};

/**
 * The key and plaintext of one envelope from the transcript's parts. Throws SealError with the
 * first thing that does not hold.
 */
export const reopen = async (envelope: OpenedEnvelope, ciphertext: Bytes): Promise<Bytes> => {
  if (envelope.serverPart === null)
    throw new SealError("server_part", "the key store gave no part for this envelope");
  return decryptEnvelope(
    envelope.manifest,
    ciphertext,
    await envelopeKey(
      envelope.manifest,
      unbase64(envelope.serverPart),
      (await goodShares(envelope)).slice(0, threshold),
    ),
  );
};

const judge = async (
  envelope: OpenedEnvelope,
  given: GivenShare,
  good: readonly Share[],
  plain: Bytes,
): Promise<WrongShare> => {
  const { manifest, officers } = envelope;
  const { x, by } = given;
  const expected = { x, bytes: interpolate(good.slice(0, threshold), x) };
  if (!(await isCommittedShare(manifest, expected)))
    return {
      x,
      by,
      fault: "vendor",
      why: "the vendor committed to a share for this place that does not lie on the line of the others",
    };
  const sealed = manifest.shares.find((share) => share.x === x);
  const officer = officers.find((one) => one.x === x);
  const ephemeral = (await unpackEnvelope(plain)).ephemerals.find((one) => one.x === x);
  if (!sealed || !officer || !ephemeral)
    return {
      x,
      by,
      fault: "vendor",
      why: "the vendor enclosed no key that shows what was sealed to this officer",
    };
  const keys = {
    publicKey: unbase64(ephemeral.enc),
    privateKey: await importPrivate(unbase64(ephemeral.key)),
  };
  const right = await wasSealedAs(
    manifest.binding,
    sealed,
    expected,
    officer.publicKey,
    keys,
  ).catch(() => false);
  return right
    ? { x, by, fault: "officer", why: "the right share was sealed to this officer's key" }
    : {
        x,
        by,
        fault: "vendor",
        why: "what was sealed to this officer's key is not the committed share",
      };
};

/**
 * The shares of an envelope that were wrong or missing, each with whose doing that is. Ciphertext
 * is needed to look at what the vendor enclosed.
 */
export const wrongShares = async (
  envelope: OpenedEnvelope,
  ciphertext: Bytes,
): Promise<WrongShare[]> => {
  const good = await goodShares(envelope);
  const wrong: GivenShare[] = [];
  for (const given of envelope.shares) {
    const share = bytesOf(given);
    if (!share || !(await isCommittedShare(envelope.manifest, share))) wrong.push(given);
  }
  if (wrong.length === 0) return [];
  const plain =
    good.length < threshold ? null : await reopen(envelope, ciphertext).catch(() => null);
  if (!plain)
    return wrong.map(({ x, by }) => ({
      x,
      by,
      fault: "unknown",
      why: "without two good shares it cannot be told who is wrong",
    }));
  return Promise.all(wrong.map((given) => judge(envelope, given, good, plain)));
};
