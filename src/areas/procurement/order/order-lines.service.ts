import { invalid, notFound, type FieldError } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import { addQuantity, compareQuantity, shownDecimal, subtractQuantity } from "#kernel/quantity.ts";
import { lineTotalCents, splitCents } from "#kernel/money.ts";
import type { Tx } from "#server/db/db.ts";
import { insertRows } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { purchaseOrderLine, purchaseOrderSplit } from "../procurement.tables.ts";
import { strictestOf, type Method } from "../method/method.model.ts";
import { codedLines, foldShares, priceLines } from "../requisition/requisition-lines.service.ts";
import { refuseUnknownCodes } from "../requisition/commodity-codes.service.ts";
import { chargeable, requireCostCodes } from "#areas/budget/budget.server.ts";
import type { OrderInput } from "./order.model.ts";

export type NewLine = typeof purchaseOrderLine.$inferInsert & { unit: string };

type NewSplit = typeof purchaseOrderSplit.$inferInsert;

type OpenLine = {
  id: string;
  accountStringId: string | null;
  amount: number;
  orderedAmount: number;
  released: number;
  requisitionId: string;
  requisitionStatus: string;
  fiscalYearId: string;
  method: Method | null;
  methodCitation: string | null;
  emergency: boolean;
  incidentId: string | null;
  description: string;
  commodityCode: string | null;
  costCodeId: string | null;
  quantity: string;
  ordered: string;
  unit: string;
  unitPrice: string;
};

type OpenSplit = {
  id: string;
  lineId: string;
  accountStringId: string;
  amount: number;
  orderedAmount: number;
  released: number;
};

const lockOpenLines = async (tx: Tx, ids: readonly string[]) => {
  const lines = await tx.rows<OpenLine>(sql`
    select
      l.id, l.account_string_id, l.amount, l.ordered_amount, l.released, l.requisition_id,
      r.status as requisition_status, r.fiscal_year_id, r.method, r.method_citation, r.emergency,
      r.incident_id, l.description, l.commodity_code, l.cost_code_id, l.quantity, l.unit,
      l.unit_price,
      (l.cancelled_quantity + coalesce(
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
      ))::numeric(18,4) as ordered
    from requisition_line l
    join requisition r on r.org_id = l.org_id and r.id = l.requisition_id
    where l.org_id = ${tx.scope.orgId} and l.id = any(${ids}::uuid[])
    order by l.id
    for update of l, r
  `);
  const divided = lines.flatMap((l) => (l.accountStringId ? [] : [l.id]));
  const splits = divided.length
    ? await tx.rows<OpenSplit>(sql`
      select id, line_id, account_string_id, amount, ordered_amount, released
      from requisition_split
      where org_id = ${tx.scope.orgId} and line_id = any(${divided}::uuid[])
      order by id
      for update
    `)
    : [];
  const whole = lines.flatMap((l): OpenSplit[] =>
    l.accountStringId
      ? [
          {
            id: l.id,
            lineId: l.id,
            accountStringId: l.accountStringId,
            amount: l.amount,
            orderedAmount: l.orderedAmount,
            released: l.released,
          },
        ]
      : [],
  );
  return { lines: new Map(lines.map((l) => [l.id, l])), splits: [...whole, ...splits] };
};

const reserved = (s: OpenSplit) => s.amount - s.orderedAmount - s.released;

const fromRequisition = (
  wanted: OrderInput["requisitionLines"][number],
  at: number,
  line: OpenLine,
  splits: readonly OpenSplit[],
  orgId: string,
  purchaseOrderId: string,
  errors: FieldError[],
) => {
  const left = subtractQuantity(line.quantity, line.ordered);
  const quantity = wanted.quantity ?? left;
  if (line.requisitionStatus !== "approved" && line.requisitionStatus !== "partly_ordered")
    errors.push({
      path: `requisitionLines.${at}`,
      message: "Its requisition is not approved, or was ordered already.",
    });
  if (compareQuantity(quantity, "0") <= 0 || compareQuantity(quantity, left) > 0)
    errors.push({
      path: `requisitionLines.${at}.quantity`,
      message:
        compareQuantity(left, "0") > 0
          ? `Only ${shownDecimal(left)} ${line.unit} left to order.`
          : "Nothing of it is left to order.",
    });
  const unitPrice = wanted.unitPrice ?? line.unitPrice;
  const id = newId();
  const amount = lineTotalCents(quantity, unitPrice);
  const all = compareQuantity(quantity, left) >= 0;
  const weights = splits.some((s) => s.amount > 0)
    ? splits.map((s) => s.amount)
    : splits.map(() => 1);
  const parts = splitCents(amount, weights);
  const newLine: NewLine = {
    orgId,
    id,
    purchaseOrderId,
    lineNo: 0,
    requisitionLineId: line.id,
    rateCode: wanted.rateCode ?? null,
    description: line.description,
    commodityCode: line.commodityCode,
    costCodeId: line.costCodeId,
    quantity,
    unit: line.unit,
    unitPrice,
    amount,
  };
  // Ordering the rest takes over the whole reservation; a part takes at most its own amount.
  const newSplits = splits.map((s, i): NewSplit => ({
    orgId,
    id: s.id === line.id ? id : newId(),
    lineId: id,
    accountStringId: s.accountStringId,
    amount: parts[i]!,
    requisitionSplitId: s.id === line.id ? null : s.id,
    taken: all ? reserved(s) : Math.min(parts[i]!, reserved(s)),
  }));
  // The same line may be asked for again: it then finds less.
  line.ordered = addQuantity(line.ordered, quantity);
  for (const [i, s] of splits.entries()) s.orderedAmount += newSplits[i]!.taken!;
  return { line: newLine, splits: newSplits };
};

/**
 * How the requisitions of an order were to be bought: the strictest method with its citation, an
 * emergency where all were one.
 */
type Source = {
  method: Method | null;
  methodCitation: string | null;
  emergency: boolean;
  incidentId?: string;
};

/** `covered`: within the approved lines of one requisition, which says how they are bought. */
export type BuiltLines = {
  lines: NewLine[];
  splits: NewSplit[];
  total: number;
  requisitionIds: string[];
  covered: boolean;
  source: Source;
};

// An order serves the incident of its requisitions where they are of one.
const incidentOf = (lines: readonly OpenLine[]): { incidentId?: string } => {
  const incidents = new Set(lines.map((l) => l.incidentId));
  const [incidentId] = incidents;
  return incidents.size === 1 && incidentId ? { incidentId } : {};
};

const sourceOf = (lines: readonly OpenLine[]): Source => {
  const strictest = strictestOf(lines);
  return {
    method: strictest?.method ?? null,
    methodCitation: strictest?.methodCitation ?? null,
    emergency: lines.length > 0 && lines.every((l) => l.emergency),
    ...incidentOf(lines),
  };
};

/**
 * How an order of these lines is bought before it is sent: as the one requisition says that it
 * stays within, else as its buyer named, else by the strictest method of its requisitions.
 */
export const methodOfLines = (
  { covered, source }: BuiltLines,
  named: Method | null | undefined,
): string | null => (covered ? (source.method ?? named ?? null) : (named ?? source.method));

/** Accounts and commodities of an order's own lines may be used: 422 with the path of what may not. */
export const checkOwnLines = async (tx: Tx, lines: OrderInput["lines"]): Promise<void> => {
  const accounts = lines.flatMap((l, i) =>
    l.splits.map((s, j) => ({
      id: s.accountStringId,
      path: `lines.${i}.splits.${j}.accountStringId`,
    })),
  );
  const codes = lines.map((l, i) => ({
    commodityCode: l.commodityCode ?? null,
    path: `lines.${i}`,
  }));
  await Promise.all([
    chargeable(tx, accounts),
    refuseUnknownCodes(tx, codes),
    requireCostCodes(tx, codedLines(lines, "lines")),
  ]);
};

// Lines of the order's own, with the cents of each.
const ownLines = (lines: OrderInput["lines"], orgId: string, purchaseOrderId: string) =>
  priceLines(lines).lines.map(({ splits, ...l }, at) => ({
    line: { ...l, orgId, purchaseOrderId, rateCode: lines[at]?.rateCode ?? null } as NewLine,
    splits: splits.map((s): NewSplit => ({ ...s, orgId })),
  }));

/**
 * Prices the lines of a new order and reserves the requisition lines that it takes over. 422 names
 * lines that cannot be ordered.
 */
export const buildLines = async (
  tx: Tx,
  orgId: string,
  purchaseOrderId: string,
  input: Pick<OrderInput, "requisitionLines" | "lines">,
  firstLineNo = 1,
): Promise<BuiltLines> => {
  const errors: FieldError[] = [];
  const open = input.requisitionLines.length
    ? await lockOpenLines(
        tx,
        input.requisitionLines.map((l) => l.requisitionLineId),
      )
    : null;
  const named = new Set<string>();
  const built = input.requisitionLines.map((wanted, i) => {
    if (named.has(wanted.requisitionLineId))
      errors.push({
        path: `requisitionLines.${i}.requisitionLineId`,
        message: "This line is named twice.",
      });
    named.add(wanted.requisitionLineId);
    const line = open!.lines.get(wanted.requisitionLineId);
    if (!line) throw notFound("requisition line");
    return {
      ...fromRequisition(
        wanted,
        i,
        line,
        open!.splits.filter((s) => s.lineId === line.id),
        orgId,
        purchaseOrderId,
        errors,
      ),
      requisitionId: line.requisitionId,
      beyond: Number(wanted.unitPrice ?? line.unitPrice) > Number(line.unitPrice),
    };
  });
  if (errors.length)
    throw invalid("cannot_order", "Some lines cannot be ordered. Nothing was saved.", errors);
  const free = ownLines(input.lines, orgId, purchaseOrderId);
  const all = [...built, ...free];
  const lines = all.map((b, i) => ({ ...b.line, lineNo: firstLineNo + i }));
  const requisitionIds = [...new Set(built.map((b) => b.requisitionId))];
  return {
    lines,
    splits: all.flatMap((b) => b.splits),
    total: lines.reduce((n, l) => n + l.amount, 0),
    requisitionIds,
    covered: requisitionIds.length === 1 && free.length === 0 && !built.some((b) => b.beyond),
    source: sourceOf([...(open?.lines.values() ?? [])]),
  };
};

/**
 * Stores built lines and books what their requisitions' lines give; what the requisitions gave in
 * all is for the caller to book (`markOrdered`).
 */
export const storeLines = async (tx: Tx, built: BuiltLines): Promise<void> => {
  const { whole, divided } = foldShares(built.splits);
  const taken = divided.filter((s) => s.requisitionSplitId);
  const orgId = tx.scope.orgId;
  const lines = built.lines.map((l) => {
    const share = whole.get(l.id!);
    return {
      ...l,
      accountStringId: share?.accountStringId ?? null,
      encumbered: share?.encumbered ?? 0,
      taken: share?.taken ?? 0,
    };
  });
  const took = () =>
    tx.rows(sql`
      update requisition_split s
      set ordered_amount = s.ordered_amount + t.taken
      from unnest(
        ${taken.map((s) => s.requisitionSplitId)}::uuid[], ${taken.map((s) => s.taken)}::bigint[]
      ) as t(id, taken)
      where s.org_id = ${orgId} and s.id = t.id
    `);
  const lineOf = new Map(built.lines.map((l) => [l.id, l.requisitionLineId]));
  const gave = new Map<string, number>();
  for (const s of built.splits) {
    const from = lineOf.get(s.lineId);
    if (from) gave.set(from, (gave.get(from) ?? 0) + (s.taken ?? 0));
  }
  const linesGave = () =>
    tx.rows(sql`
      update requisition_line l
      set ordered_amount = l.ordered_amount + t.taken
      from unnest(${[...gave.keys()]}::uuid[], ${[...gave.values()]}::bigint[]) as t(id, taken)
      where l.org_id = ${orgId} and l.id = t.id
    `);
  await Promise.all([
    insertRows(tx, purchaseOrderLine, lines),
    ...(divided.length ? [insertRows(tx, purchaseOrderSplit, divided)] : []),
    ...(taken.length ? [took()] : []),
    ...(gave.size ? [linesGave()] : []),
  ]);
};
