import type { Actor } from "#kernel/access.ts";
import type { PublishCheck } from "#kernel/definition.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { defineDefinition } from "#server/definitions/define.ts";
import { checklistInput, type ChecklistInput, type ChecklistRow } from "./checklist.model.ts";
import { inspectionChecklist } from "./checklist.tables.ts";
import { shippedChecklists } from "./shipped.data.ts";

type Version = ChecklistInput & { definitionId: string };

const checksOf = async (_db: Db, list: Version): Promise<PublishCheck[]> => {
  const keys = list.items.map((one) => one.key);
  const of = (kind: string) => list.items.filter((one) => one.kind === kind);
  return [
    { sentence: "It has an item.", ok: list.items.length > 0, path: "items" },
    {
      sentence: "Each item has a key of its own.",
      ok: new Set(keys).size === keys.length,
      path: "items",
    },
    {
      sentence: "An item of several choices has two at least, and only these fail.",
      ok: of("choice").every(
        (one) => one.options.length > 1 && one.failing.every((f) => one.options.includes(f)),
      ),
      path: "items",
    },
    {
      sentence: "The lower limit of a number is not above the upper one.",
      ok: of("number").every(
        (one) => one.least === null || one.most === null || one.least <= one.most,
      ),
      path: "items",
    },
  ];
};

/** The agency's checklists. An inspection keeps the version that it began with. */
export const checklists = defineDefinition({
  name: "inspectionChecklist",
  what: "checklist",
  table: inspectionChecklist,
  body: checklistInput,
  checks: checksOf,
  file: { schema: "levee.inspection-checklist", version: 1 },
});

/** All checklists in all versions, by name, newest first. */
export const listChecklists = (db: Db): Promise<ChecklistRow[]> =>
  db.rows<ChecklistRow>(sql`
    select
      id, definition_id, version_no, name, status, published_at, version, about, citation,
      certificates, items
    from inspection_checklist
    where org_id = ${db.scope.orgId}
    order by name, definition_id, version_no desc
    limit 1000
  `);

/** Drafts each shipped checklist that the agency has under no name; how many were drafted. */
export const draftShipped = async (tx: Tx, actor: Actor): Promise<{ drafted: number }> => {
  const there = new Set((await listChecklists(tx)).map((one) => one.name));
  let drafted = 0;
  for (const shipped of shippedChecklists) {
    if (there.has(shipped.name)) continue;
    await checklists.draft(tx, actor, checklistInput.parse(shipped));
    drafted++;
  }
  return { drafted };
};
