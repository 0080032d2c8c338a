import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { costWords } from "./cost-words.service.ts";
import type { Day } from "#kernel/time.ts";
import type { ObjectClass } from "./cost.labels.ts";

/** A cost as it stood on a day: what was charged and paid of it until then, whatever came later. */
export type DatedCost = {
  id: string;
  source: "invoice" | "payroll" | "transfer" | "stock";
  documentId: string;
  documentNumber: string;
  description: string;
  objectClass: ObjectClass;
  /** The line that it moves from; such a line bears no claim. */
  movesId: string | null;
  cents: number;
  paid: number;
  paidOn: Day | null;
  /** What of it the ledger had expended by then: payroll may be posted after the day of the pay. */
  posted: number;
};

/**
 * Costs of account strings as they stood at the end of a day, from the dated entries: a payment, a
 * void, a reversal or a transfer of later is not in it.
 */
export const costsUntil = (
  db: Db,
  accountStringIds: readonly string[],
  until: string,
): Promise<DatedCost[]> =>
  db.rows<DatedCost>(sql`
    select
      c.id, c.source, c.document_id, c.document_number, ${costWords} as description, c.object_class,
      c.moves_id,
      coalesce(sum(e.charged) filter (where e.on_day <= ${until}::date), 0)::bigint as cents,
      coalesce(sum(e.paid) filter (where e.on_day <= ${until}::date), 0)::bigint as paid,
      max(e.on_day) filter (where e.paid <> 0 and e.on_day <= ${until}::date) as paid_on,
      coalesce(sum(e.charged) filter (where e.posted_on <= ${until}::date), 0)::bigint as posted
    from cost_line c
    join cost_entry e on e.org_id = c.org_id and e.cost_line_id = c.id
    where c.org_id = ${db.scope.orgId}
      and c.account_string_id = any(${[...accountStringIds]}::uuid[])
      and least(e.on_day, e.posted_on) <= ${until}::date
    group by c.org_id, c.id
    order by c.incurred_to, c.document_number, c.id
  `);

/** What was paid of costs, as it came and went: one row per day on which it changed. */
export const paidDays = (
  db: Db,
  costLineIds: readonly string[],
): Promise<{ costLineId: string; on: Day; paid: number }[]> =>
  db.rows(sql`
    select cost_line_id, on_day as on, sum(paid)::bigint as paid
    from cost_entry
    where org_id = ${db.scope.orgId}
      and cost_line_id = any(${[...costLineIds]}::uuid[])
      and paid <> 0
    group by 1, 2
    order by 2, 1
  `);
