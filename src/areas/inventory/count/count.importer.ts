import { z } from "zod";
import type { Actor } from "#kernel/access.ts";
import { isInstant, type Instant } from "#kernel/time.ts";
import { databaseNow } from "#server/clock.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { arrayOf, sql } from "#server/db/sql.ts";
import { cells } from "#server/import/cells.ts";
import { defineImporter, type Planned, type Verdict } from "#server/import/importer.ts";
import { entryInput } from "./count.model.ts";
import { enterCounted } from "./enter.service.ts";

const { lot, quantity } = entryInput.shape;
const rowSchema = z.object({
  count: z.string().trim().min(1, "Name the count.").max(40),
  item: z.string().trim().min(1, "Name the item.").max(200),
  location: z.string().trim().min(1, "Name the location.").max(40),
  ...{ lot, quantity },
  unit: z.string().trim().max(40).default(""),
  countedAt: z
    .string()
    .refine(isInstant, "Write an instant with its offset, such as 2026-11-20T14:00:00-06:00."),
});
type Row = z.output<typeof rowSchema>;
type Found = {
  countId: string | null;
  status: string | null;
  plannedAt: Instant | null;
  itemId: string | null;
  locationId: string | null;
  tracking: string | null;
  /** What the row's lot has been written down as already in this round. */
  before: string | null;
};

const found = (db: Db, rows: readonly Row[]): Promise<Found[]> =>
  db.rows<Found>(sql`
    select
      c.id as count_id, c.status, c.created_at as planned_at, i.id as item_id, o.id as location_id,
      i.tracking,
      (
        select trim_scale(e.quantity)::text
        from stock_count_task t
        join stock_count_entry e on e.org_id = t.org_id and e.task_id = t.id
        where t.org_id = c.org_id
          and t.count_id = c.id
          and t.item_id = i.id
          and t.location_id = o.id
          and e.round = case when c.status = 'open' then 1 else 2 end
          and lower(e.lot) = lower(f.lot)
      ) as before
    from unnest(
      ${arrayOf(rows.map((row) => row.count))}::text[],
      ${arrayOf(rows.map((row) => row.item))}::text[],
      ${arrayOf(rows.map((row) => row.location))}::text[],
      ${arrayOf(rows.map((row) => row.lot))}::text[]
    )
    with ordinality f(count, item, location, lot, place)
    left join stock_count c on c.org_id = ${db.scope.orgId} and c.number = upper(f.count)
    left join lateral (
        select s.id, s.tracking
        from stock_item s
        where s.org_id = ${db.scope.orgId}
          and s.status = 'active'
          and (s.number = upper(f.item) or lower(s.name) = lower(f.item))
        order by s.number = upper(f.item) desc
        limit 1
      ) i
      on true
    left join stock_location o on o.org_id = ${db.scope.orgId} and lower(o.code) = lower(f.location)
    order by f.place
  `);

const reject = (column: string, expected: string, said: string, fix: string): Verdict<Found> => ({
  action: "reject",
  problem: { column, expected, found: said, fix },
});

const judge = (row: Row, at: Found, now: number): Verdict<Found> => {
  if (!at.countId || (at.status !== "open" && at.status !== "recount"))
    return reject(
      "Count",
      "the number of a count that is counted",
      row.count,
      `${row.count} is not being counted: plan a count, or correct the number.`,
    );
  if (!at.itemId)
    return reject("Item", "an item in use", row.item, `${row.item} is unknown: correct it.`);
  if (!at.locationId)
    return reject("Location", "a location's code", row.location, `${row.location} is unknown.`);
  if (Date.parse(row.countedAt) > now)
    return reject(
      "Counted at",
      "an hour that is over",
      row.countedAt,
      "Nothing is counted at an hour to come: correct it.",
    );
  if (Date.parse(row.countedAt) < Date.parse(at.plannedAt!))
    return reject(
      "Counted at",
      "an hour behind the planning of the count",
      row.countedAt,
      `${row.count} was planned after that: correct the hour.`,
    );
  if (at.tracking === "none" ? row.lot !== "" : row.lot === "" && /[1-9]/.test(row.quantity))
    return reject(
      "Lot",
      at.tracking === "none" ? "nothing" : "a lot or serial number",
      row.lot,
      at.tracking === "none"
        ? "This item is not told apart by lots: leave the lot empty."
        : "This item is told apart by lots: write the lot or serial number.",
    );
  if (at.before === null) return { action: "create", plan: at };
  return Number(at.before) === Number(row.quantity) && !row.unit
    ? { action: "skip" }
    : { action: "update", plan: at };
};

const plan = async (db: Db, rows: readonly Row[]): Promise<Verdict<Found>[]> => {
  const [places, now] = await Promise.all([found(db, rows), databaseNow(db)]);
  return rows.map((row, at) => judge(row, places[at]!, now.getTime()));
};

const apply = async (tx: Tx, actor: Actor, rows: readonly Planned<Row, Found>[]): Promise<void> => {
  for (const { row, plan: at } of rows)
    await enterCounted(tx, actor, at.countId!, {
      itemId: at.itemId!,
      locationId: at.locationId!,
      lot: row.lot,
      quantity: row.quantity,
      unit: row.unit || null,
      countedAt: row.countedAt as Instant,
    });
};

/** What was counted on paper or with a scanner's own memory, into a count that is under way. */
export const countImporter = defineImporter({
  kind: "stock-count-entries",
  label: "counted stock",
  permission: "stock.count",
  batch: 200,
  schema: rowSchema,
  keys: ({ count, item, location, lot: code }) => [
    [count, item, location, code].join(" · ").toLowerCase(),
  ],
  plan,
  apply,
  fields: [
    { name: "count", label: "Count", required: true, type: cells.code },
    {
      name: "item",
      label: "Item",
      required: true,
      aliases: ["Item number", "Number"],
      expected: "its number or its name",
      type: cells.code,
    },
    { name: "location", label: "Location", required: true, aliases: ["Bin"], type: cells.code },
    {
      name: "lot",
      label: "Lot",
      aliases: ["Serial number", "Lot or serial number"],
      type: cells.code,
    },
    { name: "quantity", label: "Quantity", required: true, type: cells.decimal },
    { name: "unit", label: "Unit" },
    {
      name: "countedAt",
      label: "Counted at",
      required: true,
      aliases: ["Instant", "Time"],
      type: cells.instant,
    },
  ],
});
