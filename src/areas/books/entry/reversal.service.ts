import { systemActor } from "#kernel/access.ts";
import { businessDate } from "#server/clock.ts";
import type { Tx } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { postingDay } from "#areas/budget/budget.server.ts";
import { writeReversal } from "./entry.service.ts";
import type { EntryRecord } from "./entry.noun.ts";

/** Takes accruals back whose day has come, each once. */
export const postDueReversals = async (tx: Tx): Promise<void> => {
  const due = await tx.rows<EntryRecord>(sql`
    select e.*
    from journal_entry e
    where e.org_id = ${tx.scope.orgId}
      and e.status = 'posted'
      and e.reverses_on <= ${businessDate(tx.scope)}
      and not exists (
        select 1
        from journal_entry r
        where r.org_id = e.org_id and r.reversal_of = e.id
      )
    order by e.reverses_on, e.id
    limit 100
    for update of e
  `);
  for (const row of due) {
    const day = await postingDay(tx, row.reversesOn!);
    await writeReversal(
      tx,
      systemActor(row.orgId),
      row,
      day,
      `Accrual of ${row.number} taken back`,
    );
  }
};
