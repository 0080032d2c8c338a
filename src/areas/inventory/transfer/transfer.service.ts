import type { Actor } from "#kernel/access.ts";
import { invalidField } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import { businessDate } from "#server/clock.ts";
import { create } from "#server/create.ts";
import type { Tx } from "#server/db/db.ts";
import { insertRows } from "#server/db/rows.ts";
import { arrayOf, sql } from "#server/db/sql.ts";
import { asSystem, transition, type StepAt, type TakenStep } from "#server/lifecycle.ts";
import type { LineInput } from "../movement/movement.model.ts";
import { postMovement } from "../movement/post.service.ts";
import { reverseMovement } from "../movement/reverse.service.ts";
import type { TransferInput } from "./transfer.model.ts";
import { transferNoun, type TransferRecord } from "./transfer.noun.ts";
import { stockTransferLine } from "./transfer.tables.ts";
import { endsOf, wayOf } from "./way.service.ts";

const refuseUnknown = async (tx: Tx, { lines }: TransferInput): Promise<void> => {
  const items = await tx.rows<{ id: string; name: string; status: string }>(sql`
    select id, name, status
    from stock_item
    where org_id = ${tx.scope.orgId}
      and id = any(${arrayOf(lines.map(({ itemId }) => itemId))}::uuid[])
  `);
  const lots = await tx.rows<{ id: string; itemId: string }>(sql`
    select id, item_id
    from stock_lot
    where org_id = ${tx.scope.orgId}
      and id = any(${arrayOf(lines.flatMap(({ lotId }) => lotId ?? []))}::uuid[])
  `);
  for (const [at, { itemId, lotId }] of lines.entries()) {
    const item = items.find(({ id }) => id === itemId);
    if (!item) throw invalidField(`lines.${at}.itemId`, "Choose an item of the stores.", "no_item");
    if (lotId && lots.find(({ id }) => id === lotId)?.itemId !== itemId)
      throw invalidField(`lines.${at}.lotId`, `This is no lot of ${item.name}.`, "no_lot");
  }
};

/**
 * Plans a transfer that travels; nothing moves yet. 409 `on_the_way`; 422 at the field for what is unknown,
 * out of use or charged otherwise.
 */
export const planTransfer = async (
  tx: Tx,
  actor: Actor,
  { lines, ...head }: TransferInput,
): Promise<TransferRecord> => {
  await endsOf(tx, head);
  if (head.expectedOn && head.expectedOn < businessDate(tx.scope))
    throw invalidField("expectedOn", "This day is over: say when it arrives.", "day_over");
  await refuseUnknown(tx, { ...head, lines });
  const id = newId();
  const orgId = tx.scope.orgId!;
  return create(tx, actor, transferNoun, {
    number: { kind: "STT" },
    row: { ...head, orgId, id, status: "planned", plannedBy: actor.personId! },
    content: { lines },
    store: () =>
      insertRows(
        tx,
        stockTransferLine,
        lines.map((line, at) => ({
          ...line,
          ...{ orgId, id: newId(), transferId: id, lineNo: at + 1, fundId: null },
        })),
      ),
  });
};

/** A line of a movement by which goods travel. */
export const travelLine = (
  line: Pick<LineInput, "itemId" | "lotId" | "fundId" | "quantity">,
  fromLocationId: string,
  toLocationId: string | null,
): LineInput => ({
  ...line,
  fromLocationId,
  toLocationId,
  lot: null,
  unit: null,
  valueCents: null,
  returnsLineId: null,
});

type Planned = Pick<LineInput, "itemId" | "lotId" | "fundId" | "quantity">;

const plannedOf = (tx: Tx, id: string): Promise<Planned[]> =>
  tx.rows<Planned>(sql`
    select item_id, lot_id, fund_id, trim_scale(quantity)::text as quantity
    from stock_transfer_line
    where org_id = ${tx.scope.orgId} and transfer_id = ${id}
    order by line_no
  `);

// What was sent stands in the place of what was planned: of which lot and fund each line was taken. A line
// has the id of the movement's line that it went out by.
const storeSent = async (tx: Tx, id: string, movementId: string): Promise<void> => {
  await tx.rows(sql`
    delete from stock_transfer_line
    where org_id = ${tx.scope.orgId} and transfer_id = ${id}
  `);
  await tx.rows(sql`
    insert into stock_transfer_line (
      org_id, id, transfer_id, line_no, item_id, lot_id, fund_id, quantity
    )
    select org_id, id, ${id}, line_no, item_id, lot_id, fund_id, quantity
    from stock_movement_line
    where org_id = ${tx.scope.orgId} and movement_id = ${movementId}
  `);
};

/**
 * Sends a planned transfer: its goods leave their location and are on the way. 404, 412; 409 where less is
 * free there, or is stopped; 422 without a driver.
 */
export const sendTransfer = (
  tx: Tx,
  actor: Actor,
  at: StepAt,
  { driver }: { driver: string },
): Promise<TransferRecord> =>
  transition(tx, actor, transferNoun, {
    ...at,
    action: "send",
    effect: async (transfer) => {
      const { from, to } = await endsOf(tx, transfer);
      const way = await wayOf(tx, actor, from);
      const lines = await plannedOf(tx, transfer.id);
      const posted = await postMovement(tx, actor, {
        kind: "transfer",
        consumer: null,
        reason: `${transfer.number} to ${to.name}, driven by ${driver}`,
        transferId: transfer.id,
        lines: lines.map((line) => travelLine(line, from.id, way)),
      });
      await storeSent(tx, transfer.id, posted.id);
      return {
        patch: { driver, sentBy: actor.personId, sentAt: posted.postedAt },
        note: posted.number,
      };
    },
  });

const sentBy = (tx: Tx, id: string) =>
  tx.one<{ id: string }>(sql`
    select id
    from stock_movement
    where org_id = ${tx.scope.orgId} and transfer_id = ${id} and reverses_id is null
    order by posted_at
    limit 1
  `);

/**
 * Calls back what is on the way before anybody counted it: its goods are where they were. 404, 409, 412; 422
 * without a reason.
 */
export const callBack = (tx: Tx, actor: Actor, at: TakenStep): Promise<TransferRecord> =>
  transition(tx, actor, transferNoun, {
    ...at,
    action: "callBack",
    effect: async ({ id }) => {
      const sent = await sentBy(tx, id);
      const { number } = await reverseMovement(tx, asSystem(actor), {
        ...{ id: sent.id, version: null, reason: at.reason },
        seenByCounts: false,
      });
      return { note: number };
    },
  });

/** Ends a transfer that was never sent, with the reason. 404, 409, 412, 422. */
export const cancelTransfer = (tx: Tx, actor: Actor, at: TakenStep): Promise<TransferRecord> =>
  transition(tx, actor, transferNoun, { ...at, action: "cancel" });
