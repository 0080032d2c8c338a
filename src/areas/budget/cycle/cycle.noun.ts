import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { defineNoun } from "#server/lifecycle.ts";
import { budgetCycle } from "../planning.tables.ts";
import { cycleCycle, type CycleAction, type CycleFacts, type CycleStatus } from "./cycle.labels.ts";

type Stored = typeof budgetCycle.$inferSelect;
type Counted = Pick<CycleFacts, "proposals" | "openProposals" | "openPackages" | "books">;
export type CycleRecord = Stored & Counted;

/** What the rules of a cycle count. */
export const cycleFacts = (db: Pick<Db, "one" | "scope">, id: string): Promise<Counted> =>
  db.one<Counted>(sql`
    select
      count(distinct p.id)::int as proposals,
      count(distinct p.id) filter (where p.status <> 'accepted')::int as open_proposals,
      count(distinct k.id) filter (where k.status = 'requested')::int as open_packages,
      (
        select count(*)::int
        from budget_book b
        where b.org_id = ${db.scope.orgId} and b.cycle_id = ${id}
      ) as books
    from budget_proposal p
    left join budget_package k on k.org_id = p.org_id and k.proposal_id = p.id
    where p.org_id = ${db.scope.orgId} and p.cycle_id = ${id}
  `);

export const cycleNoun = defineNoun<CycleStatus, CycleAction, typeof budgetCycle, CycleRecord>({
  name: "budgetCycle",
  path: "budget-cycles",
  page: "/budget-management/cycle",
  table: budgetCycle,
  cycle: cycleCycle,
  number: (cycle) => cycle.number,
  read: "budget.read",
  facts: cycleFacts,
});
