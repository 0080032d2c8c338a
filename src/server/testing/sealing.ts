import type { Sequencer } from "../audit/sequencer.ts";
import type { Database } from "../db/db.ts";
import { sql } from "../db/sql.ts";

/**
 * Ticks until every entry of the agency is sealed: an entry waits for each older transaction of the
 * whole server, also of another test's database. Throws after thirty seconds.
 */
export const sealEverything = async (
  database: Database,
  orgId: string,
  sequencer: Pick<Sequencer, "tick">,
): Promise<void> => {
  for (const end = performance.now() + 30_000; ; await new Promise((r) => setTimeout(r, 20))) {
    await sequencer.tick(true);
    const { left } = await database.read({ orgId, personId: null }).one<{ left: number }>(sql`
      select count(*)::int as left
      from audit_entry e
      where e.org_id = ${orgId}
        and not exists (select 1 from audit_leaf l where l.org_id = e.org_id and l.entry_id = e.id)
    `);
    if (left === 0) return;
    if (performance.now() > end) throw new Error(`${left} entries were not sealed within 30 s`);
  }
};
