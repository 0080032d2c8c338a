import { addQuantity, compareQuantity } from "#kernel/quantity.ts";
import type { Testimony } from "../shipment/shipment.labels.ts";
import type { GivenProof } from "./proof.model.ts";

/** By line, what drivers say they handed over of it; a line that nobody counted is not in it. */
export const handedOf = (proofs: readonly Pick<GivenProof, "counts">[]): Map<string, string> => {
  const sums = new Map<string, string>();
  for (const { lineId, quantity } of proofs.flatMap(({ counts }) => counts))
    sums.set(lineId, addQuantity(sums.get(lineId) ?? "0", quantity));
  return sums;
};

/** A line of a transfer: what was sent, what was counted where it goes, what its driver counted or null. */
export type Carried = { sent: string; arrived: string; handed: string | null };

/**
 * What the quantities of a transfer say: what the driver counted, and once it is counted where it goes what
 * arrived, against what was sent. Missing while nobody counted anything.
 */
export const carriedSays = (lines: readonly Carried[], counted: boolean): Testimony => {
  const said = lines.flatMap(({ sent, arrived, handed }) =>
    [handed, counted ? arrived : null]
      .filter((one) => one !== null)
      .map((one) => compareQuantity(one, sent) === 0),
  );
  if (said.length === 0) return "missing";
  return said.every(Boolean) ? "agrees" : "differs";
};
