import { projectLedgers } from "#areas/budget/budget.server.ts";
import type { Tx } from "#server/db/db.ts";
import { defineNoun } from "#server/lifecycle.ts";
import { project } from "../projects.tables.ts";
import { projectCycle, type ProjectAction, type ProjectStatus } from "./project.labels.ts";

export type ProjectStored = typeof project.$inferSelect;
export type ProjectRecord = ProjectStored & { budget: number };

/** The contracts that a project names. */
export const contractIdsOf = ({ contracts }: Pick<ProjectStored, "contracts">): string[] =>
  contracts.map(({ contractId }) => contractId);

/** A project with what its rules want to know: its budget over all years. */
export const withBudget = async (tx: Pick<Tx, "rows" | "scope">, row: ProjectStored) => {
  const [ledger] = await projectLedgers(tx as Tx, [row.segmentId]);
  return { ...row, budget: ledger?.budget ?? 0 };
};

export const projectNoun = defineNoun<ProjectStatus, ProjectAction, typeof project, ProjectRecord>({
  name: "project",
  path: "projects",
  page: "/projects",
  table: project,
  cycle: projectCycle,
  number: (row) => row.number,
  askers: ["proposedBy", "engineerId"],
  read: "project.read",
  load: withBudget,
});
