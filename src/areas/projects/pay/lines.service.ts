import { invalid, type FieldError } from "#kernel/errors.ts";
import { addQuantity, compareQuantity, plainDecimal, subtractQuantity } from "#kernel/quantity.ts";
import { keptBackOf, type KeptBack } from "#areas/finance/finance.server.ts";
import type { LineToPay, OrderToPay } from "#areas/procurement/procurement.server.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { insertRows } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { centsOf, doneOf, retainageOfLines, type Claim, type Measured } from "./amounts.model.ts";
import type { BilledLine, BilledOrder } from "./billed-order.service.ts";
import type { PayLineInput } from "./pay.model.ts";
import { payApplicationLine } from "./pay.tables.ts";

/**
 * A line of an application as it is stored; quantities as decimal text. What is claimed and certified is
 * what it bills in all: what was put in place, and what is stored now, less what was stored before.
 */
export type StoredLine = {
  purchaseOrderLineId: string;
  lineNo: number;
  claim: Claim;
  value: string;
  retainagePercent: string | null;
  previousQuantity: string;
  claimedQuantity: string;
  certifiedQuantity: string | null;
  storedQuantity: string;
  certifiedStoredQuantity: string | null;
  previousStoredQuantity: string;
  cutReason: string;
  unitPrice: string;
  certifiedCents: number | null;
  retainageCents: number | null;
};

/** A line of an order as an application measures it: what was billed before is `previous`. */
export const measured = (line: BilledLine): Measured => ({
  lineNo: line.lineNo,
  unit: line.unit,
  ordered: plainDecimal(line.quantity),
  unitPrice: plainDecimal(line.unitPrice),
  previous: plainDecimal(line.invoicedQuantity),
  stored: plainDecimal(line.stored),
});

/** The lines of an application, by their number. */
export const linesOf = (db: Db, applicationId: string): Promise<StoredLine[]> =>
  db.rows<StoredLine>(sql`
    select
      purchase_order_line_id, line_no, claim, value, retainage_percent, previous_quantity,
      claimed_quantity, certified_quantity, stored_quantity, certified_stored_quantity,
      previous_stored_quantity, cut_reason, unit_price, certified_cents, retainage_cents
    from pay_application_line
    where org_id = ${db.scope.orgId} and application_id = ${applicationId}
    order by line_no
  `);

/**
 * What was typed of an order's lines, as quantities. 422 `cannot_claim` at each line that is not on
 * the order, stands twice, or does not fit.
 */
export const claimedLines = (
  order: BilledOrder,
  typed: readonly PayLineInput[],
): Omit<
  StoredLine,
  | "certifiedQuantity"
  | "certifiedStoredQuantity"
  | "cutReason"
  | "certifiedCents"
  | "retainageCents"
>[] => {
  const errors: FieldError[] = [];
  const seen = new Set<string>();
  const lines = typed.flatMap((input, at) => {
    const line = order.lines.find(({ id }) => id === input.purchaseOrderLineId);
    if (!line || seen.has(line.id)) {
      errors.push({
        path: `lines.${at}.purchaseOrderLineId`,
        message: "This line is not on the order, was cancelled, or stands here twice.",
      });
      return [];
    }
    seen.add(line.id);
    const done = doneOf(measured(line), input.claim, input.value, input.stored);
    if ("fault" in done) {
      errors.push({ path: `lines.${at}.value`, message: done.fault });
      return [];
    }
    return {
      purchaseOrderLineId: line.id,
      lineNo: line.lineNo,
      claim: input.claim,
      value: input.value,
      retainagePercent: input.retainagePercent,
      previousQuantity: line.invoicedQuantity,
      claimedQuantity: done.quantity,
      storedQuantity: done.stored,
      previousStoredQuantity: line.stored,
      unitPrice: line.unitPrice,
    };
  });
  if (errors.length)
    throw invalid(
      "cannot_claim",
      `${errors.map(({ message }) => message).join(" ")} Nothing was saved.`,
      errors,
    );
  return lines;
};

/** What of a line an application asks for, or certifies, as put in place in its period. */
export const placedOf = (line: StoredLine): string => {
  const { certifiedQuantity, certifiedStoredQuantity: stored } = line;
  return plainDecimal(
    subtractQuantity(
      addQuantity(certifiedQuantity ?? line.claimedQuantity, line.previousStoredQuantity),
      stored ?? line.storedQuantity,
    ),
  );
};
/** The same of what it asks for, whatever is certified of it. */
export const claimedOf = (line: StoredLine): string =>
  placedOf({ ...line, certifiedQuantity: null, certifiedStoredQuantity: null });

/** What was kept back of lines of an order by certificates that stand, and billed with it, in cents. */
const heldBefore = async (
  db: Db,
  orderId: string,
): Promise<ReadonlyMap<string, { billed: number; held: number }>> =>
  new Map(
    (
      await db.rows<{ id: string; billed: number; held: number }>(sql`
        select
          l.purchase_order_line_id as id, sum(l.certified_cents)::bigint as billed,
          sum(l.retainage_cents)::bigint as held
        from pay_application_line l
        join pay_application a on a.org_id = l.org_id and a.id = l.application_id
        where l.org_id = ${db.scope.orgId}
          and a.purchase_order_id = ${orderId}
          and a.status = 'certified'
          and l.certified_cents is not null
        group by l.purchase_order_line_id
      `)
    ).map(({ id, billed, held }) => [id, { billed, held }]),
  );

export type Priced = {
  purchaseOrderLineId: string;
  cents: number;
  retainage: number;
  rate: string;
};

/**
 * What so much of each line comes to, and what is kept back of it: by the line's rate, else the
 * contract's, within what the law lets be held of this bill.
 */
export const pricedLines = async (
  db: Db,
  order: Pick<OrderToPay, "id" | "contractId">,
  scope: "following" | "all",
  lines: readonly (Pick<StoredLine, "purchaseOrderLineId" | "unitPrice" | "retainagePercent"> & {
    quantity: string;
  })[],
): Promise<{ lines: Priced[]; kept: KeptBack }> => {
  const cents = lines.map((line) => centsOf(line, line.quantity));
  const [before, kept] = await Promise.all([
    scope === "all"
      ? heldBefore(db, order.id)
      : new Map<string, { billed: number; held: number }>(),
    keptBackOf(
      db,
      order.contractId,
      cents.reduce((sum, each) => sum + each, 0),
    ),
  ]);
  const rates = lines.map((line) => plainDecimal(line.retainagePercent ?? kept.rate));
  const retainage = retainageOfLines(
    lines.map((line, at) => ({
      rate: rates[at]!,
      cents: cents[at]!,
      billedBefore: before.get(line.purchaseOrderLineId)?.billed ?? 0,
      heldBefore: before.get(line.purchaseOrderLineId)?.held ?? 0,
    })),
    scope,
    kept.most,
  );
  return {
    lines: lines.map((line, at) => ({
      purchaseOrderLineId: line.purchaseOrderLineId,
      cents: cents[at]!,
      retainage: retainage[at]!,
      rate: rates[at]!,
    })),
    kept,
  };
};

/** Writes what is asked for of each line anew. */
export const storeLines = async (
  tx: Tx,
  applicationId: string,
  lines: ReturnType<typeof claimedLines>,
): Promise<void> => {
  await tx.rows(sql`
    delete from pay_application_line
    where org_id = ${tx.scope.orgId} and application_id = ${applicationId}
  `);
  await insertRows(
    tx,
    payApplicationLine,
    lines.map((line) => ({ ...line, orgId: tx.scope.orgId!, applicationId })),
  );
};

/** What came of a line that its certificate needs beyond what was received before: decimal text. */
export const toReceive = (line: LineToPay, certified: string): string => {
  const billed = addQuantity(line.invoicedQuantity, certified);
  return compareQuantity(billed, line.receivedQuantity) > 0
    ? subtractQuantity(billed, line.receivedQuantity)
    : "0";
};
