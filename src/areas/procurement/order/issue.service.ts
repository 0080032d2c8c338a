import type { Actor } from "#kernel/access.ts";
import { tellIncident } from "../requisition/incident.service.ts";
import { newId } from "#kernel/ids.ts";
import { businessNow } from "#server/clock.ts";
import { requirePassed } from "#server/controls/gates.ts";
import type { Tx } from "#server/db/db.ts";
import { insertRows } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { transition, type StepAt } from "#server/lifecycle.ts";
import { postCommitments, type Posting } from "#areas/budget/budget.server.ts";
import { refuseDelegate } from "#areas/workflow/workflow.server.ts";
import { ofOrder, requireInsured } from "../insurance/insurance.service.ts";
import { purchaseOrderVersion } from "../procurement.tables.ts";
import { lineOfPlace } from "../delivery/delivery.service.ts";
import { drawOnBlanket } from "./blanket.service.ts";
import { holdOfContract, requireContract } from "./contracts.service.ts";
import { mailOrder } from "./mail.service.ts";
import { keepClauses } from "./order-clauses.service.ts";
import type { OrderInput } from "./order.model.ts";
import {
  createOrder,
  ledgerDocument,
  orderNoun,
  tellAward,
  type DraftedOrder,
  type OrderRecord,
} from "./order.service.ts";
import { requisitionsOfOrder } from "./requisitions.service.ts";
import { submitOrder } from "./submission.service.ts";
import { refuseVendor, vendorOfOrder } from "./vendor.service.ts";
import { sharesOfOrderLine } from "../shares.service.ts";

// By account and by the year of the requisition (null for lines of its own): what the order charges
// in cents, and what of it was reserved.
type Charge = {
  fiscalYearId: string | null;
  accountStringId: string;
  taken: number;
  amount: number;
};

const chargesOf = (tx: Tx, id: string) =>
  tx.rows<Charge>(sql`
    select
      r.fiscal_year_id, s.account_string_id, sum(s.taken)::bigint as taken,
      coalesce(sum(s.amount) filter (where not l.cancelled), 0)::bigint as amount
    from purchase_order_line l
    cross join ${sharesOfOrderLine} s
    left join requisition_line q on q.org_id = l.org_id and q.id = l.requisition_line_id
    left join requisition r on r.org_id = q.org_id and r.id = q.requisition_id
    where l.org_id = ${tx.scope.orgId} and l.purchase_order_id = ${id}
    group by 1, 2
  `);

// A reservation is released in the year of its requisition, the order encumbers its own year;
// within one year both are one movement.
const takeOver = (tx: Tx, actor: Actor, o: OrderRecord, charges: readonly Charge[]): void => {
  const taken = charges.filter(
    (c): c is Charge & { fiscalYearId: string } => c.fiscalYearId !== null,
  );
  const release = (t: Charge): Posting => ({
    accountStringId: t.accountStringId,
    preEncumbered: -t.taken,
  });
  for (const year of new Set(taken.map((t) => t.fiscalYearId)))
    if (year !== o.fiscalYearId)
      postCommitments(
        tx,
        actor,
        { ...ledgerDocument(o), fiscalYearId: year },
        taken.filter((t) => t.fiscalYearId === year).map(release),
        { kind: "release", note: "Ordered in another fiscal year" },
      );
  postCommitments(
    tx,
    actor,
    ledgerDocument(o),
    [
      ...taken.filter((t) => t.fiscalYearId === o.fiscalYearId).map(release),
      ...charges.map((c): Posting => ({
        accountStringId: c.accountStringId,
        encumbered: c.amount,
      })),
    ],
    { kind: "encumber" },
  );
};

const encumberLines = (tx: Tx, id: string) =>
  Promise.all([
    tx.rows(sql`
      update purchase_order_line
      set encumbered = amount
      where org_id = ${tx.scope.orgId}
        and purchase_order_id = ${id}
        and account_string_id is not null
    `),
    tx.rows(sql`
      update purchase_order_split s
      set encumbered = s.amount
      from purchase_order_line l
      where s.org_id = ${tx.scope.orgId}
        and l.org_id = s.org_id
        and l.id = s.line_id
        and l.purchase_order_id = ${id}
    `),
  ]);

const versionLines = (tx: Tx, id: string) =>
  tx.rows(sql`
    select line_no, description, commodity_code, quantity, unit, unit_price, amount, cancelled
    from purchase_order_line
    where org_id = ${tx.scope.orgId} and purchase_order_id = ${id}
    order by line_no
  `);

/** Stores the order as it goes out now; versions are never changed. */
export const keepVersion = async (
  tx: Tx,
  actor: Actor,
  o: OrderRecord,
  reason: string,
): Promise<void> => {
  const lines = await versionLines(tx, o.id);
  await insertRows(tx, purchaseOrderVersion, [
    {
      orgId: o.orgId,
      id: newId(),
      purchaseOrderId: o.id,
      revision: o.revision,
      content: { ...o, lines },
      reason,
      amount: o.amount,
      createdBy: actor.personId,
      createdAt: businessNow(tx.scope).toISOString(),
    },
  ]);
};

// The order and the requisitions that it serves.
const approvedBefore = (tx: Tx, id: string) =>
  sql`select ${id}::uuid union all ${requisitionsOfOrder(tx, id)}`;

/**
 * Issues an approved order: the requisitions' reservations become encumbrances in one posting, the
 * version is kept, the vendor is told.
 * The vendor's status, exclusion and insurance are looked at again, and the amount is drawn on the
 * contract that it is placed under, or taken off its blanket order. 409 over_ceiling and
 * over_blanket where there is no room, insurance where the agency's policy blocks it, over_budget
 * when a higher price no longer fits, control_stops where a control of the agency stops it. 403 separation_of_duties for whoever approved it, or a
 * requisition of it, for somebody else.
 */
export const issueOrder = async (
  tx: Tx,
  actor: Actor,
  { id, version }: StepAt,
  origin: string,
): Promise<OrderRecord> => {
  let awarded = false;
  const row = await transition(tx, actor, orderNoun, {
    id,
    action: "issue",
    version,
    effect: async (record) => {
      const o = record as OrderRecord;
      const [vendor, charges] = await Promise.all([
        vendorOfOrder(tx, id),
        chargesOf(tx, id),
        refuseDelegate(tx, actor, approvedBefore(tx, id), "issue it"),
      ]);
      refuseVendor(vendor);
      // An order under a local declaration goes out; what it breaks is found behind it.
      if (!o.emergency) await requirePassed(tx, "order.issue", [id]);
      // Its blanket order holds the ceiling for it: that the contract is in force is asked here.
      if (o.blanketId) await requireContract(tx, o.contractId, o.vendorId);
      await holdOfContract(tx, actor, o, o.amount, { kind: "order", note: o.number });
      if (vendor.insuranceAsked || o.contractId)
        await requireInsured(tx, await ofOrder(tx, id), [vendor.vendorId]);
      awarded = vendor.awarded;
      // What the order says of its place stays, whatever becomes of the place.
      const issuedPlace = await lineOfPlace(tx, o.placeId);
      const [mailed] = await Promise.all([
        mailOrder(tx, o, origin, "We order from you", vendor),
        encumberLines(tx, id),
        keepVersion(tx, actor, { ...o, issuedPlace }, "Issued"),
      ]);
      await drawOnBlanket(
        tx,
        actor,
        o,
        o.amount,
        charges.map(({ accountStringId, amount }) => ({ accountStringId, encumbered: amount })),
      );
      takeOver(tx, actor, o, charges);
      // A solicitation or a contract has its own clauses.
      if (o.federal && !o.contractId && !awarded)
        await keepClauses(tx, {
          ...o,
          accountStringIds: charges.map((each) => each.accountStringId),
        });
      return {
        patch: {
          issuedPlace,
          issuedAt: businessNow(tx.scope).toISOString(),
          acknowledgeTokenDigest: mailed.digest,
        },
        note: mailed.note,
      };
    },
  });
  if (awarded) await tellAward(tx, actor, row, "issued", null);
  await tellIncident(tx, actor, row);
  return row;
};

/**
 * Drafts, submits and, where nothing waits for an approver, issues an order in one transaction, all
 * or nothing. The errors of the three; an order that a policy covers stays with its approvers.
 */
export const createAndIssue = async (
  tx: Tx,
  actor: Actor,
  input: OrderInput,
  origin: string,
): Promise<DraftedOrder & { approvalId: string | null }> => {
  const { lines, ...drafted } = await createOrder(tx, actor, input);
  const { approvalId, ...sent } = await submitOrder(tx, actor, {
    id: drafted.id,
    version: drafted.version,
  });
  if (approvalId) return { ...sent, lines, approvalId };
  const issued = await issueOrder(tx, actor, { id: drafted.id, version: sent.version }, origin);
  return { ...issued, lines, approvalId };
};
