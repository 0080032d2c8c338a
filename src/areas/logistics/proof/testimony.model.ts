import { judge, type Position, type Reading, type Verdict } from "#kernel/geo/fence.ts";
import { addQuantity, compareQuantity } from "#kernel/quantity.ts";
import type { Testimony, Witness } from "../shipment/shipment.labels.ts";

/** What is on file of a delivery: quantities are decimal text, by line of the order. */
export type OnFile = {
  announced: readonly { lineId: string; quantity: string }[];
  /** What posted receipts of it say came, rejected goods included. */
  came: readonly { lineId: string; quantity: string }[];
  /** Where it is to be delivered; null where the place has no position. */
  place: Position | null;
  /** So many meters around it count as there: yard, gate and the road before it, by the dated rule. */
  radius: number;
  /** Where the driver stood; null where the device told no place, or while there is no proof. */
  reading: Reading | null;
  /** Whether a driver handed it over by their link. */
  handed: boolean;
};

const ofVerdict: Readonly<Record<Verdict, Testimony>> = {
  inside: "agrees",
  outside: "differs",
  unknown: "unknown",
};

/** What the place of the driver says: the edge belongs to the fence, a reading without accuracy is unknown. */
export const placeSays = ({
  place,
  radius,
  reading,
  handed,
}: Pick<OnFile, "place" | "radius" | "reading" | "handed">): Testimony => {
  if (!handed) return "missing";
  return place && reading
    ? ofVerdict[judge({ center: place, radius }, reading).verdict]
    : "unknown";
};

const sumsOf = (lines: OnFile["came"]): Map<string, string> => {
  const sums = new Map<string, string>();
  for (const { lineId, quantity } of lines)
    sums.set(lineId, addQuantity(sums.get(lineId) ?? "0", quantity));
  return sums;
};

/** By line, what was announced and what came, where the two differ. */
export const differences = ({
  announced,
  came,
}: Pick<OnFile, "announced" | "came">): { lineId: string; announced: string; came: string }[] => {
  const [said, there] = [sumsOf(announced), sumsOf(came)];
  return [...new Set([...said.keys(), ...there.keys()])]
    .map((lineId) => ({
      lineId,
      announced: said.get(lineId) ?? "0",
      came: there.get(lineId) ?? "0",
    }))
    .filter((l) => compareQuantity(l.announced, l.came) !== 0);
};

/** What each witness says of a delivery, by what is on file of it. */
export const testimonyOf = (file: OnFile): Readonly<Record<Witness, Testimony>> => {
  const received = file.came.length > 0;
  return {
    place: placeSays(file),
    receiver: received ? "agrees" : "missing",
    quantity: !received ? "missing" : differences(file).length ? "differs" : "agrees",
  };
};
