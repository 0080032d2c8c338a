import type { Db } from "#server/db/db.ts";
import { cached } from "#server/db/cache.ts";
import { sql } from "#server/db/sql.ts";
import type { Tolerance } from "./match.model.ts";

type Dated = Tolerance & { effectiveFrom: string };

const tolerances = cached({
  name: "match tolerances",
  from: ["match_tolerance"],
  read: (db: Db): Promise<readonly Dated[]> =>
    db.rows<Dated>(sql`
      select effective_from, price_percent, price_cents, quantity_percent
      from match_tolerance
      where org_id = ${db.scope.orgId}
      order by effective_from desc
    `),
});

/** The tolerance that holds on a day; without one nothing may differ. Kept between transactions. */
export const toleranceOn = async (db: Db, day: string): Promise<Tolerance> => {
  const held = (await tolerances(db)).find((t) => t.effectiveFrom <= day);
  return held
    ? {
        pricePercent: held.pricePercent,
        priceCents: held.priceCents,
        quantityPercent: held.quantityPercent,
      }
    : { pricePercent: "0", priceCents: 0, quantityPercent: "0" };
};
