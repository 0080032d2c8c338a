import type { Actor } from "#kernel/access.ts";
import { invalidField } from "#kernel/errors.ts";
import type { Tx } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { postCommitments, type Posting } from "#areas/budget/budget.server.ts";
import { applyLine, changedLines, linesOf } from "./changed-lines.service.ts";
import { drawOnBlanket } from "./blanket.service.ts";
import { holdOfContract } from "./contracts.service.ts";
import { keepVersion } from "./issue.service.ts";
import { mailOrder } from "./mail.service.ts";
import type { WeighedChange } from "./order-growth.service.ts";
import { buildLines, storeLines } from "./order-lines.service.ts";
import type { ChangeInput, OrderStatus } from "./order.model.ts";
import { endLines } from "./requisitions.service.ts";
import { ledgerDocument, type OrderRecord } from "./order.service.ts";

type Sums = {
  amount: number;
  open: number;
  received: number;
  uninvoiced: boolean;
  overbilled: boolean;
};
const sumsOf = (tx: Tx, o: OrderRecord) =>
  tx.one<Sums>(sql`
    select
      coalesce(sum(amount), 0)::bigint as amount,
      count(*) filter (where not cancelled and received_quantity < quantity) as open,
      count(*) filter (where received_quantity > 0) as received,
      coalesce(
        bool_or(not cancelled and unit_price <> 0 and invoiced_quantity < received_quantity), false
      ) as uninvoiced,
      coalesce(
        bool_or(not cancelled and invoiced_quantity > received_quantity), false
      ) as overbilled
    from purchase_order_line
    where org_id = ${o.orgId} and purchase_order_id = ${o.id}
  `);

// Lines and shares as they become, with new ones; gives what is encumbered more, or less.
const changeLines = async (tx: Tx, o: OrderRecord, input: ChangeInput): Promise<Posting[]> => {
  const lines = await linesOf(tx, o.id);
  const changes = await Promise.all(changedLines(o, lines, input).map((c) => applyLine(tx, c)));
  const built = await buildLines(
    tx,
    o.orgId,
    o.id,
    { requisitionLines: [], lines: input.added },
    Math.max(0, ...lines.map((l) => l.lineNo)) + 1,
  );
  const splits = built.splits.map((s) => ({ ...s, encumbered: s.amount }));
  await storeLines(tx, { ...built, splits });
  const added = splits.map(({ accountStringId, encumbered }) => ({ accountStringId, encumbered }));
  return [...changes.flat(), ...added];
};

// What its contract's ceiling and its blanket order hold of it, and the ledger: the difference alone.
const post = async (
  tx: Tx,
  actor: Actor,
  o: OrderRecord,
  postings: readonly Posting[],
  amount: number,
): Promise<void> => {
  const note = `${o.number}, version ${o.revision + 1}`;
  await holdOfContract(tx, actor, o, amount, { kind: "order_change", note });
  const difference = amount - o.amount;
  const drawn = postings.map(({ accountStringId, encumbered = 0 }) => ({
    accountStringId,
    encumbered,
  }));
  const draw = () => drawOnBlanket(tx, actor, o, difference, drawn);
  if (difference > 0) await draw();
  postCommitments(tx, actor, ledgerDocument(o), postings, {
    kind: "encumber",
    note: `Version ${o.revision + 1}`,
  });
  if (difference <= 0) await draw();
};

const standing = ({ received, open }: Sums): OrderStatus =>
  received === 0 ? "issued" : open === 0 ? "received" : "partly_received";

/** `origin`: the address of the app, for the vendor's link; `weighed`: how the order is bought then. */
type Applied = { input: ChangeInput; origin: string; weighed?: WeighedChange | undefined };

/**
 * Applies a change: method, lines, splits, encumbrance of the difference only, which its contract's
 * ceiling must hold, next version, mail to the vendor. Gives the patch for the order.
 */
export const applyChange = async (
  tx: Tx,
  actor: Actor,
  o: OrderRecord,
  { input, origin, weighed = {} }: Applied,
): Promise<{ to: OrderStatus; patch: Partial<OrderRecord> }> => {
  const postings = await changeLines(tx, o, input);
  const cancelled = input.lines.filter((l) => l.cancelled).map((l) => l.id);
  await endLines(tx, actor, o, cancelled, input.reason);
  const sums = await sumsOf(tx, o);
  if (sums.amount <= 0)
    throw invalidField("lines", "Nothing would be left on the order. Cancel it instead.");
  await post(tx, actor, o, postings, sums.amount);
  const { uninvoiced, overbilled } = sums;
  const changed = {
    ...weighed,
    amount: sums.amount,
    revision: o.revision + 1,
    promisedOn: input.promisedOn ?? o.promisedOn,
  };
  const next = { ...o, ...changed };
  await keepVersion(tx, actor, next, input.reason);
  const mailed = await mailOrder(tx, next, origin, "We changed our order");
  return {
    to: standing(sums),
    patch: {
      ...changed,
      uninvoiced,
      overbilled,
      pendingChange: null,
      acknowledgeTokenDigest: mailed.digest,
      acknowledgedAt: null,
      acknowledgedBy: null,
    },
  };
};
