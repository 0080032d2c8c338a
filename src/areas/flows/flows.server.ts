import { agencyTables } from "#server/agency-tables/agency-tables.ts";
import { flowsLeaving } from "./flows.leaving.data.ts";
import { definitionSearch } from "#server/definitions/search.ts";
import { flowDefinition } from "./flows.tables.ts";
import { adminMatters } from "#areas/organization/organization.server.ts";
import { failedRuns } from "./run/matter.service.ts";
import { defineArea } from "#server/area.ts";
import { approvables } from "#areas/workflow/workflow.server.ts";
import { flowEndpoints } from "./definition/definition.api.ts";
import { pastEndpoints } from "./past/past.api.ts";
import { seedFlows } from "./demo/flows.seed.ts";
import { flowsAfterRestore, keepAllRuns, runEngine } from "./run/engine.service.ts";
import { runEndpoints } from "./run/run.api.ts";
import { runViews } from "./run/run.labels.ts";
import { runList } from "./run/run.list.ts";
import { runSummary } from "./run/summary.service.ts";

export { flowRecords, type FlowRecord } from "./record/record.service.ts";
export { flowSteps, type FlowStep } from "./record/step.service.ts";

// The run hears of the decision by the ledger, as of everything that it waits for.
const heardLater = async (): Promise<void> => {};

/** What the server mounts of this area. */
export default defineArea({
  name: "flows",
  noFacts: "Runs of workflows are counted with the records that they are about.",
  endpoints: [...flowEndpoints, ...pastEndpoints, ...runEndpoints],
  seed: { after: ["forms", "contracts"], tell: seedFlows },
  start: { afterRestore: flowsAfterRestore, begin: runEngine, round: keepAllRuns },
  brings: [
    agencyTables.of(...flowsLeaving),
    adminMatters.of(failedRuns),
    approvables.of({
      type: "flowRun",
      href: (id) => `/workflow-engine/${id}`,
      approved: heardLater,
      returned: heardLater,
      rejected: heardLater,
      summary: runSummary,
    }),
  ],
  searches: [
    definitionSearch(flowDefinition, {
      kind: "flowDefinition",
      permission: "flow.design",
      path: "/workflow-designer",
    }),
    {
      kind: "flowRun",
      list: runList,
      permission: "flowRun.read",
      path: "/workflow-engine",
      title: "flow",
    },
  ],
  asked: [
    {
      list: runList,
      permission: "flowRun.read",
      page: "/workflow-engine",
      views: runViews,
    },
  ],
});
