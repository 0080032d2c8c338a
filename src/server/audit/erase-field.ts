import type { Tx } from "../db/db.ts";
import { sql } from "../db/sql.ts";
import { eraseContent } from "./audit.ts";

type Of = { objectType: string; objectId: string; field: string; reason: string };

/**
 * Erases the content of those entries of a record that hold this field's values. The entries and
 * every proof stay; each erasure is an entry of its own with the reason.
 */
export const eraseFieldOf = async (
  tx: Tx,
  actor: Parameters<typeof eraseContent>[1],
  { objectType, objectId, field, reason }: Of,
): Promise<void> => {
  const entries = await tx.rows<{ id: string }>(sql`
    select e.id
    from audit_entry e
    left join audit_apart a on a.org_id = e.org_id and a.entry_id = e.id
    where e.org_id = ${tx.scope.orgId}
      and e.object_id = ${objectId}
      and e.object_type = ${objectType}
      and strpos(coalesce(a.content, e.content), ${`"${field}"`}) > 0
    order by e.id
  `);
  for (const { id } of entries) await eraseContent(tx, actor, id, reason);
};
