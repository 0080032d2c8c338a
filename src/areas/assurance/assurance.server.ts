import { agencyTables } from "#server/agency-tables/agency-tables.ts";
import { assuranceLeaving } from "./assurance.leaving.data.ts";
import { shippedRules } from "#areas/governance/governance.server.ts";
import { vendorReferences } from "#areas/vendors/vendors.server.ts";
import { deadlineSources } from "#areas/workflow/workflow.server.ts";
import { defineArea } from "#server/area.ts";
import { fileHolders } from "#server/files/holders.ts";
import { auditDeadlineSource } from "./audit/audit-deadlines.service.ts";
import { auditEndpoints } from "./audit/audit.api.ts";
import { auditViews } from "./audit/audit.labels.ts";
import { auditList } from "./audit/audit.list.ts";
import { singleAuditRules } from "./audit/clock.data.ts";
import { seedAssurance } from "./demo/assurance.seed.ts";
import { seedQuality } from "./demo/quality.seed.ts";
import { findingActions, findingEffects } from "./finding/actions.service.ts";
import { auditFindingEndpoints } from "./finding/finding.api.ts";
import { findingViews } from "./finding/finding.labels.ts";
import { findingList } from "./finding/finding.list.ts";
import { morningEndpoints } from "./morning/morning.api.ts";
import { paperEndpoints } from "./paper/paper.api.ts";
import { nonconformanceRule } from "./nonconformance/days.data.ts";
import { nonconformanceDeadlines } from "./nonconformance/days.service.ts";
import { nonconformanceFiles } from "./nonconformance/files.service.ts";
import { nonconformanceEndpoints } from "./nonconformance/nonconformance.api.ts";
import { nonconformanceViews } from "./nonconformance/nonconformance.labels.ts";
import { nonconformanceList } from "./nonconformance/nonconformance.list.ts";
import { procedureEndpoints } from "./procedure/procedure.api.ts";
import { auditRequestEndpoints } from "./request/request.api.ts";
import { requestDeadlineSource } from "./request/request.service.ts";
import { objectiveEffects } from "./quality/effect.service.ts";
import { objectiveViews } from "./quality/objective.labels.ts";
import { objectiveList } from "./quality/objective.list.ts";
import { qualityEndpoints } from "./quality/quality.api.ts";
import { qualityDay } from "./quality/signal.service.ts";
import { nonconformanceReference } from "./nonconformance/vendor-merge.service.ts";
import { standardEndpoints } from "./standard/standard.api.ts";
import { populationFiles } from "./sample/files.service.ts";

const permission = "assurance.read";

export { findingSources } from "./finding/taken.service.ts";

/** What the server mounts of this area. */
export default defineArea({
  name: "assurance",
  endpoints: [
    ...auditEndpoints,
    ...procedureEndpoints,
    ...auditRequestEndpoints,
    ...auditFindingEndpoints,
    ...morningEndpoints,
    ...paperEndpoints,
    ...standardEndpoints,
    ...qualityEndpoints,
    ...nonconformanceEndpoints,
  ],
  days: [qualityDay],
  searches: [
    { kind: "auditEngagement", list: auditList, permission, path: "/admin/audits", title: "title" },
    {
      ...{ kind: "auditFinding", list: findingList, permission, title: "title" },
      path: "/admin/audits/findings",
    },
    {
      ...{ kind: "qualityObjective", list: objectiveList, permission: "quality.read" },
      ...{ path: "/admin/quality/objectives", title: "name" },
    },
    {
      ...{ kind: "nonconformance", list: nonconformanceList, permission: "quality.read" },
      ...{ path: "/admin/quality/nonconformances", title: "title" },
    },
  ],
  asked: [
    { list: auditList, permission, page: "/admin/audits", views: auditViews },
    { list: findingList, permission, page: "/admin/audits/findings", views: findingViews },
    {
      ...{ list: objectiveList, permission: "quality.read", views: objectiveViews },
      page: "/admin/quality/objectives",
    },
    {
      ...{ list: nonconformanceList, permission: "quality.read", views: nonconformanceViews },
      page: "/admin/quality/nonconformances",
    },
  ],
  noFacts: "Until issue a finding is its team's alone; a sum that others chart would tell of it.",
  seed: {
    after: ["policies", "training", "finance", "assets"],
    tell: async (app, log) => {
      await seedAssurance(app, log);
      await seedQuality(app, log);
    },
  },
  brings: [
    agencyTables.of(...assuranceLeaving),
    shippedRules.of(...singleAuditRules),
    deadlineSources.of(auditDeadlineSource),
    deadlineSources.of(requestDeadlineSource),
    fileHolders.of(populationFiles),
    findingActions,
    findingEffects,
    shippedRules.of(nonconformanceRule),
    deadlineSources.of(nonconformanceDeadlines),
    fileHolders.of(nonconformanceFiles),
    vendorReferences.of(nonconformanceReference),
    ...objectiveEffects,
  ],
});
