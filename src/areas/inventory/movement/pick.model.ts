import { quantity, quantityText } from "#kernel/quantity.ts";
import type { Day } from "#kernel/time.ts";

/** What lies at a location of one item: decimal text of the item's unit. */
export type Shelf = {
  locationId: string;
  lotId: string | null;
  lotCode: string | null;
  expiresOn: Day | null;
  condition: string | null;
  fundId: string;
  onHand: string;
  reserved: string;
  quarantine: boolean;
  /** It is on the way from one location to another. */
  transit: boolean;
};

/** What to take from where. */
export type Taken = { locationId: string; lotId: string | null; fundId: string; quantity: string };

const stopped = new Set(["quarantined", "rejected"]);

/** Why a lot is not handed out on a day; null where it may be. The last day of an expiry still counts. */
export const lotRefusal = (
  lot: { code: string; expiresOn: Day | null; condition: string },
  movedOn: Day,
): { code: "lot_expired" | "lot_stopped"; reason: string } | null => {
  if (stopped.has(lot.condition))
    return {
      code: "lot_stopped",
      reason: `${lot.code} is ${lot.condition}: nothing of it is handed out.`,
    };
  if (lot.expiresOn && lot.expiresOn < movedOn)
    return {
      code: "lot_expired",
      reason: `${lot.code} expired on ${lot.expiresOn}: it is handed out to nobody.`,
    };
  return null;
};

/** What of a shelf is free, in ten-thousandths: on hand without what is held for others. */
export const freeOf = ({ onHand, reserved }: Pick<Shelf, "onHand" | "reserved">): bigint =>
  quantity(onHand) - quantity(reserved);

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** First expired first; what does not expire comes last, then by lot and fund. */
export const firstExpired = (a: Shelf, b: Shelf): number =>
  compare(a.expiresOn ?? "9999", b.expiresOn ?? "9999") ||
  compare(a.lotCode ?? "", b.lotCode ?? "") ||
  compare(a.fundId, b.fundId);

/**
 * Takes a quantity from shelves, first expired first, over lots and funds where one does not reach.
 * What may not be handed out on the day is passed by. `missing`: ten-thousandths that are not there.
 */
export const pick = (
  shelves: readonly Shelf[],
  wanted: string,
  movedOn: Day,
): { picks: Taken[]; missing: bigint } => {
  let missing = quantity(wanted);
  const picks: Taken[] = [];
  for (const shelf of shelves.toSorted(firstExpired)) {
    const free = freeOf(shelf);
    if (missing === 0n || free <= 0n || refused(shelf, movedOn)) continue;
    const part = missing < free ? missing : free;
    missing -= part;
    picks.push({
      locationId: shelf.locationId,
      lotId: shelf.lotId,
      fundId: shelf.fundId,
      quantity: quantityText(part),
    });
  }
  return { picks, missing };
};

const refused = (shelf: Shelf, movedOn: Day): boolean => shelfRefusal(shelf, movedOn) !== null;

/** Why nothing of a shelf is handed out on a day: its place, or its lot; null where it is. */
export const shelfRefusal = (
  { lotId, lotCode, expiresOn, condition, quarantine, transit }: Shelf,
  movedOn: Day,
): string | null => {
  if (transit) return "It is on the way to another location.";
  if (quarantine) return "This is a place of quarantine.";
  if (lotId === null) return null;
  const lot = { code: lotCode ?? "", expiresOn, condition: condition ?? "ok" };
  return lotRefusal(lot, movedOn)?.reason ?? null;
};
