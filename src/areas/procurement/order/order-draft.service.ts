import type { Actor } from "#kernel/access.ts";
import { conflict } from "#kernel/errors.ts";
import { storedQuantity } from "#kernel/quantity.ts";
import { change } from "#server/change.ts";
import { businessDate } from "#server/clock.ts";
import type { Tx } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { transition, type StepAt, type TakenStep } from "#server/lifecycle.ts";
import { keepOrigin } from "#server/origin/origin.ts";
import { requirePlace } from "#areas/organization/organization.server.ts";
import { fiscalYearOf } from "#areas/budget/budget.server.ts";
import { refuseDelegate, withdrawApproval } from "#areas/workflow/workflow.server.ts";
import { priceLines } from "../requisition/requisition-lines.service.ts";
import {
  buildLines,
  checkOwnLines,
  methodOfLines,
  storeLines,
  type BuiltLines,
} from "./order-lines.service.ts";
import type { OrderInput, OrderPatch, OrderStatus } from "./order.model.ts";
import { refuseVendor, vendorOf } from "./vendor.service.ts";
import { atContractRates } from "./contract-rates.service.ts";
import { requireContract } from "./contracts.service.ts";
import { requireOneAccountEach, requireStillPlaced } from "./placing.service.ts";
import { issueOrder } from "./issue.service.ts";
import { mailOrder } from "./mail.service.ts";
import { markOrdered, reopenRequisitions, requisitionsOfLines } from "./requisitions.service.ts";
import { isFederal, orderNoun, placeIt, sourcesOf, type OrderRecord } from "./order.service.ts";
import { submitOrder } from "./submission.service.ts";

type Lines = Pick<OrderInput, "requisitionLines" | "lines">;
type Stored = {
  requisitionLineId: string | null;
  requisitionId: string | null;
  beyond: boolean;
  lineNo: number;
  rateCode: string | null;
  description: string;
  commodityCode: string | null;
  costCodeId: string | null;
  quantity: string;
  unit: string;
  unitPrice: string;
  amount: number;
  shares: [account: string, amount: number][];
};

const storedLines = (tx: Tx, id: string) =>
  tx.rows<Stored>(sql`
    select
      l.requisition_line_id, q.requisition_id,
      q.id is null or l.unit_price > q.unit_price as beyond, l.line_no, l.rate_code, l.description,
      l.commodity_code, l.cost_code_id, l.quantity, l.unit, l.unit_price, l.amount,
      coalesce(
        (
          select jsonb_agg(jsonb_build_array(
              s.account_string_id, s.amount
            ) order by s.account_string_id)
          from purchase_order_share s
          where s.org_id = l.org_id and s.line_id = l.id
        ),
        '[]'
      ) as shares
    from purchase_order_line l
    left join requisition_line q on q.org_id = l.org_id and q.id = l.requisition_line_id
    where l.org_id = ${tx.scope.orgId} and l.purchase_order_id = ${id}
    order by l.line_no
  `);

// Within the approved lines of one requisition, which says how they are bought.
const isCovered = (stored: readonly Stored[]): boolean =>
  !stored.some((l) => l.beyond) && new Set(stored.map((l) => l.requisitionId)).size === 1;

const figures = (l: { quantity: string; unitPrice: string }) => [
  storedQuantity(l.quantity),
  storedQuantity(l.unitPrice),
];
type Own = Omit<Stored, "requisitionLineId" | "requisitionId" | "beyond" | "lineNo" | "amount">;

/**
 * Whether these lines are the stored ones: then nothing of them is written, and their requisitions
 * hear nothing. Without `accounts`, whoever pays for those of the order's own, and by which cost code.
 */
const unchanged = (stored: readonly Stored[], wanted: Lines, accounts = true): boolean => {
  if (wanted.requisitionLines.some((l) => !l.quantity || !l.unitPrice)) return false;
  const ofOwn = (l: Own) => [
    l.rateCode ?? null,
    l.description,
    l.commodityCode,
    l.unit,
    ...figures(l),
    ...(accounts ? [l.costCodeId, l.shares] : []),
  ];
  const own = priceLines(wanted.lines).lines.map((l, at) =>
    ofOwn({
      ...l,
      rateCode: wanted.lines[at]?.rateCode ?? null,
      shares: l.splits
        .map((s): Stored["shares"][number] => [s.accountStringId, s.amount])
        .sort(([a], [b]) => (a < b ? -1 : 1)),
    }),
  );
  const taken = wanted.requisitionLines.map((l) => [
    l.requisitionLineId,
    l.rateCode ?? null,
    ...figures({ quantity: l.quantity!, unitPrice: l.unitPrice! }),
  ]);
  return (
    JSON.stringify([
      stored.flatMap((l) =>
        l.requisitionLineId ? [[l.requisitionLineId, l.rateCode, ...figures(l)]] : [],
      ),
      stored.flatMap((l) => (l.requisitionLineId ? [] : [ofOwn(l)])),
    ]) === JSON.stringify([taken, own])
  );
};

// Every requisition that loses or gives lines, in the order in which all orders lock them.
const lockRequisitions = (tx: Tx, orderId: string, ids: readonly string[]) =>
  tx.rows(sql`
    select l.id
    from requisition_line l
    join requisition r on r.org_id = l.org_id and r.id = l.requisition_id
    where l.org_id = ${tx.scope.orgId}
      and (
        l.id = any(${ids}::uuid[])
        or l.id in (
          select p.requisition_line_id
          from purchase_order_line p
          where p.org_id = ${tx.scope.orgId} and p.purchase_order_id = ${orderId}
        )
      )
    order by l.id
    for update of l, r
  `);

/**
 * Gives the requisitions back what the draft took, and takes its lines anew: within what is
 * approved and left, as a new order would. The errors of `buildLines`.
 */
const rebuild = async (
  tx: Tx,
  actor: Actor,
  o: OrderRecord,
  wanted: Lines,
): Promise<BuiltLines> => {
  await lockRequisitions(
    tx,
    o.id,
    wanted.requisitionLines.map((l) => l.requisitionLineId),
  );
  await checkOwnLines(tx, wanted.lines);
  await reopenRequisitions(tx, actor, o.id, `${o.number} is edited`);
  await tx.rows(sql`
    delete from purchase_order_split
    where org_id = ${o.orgId}
      and line_id in (
        select id
        from purchase_order_line
        where org_id = ${o.orgId} and purchase_order_id = ${o.id}
      )
  `);
  await tx.rows(sql`
    delete from purchase_order_line
    where org_id = ${o.orgId} and purchase_order_id = ${o.id}
  `);
  const built = await buildLines(tx, o.orgId, o.id, wanted);
  await storeLines(tx, built);
  await markOrdered(tx, actor, built.requisitionIds, o.number);
  return built;
};

const wantedOf = ({ requisitionLines, lines }: OrderPatch): Lines | null =>
  requisitionLines || lines
    ? { requisitionLines: requisitionLines ?? [], lines: lines ?? [] }
    : null;

/**
 * How the order is bought after the edit: as the one requisition says that it stays within, else
 * as its buyer names it.
 */
const methodOf = (
  before: OrderRecord,
  patch: OrderPatch,
  stored: readonly Stored[],
  built: BuiltLines | null,
): Partial<OrderRecord> => {
  const { method } = patch;
  const own = method === undefined ? {} : { method };
  if (!built) return isCovered(stored) ? { method: before.method } : own;
  const requisitioned = stored.some((l) => l.requisitionLineId);
  if (built.requisitionIds.length === 0)
    return {
      ...built.source,
      method: before.method,
      ...(requisitioned ? { method: null } : {}),
      ...own,
    };
  return {
    ...built.source,
    method: methodOfLines(built, method),
    ...(built.covered ? { aggregateAmount: 0, splitWarning: false } : {}),
  };
};

const summaryOf = (
  lines: readonly {
    lineNo: number;
    description: string;
    quantity: string;
    unitPrice: string;
    amount: number;
  }[],
) =>
  lines.map((l) => ({
    line: l.lineNo,
    description: l.description,
    ...Object.fromEntries(figures(l).map((text, i) => [i ? "unitPrice" : "quantity", text])),
    amount: l.amount,
  }));

const refuseAwarded = async (tx: Tx, id: string): Promise<void> => {
  const award = await tx.maybe(sql`
    select 1 as of
    from award_order
    where org_id = ${tx.scope.orgId} and purchase_order_id = ${id}
  `);
  if (award)
    throw conflict(
      "awarded",
      "An award decided the vendor, the items and the prices of this order. Leave them as they are, or cancel the order and award anew.",
    );
};

// It is made from the requisitions, the contract and the blanket order that it names now.
const keepSources = (
  tx: Tx,
  actor: Actor,
  o: OrderRecord,
  stored: readonly Stored[],
  built: BuiltLines | null,
): void => {
  const requisitionIds =
    built?.requisitionIds ?? stored.flatMap((l) => (l.requisitionId ? [l.requisitionId] : []));
  keepOrigin(tx, actor, { type: "purchaseOrder", id: o.id }, sourcesOf(o, { requisitionIds }), {
    only: ["requisition", "contract", "purchaseOrder"],
  });
};

/**
 * Edits a draft or returned order: fields by name; lines as a whole where they are named, those of
 * requisitions within what these have left. It is charged to
 * the fiscal year of today. What an award decided (vendor, items, quantities, prices) stays: 409
 * awarded. 409 not_in_this_status once it was sent, 412 for a stale
 * version, 422 names the lines that cannot be ordered.
 */
export const editOrder = async (
  tx: Tx,
  actor: Actor,
  id: string,
  patch: OrderPatch,
  version: number | null,
): Promise<OrderRecord> => {
  return change(tx, actor, orderNoun, {
    id,
    version,
    action: "edit",
    effect: async (before) => {
      if (before.status !== "draft" && before.status !== "returned")
        throw conflict(
          "not_in_this_status",
          "Only a draft or returned order can be edited. Take it back first, or change it where it has gone out.",
        );
      const [stored, year] = await Promise.all([
        storedLines(tx, id),
        fiscalYearOf(tx, businessDate(tx.scope), "title"),
      ]);
      const { requisitionLines: _r, lines: _l, endsOn, ...head } = patch;
      const contractId = head.contractId === undefined ? before.contractId : head.contractId;
      const asked = wantedOf(patch);
      await requireStillPlaced(tx, before, patch);
      await requirePlace(tx, head.placeId, before.placeId);
      const wanted =
        asked && before.kind !== "blanket"
          ? await atContractRates(tx, asked, contractId, before.orderedOn)
          : asked;
      const anew = wanted !== null && !unchanged(stored, wanted);
      const otherVendor = head.vendorId !== undefined && head.vendorId !== before.vendorId;
      const otherThings = anew && !unchanged(stored, wanted, false);
      const taken = wanted?.requisitionLines.map((l) => l.requisitionLineId) ?? [];
      await refuseDelegate(tx, actor, requisitionsOfLines(tx, taken), placeIt);
      if (otherVendor || otherThings) await refuseAwarded(tx, id);
      if (otherVendor) refuseVendor(await vendorOf(tx, head.vendorId!));
      if (otherVendor || head.contractId)
        await requireContract(tx, contractId, head.vendorId ?? before.vendorId);
      const built = anew ? await rebuild(tx, actor, before, wanted) : null;
      if (built) requireOneAccountEach(before.kind, built);
      keepSources(tx, actor, { ...before, contractId }, stored, built);
      const lines = (of: Parameters<typeof summaryOf>[0]) =>
        built ? { lines: summaryOf(of) } : {};
      return {
        patch: {
          ...head,
          ...(endsOn ? { endsOn } : {}),
          ...methodOf(before, patch, stored, built),
          ...(built && { amount: built.total, federal: await isFederal(tx, built) }),
          fiscalYearId: before.blanketId ? before.fiscalYearId : year.id,
        },
        held: lines(stored),
        content: lines(built?.lines ?? []),
      };
    },
  });
};

/**
 * The same, and sends it in one step, all or nothing; with `origin` it also goes out to the vendor
 * where no approver is asked. The errors of `submitOrder` and `issueOrder` besides.
 */
export const editAndSend = async (
  tx: Tx,
  actor: Actor,
  id: string,
  patch: OrderPatch,
  version: number | null,
  origin: string | null,
): Promise<OrderRecord> => {
  await editOrder(tx, actor, id, patch, version);
  const sent = await submitOrder(tx, actor, { id, version: null });
  return origin !== null && sent.status === "approved"
    ? issueOrder(tx, actor, { id, version: null }, origin)
    : sent;
};

/**
 * Takes an order back that waits for its approvers or is approved and has not gone out: it is a
 * draft again, and nobody is asked any more.
 */
export const recallOrder = (
  tx: Tx,
  actor: Actor,
  { id, version, reason }: TakenStep,
): Promise<OrderRecord> =>
  transition(tx, actor, orderNoun, {
    id,
    action: "recall",
    version,
    reason,
    effect: async () => void (await withdrawApproval(tx, actor, id)),
  });

/**
 * Mails an order that went out once more; the link of the mail before is no longer good. 409
 * no_address where its vendor has none.
 */
export const resendOrder = (
  tx: Tx,
  actor: Actor,
  { id, version }: StepAt,
  origin: string,
): Promise<OrderRecord> =>
  transition(tx, actor, orderNoun, {
    id,
    action: "resend",
    version,
    effect: async (record) => {
      const o = record as OrderRecord;
      const vendor = await vendorOf(tx, o.vendorId);
      if (!vendor.email)
        throw conflict(
          "no_address",
          `${vendor.name} has no e-mail address. Enter one in its record, or send the order by hand (Print or PDF).`,
        );
      const mailed = await mailOrder(tx, o, origin, "Here is our order once more", vendor);
      return {
        to: o.status as OrderStatus,
        patch: { acknowledgeTokenDigest: mailed.digest },
        note: mailed.note,
      };
    },
  });
