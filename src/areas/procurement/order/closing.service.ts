import type { Actor } from "#kernel/access.ts";
import { tellIncident } from "../requisition/incident.service.ts";
import { conflict } from "#kernel/errors.ts";
import { formatCents } from "#kernel/money.ts";
import type { Tx } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { transition, type StepAt, type TakenStep } from "#server/lifecycle.ts";
import { postCommitments, type Posting } from "#areas/budget/budget.server.ts";
import { drawOnBlanket } from "./blanket.service.ts";
import { holdOfContract } from "./contracts.service.ts";
import { mailCancellation } from "./mail.service.ts";
import { notAllInvoiced, nothingCame, somethingCame } from "./order.model.ts";
import { ledgerDocument, orderNoun, tellAward, type OrderRecord } from "./order.service.ts";
import { endRequisitions, reopenRequisitions } from "./requisitions.service.ts";
import { sharesOfOrderLine } from "../shares.service.ts";

type AccountSum = { accountStringId: string; encumbered: number };

const accountSums = (tx: Tx, id: string) =>
  tx.rows<AccountSum>(sql`
    select s.account_string_id, sum(s.encumbered)::bigint as encumbered
    from purchase_order_line l
    cross join ${sharesOfOrderLine} s
    where l.org_id = ${tx.scope.orgId} and l.purchase_order_id = ${id} and not l.cancelled
    group by 1
  `);

/**
 * Releases what the order still encumbers; what a release does not need any more goes back to its
 * blanket order, `kept` cents stay drawn on it.
 */
const releaseEncumbrance = async (
  tx: Tx,
  actor: Actor,
  o: OrderRecord,
  note: string,
  kept: number,
): Promise<number> => {
  const sums = await accountSums(tx, o.id);
  postCommitments(
    tx,
    actor,
    ledgerDocument(o),
    sums.map((s): Posting => ({ accountStringId: s.accountStringId, encumbered: -s.encumbered })),
    { kind: "release", note },
  );
  await tx.rows(sql`
    update purchase_order_line
    set encumbered = 0
    where org_id = ${o.orgId} and purchase_order_id = ${o.id} and encumbered <> 0
  `);
  await tx.rows(sql`
    update purchase_order_split s
    set encumbered = 0
    from purchase_order_line l
    where s.org_id = ${o.orgId}
      and l.org_id = s.org_id
      and l.id = s.line_id
      and l.purchase_order_id = ${o.id}
  `);
  await drawOnBlanket(
    tx,
    actor,
    o,
    kept - o.amount,
    sums.map(({ accountStringId, encumbered }) => ({ accountStringId, encumbered: -encumbered })),
  );
  return sums.reduce((n, s) => n + s.encumbered, 0);
};

/** What of an order was billed, and so stays drawn on what it was placed under; cents. */
const keptOf = ({ amount, invoicedAmount }: OrderRecord): number =>
  Math.min(amount, invoicedAmount);

const released = ({ number }: OrderRecord, what: string) =>
  ({ kind: "release", note: `${number} ${what}` }) as const;

// What was never billed goes back to the contract's ceiling.
const keepInvoiced = (tx: Tx, actor: Actor, o: OrderRecord): Promise<void> =>
  holdOfContract(tx, actor, o, keptOf(o), released(o, "closed"));

type Standing = { kept: number; uninvoiced: number };

// What cost nothing is never billed.
const standingOf = (tx: Tx, id: string): Promise<Standing> =>
  tx.one(sql`
    select
      count(*) filter (where received_quantity > 0) as kept,
      count(*) filter (
        where unit_price <> 0
        and invoiced_quantity < received_quantity
      ) as uninvoiced
    from purchase_order_line
    where org_id = ${tx.scope.orgId} and purchase_order_id = ${id}
  `);

const refuse = (why: string | null): void => {
  if (why) throw conflict("rule", why);
};

/**
 * Cancels an order of which nothing was received: before issue its requisitions get their lines
 * back, afterwards the encumbrance is released and what it took ends with it.
 */
export const cancelOrder = async (
  tx: Tx,
  actor: Actor,
  { id, version, reason }: TakenStep,
): Promise<OrderRecord> => {
  const row = await transition(tx, actor, orderNoun, {
    id,
    action: "cancel",
    version,
    reason,
    effect: async (record) => {
      const o = record as OrderRecord;
      if (!o.issuedAt) {
        await reopenRequisitions(tx, actor, id, `${o.number} cancelled`);
        return { patch: { closeReason: reason } };
      }
      refuse((await standingOf(tx, id)).kept > 0 ? somethingCame : null);
      await releaseEncumbrance(tx, actor, o, reason ?? "", 0);
      await holdOfContract(tx, actor, o, 0, released(o, "cancelled"));
      await mailCancellation(tx, o, reason ?? "");
      await endRequisitions(tx, actor, o, reason ?? "");
      return { patch: { closeReason: reason } };
    },
  });
  await tellAward(tx, actor, row, "cancelled", reason);
  // Whoever ends what an order came of knows of it: only an end of its own is told.
  if (actor.kind !== "system") await tellIncident(tx, actor, row);
  return row;
};

/** Ends an order before everything came: the rest is released, with who and why. */
export const shortCloseOrder = async (
  tx: Tx,
  actor: Actor,
  { id, version, reason }: TakenStep,
): Promise<OrderRecord> => {
  const row = await transition(tx, actor, orderNoun, {
    id,
    action: "shortClose",
    version,
    reason,
    effect: async (record) => {
      const { kept, uninvoiced } = await standingOf(tx, id);
      refuse(kept === 0 && record.invoicedAmount === 0 ? nothingCame : notAllInvoiced(uninvoiced));
      const o = record as OrderRecord;
      const freed = await releaseEncumbrance(tx, actor, o, reason ?? "", keptOf(o));
      await keepInvoiced(tx, actor, o);
      return { patch: { closeReason: reason }, note: `${formatCents(freed)} released` };
    },
  });
  if (actor.kind !== "system") await tellIncident(tx, actor, row);
  return row;
};

/** Closes an order that is received and invoiced; releases cents that were never invoiced. */
export const closeOrder = (tx: Tx, actor: Actor, { id, version }: StepAt): Promise<OrderRecord> =>
  transition(tx, actor, orderNoun, {
    id,
    action: "close",
    version,
    effect: async (record) => {
      refuse(notAllInvoiced((await standingOf(tx, id)).uninvoiced));
      const o = record as OrderRecord;
      await releaseEncumbrance(tx, actor, o, "Closed", keptOf(o));
      await keepInvoiced(tx, actor, o);
    },
  });

/**
 * Ends a blanket order: no release is placed on it any more, what it still encumbers is free, and its
 * contract keeps drawn what the releases hold. Releases that went out go on.
 */
export const endBlanketOrder = (
  tx: Tx,
  actor: Actor,
  { id, version, reason }: TakenStep,
): Promise<OrderRecord> =>
  transition(tx, actor, orderNoun, {
    id,
    action: "end",
    version,
    reason,
    effect: async (record) => {
      const o = record as OrderRecord;
      const freed = await releaseEncumbrance(tx, actor, o, reason ?? "", o.releasedAmount);
      await holdOfContract(tx, actor, o, o.releasedAmount, released(o, "ended"));
      return { patch: { closeReason: reason }, note: `${formatCents(freed)} released` };
    },
  });
