import type { z } from "zod";
import { newId } from "#kernel/ids.ts";
import { auditMany } from "#server/audit/audit.ts";
import type { Db } from "#server/db/db.ts";
import { insertRow, updateRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { cells } from "#server/import/cells.ts";
import { defineImporter, type Verdict } from "#server/import/importer.ts";
import { announce } from "#server/lifecycle.ts";
import { costCode } from "../budget.tables.ts";
import { costCodeInput } from "./cost-code.model.ts";

type Row = z.output<typeof costCodeInput>;
type Known = typeof costCode.$inferSelect;
type Plan = { before: Known | null };

const plan = async (db: Db, rows: readonly Row[]): Promise<Verdict<Plan>[]> => {
  const known = new Map(
    (
      await db.rows<Known>(sql`
        select *
        from cost_code
        where org_id = ${db.scope.orgId} and code = any(${rows.map((r) => r.code)}::text[])
      `)
    ).map((one) => [one.code, one]),
  );
  return rows.map((row) => {
    const before = known.get(row.code) ?? null;
    if (!before) return { action: "create", plan: { before } };
    return before.name === row.name && before.covers === row.covers
      ? { action: "skip" }
      : { action: "update", plan: { before } };
  });
};

/** Brings the agency's own cost codes in from a file: a code that is there is renamed, never doubled. */
export const costCodeImporter = defineImporter({
  kind: "cost-codes",
  label: "cost codes",
  permission: "master.edit",
  batch: 200,
  schema: costCodeInput,
  keys: (row) => [row.code],
  plan,
  apply: async (tx, actor, rows, importId) => {
    const stored = await Promise.all(
      rows.map(async ({ row, plan: { before } }) => ({
        before,
        after: before
          ? await updateRow(tx, costCode, before.id, row)
          : await insertRow(tx, costCode, { ...row, orgId: actor.orgId!, id: newId() }),
      })),
    );
    auditMany(
      tx,
      actor,
      stored.map(({ before, after }) => ({
        action: "costCode.import",
        objectType: "costCode",
        objectId: after.id,
        objectNumber: after.code,
        before,
        after,
        note: `Import ${importId}`,
      })),
    );
    announce(tx, actor.orgId!, "costCode.import", importId);
  },
  fields: [
    {
      name: "code",
      label: "Code",
      required: true,
      aliases: ["Cost code", "Number"],
      type: cells.code,
    },
    { name: "name", label: "Name", required: true, aliases: ["Title", "Description"] },
    { name: "covers", label: "What it covers", aliases: ["Covers", "Notes"] },
  ],
});
