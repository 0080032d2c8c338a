import { invalid, type FieldError } from "#kernel/errors.ts";
import { isLumpSum } from "#kernel/lump-sum.ts";
import { addQuantity, compareQuantity, plainDecimal, subtractQuantity } from "#kernel/quantity.ts";
import { orderToPay } from "#areas/procurement/procurement.server.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { insertRows } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { projectOrders } from "../pay/orders.service.ts";
import type { LoggedLine, LogQuantity } from "./log.model.ts";
import { dailyLogQuantity } from "./log.tables.ts";

/** Orders of a project that are asked for their lines at most. */
const mostOrders = 20;
const placed: ReadonlySet<string> = new Set([
  "issued",
  "acknowledged",
  "partly_received",
  "received",
]);

/** What submitted logs say of lines of orders, but for one log. */
const loggedOf = async (
  db: Db,
  orderIds: readonly string[],
  but: string | null,
): Promise<ReadonlyMap<string, string>> =>
  new Map(
    (
      await db.rows<{ id: string; quantity: string }>(sql`
        select q.purchase_order_line_id as id, sum(q.quantity) as quantity
        from daily_log_quantity q
        join daily_log d on d.org_id = q.org_id and d.id = q.log_id
        where q.org_id = ${db.scope.orgId}
          and q.purchase_order_id = any(${[...orderIds]}::uuid[])
          and d.status = 'submitted'
          and d.id is distinct from ${but}::uuid
        group by q.purchase_order_line_id
      `)
    ).map(({ id, quantity }) => [id, quantity]),
  );

/** Lines of these orders with what submitted logs say of each, but for one log. */
export const linesOfOrders = async (
  db: Db,
  orderIds: readonly string[],
  but: string | null,
): Promise<LoggedLine[]> => {
  const [orders, logged] = await Promise.all([
    Promise.all(orderIds.map((id) => orderToPay(db, id))),
    loggedOf(db, orderIds, but),
  ]);
  return orders
    .filter((order) => order !== null)
    .flatMap((order) =>
      order.lines.map((line) => ({
        purchaseOrderLineId: line.id,
        purchaseOrderId: order.id,
        order: order.number,
        lineNo: line.lineNo,
        description: line.description,
        unit: isLumpSum(line) ? "dollars" : line.unit,
        ordered: plainDecimal(line.quantity),
        logged: plainDecimal(logged.get(line.id) ?? "0"),
      })),
    );
};

/** Lines of the orders of a project that went out and are not closed. */
export const loggableLines = async (
  db: Db,
  project: { segmentId: string },
): Promise<LoggedLine[]> => {
  const orders = (await projectOrders(db, project)).filter(({ status }) => placed.has(status));
  const ids = orders.slice(0, mostOrders).map(({ id }) => id);
  return linesOfOrders(db, ids, null);
};

export type StoredQuantity = LogQuantity & { purchaseOrderId: string };

/** The quantities of a log, in their order. */
export const quantitiesOf = async (db: Db, logId: string): Promise<StoredQuantity[]> =>
  (
    await db.rows<StoredQuantity>(sql`
      select purchase_order_id, purchase_order_line_id, station, quantity, note
      from daily_log_quantity
      where org_id = ${db.scope.orgId} and log_id = ${logId}
      order by position
    `)
  ).map((each) => ({ ...each, quantity: plainDecimal(each.quantity) }));

/**
 * What was typed, with the order of each line: a line of an order of the project that went out, or
 * one that the log had before. 422 `line_unknown` at its line.
 */
export const placedQuantities = async (
  db: Db,
  project: { segmentId: string },
  typed: readonly LogQuantity[],
  before: readonly StoredQuantity[],
): Promise<StoredQuantity[]> => {
  if (typed.length === 0) return [];
  const known = [...(await loggableLines(db, project)), ...before];
  const errors: FieldError[] = [];
  const found = typed.flatMap((each, at) => {
    const line = known.find((one) => one.purchaseOrderLineId === each.purchaseOrderLineId);
    if (line) return { ...each, purchaseOrderId: line.purchaseOrderId };
    errors.push({
      path: `quantities.${at}.purchaseOrderLineId`,
      message: "Choose a line of an order of this project that went out and is not closed.",
    });
    return [];
  });
  if (errors.length) throw invalid("line_unknown", errors[0]!.message, errors);
  return found;
};

/** Writes the quantities of a log anew. */
export const storeQuantities = async (
  tx: Tx,
  logId: string,
  quantities: readonly StoredQuantity[],
): Promise<void> => {
  await tx.rows(sql`
    delete from daily_log_quantity
    where org_id = ${tx.scope.orgId} and log_id = ${logId}
  `);
  await insertRows(
    tx,
    dailyLogQuantity,
    quantities.map((each, position) => ({ ...each, orgId: tx.scope.orgId!, logId, position })),
  );
};

type Beyond = { at: number; says: string };

/** Lines of a log with which more is logged than was ordered, in words, by their place in the log. */
export const beyondOf = async (
  db: Db,
  logId: string,
  quantities: readonly StoredQuantity[],
): Promise<Beyond[]> => {
  const orderIds = [...new Set(quantities.map((each) => each.purchaseOrderId))];
  const lines = await linesOfOrders(db, orderIds, logId);
  const sums = new Map(lines.map((line) => [line.purchaseOrderLineId, line.logged]));
  return quantities.flatMap((each, at): Beyond[] => {
    const line = lines.find((one) => one.purchaseOrderLineId === each.purchaseOrderLineId);
    const before = sums.get(each.purchaseOrderLineId) ?? "0";
    const sum = addQuantity(before, each.quantity);
    sums.set(each.purchaseOrderLineId, sum);
    if (!line)
      return [{ at, says: "This line was cancelled with its order: take it out of the log." }];
    if (compareQuantity(sum, line.ordered) <= 0) return [];
    const left = compareQuantity(before, line.ordered) < 0;
    const room = left ? plainDecimal(subtractQuantity(line.ordered, before)) : "0";
    return [
      {
        at,
        says: `Line ${line.lineNo} of ${line.order} has ${line.ordered} ${line.unit}, of which ${room} are not logged yet: ${each.quantity} is more. Correct it, or have the order changed first.`,
      },
    ];
  });
};

/** 422 `beyond_order` at each line with which more is logged than was ordered. */
export const refuseBeyond = async (
  tx: Tx,
  logId: string,
  quantities: readonly StoredQuantity[],
): Promise<void> => {
  const beyond = await beyondOf(tx, logId, quantities);
  if (beyond.length)
    throw invalid(
      "beyond_order",
      `${beyond.map(({ says }) => says).join(" ")} The draft is kept.`,
      beyond.map(({ at, says }) => ({ path: `quantities.${at}.quantity`, message: says })),
    );
};
