import { envelopeKinds } from "#kernel/sealing/envelope.ts";

// Apart from the model, so that screens load without zod.
export const stages = envelopeKinds;
export type Stage = (typeof stages)[number];
export const stageLabels: Readonly<Record<Stage, string>> = {
  bid: "Bids",
  technical: "Technical envelopes",
  price: "Price envelopes",
};
