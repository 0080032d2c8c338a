import type { Actor } from "#kernel/access.ts";
import type { PublishCheck } from "#kernel/definition.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { defineDefinition } from "#server/definitions/define.ts";
import { proofs } from "./closeout.labels.ts";
import { checklistInput, type Checklist, type ChecklistInput } from "./closeout.model.ts";
import { closeoutChecklist } from "./closeout.tables.ts";
import { shippedList } from "./shipped.data.ts";

/** What no closeout of public money goes without. */
const always = ["orders", "retainage", "retention"] as const;

type Version = ChecklistInput & { definitionId: string };

const checksOf = async (db: Db, list: Version): Promise<PublishCheck[]> => {
  const other = await db.maybe<{ name: string }>(sql`
    select name
    from closeout_checklist
    where org_id = ${db.scope.orgId}
      and status = 'published'
      and definition_id <> ${list.definitionId}
    limit 1
  `);
  return [
    ...always.map((proof) => ({
      sentence: `It asks of every contract: ${proofs[proof].label.toLowerCase()}.`,
      ok: list.items.some((item) => item.proof === proof && item.kind === null),
      path: "items",
    })),
    {
      sentence: other
        ? `“${other.name}” is in force. Draft its next version, or retire it.`
        : "No other list is in force.",
      ok: !other,
      path: "name",
    },
  ];
};

/** The agency's list of what a closeout asks. Contracts keep the items that they began with. */
export const checklists = defineDefinition({
  name: "closeoutChecklist",
  what: "closeout checklist",
  table: closeoutChecklist,
  body: checklistInput,
  checks: checksOf,
  file: { schema: "levee.closeout-checklist", version: 1 },
});

/** All versions, newest first. */
export const listChecklists = (db: Db): Promise<Checklist[]> =>
  db.rows<Checklist>(sql`
    select id, definition_id, version_no, name, status, published_at, version, items
    from closeout_checklist
    where org_id = ${db.scope.orgId}
    order by definition_id, version_no desc
    limit 200
  `);

/** The list that a closeout begins with now: the agency's, else the product's own. */
export const listInForce = async (
  tx: Tx,
): Promise<{ id: string | null; items: ChecklistInput["items"] }> =>
  (await tx.maybe<{ id: string; items: ChecklistInput["items"] }>(sql`
    select id, items
    from closeout_checklist
    where org_id = ${tx.scope.orgId} and status = 'published'
    order by published_at desc
    limit 1
    for share
  `)) ?? { id: null, items: shippedList.items };

/** The items that a closeout would begin with today. */
export const itemsInForce = async (db: Db): Promise<ChecklistInput["items"]> =>
  (
    await db.maybe<{ items: ChecklistInput["items"] }>(sql`
      select items
      from closeout_checklist
      where org_id = ${db.scope.orgId} and status = 'published'
      order by published_at desc
      limit 1
    `)
  )?.items ?? shippedList.items;

/** The product's list as the agency's own draft, to be changed and published. */
export const draftShippedList = (tx: Tx, actor: Actor) =>
  checklists.draft(tx, actor, checklistInput.parse(shippedList));
