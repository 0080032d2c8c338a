// Apart from the model, so that screens load without zod.
import { byPlace, type AreaManifest } from "#kernel/area.ts";
import { lifecycle } from "#kernel/lifecycle.ts";
import { areas } from "#areas.ts";

const kinds = byPlace<{ place: number; label: string }>(
  Object.assign({}, ...(areas as readonly AreaManifest[]).map((area) => area.signables ?? {})),
);
/** Kinds of documents that are signed, as areas name them, with their labels. */
export const signableKinds: Readonly<Record<string, string>> = Object.fromEntries(
  kinds.map(([kind, { label }]) => [kind, label]),
);

/** A member; whoever acts for the vendor in its portal; a person by a link to their address. */
const signerSides = {
  ours: "For the agency",
  portal: "For the vendor, in its portal",
  link: "By a link to their address",
} as const;
export type SignerSide = keyof typeof signerSides;

/** How somebody showed who they are before they signed. */
export const proofs = {
  proved_anew: "Signed in, and proved anew who they are within ten minutes",
  portal: "Signed in to the vendor portal",
  link_and_code: "By a single-use link, and a code sent to the same address in a second letter",
} as const;
export type Proof = keyof typeof proofs;

/** A typed name, or strokes as drawn: x and y in turn, in a field of 600 by 200. */
export type Mark =
  | { kind: "typed"; text: string }
  | { kind: "drawn"; strokes: readonly (readonly number[])[] };

/** A text that a signer agreed to, and what it rests on. */
export type Agreed = { key: ConsentKey; text: string; citation: string };

/** What every signer agrees to, one tick each; kept with the signature as it was shown. */
export const consents = [
  {
    key: "form",
    text: "I agree to sign this document electronically and to receive it as an electronic record. I can open it here and keep a copy. I may ask for paper instead: decline, and say so.",
    citation: "15 U.S.C. 7001(c); Uniform Electronic Transactions Act, sections 5 and 12",
  },
  {
    key: "intent",
    text: "I have read the document. What I type or draw here is my signature under it, with the same effect as by hand, and I am entitled to give it.",
    citation: "15 U.S.C. 7006(5); Uniform Electronic Transactions Act, section 9",
  },
] as const;
type ConsentKey = (typeof consents)[number]["key"];

export const signerStatuses = {
  waiting: { label: "Waits for those before", tone: "neutral" },
  asked: { label: "Asked", tone: "progress" },
  signed: { label: "Signed", tone: "success" },
  declined: { label: "Declined", tone: "danger" },
} as const;

export const signatureStatuses = {
  open: { label: "Out for signature", tone: "progress" },
  complete: { label: "Signed by all", tone: "success", terminal: true },
  declined: { label: "Declined", tone: "danger", terminal: true },
  expired: { label: "Expired", tone: "danger", terminal: true },
  voided: { label: "Void", tone: "neutral", terminal: true },
} as const;
export type SignatureStatus = keyof typeof signatureStatuses;
export type SignatureAction = "complete" | "decline" | "expire" | "void";

const ended = <T extends SignatureStatus>(label: string, to: T) => ({
  label,
  from: ["open" as const],
  to,
  permission: "signature.ask" as const,
  system: true,
});

/** Signers, the calendar and the record move a request; nobody does by hand. */
export const signatureCycle = lifecycle<{ status: string }>()<SignatureStatus, SignatureAction>({
  noun: "request for signatures",
  initial: "open",
  statuses: signatureStatuses,
  course: ["open", "complete"],
  actions: {
    complete: ended("Complete", "complete"),
    decline: ended("Decline", "declined"),
    expire: ended("Expire", "expired"),
    void: ended("Void", "voided"),
  },
});
