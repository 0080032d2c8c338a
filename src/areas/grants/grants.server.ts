import { agencyTables } from "#server/agency-tables/agency-tables.ts";
import { grantsLeaving } from "./grants.leaving.data.ts";
import { grantFacts } from "./grants.facts.ts";
import { cashExpected } from "#server/outlook/sources.ts";
import { drawdownsExpected } from "./drawdown/expected.service.ts";
import { childEnds } from "#server/origin/ends.ts";
import { drawdownEnds } from "./drawdown/ending.service.ts";
import { defineArea } from "#server/area.ts";
import { flowRecords } from "#areas/flows/flows.server.ts";
import { programScopes } from "#server/program-scopes.ts";
import { recordTopics } from "#server/webhooks/records.ts";
import { awardTerms, awardWages } from "#areas/budget/budget.server.ts";
import { claimers } from "#areas/finance/finance.server.ts";
import { evidencePapers, evidenceParts } from "#areas/governance/governance.server.ts";
import { awardReceivers } from "#areas/preaward/preaward.server.ts";
import { deadlineSources } from "#areas/workflow/workflow.server.ts";
import { awardEndpoints } from "./award/award.api.ts";
import { awardViews } from "./award/award.labels.ts";
import { awardList } from "./award/award.list.ts";
import { awardNoun } from "./award/award.noun.ts";
import { wonAward } from "./award/won.service.ts";
import { termStops } from "./award/terms.service.ts";
import { awardsDemand } from "./award/wages.service.ts";
import { disasterEndpoints } from "./disaster/disaster.service.ts";
import { seedGrants } from "./demo/grants.seed.ts";
import { drawdownClaimer } from "./drawdown/claimer.service.ts";
import { drawdownEndpoints } from "./drawdown/drawdown.api.ts";
import { papersOfDrawdowns } from "./drawdown/paper.service.ts";
import { drawdownNoun } from "./drawdown/drawdown.noun.ts";
import { drawdownList, evidenceOf } from "./drawdown/drawdown.read.service.ts";
import { grantFigures } from "./grants.figures.ts";
import { milestoneEndpoints } from "./milestone/milestone.service.ts";
import { reportEndpoints } from "./report/report.api.ts";
import { reportDeadlines } from "./report/due.service.ts";
import { reportViews } from "./report/report.labels.ts";
import { reportList } from "./report/report.service.ts";
import { revisionEndpoints } from "./revision/revision.service.ts";
import { awardFlow } from "./award/award-flow.service.ts";
import { reportFlow } from "./report/report-flow.service.ts";

export { drawDemo } from "./demo/draw.seed.ts";
export { awardByTitle, awardNamed } from "./award/award.read.service.ts";
export { closeoutItems } from "./closeout/closeout.service.ts";
export type { CloseoutItem } from "./closeout/closeout-item.ts";
export { drawdownHolds, type DrawdownHold } from "./drawdown/costs.service.ts";
export { revisionRuleOf } from "./revision/revision-rules.data.ts";
export { monthsAfter } from "./report/months.model.ts";
export { acceptAward, createAward, requireAward, stepAward } from "./award/award.service.ts";
export { awardInput } from "./award/award.model.ts";

/** What the server mounts of this area. */
export default defineArea({
  name: "grants",
  facts: grantFacts,
  endpoints: [
    ...awardEndpoints,
    ...drawdownEndpoints,
    ...reportEndpoints,
    ...milestoneEndpoints,
    ...revisionEndpoints,
    ...disasterEndpoints,
  ],
  seed: { after: ["finance", "contracts"], tell: seedGrants },
  searches: [
    {
      kind: "grantAward",
      list: awardList,
      permission: "grant.read",
      path: "/grant-management/awards",
    },
    {
      kind: "drawdown",
      list: drawdownList,
      permission: "grant.read",
      path: "/grant-management/drawdowns",
      title: "awardTitle",
    },
    {
      kind: "grantReport",
      list: reportList,
      permission: "grant.read",
      path: "/grant-management/reports",
      title: "awardTitle",
    },
  ],
  figures: grantFigures,
  asked: [
    { list: awardList, permission: "grant.read", page: "/grants-management", views: awardViews },
    {
      list: reportList,
      permission: "grant.read",
      page: "/grant-management/reports",
      views: reportViews,
    },
  ],
  brings: [
    agencyTables.of(...grantsLeaving),
    cashExpected.of(drawdownsExpected),
    flowRecords.of(awardFlow, reportFlow),
    childEnds.of(drawdownEnds),
    awardReceivers.of({ receive: wonAward }),
    programScopes.of({
      "grant.read": { place: 90, noun: "Grants", may: "Read awards, drawdowns and reports" },
    }),
    recordTopics.of(
      { noun: awardNoun, label: "Awards" },
      { noun: drawdownNoun, label: "Drawdowns" },
    ),
    awardTerms.of(termStops),
    awardWages.of(awardsDemand),
    claimers.of(drawdownClaimer),
    evidencePapers.of(papersOfDrawdowns),
    evidenceParts.of(evidenceOf),
    deadlineSources.of(reportDeadlines),
  ],
});
