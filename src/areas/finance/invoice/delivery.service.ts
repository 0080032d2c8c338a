import type { Actor } from "#kernel/access.ts";
import { notAllowed } from "#kernel/errors.ts";
import { listRules } from "#areas/governance/governance.server.ts";
import { handsOnOrders, unprovedDeliveries } from "#areas/procurement/procurement.server.ts";
import { extensionPoint } from "#server/area.ts";
import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import type { Finding } from "./match.model.ts";

/**
 * Numbers of an order's receipts that came without a notice of the vendor although a rule demands that
 * their place is witnessed.
 */
export type Unannounced = (db: Db, orderId: string) => Promise<string[]>;

const tellers: Unannounced[] = [];
/** Who tells which deliveries came without a notice and so without a witness that is demanded. */
export const unannouncedDeliveries = extensionPoint<Unannounced>(
  "who tells of deliveries without a notice",
  (tell) => void tellers.push(tell),
);

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
 * place contradicts, where the agency's rule demands it, and each that came without a notice, for which
 * no driver can bear witness. Receipt and quantity the match compares itself.
 * One finding for a bill; none for a credit.
 */
export const deliveryFindings = async (
  db: Db,
  { purchaseOrderId, total }: Billed,
): Promise<Finding[]> => {
  if (!purchaseOrderId || total <= 0) return [];
  if (!(await anyDemandsPlace(db))) return [];
  const lacking = await unprovedDeliveries(db, purchaseOrderId);
  const unannounced = await Promise.all(tellers.map((tell) => tell(db, purchaseOrderId)));
  const said = [
    ...lacking.map(({ number, elsewhere }) =>
      elsewhere
        ? `${number} was handed over at another place`
        : `${number} lacks its proof of place`,
    ),
    ...unannounced
      .flat()
      .map((number) => `${number} came without a ship notice, so nobody proved its place`),
  ];
  if (said.length === 0) return [];
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

/** Whether somebody placed, issued or received the order of a bill. */
export const isHand = async (
  db: Db,
  { personId }: Actor,
  purchaseOrderId: string | null,
): Promise<boolean> =>
  personId !== null &&
  (await handsOnOrders(db, sql`select ${purchaseOrderId}::uuid`)).includes(personId);

/** Whoever placed, issued or received an order does not accept what its delivery lacks. 403. */
export const refuseHands = async (
  db: Db,
  actor: Actor,
  purchaseOrderId: string | null,
): Promise<void> => {
  if (await isHand(db, actor, purchaseOrderId))
    throw notAllowed(
      "You placed, issued or received this order: another person accepts what its delivery lacks.",
      "separation_of_duties",
    );
};
