import { agencyTables } from "#server/agency-tables/agency-tables.ts";
import { emergencyLeaving } from "./emergency.leaving.data.ts";
import { defineArea } from "#server/area.ts";
import { controlChecks } from "#server/controls/control-checks.ts";
import { ratifiedCheck } from "./controls/ratified.service.ts";
import { evidenceParts, evidenceSummaries } from "#areas/governance/governance.server.ts";
import { approvables, deadlineSources } from "#areas/workflow/workflow.server.ts";
import { declarationExpiry } from "./declaration/declaration.service.ts";
import { declarationSections } from "./declaration/summary.service.ts";
import { declarationDeadlines, purchaseDeadlines } from "./emergency-deadlines.service.ts";
import { emergencyEndpoints } from "./emergency.api.ts";
import { purchaseViews } from "./emergency.labels.ts";
import { evidenceParts as emergencyEvidence } from "./emergency.read.service.ts";
import { seedEmergency } from "./emergency.seed.ts";
import { declarationList, purchaseList } from "./purchase/purchase.list.ts";
import { purchaseApproval, purchaseSummary } from "./purchase/ratification.service.ts";

export { declarationInForce, declarationStanding } from "./declaration/standing.service.ts";
export { kitOrdersSince, preparedKits, type PreparedKit } from "./preparation/kits.service.ts";

/** What the server mounts of this area. */
export default defineArea({
  name: "emergency",
  noFacts: 'Its orders and contracts are added up as such, by "Emergency".',
  endpoints: emergencyEndpoints,
  schedules: [declarationExpiry],
  seed: { after: ["contracts"], tell: seedEmergency },
  searches: [
    {
      kind: "emergencyPurchase",
      list: purchaseList,
      permission: "emergency.read",
      path: "/emergency-procurement/orders",
    },
    {
      kind: "localDeclaration",
      list: declarationList,
      permission: "emergency.read",
      path: "/emergency-procurement/declarations",
    },
  ],
  asked: [
    {
      list: purchaseList,
      permission: "emergency.read",
      page: "/emergency-procurement",
      views: purchaseViews,
    },
  ],
  brings: [
    agencyTables.of(...emergencyLeaving),
    controlChecks.of(ratifiedCheck),
    deadlineSources.of(declarationDeadlines, purchaseDeadlines),
    evidenceParts.of(emergencyEvidence),
    evidenceSummaries.of({ type: "localDeclaration", sections: declarationSections }),
    approvables.of({
      type: "emergencyPurchase",
      href: (id) => `/emergency-procurement/orders/${id}`,
      ...purchaseApproval,
      summary: purchaseSummary,
    }),
  ],
});
