// Two transfers from the county yard to the salt shed: one on the way, one of which a barricade lacks.
import type { Actor } from "#kernel/access.ts";
import type { Day } from "#kernel/time.ts";
import { demoActor } from "#areas/identity/identity.server.ts";
import type { Tx } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { arriveTransfer } from "../transfer/outcome.service.ts";
import { transferInput } from "../transfer/transfer.model.ts";
import { planTransfer, sendTransfer } from "../transfer/transfer.service.ts";

type Named = ReadonlyMap<string, string>;

const sendOne = async (
  tx: Tx,
  actor: Actor,
  { items, rooms }: { items: Named; rooms: Named },
  one: {
    from: string;
    item: string;
    quantity: string;
    driver: string;
    note: string;
    expectedOn?: Day;
  },
): Promise<string> => {
  const { id } = await planTransfer(
    tx,
    actor,
    transferInput.parse({
      fromLocationId: rooms.get(one.from),
      toLocationId: rooms.get("SALT"),
      note: one.note,
      expectedOn: one.expectedOn ?? null,
      lines: [{ itemId: items.get(one.item), quantity: one.quantity }],
    }),
  );
  await sendTransfer(tx, actor, { id, version: null }, { driver: one.driver });
  return id;
};

/** What the storekeeper sent to the salt shed, and what the receiver counted there. */
export const seedTransfers = async (
  tx: Tx,
  actor: Actor,
  stores: { items: Named; rooms: Named; today: Day },
): Promise<void> => {
  const short = await sendOne(tx, actor, stores, {
    from: "WH-A",
    item: "Barricade, type III, 8 ft",
    quantity: "6",
    driver: "Marcus Bell",
    note: "For the closure at the shed’s drive.",
  });
  const lines = await tx.rows<{ id: string }>(sql`
    select id
    from stock_transfer_line
    where org_id = ${tx.scope.orgId} and transfer_id = ${short}
  `);
  const counts = lines.map(({ id }) => ({ lineId: id, quantity: "5" }));
  const at = { id: short, version: null, reason: null };
  await arriveTransfer(tx, demoActor("receiver"), at, { counts });
  await sendOne(tx, actor, stores, {
    from: "WH",
    item: "Plow cutting edge, carbide, 4 ft",
    quantity: "8",
    driver: "Dana Whitfield",
    note: "Before the first plowing.",
    expectedOn: stores.today,
  });
};
