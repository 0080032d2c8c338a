import type { Actor } from "#kernel/access.ts";
import { conflict, invalid, invalidField, Problem, type FieldError } from "#kernel/errors.ts";
import { formatCents, lineTotalCents, splitCents } from "#kernel/money.ts";
import { compareQuantity } from "#kernel/quantity.ts";
import { audit } from "#server/audit/audit.ts";
import type { Tx } from "#server/db/db.ts";
import { updateRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { transition } from "#server/lifecycle.ts";
import {
  chargeable,
  concerned,
  postCommitments,
  type Posting,
} from "#areas/budget/budget.server.ts";
import {
  approvalRoute,
  requestApproval,
  withdrawApproval,
} from "#areas/workflow/workflow.server.ts";
import { purchaseOrder } from "../procurement.tables.ts";
import { priceLines } from "../requisition/requisition.lines.ts";
import { refuseUnknownCodes } from "../requisition/requisition.codes.ts";
import { weighChange, type Counted, type WeighedChange } from "./order.grown.ts";
import { buildLines, storeLines } from "./order.lines.ts";
import { changeInput, type ChangeInput, type OrderStatus } from "./order.model.ts";
import { asSystem } from "#server/lifecycle.ts";
import { cancelOrder } from "./closing.service.ts";
import { keepVersion } from "./issue.service.ts";
import { mailOrder } from "./mail.service.ts";
import { orderDocument } from "./submission.service.ts";
import { orderNoun, type OrderRecord } from "./order.service.ts";

type Line = {
  id: string;
  lineNo: number;
  accountStringId: string | null;
  encumbered: number;
  quantity: string;
  unitPrice: string;
  amount: number;
  receivedQuantity: string;
  invoicedQuantity: string;
  invoicedAmount: number;
  cancelled: boolean;
};
/**
 * `difference`: what the change adds to the order in all; `growth`: what its added and grown lines
 * cost more, which is what is approved. `weighed`: how the order is
 * bought then; `counts`: what others count of it in their look-back meanwhile.
 */
export type PendingChange = {
  input: ChangeInput;
  difference: number;
  growth?: number;
  amount: number;
  askedBy: string;
  weighed?: WeighedChange;
  counts?: Counted[];
};

const linesOf = (tx: Tx, orderId: string) =>
  tx.rows<Line>(sql`
    select
      id, line_no, account_string_id, encumbered, quantity, unit_price, amount, received_quantity,
      invoiced_quantity, invoiced_amount, cancelled
    from purchase_order_line
    where org_id = ${tx.scope.orgId} and purchase_order_id = ${orderId}
    order by line_no
    for update
  `);

const changedLines = (lines: readonly Line[], input: ChangeInput) => {
  const errors: FieldError[] = [];
  const changed = input.lines.map((c, i) => {
    const line = lines.find((l) => l.id === c.id);
    if (!line || line.cancelled)
      return void errors.push({ path: `lines.${i}.id`, message: "This line is not on the order." });
    const quantity = c.quantity ?? line.quantity;
    const unitPrice = c.unitPrice ?? line.unitPrice;
    const cancelled = c.cancelled ?? false;
    if (cancelled && compareQuantity(line.receivedQuantity, "0") > 0)
      errors.push({
        path: `lines.${i}.cancelled`,
        message: "Goods of this line were received; lower its quantity instead.",
      });
    if (
      compareQuantity(quantity, line.receivedQuantity) < 0 ||
      compareQuantity(quantity, line.invoicedQuantity) < 0
    )
      errors.push({
        path: `lines.${i}.quantity`,
        message: "The quantity cannot fall below what was received or invoiced.",
      });
    const amount = cancelled ? 0 : lineTotalCents(quantity, unitPrice);
    if (amount < line.invoicedAmount)
      errors.push({
        path: `lines.${i}.unitPrice`,
        message: "The line cannot fall below what was invoiced.",
      });
    return { line, quantity, unitPrice, cancelled, amount };
  });
  if (errors.length)
    throw invalid(
      "cannot_change",
      "Some lines cannot be changed like this. Nothing was saved.",
      errors,
    );
  return changed.filter((c) => c !== undefined);
};

const addedAccounts = (input: ChangeInput) =>
  input.added.flatMap((l, i) =>
    l.splits.map((s, j) => ({
      id: s.accountStringId,
      path: `added.${i}.splits.${j}.accountStringId`,
    })),
  );

/**
 * The added lines with their cents. 422 at `added.i…` where shares do not add up: found now, not
 * when somebody approves it.
 */
const addedLines = (input: ChangeInput) => {
  try {
    return priceLines(input.added);
  } catch (error) {
    if (error instanceof Problem && error.errors.length)
      throw invalid(
        error.code,
        error.message,
        error.errors.map((each) => ({ ...each, path: each.path.replace(/^lines/, "added") })),
      );
    throw error;
  }
};

type Changed = ReturnType<typeof changedLines>[number];
const grows = (c: Changed) =>
  !c.cancelled &&
  (c.amount > c.line.amount ||
    compareQuantity(c.quantity, c.line.quantity) > 0 ||
    compareQuantity(c.unitPrice, c.line.unitPrice) > 0);

/**
 * Changes an issued order. A change that adds a line, or raises the quantity, price or total of
 * one, waits for approval of what grows, whatever it
 * saves elsewhere, by the policy that fits the order's funds and commodities and the added ones;
 * where the total grows, the method is weighed anew (`weighChange`, with its errors); one that only
 * lessens, cancels lines or moves dates applies at once. The order stays as it is until then. 409
 * when a change waits already.
 */
export const changeOrder = (
  tx: Tx,
  actor: Actor,
  id: string,
  input: ChangeInput,
  version: number | null,
  origin: string,
): Promise<OrderRecord> =>
  transition(tx, actor, orderNoun, {
    id,
    action: "change",
    version,
    reason: input.reason,
    effect: async (record) => {
      const o = record as OrderRecord;
      const changed = changedLines(await linesOf(tx, id), input);
      const { lines: addedNow, total: added } = addedLines(input);
      const difference = changed.reduce((n, c) => n + c.amount - c.line.amount, 0) + added;
      const growth = changed.reduce((n, c) => n + Math.max(0, c.amount - c.line.amount), 0) + added;
      if (!input.added.length && !changed.some(grows))
        return {
          ...(await applyChange(tx, actor, o, input, origin)),
          note: `${input.reason} (${formatCents(difference)})`,
        };
      const document = await orderDocument(tx, o, {
        amount: growth,
        title: `Change to ${o.number}: ${input.reason}`,
        change: true,
      });
      const accounts = await chargeable(tx, addedAccounts(input));
      await refuseUnknownCodes(
        tx,
        input.added.map((l, i) => ({ commodityCode: l.commodityCode ?? null, path: `added.${i}` })),
      );
      const { weighed, counts } = await weighChange(tx, o, {
        changed,
        added: addedNow,
        difference,
        input,
      });
      document.facts.departmentIds = concerned(o.departmentId, [
        ...document.facts.departmentIds.map((departmentId) => ({ departmentId })),
        ...accounts.values(),
      ]);
      document.facts.fundIds.push(...[...accounts.values()].map((a) => a.fundId));
      document.facts.commodities.push(...input.added.flatMap((l) => l.commodityCode ?? []));
      if (!(await approvalRoute(tx, "purchaseOrder", document.facts)))
        throw conflict(
          "no_policy",
          `This change adds ${formatCents(growth)} and no approval policy covers it. Ask an administrator to publish one.`,
        );
      await requestApproval(tx, actor, { ...document, requesterId: actor.personId });
      const pending: PendingChange = {
        input,
        difference,
        growth,
        amount: o.amount + difference,
        askedBy: actor.name,
        weighed,
        counts,
      };
      return { to: o.status as OrderStatus, patch: { pendingChange: pending } };
    },
  });

const applyLine = async (tx: Tx, c: Changed): Promise<Posting[]> => {
  const orgId = tx.scope.orgId;
  const { accountStringId } = c.line;
  const whole = accountStringId ? Math.max(c.amount - c.line.amount, -c.line.encumbered) : 0;
  await tx.rows(sql`
    update purchase_order_line
    set
      quantity = ${c.quantity}, unit_price = ${c.unitPrice}, amount = ${c.amount},
      cancelled = ${c.cancelled}, encumbered = encumbered + ${whole},
      beyond = case
        when requisition_line_id is null then 0
        else greatest(
          0,
          ${c.amount}::bigint - (
            select coalesce(sum(s.taken), 0)
            from purchase_order_share s
            where s.org_id = purchase_order_line.org_id and s.line_id = purchase_order_line.id
          )
        )
      end
    where org_id = ${orgId} and id = ${c.line.id}
  `);
  if (accountStringId) return whole ? [{ accountStringId, encumbered: whole }] : [];
  const splits = await tx.rows<{
    id: string;
    accountStringId: string;
    amount: number;
    encumbered: number;
  }>(sql`
    select id, account_string_id, amount, encumbered
    from purchase_order_split
    where org_id = ${orgId} and line_id = ${c.line.id}
    order by id
    for update
  `);
  const weights = splits.some((s) => s.amount > 0)
    ? splits.map((s) => s.amount)
    : splits.map(() => 1);
  const parts = splitCents(c.amount, weights);
  const postings: Posting[] = [];
  for (const [i, s] of splits.entries()) {
    const delta = Math.max(parts[i]! - s.amount, -s.encumbered);
    await tx.rows(sql`
      update purchase_order_split
      set amount = ${parts[i]!}, encumbered = encumbered + ${delta}
      where org_id = ${orgId} and id = ${s.id}
    `);
    if (delta) postings.push({ accountStringId: s.accountStringId, encumbered: delta });
  }
  return postings;
};

/**
 * Applies a change: method, lines, splits, encumbrance of the difference only, next version, mail
 * to the vendor. Gives the patch for the order.
 */
const applyChange = async (
  tx: Tx,
  actor: Actor,
  o: OrderRecord,
  input: ChangeInput,
  origin: string,
  weighed: WeighedChange = {},
): Promise<{ to: OrderStatus; patch: Partial<OrderRecord> }> => {
  const lines = await linesOf(tx, o.id);
  const postings = (
    await Promise.all(changedLines(lines, input).map((c) => applyLine(tx, c)))
  ).flat();
  const built = await buildLines(
    tx,
    o.orgId,
    o.id,
    { requisitionLines: [], lines: input.added },
    Math.max(0, ...lines.map((l) => l.lineNo)) + 1,
  );
  await storeLines(tx, {
    ...built,
    splits: built.splits.map((s) => ({ ...s, encumbered: s.amount })),
  });
  postings.push(
    ...built.splits.map((s) => ({ accountStringId: s.accountStringId, encumbered: s.amount })),
  );
  postCommitments(
    tx,
    actor,
    { type: "purchaseOrder", id: o.id, number: o.number, fiscalYearId: o.fiscalYearId },
    postings,
    { kind: "encumber", note: `Version ${o.revision + 1}` },
  );
  const sums = await tx.one<{
    amount: number;
    open: number;
    received: number;
    uninvoiced: boolean;
    overbilled: boolean;
  }>(sql`
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
  if (sums.amount <= 0)
    throw invalidField("lines", "Nothing would be left on the order. Cancel it instead.");
  const next = {
    ...o,
    ...weighed,
    amount: sums.amount,
    revision: o.revision + 1,
    promisedOn: input.promisedOn ?? o.promisedOn,
  };
  await keepVersion(tx, actor, next, input.reason);
  const mailed = await mailOrder(tx, next, origin, "We changed our order");
  const to: OrderStatus =
    sums.received === 0 ? "issued" : sums.open === 0 ? "received" : "partly_received";
  return {
    to,
    patch: {
      ...weighed,
      uninvoiced: sums.uninvoiced,
      overbilled: sums.overbilled,
      amount: next.amount,
      revision: next.revision,
      promisedOn: next.promisedOn,
      pendingChange: null,
      acknowledgeTokenDigest: mailed.digest,
      acknowledgedAt: null,
      acknowledgedBy: null,
    },
  };
};

const pendingOf = async (tx: Tx, id: string) =>
  tx.one<OrderRecord>(
    sql`select * from purchase_order where org_id = ${tx.scope.orgId} and id = ${id}`,
  );

/**
 * Takes a waiting change back, and its request for approval with it: the order stays as it is and
 * can be received again. 409 when none waits.
 */
export const withdrawChange = (
  tx: Tx,
  actor: Actor,
  id: string,
  version: number | null,
  reason: string | null,
): Promise<OrderRecord> =>
  transition(tx, actor, orderNoun, {
    id,
    action: "withdrawChange",
    version,
    reason,
    effect: async (record) => {
      await withdrawApproval(tx, actor, id);
      return {
        to: record.status as OrderStatus,
        patch: { pendingChange: null },
        note: "Change taken back",
      };
    },
  });

const settle = async (tx: Tx, actor: Actor, o: OrderRecord, note: string) => {
  await updateRow(tx, purchaseOrder, o.id, { pendingChange: null });
  audit(tx, actor, {
    action: "purchaseOrder.changeRefused",
    objectType: "purchaseOrder",
    objectId: o.id,
    objectNumber: o.number,
    before: { pendingChange: o.pendingChange },
    after: { pendingChange: null },
    note,
  });
};

/** What the end of an approval does: to the order, or to the change that waited. */
export const orderApproval = (origin: () => string) => ({
  approved: async (tx: Tx, actor: Actor, id: string) => {
    const o = await pendingOf(tx, id);
    if (!o.pendingChange)
      return void (await transition(tx, actor, orderNoun, { id, action: "approve" }));
    const { input, weighed } = o.pendingChange as PendingChange;
    await updateRow(tx, purchaseOrder, id, { pendingChange: null });
    await transition(tx, asSystem(actor), orderNoun, {
      id,
      action: "change",
      reason: input.reason,
      effect: async () =>
        applyChange(
          tx,
          actor,
          { ...o, pendingChange: null },
          changeInput.parse(input),
          origin(),
          weighed,
        ),
    });
  },
  returned: async (tx: Tx, actor: Actor, id: string, comment: string) => {
    const o = await pendingOf(tx, id);
    if (o.pendingChange) return settle(tx, actor, o, comment);
    await transition(tx, actor, orderNoun, { id, action: "return", reason: comment });
  },
  rejected: async (tx: Tx, actor: Actor, id: string, comment: string) => {
    const o = await pendingOf(tx, id);
    if (o.pendingChange) return settle(tx, actor, o, comment);
    await transition(tx, actor, orderNoun, { id, action: "return", reason: comment });
    await cancelOrder(tx, asSystem(actor), id, null, comment);
  },
});
