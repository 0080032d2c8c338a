import { evidenceOfMovements, issuedLines } from "#areas/inventory/inventory.server.ts";
import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";

/** What left the stores for the materials of these projects: the movements and their lots. */
export const materialEvidence = async (db: Db, ids: readonly string[]): Promise<string[]> => {
  const items = await db.rows<{ stockLineId: string }>(sql`
    select stock_line_id
    from pa_item
    where org_id = ${db.scope.orgId}
      and project_id = any(${[...ids]}::uuid[])
      and stock_line_id is not null
  `);
  if (items.length === 0) return [];
  const lines = await issuedLines(
    db,
    items.map(({ stockLineId }) => stockLineId),
  );
  return evidenceOfMovements(
    db,
    lines.map(({ movementId }) => movementId),
  );
};
