import { invalidField } from "#kernel/errors.ts";
import type { Db } from "#server/db/db.ts";
import { getRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { defineDefinition } from "#server/definitions/define.ts";
import { accountingPeriod } from "../../books.tables.ts";
import { linesThatWait } from "../batch/waiting.service.ts";
import { fmsLayout } from "../fms.tables.ts";
import { allMappings } from "../mapping/mapping.service.ts";
import { kindsOf, mapLines } from "../mapping/mapping.model.ts";
import { fieldValues } from "./layout.labels.ts";
import { layoutChecks, layoutInput, type LayoutRow, type LayoutTry } from "./layout.model.ts";
import { renderFile } from "./render.model.ts";

/** How files of the agency's finance system are written. */
export const fmsLayouts = defineDefinition({
  name: "fmsLayout",
  what: "layout of the finance system",
  table: fmsLayout,
  body: layoutInput,
  checks: async (_db, layout) => layoutChecks(layout),
  facts: async (_db, versions) =>
    versions.map(({ fields, form, characters }) => [
      ["form", `${form}, ${characters}`] as const,
      ...fields.map(
        (f, at) =>
          [
            `fields.${at}`,
            `${f.record}: ${f.name}, ${fieldValues[f.value].label} ${f.text}, ${f.width} ${f.stands} ${f.amount} ${f.sign} ${f.date}`,
          ] as const,
      ),
    ]),
  file: { schema: "levee.fms-layout", version: 1 },
});

/** Layouts in all versions, the newest first. */
export const listLayouts = (db: Db): Promise<LayoutRow[]> =>
  db.rows<LayoutRow>(sql`
    select
      id, definition_id, version_no, name, status, published_at, version, form, separator, quoting,
      line_end, characters, headings, fields
    from fms_layout
    where org_id = ${db.scope.orgId}
    order by name, version_no desc
    limit 200
  `);

const tried = 20;

/**
 * The file that a layout would make of what waits in a period, as far as its first lines: codes without
 * a mapping stand as they are here. 404; 422 for a period of which nothing waits.
 */
export const tryLayout = async (db: Db, id: string, periodId: string): Promise<LayoutTry> => {
  const layout = await getRow(db, fmsLayout, id, "layout");
  const period = await getRow(db, accountingPeriod, periodId, "period");
  const lines = (await linesThatWait(db, periodId)).slice(0, tried);
  if (lines.length === 0)
    throw invalidField("periodId", `Nothing of ${period.name} waits for the finance system.`);
  const { mapped, unmapped } = mapLines(lines, await allMappings(db), kindsOf(layout));
  const head = {
    batch: "000000",
    year: period.year,
    period: period.place,
    periodEnd: period.lastDay,
  };
  const { text, faults } = renderFile(layout, head, mapped);
  return { text, lines: lines.length, faults: [...unmapped, ...faults] };
};
