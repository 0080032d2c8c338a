import type { Actor } from "#kernel/access.ts";
import type { Tx } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { transition, type StepAt, type TakenStep } from "#server/lifecycle.ts";
import { withdrawApproval } from "#areas/workflow/workflow.server.ts";
import { endAsking, requisitionNoun, type RequisitionRecord } from "./requisition.service.ts";
import { release } from "./reservation.service.ts";

// Nobody decides on it any more, and nothing is kept free for it.
const stopApproval = async (tx: Tx, actor: Actor, record: RequisitionRecord) => {
  await withdrawApproval(tx, actor, record.id);
  await release(tx, actor, record, "Taken back");
};

/**
 * Takes a requisition back from its approvers: it is a draft again, to be changed and submitted
 * anew; its reservation is released.
 */
export const recallRequisition = (
  tx: Tx,
  actor: Actor,
  { id, version }: StepAt,
): Promise<RequisitionRecord> =>
  transition(tx, actor, requisitionNoun, {
    id,
    action: "recall",
    version,
    effect: async (record) => {
      await endAsking(tx, actor, record as RequisitionRecord);
      await stopApproval(tx, actor, record as RequisitionRecord);
    },
  });

/** Ends a requisition before it is approved, for good; releases its reservation. */
export const withdrawRequisition = (
  tx: Tx,
  actor: Actor,
  { id, version }: StepAt,
): Promise<RequisitionRecord> =>
  transition(tx, actor, requisitionNoun, {
    id,
    action: "withdraw",
    version,
    effect: async (record) => {
      await endAsking(tx, actor, record as RequisitionRecord);
      if (record.status !== "in_approval")
        return record.budgetOverride?.status === "asked"
          ? { patch: { budgetOverride: null } }
          : undefined;
      await stopApproval(tx, actor, record as RequisitionRecord);
    },
  });

// What is cancelled is kept by line: it stays so when an order gives the rest back.
const markCancelled = async (tx: Tx, id: string): Promise<void> => {
  const orgId = tx.scope.orgId;
  await tx.rows(sql`
    update requisition_split s
    set released = greatest(s.amount - s.ordered_amount, 0)
    from requisition_line l
    where s.org_id = ${orgId}
      and l.org_id = s.org_id
      and l.id = s.line_id
      and l.requisition_id = ${id}
  `);
  await tx.rows(sql`
    update requisition_line l
    set
      released = case
        when l.account_string_id is null then 0
        else greatest(l.amount - l.ordered_amount, 0)
      end,
      cancelled_quantity = greatest(
        0,
        l.quantity - coalesce(
          (
            select sum(p.quantity)
            from purchase_order_line p
            join purchase_order o on o.org_id = p.org_id and o.id = p.purchase_order_id
            where p.org_id = l.org_id
              and p.requisition_line_id = l.id
              and not p.cancelled
              and o.status <> 'cancelled'
          ),
          0
        )
      )
    where l.org_id = ${orgId} and l.requisition_id = ${id}
  `);
};

/**
 * Cancels what is not ordered yet and releases its reservation, for good; a partly ordered
 * requisition ends as ordered.
 */
export const cancelRequisition = (
  tx: Tx,
  actor: Actor,
  { id, version, reason }: TakenStep,
): Promise<RequisitionRecord> =>
  transition(tx, actor, requisitionNoun, {
    id,
    action: "cancel",
    version,
    reason,
    effect: async (record) => {
      await release(tx, actor, record as RequisitionRecord, reason ?? "");
      await markCancelled(tx, id);
      return { to: record.orderedAmount > 0 ? "ordered" : "cancelled" };
    },
  });

/**
 * What the approval's end does to the requisition; `returned` and `rejected` release the
 * reservation.
 */
export const requisitionApproval = {
  approved: async (tx: Tx, actor: Actor, id: string) =>
    void (await transition(tx, actor, requisitionNoun, { id, action: "approve" })),
  returned: async (tx: Tx, actor: Actor, id: string, comment: string) =>
    void (await transition(tx, actor, requisitionNoun, {
      id,
      action: "return",
      reason: comment,
      effect: async (r) => release(tx, actor, r as RequisitionRecord, "Returned"),
    })),
  rejected: async (tx: Tx, actor: Actor, id: string, comment: string) =>
    void (await transition(tx, actor, requisitionNoun, {
      id,
      action: "reject",
      reason: comment,
      effect: async (r) => release(tx, actor, r as RequisitionRecord, "Rejected"),
    })),
};
