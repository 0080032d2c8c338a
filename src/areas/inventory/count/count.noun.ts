import type { Tx } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { defineNoun } from "#server/lifecycle.ts";
import { countCycle, type CountAction, type CountFacts, type CountStatus } from "./count.labels.ts";
import { stockCount } from "./count.tables.ts";

export type CountRecord = typeof stockCount.$inferSelect;
type Told = Pick<CountFacts, "waiting" | "beyond">;

/** What nobody counted yet in this round, and what of the deciding round is beyond the tolerance. */
export const countFacts = async (tx: Pick<Tx, "maybe" | "scope">, id: string): Promise<Told> => {
  const told = await tx.maybe<Told>(sql`
    select
      (
        select count(*)
        from stock_count_task t
        where t.org_id = c.org_id
          and t.count_id = c.id
          and (c.status = 'open' or t.again)
          and not exists (
            select 1
            from stock_count_entry e
            where e.org_id = t.org_id
              and e.task_id = t.id
              and e.round = case when c.status = 'open' then 1 else 2 end
          )
      )::int as waiting,
      (
        select count(*)
        from stock_count_entry e
        join stock_count_task t on t.org_id = e.org_id and t.id = e.task_id
        where e.org_id = c.org_id
          and e.count_id = c.id
          and e.round = case when t.again and c.recounted_by is not null then 2 else 1 end
          and e.beyond
      )::int as beyond
    from stock_count c
    where c.org_id = ${tx.scope.orgId} and c.id = ${id}
  `);
  return told ?? { waiting: 0, beyond: 0 };
};

export const countNoun = defineNoun<
  CountStatus,
  CountAction,
  typeof stockCount,
  CountRecord & Told
>({
  name: "stockCount",
  path: "stock-counts",
  page: "/inventory/counts",
  table: stockCount,
  cycle: countCycle,
  number: ({ number }) => number,
  read: "stock.read",
  askers: ["plannedBy", "countedBy", "recountedBy", "submittedBy"],
  facts: countFacts,
});
