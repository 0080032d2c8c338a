import type { Db } from "#server/db/db.ts";
import { extensionPoint } from "#server/area.ts";
import type { WaitingItem } from "./portal.model.ts";

/** What of an area waits for the vendor; `side` is the vendor's reading over all its agencies. */
export type VendorWaits = (side: Db) => Promise<WaitingItem[]>;

const brought: VendorWaits[] = [];
/** Areas add to what waits for a vendor on the start page of its portal. */
export const vendorWaits = extensionPoint<VendorWaits>(
  "what waits for vendors",
  (waits) => void brought.push(waits),
);

/** Everything that other areas put before the vendor. */
export const broughtWaits = async (side: Db): Promise<WaitingItem[]> =>
  (await Promise.all(brought.map((waits) => waits(side)))).flat();
