import { shippedRules } from "#areas/governance/governance.server.ts";
import { deadlineSources } from "#areas/workflow/workflow.server.ts";
import { defineArea } from "#server/area.ts";
import { fileHolders } from "#server/files/holders.ts";
import { auditDeadlineSource } from "./audit/audit-deadlines.service.ts";
import { auditEndpoints } from "./audit/audit.api.ts";
import { auditViews } from "./audit/audit.labels.ts";
import { auditList } from "./audit/audit.list.ts";
import { singleAuditRules } from "./audit/clock.data.ts";
import { seedAssurance } from "./demo/assurance.seed.ts";
import { findingActions, findingEffects } from "./finding/actions.service.ts";
import { auditFindingEndpoints } from "./finding/finding.api.ts";
import { findingViews } from "./finding/finding.labels.ts";
import { findingList } from "./finding/finding.list.ts";
import { morningEndpoints } from "./morning/morning.api.ts";
import { paperEndpoints } from "./paper/paper.api.ts";
import { procedureEndpoints } from "./procedure/procedure.api.ts";
import { auditRequestEndpoints } from "./request/request.api.ts";
import { requestDeadlineSource } from "./request/request.service.ts";
import { standardEndpoints } from "./standard/standard.api.ts";
import { populationFiles } from "./sample/files.service.ts";

const permission = "assurance.read";

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
  ],
  searches: [
    { kind: "auditEngagement", list: auditList, permission, path: "/admin/audits", title: "title" },
    {
      ...{ kind: "auditFinding", list: findingList, permission, title: "title" },
      path: "/admin/audits/findings",
    },
  ],
  asked: [
    { list: auditList, permission, page: "/admin/audits", views: auditViews },
    { list: findingList, permission, page: "/admin/audits/findings", views: findingViews },
  ],
  noFacts: "Until issue a finding is its team's alone; a sum that others chart would tell of it.",
  seed: { after: ["policies", "training", "finance", "assets"], tell: seedAssurance },
  brings: [
    shippedRules.of(...singleAuditRules),
    deadlineSources.of(auditDeadlineSource),
    deadlineSources.of(requestDeadlineSource),
    fileHolders.of(populationFiles),
    findingActions,
    findingEffects,
  ],
});
