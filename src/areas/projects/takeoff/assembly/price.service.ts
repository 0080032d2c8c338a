import { pricesPaid } from "#areas/procurement/procurement.server.ts";
import type { Db } from "#server/db/db.ts";
import { proposedOf, type ProposedPrice } from "./price.model.ts";

type Asked = { key: string; description: string; commodityCode: string | null; unit: string };

/** A price for each of these items, from what the agency paid last, with its source in words. */
export const proposedPrices = (db: Db, items: readonly Asked[]): Promise<ProposedPrice[]> =>
  Promise.all(
    items.map(async (item) =>
      proposedOf(item, await pricesPaid(db, item.commodityCode ?? "", item.description)),
    ),
  );
