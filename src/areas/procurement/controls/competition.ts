import { extensionPoint } from "#server/area.ts";
import type { Db } from "#server/db/db.ts";

/** How an order was competed for by a solicitation: how many answers were opened in it. */
export type OrderCompetition = {
  orderId: string;
  number: string;
  href: string;
  answers: number;
};

type Find = (db: Db, orderIds: readonly string[]) => Promise<OrderCompetition[]>;
const finders: Find[] = [];

/** Who knows by which solicitation an order was competed for. */
export const orderCompetitions = extensionPoint<Find>("competition for orders", (find) => {
  finders.push(find);
});

/** The solicitations from which some orders came, by order. */
export const competitionOf = async (
  db: Db,
  orderIds: readonly string[],
): Promise<ReadonlyMap<string, OrderCompetition>> =>
  new Map(
    (await Promise.all(finders.map((find) => find(db, orderIds))))
      .flat()
      .map((each) => [each.orderId, each]),
  );
