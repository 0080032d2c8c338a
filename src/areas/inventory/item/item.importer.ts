import { z } from "zod";
import type { Actor } from "#kernel/access.ts";
import { plainDecimal } from "#kernel/quantity.ts";
import { unknownCodes } from "#areas/vendors/vendors.server.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { cells, oneOf } from "#server/import/cells.ts";
import {
  defineImporter,
  type ImportField,
  type Planned,
  type RowProblem,
  type Verdict,
} from "#server/import/importer.ts";
import { verdictOnKnown } from "#server/import/known-records.ts";
import { trackings } from "./item.labels.ts";
import { itemFields, itemInput, type ItemInput } from "./item.model.ts";
import { enterItem } from "./item.service.ts";
import { packsOf, packText } from "./packs.model.ts";

const { name, description, commodityCode, unit, tracking } = itemFields;
const { shelfLifeDays, costClass, reorderPoint, orderUpTo } = itemFields;

const rowSchema = z
  .object({
    ...{ name, description, commodityCode, unit, tracking },
    ...{ shelfLifeDays, costClass, reorderPoint, orderUpTo },
    packs: z.string().trim().max(1000).default(""),
  })
  .superRefine((row, context) => {
    const packs = packsOf(row.packs);
    if (!packs)
      return context.addIssue({
        code: "custom",
        path: ["packs"],
        message: "Write each pack as in: case of 12; pallet of 60.",
      });
    for (const { path, message } of itemInput.safeParse({ ...row, packs }).error?.issues ?? [])
      context.addIssue({ code: "custom", path: [path[0]!], message });
  });
type Row = z.output<typeof rowSchema>;

type OnFile = Pick<
  ItemInput,
  "name" | "description" | "unit" | "tracking" | "costClass" | "packs"
> & {
  number: string;
  commodityCode: string | null;
  shelfLifeDays: number | null;
  reorderPoint: string | null;
  orderUpTo: string | null;
};

const onFile = async (db: Db, names: readonly string[]): Promise<ReadonlyMap<string, OnFile>> => {
  const rows = await db.rows<OnFile>(sql`
    select
      number, name, description, commodity_code, unit, tracking, shelf_life_days, cost_class, packs,
      reorder_point::text as reorder_point, order_up_to::text as order_up_to
    from stock_item
    where org_id = ${db.scope.orgId}
      and status = 'active'
      and lower(name) = any(${[...names]}::text[])
  `);
  return new Map(rows.map((row) => [row.name.toLowerCase(), row]));
};

const keyOf = (row: Row): string => row.name.toLowerCase();
const decimal = (text: string | null): string => (text ? plainDecimal(text) : "");

const onKnown = (row: Row, known: OnFile): Verdict<null> => {
  const compared = (column: string, there: unknown, inFile: unknown) => ({
    column,
    onFile: `${there ?? ""}`,
    inFile: `${inFile ?? ""}`,
  });
  const packs = (packsOf(row.packs) ?? []).map(packText).join("; ");
  return verdictOnKnown(
    known.number,
    [
      compared("Unit", known.unit, row.unit),
      compared("Description", known.description, row.description),
      compared("Commodity", known.commodityCode, row.commodityCode),
      compared("Told apart", trackings[known.tracking], trackings[row.tracking]),
      compared("Packs", known.packs.map(packText).join("; "), packs),
      compared("Shelf life, days", known.shelfLifeDays, row.shelfLifeDays),
      compared("Cost class", known.costClass, row.costClass),
      compared("Reorder at", decimal(known.reorderPoint), decimal(row.reorderPoint)),
      compared("Order up to", decimal(known.orderUpTo), decimal(row.orderUpTo)),
    ],
    "Change the item on its page, or give this one another name.",
  );
};

const unknownCommodity = (found: string): RowProblem => ({
  column: "Commodity",
  expected: "a commodity code",
  found,
  fix: `Commodity ${found} is unknown: correct it, or add the code under master data.`,
});

const plan = async (db: Db, rows: readonly Row[]): Promise<Verdict<null>[]> => {
  const codes = rows.flatMap((row) => row.commodityCode || []);
  const [known, unknown] = await Promise.all([
    onFile(db, rows.map(keyOf)),
    unknownCodes(db, codes),
  ]);
  return rows.map((row) => {
    const there = known.get(keyOf(row));
    if (there) return onKnown(row, there);
    if (row.commodityCode && unknown.includes(row.commodityCode))
      return { action: "reject", problem: unknownCommodity(row.commodityCode) };
    return { action: "create", plan: null };
  });
};

const apply = async (tx: Tx, actor: Actor, rows: readonly Planned<Row, null>[]): Promise<void> => {
  for (const { row } of rows)
    await enterItem(
      tx,
      actor,
      itemInput.parse({
        ...row,
        commodityCode: row.commodityCode || null,
        packs: packsOf(row.packs),
      }),
    );
};

const column = (field: string, label: string, over: Partial<ImportField> = {}): ImportField => ({
  name: field,
  label,
  ...over,
});

/** Stock items of a file; a name that is there with other content is asked about, never changed. */
export const itemImporter = defineImporter({
  kind: "stock-items",
  label: "stock items",
  permission: "stock.edit",
  batch: 200,
  schema: rowSchema,
  keys: (row) => [keyOf(row)],
  plan,
  apply,
  fields: [
    column("name", "Item", { required: true, aliases: ["Name", "Item name", "Part"] }),
    column("unit", "Unit", { required: true, aliases: ["Unit of measure", "UOM"] }),
    column("description", "Description"),
    column("commodityCode", "Commodity", { aliases: ["Commodity code"], type: cells.code }),
    column("tracking", "Told apart", { aliases: ["Tracking"], type: oneOf(trackings) }),
    column("packs", "Packs", { expected: "such as case of 12; pallet of 60" }),
    column("shelfLifeDays", "Shelf life, days", { aliases: ["Shelf life"], type: cells.whole }),
    column("costClass", "Cost class", { aliases: ["Class"] }),
    column("reorderPoint", "Reorder at", { aliases: ["Reorder point"], type: cells.decimal }),
    column("orderUpTo", "Order up to", { aliases: ["Maximum"], type: cells.decimal }),
  ],
});
