import type { Actor } from "#kernel/access.ts";
import { conflict } from "#kernel/errors.ts";
import { formatCents, lineTotalCents } from "#kernel/money.ts";
import { businessDate } from "#server/clock.ts";
import type { Tx } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { transition, type StepAt } from "#server/lifecycle.ts";
import {
  chargedBy,
  chargedDepartments,
  refuseByTerms,
  type TermCharge,
} from "#areas/budget/budget.server.ts";
import {
  policyFor,
  publishedPolicies,
  refuseDelegate,
  requestApproval,
} from "#areas/workflow/workflow.server.ts";
import { crossesThreshold } from "../method/method.labels.ts";
import { requireBlanketRoom, type Blanket } from "./blanket.service.ts";
import { requireAtRates } from "./contract-rates.service.ts";
import { requireContract, requireRoom, type ContractOfOrder } from "./contracts.service.ts";
import { approvedTogether, weighOrder } from "./order-method.service.ts";
import { orderNoun, placeIt, type OrderRecord } from "./order.service.ts";
import { requisitionsOfOrder } from "./requisitions.service.ts";
import { refuseVendor, vendorOfOrder } from "./vendor.service.ts";
import { sharesOfOrderLine } from "../shares.service.ts";

const commoditiesOf = async (tx: Tx, id: string): Promise<string[]> =>
  (
    await tx.rows<{ code: string }>(sql`
      select distinct commodity_code as code
      from purchase_order_line
      where org_id = ${tx.scope.orgId} and purchase_order_id = ${id} and commodity_code is not null
    `)
  ).map((c) => c.code);

// Whose need an order serves does not approve it.
const askersOf = async (tx: Tx, id: string): Promise<string[]> =>
  (
    await tx.rows<{ id: string }>(sql`
      select distinct a.id
      from requisition r
      join requisition_line q on q.org_id = r.org_id and q.requisition_id = r.id
      cross join lateral (
        select r.requester_id as id
        union all
        select f::uuid
        from jsonb_array_elements_text(r.former_authors) f
      ) a
      where r.org_id = ${tx.scope.orgId}
        and a.id is not null
        and q.id in (
          select l.requisition_line_id
          from purchase_order_line l
          where l.org_id = ${tx.scope.orgId} and l.purchase_order_id = ${id}
        )
      order by 1
    `)
  ).map((r) => r.id);

// Nor does whoever wrote it over as a draft, or sent it before.
const editorsOf = async (tx: Tx, id: string): Promise<string[]> =>
  (
    await tx.rows<{ id: string }>(sql`
      select distinct actor_id as id
      from audit_entry
      where org_id = ${tx.scope.orgId}
        and object_type = 'purchaseOrder'
        and object_id = ${id}
        and action in ('purchaseOrder.edit', 'purchaseOrder.submit')
        and actor_id is not null
    `)
  ).map((r) => r.id);

const accountsOf = (tx: Tx, id: string) =>
  chargedBy(
    tx,
    sql`
      select s.account_string_id
      from purchase_order_line l
      cross join ${sharesOfOrderLine} s
      where l.org_id = ${tx.scope.orgId} and l.purchase_order_id = ${id} and not l.cancelled
    `,
  );

const chargedAccounts = (tx: Tx, id: string) =>
  tx.rows<{ accountStringId: string }>(sql`
    select distinct s.account_string_id
    from purchase_order_line l
    cross join ${sharesOfOrderLine} s
    where l.org_id = ${tx.scope.orgId} and l.purchase_order_id = ${id} and not l.cancelled
  `);

// What an order charges, by its lines. What its requisitions asked for the ledger holds already.
const chargesOf = async (tx: Tx, o: OrderRecord): Promise<TermCharge[]> =>
  (
    await tx.rows<Omit<TermCharge, "path"> & { lineNo: number; unitPrice: string }>(sql`
      select
        l.line_no, s.account_string_id, s.amount as cents,
        case when l.requisition_line_id is null then 0 else s.amount end as held,
        ${businessDate(tx.scope)}::date as incurred_on, l.unit_price
      from purchase_order_line l
      cross join ${sharesOfOrderLine} s
      where l.org_id = ${tx.scope.orgId} and l.purchase_order_id = ${o.id} and not l.cancelled
      order by l.line_no
    `)
  ).map(({ lineNo, unitPrice, ...c }) => ({
    ...c,
    path: `lines.${lineNo - 1}.splits`,
    unitCents: lineTotalCents("1", unitPrice),
  }));

/**
 * `amount`: cents that are approved; `requisitioned`: within what requisitions asked for; `hands`:
 * who had a hand in the order and does not approve it, besides those who asked.
 */
export type ToApprove = {
  amount: number;
  title?: string;
  change?: boolean;
  requisitioned?: boolean;
  hands?: readonly string[];
};

/** What an approval of this order, or of its change, is about. */
export const orderDocument = async (tx: Tx, o: OrderRecord, of: ToApprove) => {
  const [accounts, commodities, askers] = await Promise.all([
    accountsOf(tx, o.id),
    commoditiesOf(tx, o.id),
    askersOf(tx, o.id),
  ]);
  const parties = [...new Set([...askers, ...(of.hands ?? [])])]
    .filter((person) => person !== o.buyerId || askers.includes(person))
    .toSorted();
  return {
    type: "purchaseOrder" as const,
    id: o.id,
    number: o.number,
    title: of.title ?? o.title,
    requesterId: o.buyerId,
    departmentId: o.departmentId,
    facts: {
      amount: of.amount,
      fundIds: accounts.map((a) => a.fundId),
      departmentIds: chargedDepartments(o.departmentId, accounts),
      commodities,
      emergency: o.emergency,
      change: of.change ?? false,
      requisitioned: of.requisitioned ?? false,
      ...(parties.length > 0 && { parties }),
    },
  };
};

// Lines beyond their requisitions, and how many requisitions these are. Line by line, never netted:
// a line cheaper than approved leaves nothing for another.
type Basis = { beyond: number; requisitions: number };
const basisOf = (tx: Tx, id: string) =>
  tx.one<Basis>(sql`
    select
      count(*) filter (where q.id is null or l.unit_price > q.unit_price) as beyond,
      count(distinct q.requisition_id) as requisitions
    from purchase_order_line l
    left join requisition_line q on q.org_id = l.org_id and q.id = l.requisition_line_id
    where l.org_id = ${tx.scope.orgId} and l.purchase_order_id = ${id}
  `);

/**
 * What was competed before the order: an award, the contract that it is placed under, or the blanket
 * order that was weighed for the year's sum.
 */
type Rested = {
  awarded: boolean;
  contract: ContractOfOrder | null;
  blanket: Blanket | null;
};

// An order under a contract is bought as the contract was, a release as its blanket order.
const boughtBy = ({ contract, blanket }: Rested): Partial<OrderRecord> | null =>
  contract || blanket
    ? {
        method: contract?.method ?? blanket?.method ?? null,
        methodCitation:
          contract?.citation ??
          [`Blanket order ${blanket!.number}`, blanket!.methodCitation].filter(Boolean).join(", "),
        aggregateAmount: 0,
        splitWarning: false,
      }
    : null;

/**
 * What is sent, and `covered`: approved with its requisitions. One requisition was weighed as a
 * whole, an award or a contract was competed; all else is weighed for the order's own sum.
 */
const weighed = async (
  tx: Tx,
  o: OrderRecord,
  { beyond, requisitions, ...rested }: Basis & Rested,
  hands: readonly string[],
) => {
  const bought = boughtBy(rested);
  const [of, document] = await Promise.all([
    bought || rested.awarded || (beyond === 0 && requisitions === 1) ? null : weighOrder(tx, o),
    orderDocument(tx, o, { amount: o.amount, hands }),
  ]);
  const covered = beyond === 0 && (!of || (await approvedTogether(tx, of, document.facts)));
  return {
    patch: bought ?? of?.patch ?? {},
    covered,
    together: beyond === 0 && !covered,
    document: {
      ...document,
      facts: {
        ...document.facts,
        requisitioned: covered,
        ...(of?.patch.splitWarning && { warning: crossesThreshold }),
      },
    },
  };
};

const notApprovedTogether = (amount: number) =>
  conflict(
    "no_policy",
    `Together its requisitions cost ${formatCents(amount)}, which asks for more than each of them was approved for, and no approval policy covers the order. Ask an administrator to publish one.`,
  );

/**
 * Submits a draft; nobody who edited it or sends it is among its approvers. What no requisition
 * asked for, what costs more than was approved and what several requisitions ask for together is
 * checked for the order's sum by the rules of methods and like purchases, as a requisition is
 * (`weighOrder`), unless the order is an award's, under a contract, or a release. A policy that
 * covers it decides; without one, an order that stays within its approved requisitions is approved
 * by them, several where they are approved for their sum (`approvedTogether`).
 * Anything else without a policy is refused (409 no_policy): nothing is approved by default.
 */
export const submitOrder = async (
  tx: Tx,
  actor: Actor,
  { id, version }: StepAt,
): Promise<OrderRecord & { approvalId: string | null }> => {
  let approvalId: string | null = null;
  const row = await transition(tx, actor, orderNoun, {
    id,
    action: "submit",
    version,
    effect: async (record) => {
      const o = record as OrderRecord;
      const [vendor, policies, basis, editors] = await Promise.all([
        vendorOfOrder(tx, id),
        publishedPolicies(tx, "purchaseOrder"),
        basisOf(tx, id),
        editorsOf(tx, id),
        refuseDelegate(tx, actor, requisitionsOfOrder(tx, id), placeIt),
      ]);
      refuseVendor(vendor);
      const sender = actor.personId ? [actor.personId] : [];
      const hands = [...editors, ...sender, ...(o.formerAuthors ?? [])];
      const { awarded } = vendor;
      const contract = await requireContract(tx, o.contractId, o.vendorId);
      const blanket = o.blanketId ? await requireBlanketRoom(tx, o.blanketId, o.amount) : null;
      if (!blanket) await requireRoom(tx, o.contractId, o.amount);
      await requireAtRates(tx, o);
      await refuseByTerms(tx, o.buyerId, await chargedAccounts(tx, id), () => chargesOf(tx, o));
      const { patch, covered, together, document } = await weighed(
        tx,
        o,
        { ...basis, awarded, contract, blanket },
        hands,
      );
      const decides = policyFor(policies, document.facts);
      if (covered && !decides)
        return { to: "approved", patch, note: "Approved with its requisitions" };
      if (together && !decides) throw notApprovedTogether(o.amount);
      approvalId = await requestApproval(tx, actor, document, policies);
      return { to: "in_approval", patch };
    },
  });
  return { ...row, approvalId };
};
