import { addQuantity } from "#kernel/quantity.ts";
import { accountsOfProject } from "#areas/budget/budget.server.ts";
import { chargedInvoices } from "#areas/finance/finance.server.ts";
import {
  boughtOf,
  orderedFor,
  ordersPlaced,
  requestedLines,
  type RequestedLine,
} from "#areas/procurement/procurement.server.ts";
import { notFound } from "#kernel/errors.ts";
import type { Db } from "#server/db/db.ts";
import { getRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { partOf } from "../../money/money.model.ts";
import { project } from "../../projects.tables.ts";
import type { MeasurementStored } from "../measurement.noun.ts";
import { planSet } from "../plan.tables.ts";
import { endedStatuses } from "./ended.service.ts";
import { keyOf, type Item } from "./lines.model.ts";
import { itemsOf } from "./lines.service.ts";
import type { BoughtStanding, MeasuredShapes, ShapesQuery, StandingRow } from "./standing.model.ts";

const mostRows = 5000;
type Row = MeasurementStored & { current: boolean };
export type StandingOf = { measurementId: string } | { sheetId: string } | { planSetId: string };

const rowsOf = (db: Db, of: StandingOf): Promise<Row[]> => {
  const asked = { measurementId: null, sheetId: null, planSetId: null, ...of };
  return db.rows<Row>(sql`
    select m.*, s.current
    from measurement m
    join plan_sheet s on s.org_id = m.org_id and s.id = m.sheet_id
    left join plan_sheet n on n.org_id = m.org_id and n.id = ${asked.sheetId}::uuid
    where m.org_id = ${db.scope.orgId}
      and m.status <> 'dropped'
      and (
        m.id = ${asked.measurementId}::uuid
        or s.plan_set_id = ${asked.planSetId}::uuid
        or (s.plan_set_id = n.plan_set_id and s.number = n.number and s.revision <= n.revision)
      )
    order by m.number
    limit ${mostRows}
  `);
};

type Kept = { requisitionId: string; lineNo: number; itemKey: string; description: string };
type KeptLine = Kept & { unit: string; measurements: string[] };

// The lines that these measurements stand in, each once, with everybody's measurements.
const keptLines = (db: Db, ids: readonly string[]): Promise<KeptLine[]> =>
  db.rows<KeptLine>(sql`
    select
      l.requisition_id, l.line_no, l.item_key, l.description, l.unit,
      array_agg(l.measurement_id) as measurements
    from measured_line l
    where l.org_id = ${db.scope.orgId}
      and (l.requisition_id, l.line_no) in (
        select o.requisition_id, o.line_no
        from measured_line o
        where o.org_id = ${db.scope.orgId}
          and o.requisition_id is not null
          and o.measurement_id = any(${[...ids]}::uuid[])
      )
    group by l.requisition_id, l.line_no, l.item_key, l.description, l.unit
    order by l.requisition_id, l.line_no
    limit 1000
  `);

const says = (kept: KeptLine, line: RequestedLine | undefined): boolean =>
  line !== undefined && line.description === kept.description && line.unit === kept.unit;

/** The line that stands for what was measured: at its place, else one that says the same. */
const standsFor = (kept: KeptLine, lines: readonly RequestedLine[]): RequestedLine | undefined =>
  says(kept, lines[kept.lineNo - 1])
    ? lines[kept.lineNo - 1]
    : lines.find((line) => says(kept, line));

// What was paid of each order line, in cents: its share of what was paid of its invoice.
const paidOf = async (db: Db, projectId: string, orderIds: readonly string[]) => {
  const paid = new Map<string, number>();
  if (orderIds.length === 0) return paid;
  const { segmentId } = await getRow(db, project, projectId, "project");
  const accountIds = await accountsOfProject(db, segmentId);
  const invoices = await chargedInvoices(db, { accountIds, ids: [], orderIds: [...orderIds] });
  for (const invoice of invoices)
    for (const { orderLineId, billed } of invoice.parts)
      if (orderLineId !== null)
        paid.set(
          orderLineId,
          (paid.get(orderLineId) ?? 0) + partOf(invoice.paid, billed, invoice.total),
        );
  return paid;
};

const blank = (
  of: Pick<StandingRow, "key" | "description" | "unit" | "costCode">,
): StandingRow => ({
  ...of,
  ...{ measured: "0", stale: "0", requested: "0", ordered: "0", received: "0" },
  ...{ paid: 0, changed: 0, requisitionIds: [], orders: [] },
});

const measuredRows = (items: readonly Item[], current: ReadonlySet<string>) => {
  const rows = new Map<string, StandingRow>();
  for (const item of items) {
    const key = keyOf(item);
    const row = rows.get(key) ?? blank({ ...item, key });
    const column = current.has(item.measurement.id) ? "measured" : "stale";
    rows.set(key, {
      ...{ key, description: row.description, unit: row.unit, costCode: row.costCode },
      ...row,
      [column]: addQuantity(row[column], item.quantity),
    });
  }
  return rows;
};

type Found = Awaited<ReturnType<typeof boughtFacts>>;
const boughtFacts = async (db: Db, projectId: string, kept: readonly KeptLine[]) => {
  const requested = await requestedLines(db, [...new Set(kept.map((k) => k.requisitionId))]);
  const stands = kept.map((each) => ({
    kept: each,
    line: standsFor(
      each,
      requested.filter(({ requisitionId }) => requisitionId === each.requisitionId),
    ),
  }));
  const lineIds = stands.flatMap(({ line }) => line?.lineId ?? []);
  const [bought, ordered] = await Promise.all([boughtOf(db, lineIds), orderedFor(db, lineIds)]);
  const paid = await paidOf(db, projectId, [...new Set(ordered.map(({ orderId }) => orderId))]);
  return { stands, bought, ordered, paid };
};

const withBought = (
  row: StandingRow,
  { kept, line }: Found["stands"][number],
  { bought, ordered, paid }: Found,
): StandingRow => {
  const requisitionIds = [...new Set([...row.requisitionIds, kept.requisitionId])];
  if (!line) return { ...row, requisitionIds, changed: row.changed + 1 };
  const of = bought.find(({ requisitionLineId }) => requisitionLineId === line.lineId);
  const orders = new Map([...row.orders, ...(of?.orders ?? [])].map((each) => [each.id, each]));
  return {
    ...row,
    requisitionIds,
    requested: endedStatuses.includes(line.status)
      ? row.requested
      : addQuantity(row.requested, line.quantity ?? "0"),
    ordered: addQuantity(row.ordered, of?.ordered ?? "0"),
    received: addQuantity(row.received, of?.received ?? "0"),
    orders: [...orders.values()],
    paid: ordered
      .filter(({ requisitionLineId }) => requisitionLineId === line.lineId)
      .reduce((sum, { orderLineId }) => sum + (paid.get(orderLineId) ?? 0), row.paid),
  };
};

/**
 * What was measured, asked for, ordered, received and paid beside each other, by item: of one
 * measurement, a sheet with its earlier revisions, or a plan set. 404.
 */
export const standingOf = async (db: Db, of: StandingOf): Promise<BoughtStanding> => {
  const rows = await rowsOf(db, of);
  const projectId = rows[0]?.projectId;
  if (!projectId) {
    await requireThere(db, of);
    return { items: [], others: 0 };
  }
  const ids = rows.map(({ id }) => id);
  const [{ items }, kept] = await Promise.all([itemsOf(db, rows), keptLines(db, ids)]);
  const found = await boughtFacts(db, projectId, kept);
  const current = new Set(rows.flatMap((row) => (row.current ? [row.id] : [])));
  const standing = measuredRows(items, current);
  for (const each of found.stands) {
    const { itemKey: key, description, unit } = each.kept;
    const row = standing.get(key) ?? blank({ key, description, unit, costCode: "" });
    standing.set(key, withBought(row, each, found));
  }
  const own = new Set(ids);
  const all = new Set(kept.flatMap(({ measurements }) => measurements));
  return {
    items: [...standing.values()].toSorted((a, b) => (a.costCode < b.costCode ? -1 : 1)),
    others: [...all].filter((id) => !own.has(id)).length,
  };
};

const requireThere = async (db: Db, of: StandingOf): Promise<void> => {
  if ("planSetId" in of) await getRow(db, planSet, of.planSetId, "plan set");
  const there =
    "planSetId" in of
      ? true
      : await db.maybe<{ there: number }>(sql`
        select 1 as there
        where exists (
            select 1
            from plan_sheet
            where org_id = ${db.scope.orgId} and id = ${"sheetId" in of ? of.sheetId : null}::uuid
          )
          or exists (
            select 1
            from measurement
            where org_id = ${db.scope.orgId}
              and id = ${"measurementId" in of ? of.measurementId : null}::uuid
          )
      `);
  if (!there) throw notFound("sheetId" in of ? "sheet" : "measurement");
};

const requisitionsOf = async (db: Db, orderId: string): Promise<string[]> => {
  const [order] = await ordersPlaced(db, [orderId]);
  const ordered = await orderedFor(db, order?.requisitionLineIds ?? []);
  return [...new Set(ordered.map(({ requisitionId }) => requisitionId))];
};

/** Where what a requisition, order or solicitation buys was measured: the sheet with its shape. */
export const shapesOf = async (db: Db, asked: ShapesQuery): Promise<MeasuredShapes> => {
  const requisitionIds = asked.orderId
    ? await requisitionsOf(db, asked.orderId)
    : asked.requisitionId
      ? [asked.requisitionId]
      : [];
  const items = await db.rows<MeasuredShapes["items"][number]>(sql`
    select
      m.id, m.number, m.sheet_id, s.number as sheet, s.revision, s.current, l.description,
      l.quantity::text as quantity, l.unit
    from measured_line l
    join measurement m on m.org_id = l.org_id and m.id = l.measurement_id
    join plan_sheet s on s.org_id = m.org_id and s.id = m.sheet_id
    where l.org_id = ${db.scope.orgId}
      and (
        l.requisition_id = any(${requisitionIds}::uuid[])
        or l.solicitation_id = ${asked.solicitationId ?? null}::uuid
      )
    order by l.line_no, m.number
    limit 500
  `);
  return { items };
};
