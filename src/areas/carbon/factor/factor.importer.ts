import type { z } from "zod";
import type { Actor } from "#kernel/access.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { cells } from "#server/import/cells.ts";
import { defineImporter, type Planned, type Verdict } from "#server/import/importer.ts";
import { factorInput, type FactorInput } from "./factor.model.ts";
import { addFactor } from "./factor.service.ts";

type Row = z.output<typeof factorInput>;

// A version is the same where its key, first day, unit and grams are.
const keyOf = (row: Pick<FactorInput, "factorKey" | "fromOn" | "unit" | "co2" | "ch4" | "n2o">) =>
  [row.factorKey, row.fromOn, row.unit, ...[row.co2, row.ch4, row.n2o].map(Number)]
    .join(" ")
    .toLowerCase();

const plan = async (db: Db, rows: readonly Row[]): Promise<Verdict<null>[]> => {
  const known = await db.rows<
    Pick<FactorInput, "factorKey" | "fromOn" | "unit" | "co2" | "ch4" | "n2o">
  >(sql`
    select
      f.factor_key, f.from_on, f.unit, trim_scale(f.co2)::text as co2,
      trim_scale(f.ch4)::text as ch4, trim_scale(f.n2o)::text as n2o
    from carbon_factor f
    where f.org_id = ${db.scope.orgId}
      and f.status <> 'withdrawn'
      and f.factor_key = any(${rows.map(({ factorKey }) => factorKey)}::text[])
  `);
  const there = new Set(known.map(keyOf));
  return rows.map((row) =>
    there.has(keyOf(row)) ? { action: "skip" } : { action: "create", plan: null },
  );
};

const apply = async (tx: Tx, actor: Actor, rows: readonly Planned<Row, null>[]): Promise<void> => {
  for (const { row } of rows) await addFactor(tx, actor, row);
};

/** Factors from a file, each unverified until another person confirms it; a version that is there is left out. */
export const factorImporter = defineImporter<typeof factorInput, null>({
  kind: "carbon-factors",
  label: "emission factors",
  permission: "carbon.prepare",
  schema: factorInput,
  keys: (row) => [keyOf(row)],
  plan,
  apply,
  fields: [
    { name: "factorKey", label: "Key", required: true, aliases: ["Factor key"], type: cells.code },
    { name: "name", label: "Factor", required: true, aliases: ["Name"] },
    { name: "unit", label: "Unit", required: true, aliases: ["By"], type: cells.code },
    { name: "co2", label: "CO2", required: true, aliases: ["CO2, g"], type: cells.decimal },
    { name: "ch4", label: "CH4", aliases: ["CH4, g"], type: cells.decimal },
    { name: "n2o", label: "N2O", aliases: ["N2O, g"], type: cells.decimal },
    { name: "fromOn", label: "From", required: true, aliases: ["Valid from"], type: cells.day },
    { name: "untilOn", label: "Through", aliases: ["Until"], type: cells.day },
    { name: "place", label: "Where it holds", aliases: ["Region"] },
    { name: "source", label: "Source", required: true, aliases: ["Citation"] },
    { name: "note", label: "Note" },
  ],
});
