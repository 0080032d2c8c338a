import type { Actor } from "#kernel/access.ts";
import { distanceBetween } from "#kernel/geo/fence.ts";
import { addDays, type Day } from "#kernel/time.ts";
import { businessDate } from "#server/clock.ts";
import type { Db } from "#server/db/db.ts";
import { placedOf } from "#areas/places/places.server.ts";
import { ordersByVendor } from "#areas/procurement/procurement.server.ts";
import { vendorsSelling } from "#areas/vendors/vendors.server.ts";
import type { Candidate } from "./candidate.model.ts";

/** Orders of three years count. */
const daysBack = 1096;

/**
 * Vendors that name one of these codes or a code of the same branch (four digits), whatever their
 * status, at most 300: with certificates in force, screening, debarment, insurance, scorecard, orders of
 * three years, and how far they are from a place of the agency; null where one of both has no place.
 */
export const vendorCandidates = async (
  db: Db,
  actor: Actor,
  codes: readonly string[],
  placeId: string | null,
): Promise<Candidate[]> => {
  if (codes.length === 0) return [];
  const rows = await vendorsSelling(db, codes);
  const since = addDays(businessDate(actor) as Day, -daysBack);
  const orders = await ordersByVendor(
    db,
    rows.map(({ id }) => id),
    since,
  );
  const { items } = await placedOf(db, actor, ["vendor", "place"]);
  const at = new Map(items.map((item) => [item.id, item]));
  const need = placeId ? at.get(placeId) : undefined;
  return rows.map((row) => {
    const place = at.get(row.id);
    return {
      ...row,
      orders: orders.get(row.id) ?? 0,
      latitude: place?.latitude ?? null,
      longitude: place?.longitude ?? null,
      accuracy: place?.accuracy ?? null,
      meters: place && need ? Math.round(distanceBetween(place, need)) : null,
    };
  });
};
