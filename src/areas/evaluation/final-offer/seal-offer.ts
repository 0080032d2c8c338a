import { base64, unbase64 } from "#kernel/sealing/bytes.ts";
import { sealEnvelope } from "#kernel/sealing/envelope.ts";
import type { Instant } from "#kernel/time.ts";
import { api } from "#web/kit/api.ts";
import type { FinalOfferContent, OfferDesk } from "./final-offer.model.ts";

/**
 * Seals a final offer on this device and submits it; nothing readable leaves the device. Throws
 * ApiProblem when the server refuses (`late`, `ended`, `stale_revision`).
 */
export const sealAndSubmitOffer = async (
  desk: OfferDesk,
  content: FinalOfferContent,
): Promise<{ revision: number; receivedAt: Instant }> => {
  // The round stands where a solicitation stands for a bid: the key store opens each group at an
  // instant of its own.
  const binding = {
    envelopeId: crypto.randomUUID(),
    orgId: desk.orgId,
    solicitationId: desk.roundId,
    vendorId: desk.vendorId,
    bidId: desk.id,
    revision: desk.nextRevision,
    envelope: "bid" as const,
  };
  const { manifest, ciphertext } = await sealEnvelope({
    binding,
    officers: null,
    keyStoreKey: unbase64(desk.keyStoreKey),
    content,
  });
  return api(`/api/v1/vendor/final-offers/${desk.id}/actions/submit`, {
    method: "POST",
    body: { manifest, ciphertext: base64(ciphertext) },
  });
};
