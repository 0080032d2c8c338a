import { z } from "zod";
import type { Actor } from "#kernel/access.ts";
import { names } from "#kernel/labels.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { cells, oneOf } from "#server/import/cells.ts";
import { defineImporter, type Planned, type Verdict } from "#server/import/importer.ts";
import { countingOf } from "../year/recount.service.ts";
import { qualities } from "../year/year.labels.ts";
import type { Setup } from "../year/year.model.ts";
import { linesOf, type Counting, type Source } from "./count.model.ts";
import { gapCauses } from "./gap.labels.ts";
import { lineFields } from "./line.model.ts";
import { addLine } from "./line.service.ts";

const rowSchema = z.object({
  ...lineFields,
  quality: z.enum(names(qualities)).default("measured"),
  reference: z.string().trim().min(1, "Every row has a reference of its own.").max(80),
});
type Row = z.output<typeof rowSchema>;
type Plan = { yearId: string };
type Open = { id: string; year: number; setup: Setup; potentials: string; keys: string[] };

const openYears = (db: Db): Promise<Open[]> =>
  db.rows<Open>(sql`
    select
      y.id, y.year, y.setup, y.potentials,
      array(
        select l.source_key
        from carbon_line l
        where l.org_id = y.org_id and l.year_id = y.id and l.source_key like 'import:%'
      ) as keys
    from carbon_year y
    where y.org_id = ${db.scope.orgId} and y.status = 'open'
  `);

/** By what a reading is known again: its reference within its activity. */
const importKey = ({ activity, reference }: Pick<Row, "activity" | "reference">): string =>
  `import:${activity} ${reference}`.toLowerCase();

const reject = (column: string, expected: string, found: string, fix: string) => ({
  ...{ action: "reject" as const, problem: { column, expected, found, fix } },
});

const verdict = (years: readonly (Open & { counting: Counting })[], row: Row): Verdict<Plan> => {
  const { activity: wanted, title, onDay, quantity, unit, quality } = row;
  const year = years.find((one) => one.year === Number(onDay.slice(0, 4)));
  if (!year)
    return reject("Day", "a day of an open carbon year", onDay, "Begin that year, or restate it.");
  const activity = year.setup.activities.find(({ key }) => key === wanted);
  if (!activity)
    return reject("Activity", "a key of the year's activities", wanted, "Correct the key.");
  if (year.keys.includes(importKey(row))) return { action: "skip" };
  const source: Source = {
    ...{ sourceType: "", sourceId: null, sourceKey: importKey(row), sourceNumber: "" },
    ...{ title, onDay },
  };
  const lines = linesOf(year.counting, activity, source, { quantity, unit, onDay }, quality);
  return typeof lines === "string"
    ? reject(
        "Unit",
        "a quantity that can be computed",
        unit,
        `Not computable: ${gapCauses[lines]}.`,
      )
    : { action: "create", plan: { yearId: year.id } };
};

const apply = async (tx: Tx, actor: Actor, rows: readonly Planned<Row, Plan>[]): Promise<void> => {
  for (const { row, plan } of rows) {
    const { reference, ...line } = row;
    await addLine(tx, actor, plan.yearId, line, {
      sourceKey: importKey(row),
      sourceNumber: reference,
    });
  }
};

/** Readings of own meters and tanks: each counts in the open year of its day, once by its reference. */
export const lineImporter = defineImporter<typeof rowSchema, Plan>({
  kind: "carbon-lines",
  label: "lines of a carbon year",
  permission: "carbon.prepare",
  schema: rowSchema,
  keys: (row: Row) => [importKey(row)],
  plan: async (db, rows: readonly Row[]) => {
    const years = await Promise.all(
      (await openYears(db)).map(async (one) => ({ ...one, counting: await countingOf(db, one) })),
    );
    return rows.map((row) => verdict(years, row));
  },
  apply,
  fields: [
    { name: "activity", label: "Activity", required: true, aliases: ["Key"], type: cells.code },
    { name: "title", label: "What", required: true, aliases: ["Description", "Title"] },
    { name: "onDay", label: "Day", required: true, aliases: ["Date", "Read on"], type: cells.day },
    { name: "quantity", label: "Quantity", required: true, type: cells.decimal },
    { name: "unit", label: "Unit", required: true, type: cells.code },
    { name: "quality", label: "Quality", type: oneOf(qualities) },
    {
      ...{ name: "reference", label: "Reference", required: true },
      ...{ aliases: ["Meter reading", "Number"], type: cells.code },
    },
    { name: "note", label: "Note" },
  ],
});
