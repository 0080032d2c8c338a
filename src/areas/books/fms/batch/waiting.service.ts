import type { Day } from "#kernel/time.ts";
import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import type { OutLine } from "../layout/render.model.ts";

/** A ledger line that is to go out, with the codes of this agency. */
export type WaitingLine = OutLine & { glLineId: string };

/**
 * Lines of a period, up to a day where one is named, that are in no living batch, in their order; not
 * those that arose in the finance system.
 */
export const linesThatWait = (
  db: Db,
  periodId: string,
  through: Day | null = null,
): Promise<WaitingLine[]> =>
  db.rows<WaitingLine>(sql`
    select
      l.id as gl_line_id, e.posted_on, e.seq as entry, e.document_number as document, e.what,
      f.code as fund, a.code as account, l.code as string, l.cents
    from gl_line l
    join gl_entry e on e.org_id = l.org_id and e.id = l.entry_id
    join gl_account f on f.org_id = l.org_id and f.id = l.fund_id
    join gl_account a on a.org_id = l.org_id and a.id = l.account_id
    where l.org_id = ${db.scope.orgId}
      and l.period_id = ${periodId}
      and (${through}::date is null or e.posted_on <= ${through}::date)
      and not e.own_there
      and not exists (
        select
        from fms_batch_line b
        where b.org_id = l.org_id and b.gl_line_id = l.id and b.live
      )
    order by e.seq, l.line_no
  `);

/** The rejected lines of a batch, in their order. */
export const linesRejected = (db: Db, batchId: string): Promise<WaitingLine[]> =>
  db.rows<WaitingLine>(sql`
    select
      l.id as gl_line_id, e.posted_on, e.seq as entry, e.document_number as document, e.what,
      f.code as fund, a.code as account, l.code as string, l.cents
    from fms_batch_line b
    join gl_line l on l.org_id = b.org_id and l.id = b.gl_line_id
    join gl_entry e on e.org_id = l.org_id and e.id = l.entry_id
    join gl_account f on f.org_id = l.org_id and f.id = l.fund_id
    join gl_account a on a.org_id = l.org_id and a.id = l.account_id
    where b.org_id = ${db.scope.orgId}
      and b.batch_id = ${batchId}
      and b.live
      and b.rejected is not null
    order by b.line_no
  `);
