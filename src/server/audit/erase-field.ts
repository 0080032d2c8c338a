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
    select id
    from audit_entry
    where org_id = ${tx.scope.orgId}
      and object_id = ${objectId}
      and object_type = ${objectType}
      and strpos(content, ${`"${field}"`}) > 0
    order by id
  `);
  for (const { id } of entries) await eraseContent(tx, actor, id, reason);
};
