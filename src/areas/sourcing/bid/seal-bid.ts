import { unbase64, type Bytes } from "#kernel/sealing/bytes.ts";
import type { EnclosedFile } from "#kernel/sealing/enclosed.ts";
import { type EnvelopeKind, type Manifest, sealEnvelope } from "#kernel/sealing/envelope.ts";
import { api } from "#web/kit/api.ts";
import { sendBytes } from "#web/kit/bytes.ts";
import type { PriceContent, TechnicalContent } from "./bid-content.model.ts";
import type { DraftFile } from "./bid-draft.ts";
import type { BidDesk, SealingPlan } from "./bid.model.ts";

/** What the offline program needs to seal this bid: what to seal to, and what is asked. */
export const sealingPlanFile = async (desk: BidDesk): Promise<{ name: string; text: string }> => {
  const plan = await api<SealingPlan>(`/api/v1/vendor/solicitations/${desk.solicitation.id}/bid`, {
    method: "POST",
  });
  const { number, title, dueAt } = desk.solicitation;
  return {
    name: `plan-${number}-${plan.revision}.json`,
    text: JSON.stringify(
      {
        format: "levee-sealing-plan/1",
        plan,
        desk: {
          number,
          title,
          dueAt,
          lots: desk.lots,
          items: desk.items,
          requirements: desk.requirements,
          addenda: desk.addenda.map(({ addendumNo, title: name, material }) => ({
            addendumNo,
            title: name,
            material,
          })),
        },
      },
      null,
      1,
    ),
  };
};

type Package = {
  format: string;
  solicitationId: string;
  bidId: string;
  addendaAcknowledged: number[];
  envelopes: { envelope: EnvelopeKind; manifest: Manifest; ciphertext: string }[];
};

/**
 * Sends a package that was sealed elsewhere and submits it. Throws Error when the file is none for
 * this solicitation, ApiProblem when the server refuses.
 */
export const submitPackage = async (
  solicitationId: string,
  file: File,
  onStep: (step: SealStep) => void,
): Promise<SealedBid> => {
  onStep({ step: "encrypt", text: "Reading the sealed package", part: null });
  let sealed: Package;
  try {
    sealed = JSON.parse(await file.text()) as Package;
    if (sealed.format !== "levee-sealed-bid/1" || sealed.envelopes.length === 0) throw new Error();
  } catch {
    throw new Error("This file is no sealed package. Choose the one that ends in .sealed.json.");
  }
  if (sealed.solicitationId !== solicitationId)
    throw new Error("This package was sealed for another solicitation.");
  for (const { envelope, ciphertext } of sealed.envelopes)
    await sendBytes(
      `/api/v1/vendor/bids/${sealed.bidId}/envelopes/${envelope}`,
      unbase64(ciphertext),
      (part) => onStep({ step: "send", text: `Sending ${words[envelope]}, encrypted`, part }),
    );
  onStep({ step: "submit", text: "Waiting for the receipt", part: null });
  return {
    ...(await api<Omit<SealedBid, "plains">>(`/api/v1/vendor/bids/${sealed.bidId}/actions/submit`, {
      method: "POST",
      body: {
        manifests: sealed.envelopes.map((each) => each.manifest),
        addendaAcknowledged: sealed.addendaAcknowledged,
      },
    })),
    plains: [],
  };
};

/** Where a sealing is: a step with its words, and how much of an upload has left. */
export type SealStep = { step: "encrypt" | "send" | "submit"; text: string; part: number | null };
export type SealedBid = {
  id: string;
  revision: number;
  receivedAt: string;
  plains: { envelope: EnvelopeKind; bytes: Bytes }[];
};

const words: Readonly<Record<EnvelopeKind, string>> = {
  bid: "the bid",
  technical: "the technical envelope",
  price: "the price envelope",
};

const enclosed = (files: readonly DraftFile[], kind: EnvelopeKind): Promise<EnclosedFile[]> =>
  Promise.all(
    files
      .filter((each) => kind === "bid" || each.envelope === kind)
      .map(async ({ file }) => ({
        name: file.name.slice(0, 255),
        mediaType: (file.type || "application/octet-stream").slice(0, 120),
        bytes: new Uint8Array(await file.arrayBuffer()),
      })),
  );

const contentFor = (
  kind: EnvelopeKind,
  { technical, price }: { technical: TechnicalContent; price: PriceContent },
) => ({ ...(kind !== "price" && { technical }), ...(kind !== "technical" && { price }) });

/**
 * Seals a bid on this device and submits it: names what to seal to, encrypts each envelope, sends
 * the ciphertexts, submits. Nothing readable leaves the device.
 * Throws ApiProblem when the server refuses (`late`, `addenda`, `officers_changed` …).
 */
export const sealAndSubmit = async (
  solicitationId: string,
  content: { technical: TechnicalContent; price: PriceContent },
  files: readonly DraftFile[],
  onStep: (step: SealStep) => void,
): Promise<SealedBid> => {
  onStep({ step: "encrypt", text: "Getting the officers' keys", part: null });
  const plan = await api<SealingPlan>(`/api/v1/vendor/solicitations/${solicitationId}/bid`, {
    method: "POST",
  });
  const manifests: Manifest[] = [];
  const plains: SealedBid["plains"] = [];
  for (const { id, envelope } of plan.envelopes) {
    onStep({ step: "encrypt", text: `Encrypting ${words[envelope]} on this device`, part: null });
    const binding = {
      envelopeId: id,
      orgId: plan.orgId,
      solicitationId,
      vendorId: plan.vendorId,
      bidId: plan.bidId,
      revision: plan.revision,
      envelope,
    };
    const officers =
      plan.officers && plan.officers.map(({ x, keyId, publicKey }) => ({ x, keyId, publicKey }));
    const sealed = await sealEnvelope({
      binding,
      officers,
      keyStoreKey: unbase64(plan.keyStoreKey),
      content: contentFor(envelope, content),
      files: await enclosed(files, envelope),
    });
    if (sealed.manifest.size > plan.mostBytes)
      throw new Error(
        `The files are too large: ${words[envelope]} may have ${Math.round(plan.mostBytes / 1048576)} MB.`,
      );
    await sendBytes(
      `/api/v1/vendor/bids/${plan.bidId}/envelopes/${envelope}`,
      sealed.ciphertext,
      (part) => onStep({ step: "send", text: `Sending ${words[envelope]}, encrypted`, part }),
    );
    manifests.push(sealed.manifest);
    plains.push({ envelope, bytes: sealed.plain });
  }
  onStep({ step: "submit", text: "Waiting for the receipt", part: null });
  return {
    ...(await api<Omit<SealedBid, "plains">>(`/api/v1/vendor/bids/${plan.bidId}/actions/submit`, {
      method: "POST",
      body: { manifests, addendaAcknowledged: content.technical.addendaAcknowledged },
    })),
    plains,
  };
};
