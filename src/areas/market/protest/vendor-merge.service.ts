// What becomes of protests when two vendors become one.
import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { staysInCompetition } from "#areas/sourcing/sourcing.server.ts";
import type { MergeBlock, VendorReference } from "#areas/vendors/vendors.server.ts";
import { protest } from "./protest.tables.ts";

const protests = async (db: Db, ids: readonly string[]): Promise<MergeBlock[]> => {
  const open = await db.rows<{ id: string; number: string }>(sql`
    select id, number
    from protest
    where org_id = ${db.scope.orgId}
      and vendor_id = any(${ids}::uuid[])
      and decided_at is null
      and status <> 'withdrawn'
    order by number
  `);
  return open.map((one) => ({
    sentence: `The protest ${one.number} is not decided. Decide it first.`,
    href: `/bid-evaluation/protests/${one.id}`,
  }));
};

export const protestReferences: readonly VendorReference[] = [
  { table: protest, ...staysInCompetition, label: "Protests", blocks: protests },
];
