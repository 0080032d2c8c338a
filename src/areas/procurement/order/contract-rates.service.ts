import type { Tx } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { invalid, type FieldError } from "#kernel/errors.ts";
import { compareQuantity, shownPrice } from "#kernel/quantity.ts";
import type { Day } from "#kernel/time.ts";
import { pricedByContract, type LineAtRate } from "./contracts.service.ts";
import type { ChangeInput, OrderInput } from "./order.model.ts";

type Lines = Pick<OrderInput, "requisitionLines" | "lines">;

const ownAsked = (lines: OrderInput["lines"], list: string): LineAtRate[] =>
  lines.map((line, at) => ({
    path: `${list}.${at}`,
    rateCode: line.rateCode ?? null,
    quantity: line.quantity,
    unitPrice: line.unitPrice,
  }));

const quantitiesOf = async (tx: Tx, ids: readonly string[]): Promise<Map<string, string>> => {
  if (ids.length === 0) return new Map();
  const rows = await tx.rows<{ id: string; quantity: string }>(sql`
    select id, quantity
    from requisition_line
    where org_id = ${tx.scope.orgId} and id = any(${ids}::uuid[])
  `);
  return new Map(rows.map((row) => [row.id, row.quantity]));
};

/**
 * The lines of an order at the items and prices of its contract's rate sheet of a day; as they are
 * where it is under none, or the contract has no sheet. 422 `not_at_rate` names a line that is not on
 * the sheet or asks for another price.
 */
export const atContractRates = async <T extends Lines>(
  tx: Tx,
  given: T,
  contractId: string | null | undefined,
  day: Day,
): Promise<T> => {
  if (!contractId) return given;
  const whole = await quantitiesOf(
    tx,
    given.requisitionLines.flatMap((l) => (l.quantity ? [] : [l.requisitionLineId])),
  );
  const taken = given.requisitionLines.map((line, at) => ({
    path: `requisitionLines.${at}`,
    rateCode: line.rateCode ?? null,
    quantity: line.quantity ?? whole.get(line.requisitionLineId) ?? "0",
    unitPrice: line.unitPrice ?? null,
  }));
  const rated = await pricedByContract(tx, contractId, day, [
    ...taken,
    ...ownAsked(given.lines, "lines"),
  ]);
  if (!rated) return given;
  return {
    ...given,
    requisitionLines: given.requisitionLines.map((line, at) => ({
      ...line,
      unitPrice: rated[at]!.unitPrice,
    })),
    lines: given.lines.map((line, at) => ({ ...line, ...rated[taken.length + at]! })),
  };
};

type OfOrder = { id: string; kind: string; contractId: string | null; orderedOn: Day };
type RatedLine = { id: string; rateCode: string | null; quantity: string; unitPrice: string };

/**
 * Refuses an order whose stored lines are not at the rates of its contract: it was put under the
 * contract after they were written. 422 `not_at_rate`.
 */
export const requireAtRates = async (tx: Tx, o: OfOrder): Promise<void> => {
  if (!o.contractId || o.kind === "blanket") return;
  const lines = await tx.rows<Omit<LineAtRate, "path">>(sql`
    select rate_code, quantity, unit_price
    from purchase_order_line
    where org_id = ${tx.scope.orgId} and purchase_order_id = ${o.id}
    order by line_no
  `);
  await pricedByContract(
    tx,
    o.contractId,
    o.orderedOn,
    lines.map((line, at) => ({ ...line, path: `lines.${at}` })),
  );
};

// A line that was ordered at a rate keeps to the sheet of its day, by its new quantity.
const changedAtRates = async (
  tx: Tx,
  o: OfOrder,
  lines: readonly RatedLine[],
  changes: ChangeInput["lines"],
): Promise<ChangeInput["lines"]> => {
  const asked = changes.flatMap((change, at) => {
    const line = lines.find((l) => l.id === change.id);
    if (!line?.rateCode || change.cancelled) return [];
    const { quantity, unitPrice } = { ...line, ...dropped(change) };
    const moved = compareQuantity(unitPrice, line.unitPrice) !== 0;
    return [
      {
        at,
        path: `lines.${at}`,
        rateCode: line.rateCode,
        quantity,
        typed: moved ? unitPrice : null,
      },
    ];
  });
  const rated = await pricedByContract(
    tx,
    o.contractId,
    o.orderedOn,
    asked.map(({ path, rateCode, quantity, typed }) => ({
      path,
      rateCode,
      quantity,
      unitPrice: typed,
    })),
  );
  if (!rated) return changes;
  const prices = new Map(asked.map(({ at }, n) => [at, rated[n]!.unitPrice]));
  return changes.map((change, at) =>
    prices.has(at) ? { ...change, unitPrice: prices.get(at)! } : change,
  );
};

const dropped = ({ quantity, unitPrice }: ChangeInput["lines"][number]) => ({
  ...(quantity ? { quantity } : {}),
  ...(unitPrice ? { unitPrice } : {}),
});

// A line that names no item was ordered before there was a sheet: its price stays.
const refuseDearer = (lines: readonly RatedLine[], changes: ChangeInput["lines"]): void => {
  const errors = changes.flatMap((change, at): FieldError[] => {
    const line = lines.find((l) => l.id === change.id);
    return line &&
      !line.rateCode &&
      change.unitPrice &&
      compareQuantity(change.unitPrice, line.unitPrice) > 0
      ? [
          {
            path: `lines.${at}.unitPrice`,
            message: `Its contract has a rate sheet, and this is not on it: the price stays at $${shownPrice(line.unitPrice)} or falls.`,
          },
        ]
      : [];
  });
  if (errors.length)
    throw invalid("not_at_rate", "The contract says the prices. Nothing was saved.", errors);
};

/**
 * A change of an order at the rates of its contract, of the day on which it was ordered. The errors of
 * `atContractRates`, with the paths of the change.
 */
export const changeAtRates = async (
  tx: Tx,
  o: OfOrder,
  lines: readonly RatedLine[],
  input: ChangeInput,
): Promise<ChangeInput> => {
  if (!o.contractId || o.kind === "blanket") return input;
  const rated = await pricedByContract(
    tx,
    o.contractId,
    o.orderedOn,
    ownAsked(input.added, "added"),
  );
  const hasSheet = rated !== null || lines.some((line) => line.rateCode);
  if (hasSheet) refuseDearer(lines, input.lines);
  return {
    ...input,
    lines: await changedAtRates(tx, o, lines, input.lines),
    added: rated ? input.added.map((line, at) => ({ ...line, ...rated[at]! })) : input.added,
  };
};
