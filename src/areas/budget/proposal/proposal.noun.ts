import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { defineNoun } from "#server/lifecycle.ts";
import { budgetProposal } from "../planning.tables.ts";
import {
  proposalCycle,
  type ProposalAction,
  type ProposalFacts,
  type ProposalStatus,
} from "./proposal.labels.ts";

type Counted = Pick<ProposalFacts, "openPackages">;
export type ProposalRecord = typeof budgetProposal.$inferSelect;

/** What the rules of a proposal count. */
export const proposalFacts = (db: Pick<Db, "one" | "scope">, id: string): Promise<Counted> =>
  db.one<Counted>(sql`
    select count(*)::int as open_packages
    from budget_package
    where org_id = ${db.scope.orgId} and proposal_id = ${id} and status = 'requested'
  `);

export const proposalNoun = defineNoun<
  ProposalStatus,
  ProposalAction,
  typeof budgetProposal,
  ProposalRecord & Counted
>({
  name: "budgetProposal",
  path: "budget-proposals",
  page: "/budget-management/proposals",
  table: budgetProposal,
  cycle: proposalCycle,
  number: (proposal) => proposal.number,
  read: "budget.read",
  facts: proposalFacts,
});
