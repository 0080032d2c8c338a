import type { Actor } from "#kernel/access.ts";
import { conflict, invalidField } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import { quantity, quantityText, shownDecimal } from "#kernel/quantity.ts";
import type { Tx } from "#server/db/db.ts";
import { getRow, insertRows } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { transition, type TakenStep } from "#server/lifecycle.ts";
import { apartFrom } from "../arrival/receiving.service.ts";
import { stockLocation } from "../inventory.tables.ts";
import { refuseLoss } from "../movement/hand.service.ts";
import { postMovement } from "../movement/post.service.ts";
import type { TransferOutcome } from "./transfer.labels.ts";
import type { Counts } from "./transfer.model.ts";
import { transferNoun, type TransferRecord } from "./transfer.noun.ts";
import { stockTransferOutcome } from "./transfer.tables.ts";
import { travelLine } from "./transfer.service.ts";

/** A line of which something is on the way; quantities are decimal text of the item's unit. */
type OpenLine = {
  id: string;
  itemId: string;
  name: string;
  unit: string;
  lotId: string | null;
  stopped: boolean;
  fundId: string;
  wayId: string;
  sent: string;
  open: string;
};
type Counted = OpenLine & { quantity: string };

const openLines = (tx: Tx, id: string): Promise<OpenLine[]> =>
  tx.rows<OpenLine>(sql`
    select
      l.id, l.item_id, i.name, i.unit, l.lot_id,
      coalesce(t.condition in ('quarantined', 'rejected'), false) as stopped, l.fund_id,
      m.to_location_id as way_id, l.quantity::text as sent,
      (l.quantity - coalesce(
        (
          select sum(o.quantity)
          from stock_transfer_outcome o
          where o.org_id = l.org_id and o.line_id = l.id
        ),
        0
      ))::text as open
    from stock_transfer_line l
    join stock_movement_line m on m.org_id = l.org_id and m.id = l.id
    join stock_item i on i.org_id = l.org_id and i.id = l.item_id
    left join stock_lot t on t.org_id = l.org_id and t.id = l.lot_id
    where l.org_id = ${tx.scope.orgId} and l.transfer_id = ${id}
    order by l.line_no
  `);

const countedOf = (lines: readonly OpenLine[], counts: Counts): Counted[] => {
  const seen = new Set<string>();
  return counts.flatMap(({ lineId, quantity: typed }, at) => {
    const line = lines.find(({ id }) => id === lineId);
    if (!line)
      throw invalidField(`counts.${at}.lineId`, "Choose a line of the transfer.", "no_line");
    if (seen.has(lineId))
      throw invalidField(`counts.${at}.lineId`, "This line is counted twice.", "line_twice");
    seen.add(lineId);
    if (quantity(typed) > quantity(line.open))
      throw conflict(
        "more_than_sent",
        `Only ${shownDecimal(line.open)} ${line.unit} of ${line.name} are still on the way: count again. What came beside it is put in by itself.`,
        { open: line.open },
      );
    return quantity(typed) > 0n ? [{ ...line, quantity: typed }] : [];
  });
};

const allGone = (lines: readonly OpenLine[], counted: readonly Counted[]): boolean =>
  lines.every(({ id, open }) => {
    const gone = counted.find((line) => line.id === id)?.quantity ?? "0";
    return quantity(open) === quantity(gone);
  });

// What is stopped meanwhile goes into quarantine where it comes.
const placesAt = async (tx: Tx, locationId: string) => {
  const { quarantine } = await getRow(tx, stockLocation, locationId, "stock location");
  const apart = quarantine ? locationId : await apartFrom(tx, locationId);
  return ({ stopped }: OpenLine): string => (stopped ? apart : locationId);
};

type Told = { kind: TransferOutcome; reason: string };

const tell = async (
  tx: Tx,
  actor: Actor,
  transfer: TransferRecord,
  counted: readonly Counted[],
  { kind, reason }: Told,
): Promise<string> => {
  const end = kind === "found" ? transfer.fromLocationId : transfer.toLocationId;
  const placeOf = kind === "lost" ? () => null : await placesAt(tx, end);
  const {
    id: movementId,
    number,
    postedAt,
  } = await postMovement(tx, actor, {
    kind: kind === "lost" ? "adjust" : "transfer",
    consumer: null,
    reason,
    transferId: transfer.id,
    lines: counted.map((line) => {
      const { itemId, lotId, fundId } = line;
      return travelLine(
        { itemId, lotId, fundId, quantity: line.quantity },
        line.wayId,
        placeOf(line),
      );
    }),
  });
  await insertRows(
    tx,
    stockTransferOutcome,
    counted.map((line) => ({
      ...{ orgId: tx.scope.orgId!, id: newId(), transferId: transfer.id, lineId: line.id },
      ...{ kind, quantity: line.quantity, movementId },
      ...{ toldBy: actor.personId!, toldAt: postedAt },
    })),
  );
  return number;
};

const nothing = () =>
  invalidField("counts", "Enter how much of at least one line.", "nothing_counted");

const outcomeStep = (
  tx: Tx,
  actor: Actor,
  {
    action,
    kind,
    ...at
  }: TakenStep & {
    action: "arrive" | "found" | "writeOff" | "approveLoss";
    kind: TransferOutcome;
  },
  counts: Counts,
  judge?: (lines: readonly OpenLine[], counted: readonly Counted[]) => Promise<void>,
): Promise<TransferRecord> =>
  transition(tx, actor, transferNoun, {
    ...at,
    action,
    effect: async (transfer) => {
      const lines = await openLines(tx, transfer.id);
      const counted = countedOf(lines, counts);
      const to = allGone(lines, counted) ? ("received" as const) : ("short" as const);
      // That nothing at all arrived is told once.
      if (counted.length === 0 && transfer.status === "sent")
        return { to, note: "Nothing arrived." };
      if (counted.length === 0) throw nothing();
      await judge?.(lines, counted);
      const why = at.reason?.trim() ?? "";
      const reason = `${transfer.number}${why ? `: ${why}` : ""}`.slice(0, 500);
      const number = await tell(tx, actor, transfer, counted, { kind, reason });
      return { to, note: number };
    },
  });

/**
 * Records what arrived, counted by line, by another person than who sent it. What lacks stays on the way.
 * 404, 412; 409 `more_than_sent`; 422 at the line.
 */
export const arriveTransfer = (
  tx: Tx,
  actor: Actor,
  at: TakenStep,
  { counts }: { counts: Counts },
): Promise<TransferRecord> =>
  outcomeStep(tx, actor, { ...at, action: "arrive", kind: "arrived" }, counts);

/** Books what lacks and was found where it came from. 404, 409, 412, 422. */
export const foundBack = (
  tx: Tx,
  actor: Actor,
  at: TakenStep,
  { counts }: { counts: Counts },
): Promise<TransferRecord> =>
  outcomeStep(tx, actor, { ...at, action: "found", kind: "found" }, counts);

/** Writes off what lacks, within the agency's tolerance. 404, 409 `beyond_tolerance`, 412, 422. */
export const writeOff = (
  tx: Tx,
  actor: Actor,
  at: TakenStep,
  { counts }: { counts: Counts },
): Promise<TransferRecord> =>
  outcomeStep(tx, actor, { ...at, action: "writeOff", kind: "lost" }, counts, (lines, counted) =>
    refuseLosses(tx, lines, counted),
  );

const sumOf = (quantities: readonly string[]): bigint =>
  quantities.reduce((sum, each) => sum + quantity(each), 0n);

const refuseLosses = async (
  tx: Tx,
  lines: readonly OpenLine[],
  counted: readonly Counted[],
): Promise<void> => {
  for (const itemId of new Set(counted.map((line) => line.itemId))) {
    const ofItem = lines.filter((line) => line.itemId === itemId);
    const lost = counted.filter((line) => line.itemId === itemId);
    await refuseLoss(tx, {
      ...{ itemId, locationId: lost[0]!.wayId },
      of: quantityText(sumOf(ofItem.map(({ sent }) => sent))),
      quantity: sumOf(lost.map((line) => line.quantity)),
    });
  }
};

/** Writes off what lacks beyond the tolerance, by somebody who had no part in it. 404, 409, 412, 422. */
export const approveLoss = (
  tx: Tx,
  actor: Actor,
  at: TakenStep,
  { counts }: { counts: Counts },
): Promise<TransferRecord> =>
  outcomeStep(tx, actor, { ...at, action: "approveLoss", kind: "lost" }, counts);
