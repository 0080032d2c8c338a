import { extensionPoint } from "#server/area.ts";
import type { Db } from "#server/db/db.ts";
import type { Day } from "#kernel/time.ts";

/** An order under a contract, and the day on which its insurance is asked about. */
export type CoverageAsked = { orderId: string; contractId: string; day: Day };
/**
 * What the contract of an order demands of insurance, and what of it lacked on that day, in words.
 * `certificate`: it demands one in the vendor's record.
 */
export type OrderCoverage = {
  orderId: string;
  contract: string;
  demanded: boolean;
  certificate: boolean;
  gaps: readonly string[];
};

type Find = (db: Db, asked: readonly CoverageAsked[]) => Promise<OrderCoverage[]>;
const finders: Find[] = [];

/** Who knows what insurance contracts demand and hold by the day. */
export const orderCoverages = extensionPoint<Find>("insurance of orders by the day", (find) => {
  finders.push(find);
});

/** The insurance of the contracts of some orders on their days, by order. */
export const coverageOn = async (
  db: Db,
  asked: readonly CoverageAsked[],
): Promise<ReadonlyMap<string, OrderCoverage>> =>
  asked.length === 0
    ? new Map()
    : new Map(
        (await Promise.all(finders.map((find) => find(db, asked))))
          .flat()
          .map((each) => [each.orderId, each]),
      );
