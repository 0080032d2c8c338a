import { agencyTables } from "#server/agency-tables/agency-tables.ts";
import { policiesLeaving } from "./policies.leaving.data.ts";
import { defineArea } from "#server/area.ts";
import { controlPolicies } from "#server/controls/policies.ts";
import { fileHolders } from "#server/files/holders.ts";
import { approvables, deadlineSources } from "#areas/workflow/workflow.server.ts";
import { certificateEndpoints } from "./certificate/certificate.api.ts";
import { certificateViews } from "./certificate/certificate.labels.ts";
import { certificateList } from "./certificate/certificate.list.ts";
import { certificateDeadlineSource } from "./certificate/certificate.service.ts";
import { seedPolicies } from "./demo/policies.seed.ts";
import { policiesDay } from "./morning/morning.service.ts";
import { policyApprovable } from "./policy/approval.service.ts";
import { policyFiles } from "./policy/files.service.ts";
import { policyEndpoints } from "./policy/policy.api.ts";
import { policiesOfControls } from "./policy/standing.service.ts";
import { policyDeadlineSource } from "./policy/policy-deadlines.service.ts";
import { policyViews } from "./policy/policy.labels.ts";
import { policyList } from "./policy/policy.list.ts";

const page = "/certifications-policies";

export { policiesInForce } from "./policy/in-force.service.ts";

/** What the server mounts of this area. */
export default defineArea({
  name: "policies",
  noFacts: "Policies are few, and their list tells what waits.",
  endpoints: [...policyEndpoints, ...certificateEndpoints],
  days: [policiesDay],
  seed: { after: ["controls"], tell: seedPolicies },
  searches: [
    {
      kind: "agencyPolicy",
      list: policyList,
      permission: "agencyPolicy.read",
      path: `${page}/policies`,
      title: "title",
    },
    {
      kind: "agencyCertificate",
      list: certificateList,
      permission: "agencyPolicy.read",
      path: `${page}/certificates`,
      title: "title",
    },
  ],
  asked: [
    { list: policyList, permission: "agencyPolicy.read", page, views: policyViews },
    { list: certificateList, permission: "agencyPolicy.read", page, views: certificateViews },
  ],
  brings: [
    agencyTables.of(...policiesLeaving),
    approvables.of(policyApprovable),
    deadlineSources.of(policyDeadlineSource, certificateDeadlineSource),
    fileHolders.of(...policyFiles),
    controlPolicies.of(policiesOfControls),
  ],
});
