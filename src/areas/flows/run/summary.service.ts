import type { Db } from "#server/db/db.ts";
import { getRow } from "#server/db/rows.ts";
import type { ApprovalSummary } from "#areas/workflow/workflow.server.ts";
import { flows } from "../definition/definition.service.ts";
import { flowRun } from "../flows.tables.ts";

/** What whoever decides a step of a run sees before they do. */
export const runSummary = async (db: Db, id: string): Promise<ApprovalSummary> => {
  const run = await getRow(db, flowRun, id, "workflow run");
  const flow = await flows.begunWith(db, run.flowId);
  return {
    facts: [
      { label: "Workflow", value: `${flow.name}, version ${flow.versionNo}` },
      { label: "Run", value: run.number },
      ...(run.objectNumber ? [{ label: "About", value: run.objectNumber }] : []),
      ...(run.starterName ? [{ label: "Begun by", value: run.starterName }] : []),
    ],
    lines: [],
    budget: [],
    checks: [],
  };
};
