import type { Actor } from "#kernel/access.ts";
import { notAllowed } from "#kernel/errors.ts";
import { listRules } from "#areas/governance/governance.server.ts";
import { handsOnOrders, unprovedDeliveries } from "#areas/procurement/procurement.server.ts";
import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import type { Finding } from "./match.model.ts";

type Billed = { purchaseOrderId: string | null; total: number };

const namesPlace = (value: unknown): boolean =>
  typeof value === "string" && value.split(",").some((one) => one.trim() === "place");

// Kept with the rules: where none of them, of any day, names the place, no delivery lacks it.
const anyDemandsPlace = async (db: Db): Promise<boolean> =>
  (await listRules(db, ["deliveryProof"])).some(({ parameters }) =>
    Object.values(parameters).some(namesPlace),
  );

/**
 * What the match finds of the deliveries of an order: each that lacks the witness of its place, or whose
 * place contradicts, where the agency's rule demands it. Receipt and quantity the match compares itself.
 * One finding for a bill; none for a credit.
 */
export const deliveryFindings = async (
  db: Db,
  { purchaseOrderId, total }: Billed,
): Promise<Finding[]> => {
  if (!purchaseOrderId || total <= 0) return [];
  if (!(await anyDemandsPlace(db))) return [];
  const lacking = await unprovedDeliveries(db, purchaseOrderId);
  if (lacking.length === 0) return [];
  const said = lacking.map(({ number, elsewhere }) =>
    elsewhere ? `${number} was handed over at another place` : `${number} lacks its proof of place`,
  );
  return [
    {
      kind: "delivery",
      lineId: null,
      amount: total,
      owner: "receiver",
      message: `${said.join("; ")}.`,
    },
  ];
};

/** Whoever placed, issued or received an order does not accept what its delivery lacks. 403. */
export const refuseHands = async (
  db: Db,
  actor: Actor,
  purchaseOrderId: string | null,
): Promise<void> => {
  const hands = await handsOnOrders(db, sql`select ${purchaseOrderId}::uuid`);
  if (actor.personId && hands.includes(actor.personId))
    throw notAllowed(
      "You placed, issued or received this order: another person accepts what its delivery lacks.",
      "separation_of_duties",
    );
};
