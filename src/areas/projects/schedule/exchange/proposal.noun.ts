import { defineNoun } from "#server/lifecycle.ts";
import { proposalCycle, type ProposalAction, type ProposalStatus } from "./proposal.labels.ts";
import { scheduleProposal } from "./proposal.tables.ts";

export type ProposalStored = typeof scheduleProposal.$inferSelect;

export const proposalNoun = defineNoun<ProposalStatus, ProposalAction, typeof scheduleProposal>({
  name: "scheduleProposal",
  path: "schedule-proposals",
  page: "/projects/schedule-updates",
  table: scheduleProposal,
  cycle: proposalCycle,
  number: (row) => row.number,
  askers: ["handedInBy"],
  read: "project.read",
  keepsFiles: ["accepted", "returned"],
});
