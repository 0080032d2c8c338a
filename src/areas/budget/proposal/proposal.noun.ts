import { defineNoun } from "#server/lifecycle.ts";
import { budgetProposal } from "../planning.tables.ts";
import { proposalCycle, type ProposalAction, type ProposalStatus } from "./proposal.labels.ts";

export type ProposalRecord = typeof budgetProposal.$inferSelect;

export const proposalNoun = defineNoun<
  ProposalStatus,
  ProposalAction,
  typeof budgetProposal,
  ProposalRecord
>({
  name: "budgetProposal",
  path: "budget-proposals",
  page: "/budget-management/proposals",
  table: budgetProposal,
  cycle: proposalCycle,
  number: (proposal) => proposal.number,
  read: "budget.read",
});
