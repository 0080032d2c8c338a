import { conflict } from "#kernel/errors.ts";
import { chargeable } from "#areas/budget/budget.server.ts";
import { orderedGoods } from "#areas/procurement/procurement.server.ts";
import type { Tx } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { locationFacts } from "./location-facts.service.ts";
import type { LocationInput } from "./location.model.ts";
import type { LocationRecord } from "./location.noun.ts";

type Bearing = Pick<LocationInput, "chargeAt" | "chargeAccountId">;

/**
 * When the budget bears what lies at a location, and on which line its goods are bought: charged like
 * anything else that is bought. 422 at `chargeAccountId`, 404 for another agency's line.
 */
export const bearingOf = async (
  tx: Tx,
  { chargeAt, chargeAccountId }: LocationInput,
  before: LocationRecord | null,
): Promise<Bearing> => {
  if (chargeAt === "purchase") return { chargeAt, chargeAccountId: null };
  const id = chargeAccountId!;
  if (id !== before?.chargeAccountId) await chargeable(tx, [{ id, path: "chargeAccountId" }]);
  return { chargeAt, chargeAccountId: id };
};

const orderLinesTo = (tx: Tx, locationId: string) =>
  tx.rows<{ id: string }>(sql`
    select order_line_id as id
    from stock_order_line
    where org_id = ${tx.scope.orgId} and location_id = ${locationId}
  `);

/**
 * What lies at a location was charged as it was bought, or is borne by the line of the stores: that does not
 * change while it lies there, or while goods travel or come. 409 `holds_stock`, `goods_travel`, `goods_come`.
 */
export const refuseHolding = async (
  tx: Tx,
  { id, chargeAccountId }: LocationRecord,
  bearing: Bearing,
): Promise<void> => {
  if (chargeAccountId === bearing.chargeAccountId) return;
  const { holds, travels } = await locationFacts(tx, id);
  if (holds)
    throw conflict(
      "holds_stock",
      "Something lies here, and who bears it is settled. Issue it first, or enter another location for what is charged otherwise.",
    );
  if (travels)
    throw conflict(
      "goods_travel",
      "A transfer from or to it is on the way, and who bears its goods is settled. Wait until all of it is accounted for.",
    );
  const lines = await orderLinesTo(tx, id);
  const coming = await orderedGoods(
    tx,
    lines.map((line) => line.id),
  );
  const order = coming.find((line) => line.open)?.order;
  if (order)
    throw conflict(
      "goods_come",
      `Goods of ${order} are put here, and who bears them is settled. Wait until it is over, or enter another location for what is charged otherwise.`,
    );
};
