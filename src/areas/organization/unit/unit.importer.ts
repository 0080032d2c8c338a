import { wordsOf } from "#kernel/labels.ts";
import type { z } from "zod";
import { newId } from "#kernel/ids.ts";
import { auditMany } from "#server/audit/audit.ts";
import type { Db } from "#server/db/db.ts";
import { insertRow, updateRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { cells, oneOf } from "#server/import/cells.ts";
import { defineImporter, type Verdict } from "#server/import/importer.ts";
import { announce } from "#server/lifecycle.ts";
import { unit } from "../organization.tables.ts";
import { unitKinds } from "./unit.labels.ts";
import { unitInput } from "./unit.model.ts";

type Row = z.output<typeof unitInput>;
type Known = typeof unit.$inferSelect;
type Plan = { before: Known | null };

const plan = async (db: Db, rows: readonly Row[]): Promise<Verdict<Plan>[]> => {
  const known = new Map(
    (
      await db.rows<Known>(sql`
        select *, trim_scale(factor)::text as factor
        from measure_unit
        where org_id = ${db.scope.orgId}
          and lower(code) = any(${rows.map((r) => r.code.toLowerCase())}::text[])
      `)
    ).map((one) => [one.code.toLowerCase(), one]),
  );
  return rows.map((row) => {
    const before = known.get(row.code.toLowerCase()) ?? null;
    if (!before) return { action: "create", plan: { before } };
    const same =
      before.code === row.code &&
      before.name === row.name &&
      before.kind === row.kind &&
      Number(before.factor) === Number(row.factor);
    return same ? { action: "skip" } : { action: "update", plan: { before } };
  });
};

const kindType = oneOf(wordsOf(unitKinds));

/** Brings units in from a file: a unit that is there already is changed, never doubled. */
export const unitImporter = defineImporter({
  kind: "units",
  label: "units",
  permission: "master.edit",
  batch: 200,
  schema: unitInput,
  keys: (row) => [row.code.toLowerCase()],
  plan,
  apply: async (tx, actor, rows, importId) => {
    const stored = await Promise.all(
      rows.map(async ({ row, plan: { before } }) => ({
        before,
        after: before
          ? await updateRow(tx, unit, before.id, row)
          : await insertRow(tx, unit, { ...row, orgId: actor.orgId!, id: newId() }),
      })),
    );
    auditMany(
      tx,
      actor,
      stored.map(({ before, after }) => ({
        action: "unit.import",
        objectType: "unit",
        objectId: after.id,
        objectNumber: after.code,
        before,
        after,
        note: `Import ${importId}`,
      })),
    );
    announce(tx, actor.orgId!, "unit.import", importId);
  },
  fields: [
    { name: "code", label: "Unit", required: true, aliases: ["Code", "Symbol"], type: cells.code },
    { name: "name", label: "Name", required: true, aliases: ["Description"] },
    {
      name: "kind",
      label: "Kind",
      required: true,
      type: kindType,
    },
    {
      name: "factor",
      label: "Factor",
      expected: "how many of the base of its kind it is",
      type: cells.decimal,
    },
  ],
});
