import { agencyTables } from "#server/agency-tables/agency-tables.ts";
import { controlsLeaving } from "./controls.leaving.data.ts";
import { complianceAgent } from "./agent/compliance.agent.ts";
import { defineArea } from "#server/area.ts";
import { recordTopics } from "#server/webhooks/records.ts";
import { controlGates } from "#server/controls/gates.ts";
import { fileHolders } from "#server/files/holders.ts";
import { shippedRules } from "#areas/governance/governance.server.ts";
import { approvables, deadlineSources } from "#areas/workflow/workflow.server.ts";
import { newOrganizations } from "#areas/organization/organization.server.ts";
import { controlEndpoints } from "./control/control.api.ts";
import { ensureControls } from "./control/control.service.ts";
import { controlFacts } from "./controls.facts.ts";
import { controlFigures } from "./controls.figures.ts";
import { controlChecks } from "#server/controls/control-checks.ts";
import { fileEndpoints } from "./file/file.api.ts";
import { fileRules } from "./file/file.data.ts";
import { fileCheck } from "./file/file.service.ts";
import { failureEndpoints } from "./failure/failure.api.ts";
import { failureViews } from "./failure/failure.labels.ts";
import { failureList } from "./failure/failure.list.ts";
import { failureNoun } from "./failure/failure.noun.ts";
import { controlsClock } from "./judge/pass.service.ts";
import { seedControls } from "./demo/controls.seed.ts";
import { gateOf } from "./gate/gate.service.ts";
import { passingEndpoints } from "./gate/passing.api.ts";
import { waiverApprovable } from "./waiver/approval.service.ts";
import { waiverFiles } from "./waiver/files.service.ts";
import { waiverDeadlineSource } from "./waiver/waiver-deadlines.service.ts";
import { waiverEndpoints } from "./waiver/waiver.api.ts";
import { waiverRules } from "./waiver/waiver.data.ts";
import { waiverViews } from "./waiver/waiver.labels.ts";
import { waiverList } from "./waiver/waiver.list.ts";
import { waiverNoun } from "./waiver/waiver.noun.ts";

export { failureFound } from "./failure/found.service.ts";
export { controlsProving } from "./control/proving.service.ts";

/** What the server mounts of this area. */
export default defineArea({
  name: "controls",
  facts: controlFacts,
  figures: controlFigures,
  agents: [complianceAgent],
  endpoints: [
    ...controlEndpoints,
    ...failureEndpoints,
    ...waiverEndpoints,
    ...passingEndpoints,
    ...fileEndpoints,
  ],
  schedules: [controlsClock],
  seed: { after: ["books"], tell: seedControls },
  searches: [
    {
      kind: "controlFailure",
      list: failureList,
      permission: "controlFailure.read",
      path: "/compliance/failures",
      title: "title",
    },
    {
      kind: "controlWaiver",
      list: waiverList,
      permission: "controlFailure.read",
      path: "/compliance/waivers",
      title: "control",
    },
  ],
  asked: [
    {
      list: waiverList,
      permission: "controlFailure.read",
      page: "/compliance/waivers",
      views: waiverViews,
    },
    {
      list: failureList,
      permission: "controlFailure.read",
      page: "/compliance/failures",
      views: failureViews,
    },
  ],
  brings: [
    agencyTables.of(...controlsLeaving),
    newOrganizations.of(ensureControls),
    recordTopics.of(
      { noun: failureNoun, label: "What breaks controls" },
      { noun: waiverNoun, label: "Waivers of controls" },
    ),
    approvables.of(waiverApprovable),
    deadlineSources.of(waiverDeadlineSource),
    controlGates.of(gateOf),
    fileHolders.of(...waiverFiles),
    shippedRules.of(...waiverRules, ...fileRules),
    controlChecks.of(fileCheck),
  ],
});
