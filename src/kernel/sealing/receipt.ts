// What a vendor takes home: a statement of the server, signed with the key of the agency's audit
// ledger, that can be checked without the server.
import { canonicalJson } from "../canonical-json.ts";
import { openNote, type Sign, signNote, type VerifierKey } from "../checkpoint.ts";
import type { EnvelopeKind, Manifest } from "./envelope.ts";

export const receiptFormat = "levee-bid-receipt/1";

export type ReceiptEnvelope = {
  id: string;
  envelope: EnvelopeKind;
  size: number;
  ciphertextSha256: string;
  commitment: string;
  shareHashes: string[];
  serverPartHash: string;
  officers: string | null;
};

/**
 * `receivedAt` is the database's clock under the lock of the solicitation, in microseconds; `audit`
 * the place of the entry in the agency's ledger.
 */
export type Receipt = {
  format: typeof receiptFormat;
  agency: { id: string; name: string };
  solicitation: { id: string; number: string; title: string; deadline: string };
  vendor: { id: string; name: string };
  bid: { id: string; revision: number };
  receivedAt: string;
  envelopes: ReceiptEnvelope[];
  audit: { entryId: string; index: number };
};

/** What a receipt states of one envelope. */
export const receiptEnvelope = ({
  binding,
  size,
  ciphertextSha256,
  commitment,
  shares,
  serverPart,
}: Manifest): ReceiptEnvelope => ({
  id: binding.envelopeId,
  envelope: binding.envelope,
  size,
  ciphertextSha256,
  commitment,
  shareHashes: shares.map((share) => share.hash),
  serverPartHash: serverPart.hash,
  officers: binding.officers,
});

/** The receipt as a signed note: one line of canonical JSON, an empty line, the signature. */
export const signReceipt = (receipt: Receipt | Withdrawal, key: VerifierKey, sign: Sign): string =>
  signNote(key, `${canonicalJson(receipt)}\n`, sign);

export const withdrawalFormat = "levee-withdrawal-receipt/1";

/**
 * What a vendor takes home of a withdrawal; `round` is that of a final offer, null for a bid.
 * `ciphertexts` are the SHA-256 of what can never be read now.
 */
export type Withdrawal = Pick<
  Receipt,
  "agency" | "solicitation" | "vendor" | "receivedAt" | "audit"
> & {
  format: typeof withdrawalFormat;
  bid: { id: string; revision: number; round: number | null };
  withdrawnAt: string;
  ciphertexts: string[];
};

/** Reads a receipt and checks its signature against the agency's public key. */
export const readReceipt = async (
  note: string,
  key: VerifierKey,
): Promise<{ receipt: Receipt } | { problem: string }> => {
  const opened = await openNote(note, key);
  if ("problem" in opened) return opened;
  try {
    const receipt = JSON.parse(opened.text) as Receipt;
    return receipt.format === receiptFormat && `${canonicalJson(receipt)}\n` === opened.text
      ? { receipt }
      : { problem: "it is of another kind" };
  } catch {
    return { problem: "it cannot be read" };
  }
};
