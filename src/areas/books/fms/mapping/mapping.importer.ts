import type { Actor } from "#kernel/access.ts";
import { formatDate } from "#kernel/dates.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { cells, oneOf } from "#server/import/cells.ts";
import { defineImporter, type Planned, type Verdict } from "#server/import/importer.ts";
import { sql } from "#server/db/sql.ts";
import { keptFrom } from "../code/code.model.ts";
import { chartedCodes } from "../code/code.service.ts";
import { mappingKinds } from "./mapping.labels.ts";
import { mappingInput, type MappingInput } from "./mapping.model.ts";
import { allMappings, mapCode } from "./mapping.service.ts";

const rejected = (column: string, expected: string, found: string, fix: string) =>
  ({ action: "reject", problem: { column, expected, found, fix } }) as const;

const plan = async (db: Db, rows: readonly MappingInput[]): Promise<Verdict<null>[]> => {
  const [mappings, there, chart] = await Promise.all([
    allMappings(db),
    chartedCodes(db, rows),
    db.rows<{ key: string }>(sql`
      select kind || ' ' || code as key
      from gl_account
      where org_id = ${db.scope.orgId}
    `),
  ]);
  const here = new Set(chart.map(({ key }) => key));
  return rows.map((row) => {
    if (row.kind !== "string" && !here.has(`${row.kind} ${row.code}`))
      return rejected("Code here", "a code of the books", row.code, "Enter the account first.");
    const kept = keptFrom(there(row), row.fromDay);
    if (kept)
      return rejected(
        "Code there",
        "a code of the finance system's chart",
        row.target,
        `${row.target} ${kept}.`,
      );
    const last = mappings
      .filter((m) => m.kind === row.kind && m.code === row.code)
      .toSorted((a, b) => (a.fromDay < b.fromDay ? 1 : -1))[0];
    if (last?.target === row.target && last.fromDay <= row.fromDay) return { action: "skip" };
    return last && last.fromDay >= row.fromDay
      ? rejected(
          "From",
          `a day after ${formatDate(last.fromDay)}`,
          row.fromDay,
          "Name a later day: what was built keeps its codes.",
        )
      : { action: "create", plan: null };
  });
};

const apply = async (tx: Tx, actor: Actor, rows: readonly Planned<MappingInput, null>[]) => {
  for (const { row } of rows) await mapCode(tx, actor, row);
};

/** Codes of the finance system, by file: what is mapped already is left as it is. */
export const mappingImporter = defineImporter({
  kind: "fms-mappings",
  label: "codes of the finance system",
  permission: "books.rules",
  schema: mappingInput,
  keys: (r) => [`${r.kind} ${r.code}`],
  plan,
  apply,
  fields: [
    {
      name: "kind",
      label: "Kind",
      required: true,
      expected: Object.values(mappingKinds).join(", "),
      aliases: ["Segment"],
      type: oneOf(mappingKinds),
    },
    {
      name: "code",
      label: "Code here",
      required: true,
      expected: "a code of the books",
      aliases: ["Code"],
      type: cells.code,
    },
    {
      name: "target",
      label: "Code there",
      required: true,
      expected: "the code of the finance system",
      aliases: ["Target", "External code"],
      type: cells.code,
    },
    {
      name: "fromDay",
      label: "From",
      required: true,
      expected: "a date such as 2026-10-01",
      aliases: ["Effective date"],
      type: cells.day,
    },
  ],
});
