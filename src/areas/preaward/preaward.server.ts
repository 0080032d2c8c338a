import { agencyTables } from "#server/agency-tables/agency-tables.ts";
import { preawardLeaving } from "./preaward.leaving.data.ts";
import { grantWriterAgent } from "./agent/grant-writer.agent.ts";
import { preawardFacts } from "./preaward.facts.ts";
import { defineArea } from "#server/area.ts";
import { preawardFigures } from "./preaward.figures.ts";
import { signables } from "#areas/workflow/workflow.server.ts";
import { sourceReaders } from "#areas/connectors/connectors.server.ts";
import { applicationSignable } from "./application/signable.service.ts";
import { applicationEndpoints } from "./application/application.api.ts";
import { applicationViews } from "./application/application.labels.ts";
import { applicationList } from "./application/application.list.ts";
import { contributorEndpoints } from "./contributor/contributor.api.ts";
import { opportunityEndpoints } from "./opportunity/opportunity.api.ts";
import { opportunityImporter } from "./opportunity/opportunity.importer.ts";
import { opportunityViews } from "./opportunity/opportunity.labels.ts";
import { opportunityList } from "./opportunity/opportunity.list.ts";
import { portfolioEndpoints } from "./portfolio/portfolio.api.ts";
import { seedPreaward } from "./demo/preaward.seed.ts";
import { searchEndpoints } from "./search/search.api.ts";
import { searchDay } from "./search/digest.service.ts";
import { readCommonGrants } from "./source/common-grants.service.ts";
import { readGrantsGov } from "./source/grants-gov.service.ts";

export { budgetRuleOn } from "./budget/budget-rules.service.ts";
export { applicantOf } from "./application/applicant.read.service.ts";
export { awardReceivers, type WonAward } from "./application/course.service.ts";

/** What the server mounts of this area. */
export default defineArea({
  name: "preaward",
  facts: preawardFacts,
  endpoints: [
    ...opportunityEndpoints,
    ...searchEndpoints,
    ...applicationEndpoints,
    ...contributorEndpoints,
    ...portfolioEndpoints,
  ],
  agents: [grantWriterAgent],
  importers: [opportunityImporter],
  days: [searchDay],
  seed: { after: ["contracts"], tell: seedPreaward },
  figures: preawardFigures,
  searches: [
    {
      kind: "grantOpportunity",
      list: opportunityList,
      permission: "grantOpportunity.read",
      path: "/grant-opportunities",
    },
    {
      kind: "grantApplication",
      list: applicationList,
      permission: "grantApplication.read",
      path: "/grant-applications",
    },
  ],
  asked: [
    {
      list: opportunityList,
      permission: "grantOpportunity.read",
      page: "/grant-opportunities",
      views: opportunityViews,
    },
    {
      list: applicationList,
      permission: "grantApplication.read",
      page: "/grant-applications",
      views: applicationViews,
    },
  ],
  brings: [
    agencyTables.of(...preawardLeaving),
    signables.of(applicationSignable),
    sourceReaders.of(
      { kind: "grants-gov", importer: "grant-opportunities", read: readGrantsGov },
      { kind: "common-grants", importer: "grant-opportunities", read: readCommonGrants },
    ),
  ],
});
