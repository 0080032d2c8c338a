import { programScopes } from "#server/program-scopes.ts";
import { recordTopics } from "#server/webhooks/records.ts";
import { solicitationNoun } from "./solicitation/solicitation.noun.ts";
import { sourcingReferences } from "./bid/vendor-merge.service.ts";
import { vendorReferences } from "#areas/vendors/vendors.server.ts";
import { solicitationList } from "./solicitation/solicitation.list.ts";
import { solicitationViews } from "./solicitation/solicitation.labels.ts";
import { evaluationList } from "./evaluation/evaluation.list.ts";
import { evaluationViews } from "./evaluation/evaluation.labels.ts";
import { protestList } from "./protest/protest.list.ts";
import { protestViews } from "./protest/protest.labels.ts";
import { defineArea } from "#server/area.ts";
import { holdings } from "#areas/organization/organization.server.ts";
import { sourcingHoldings } from "./opening/leaving.service.ts";
import { awardedOrders, boardStages } from "#areas/procurement/procurement.server.ts";
import type { App } from "#server/app.ts";
import { awardEndpoints } from "./award/award.api.ts";
import { awardOutcome } from "./award/award.read.service.ts";
import { endCompetition } from "./award/award.service.ts";
import { solveScenarioJob } from "./award/scenario.service.ts";
import { settleAward } from "./award/settle.service.ts";
import { bidEndpoints } from "./bid/bid.api.ts";
import { solicitationStages } from "./board/solicitation-stages.service.ts";
import { evaluationEndpoints } from "./evaluation/evaluation.api.ts";
import { finalOfferEndpoints } from "./final-offer/final-offer.api.ts";
import { finalOfferSchedules, keepRounds } from "./final-offer/open-offers.service.ts";
import { keepRelease, releaseOutcomes } from "./ocds/release.service.ts";
import { outageEndpoints } from "./outage/outage.api.ts";
import { openingEndpoints } from "./opening/opening.api.ts";
import { openHeld, openingSchedules, openStageJob } from "./opening/opening.jobs.ts";
import { protestEndpoints } from "./protest/protest.api.ts";
import { watchDeadlines } from "./solicitation/clock.service.ts";
import { tellVendors } from "./solicitation/letters.service.ts";
import { opportunityEndpoints } from "./solicitation/opportunity.api.ts";
import { publicSolicitationEndpoints } from "./solicitation/public.api.ts";
import { solicitationEvents } from "./solicitation/publication.service.ts";
import { publicationDemands } from "./solicitation/readiness.service.ts";
import { rehearsedOpening } from "./opening/officer.service.ts";
import { solicitationEndpoints } from "./solicitation/solicitation.api.ts";
import { marketEndpoints } from "./market/market.api.ts";
import { sourceReaders, sourceTakers } from "#areas/connectors/connectors.server.ts";
import { federalEndpoints } from "./federal/federal.api.ts";
import { federalImporter } from "./federal/federal.importer.ts";
import { federalList } from "./federal/federal.list.ts";
import { federalViews } from "./federal/federal.labels.ts";
import { readSamOpportunities } from "./federal/sam-opportunities.service.ts";
import { ocdsTaker } from "./market/ocds-connector.service.ts";
import { loadOcdsJob } from "./market/ocds-import.service.ts";
import { seedSourcing } from "./sourcing.seed.ts";

export {
  awardShares,
  tellContracts,
  type AwardShare,
  type ContractEvent,
} from "./award/contract.service.ts";
export { chooseClauses } from "./solicitation/clause.model.ts";
export { releaseOutcomes } from "./ocds/release.service.ts";
export type { Outcome } from "./ocds/release.model.ts";
export { openedBids } from "./bid/opened.service.ts";
export { rehearsalState } from "./opening/officer.service.ts";
export { unlockPrices } from "./opening/price.service.ts";
export { ocdsProblems, unknownOcdsFields, type OcdsDocument } from "./ocds/ocds-schema.service.ts";
export {
  solicitationEvents,
  type Heard,
  type PublicEvent,
} from "./solicitation/publication.service.ts";
export { noticesPart } from "./solicitation/public.live.service.ts";
export { latestNotices } from "./solicitation/public.service.ts";

/** What the server mounts of this area. */
export default defineArea({
  name: "sourcing",
  seed: { after: ["procurement"], tell: seedSourcing },
  endpoints: [
    ...solicitationEndpoints,
    ...opportunityEndpoints,
    ...publicSolicitationEndpoints,
    ...bidEndpoints,
    ...openingEndpoints,
    ...outageEndpoints,
    ...evaluationEndpoints,
    ...awardEndpoints,
    ...protestEndpoints,
    ...finalOfferEndpoints,
    ...marketEndpoints,
    ...federalEndpoints,
  ],
  importers: [federalImporter],
  jobs: [openStageJob.definition, solveScenarioJob, loadOcdsJob],
  schedules: [...openingSchedules, ...finalOfferSchedules],
  brings: [
    programScopes.of({
      "solicitation.read": {
        place: 90,
        noun: "Solicitations",
        may: "Read solicitations, never a sealed bid",
      },
      "market.read": { place: 95, noun: "Market prices", may: "Read market lines and prices" },
    }),
    recordTopics.of({ noun: solicitationNoun, label: "Solicitations" }),
    sourceTakers.of(ocdsTaker),
    sourceReaders.of({
      kind: "sam-opportunities",
      importer: "federal-opportunities",
      read: readSamOpportunities,
    }),
    vendorReferences.of(...sourcingReferences),
    holdings.of(...sourcingHoldings),
    boardStages.of(...solicitationStages),
    awardedOrders.of(settleAward),
    publicationDemands.of(rehearsedOpening),
    releaseOutcomes.of(awardOutcome),
    // In this order: a release tells the award as it stands after the end.
    solicitationEvents.of(endCompetition, keepRelease, tellVendors),
  ],
  start: (app: App) => watchDeadlines(app, openHeld, [keepRounds]),
  asked: [
    {
      list: federalList,
      permission: "solicitation.read",
      page: "/opportunities?tab=federal",
      views: federalViews,
    },
    {
      list: solicitationList,
      permission: "solicitation.read",
      page: "/rfq-builder",
      views: solicitationViews,
    },
    {
      list: evaluationList,
      permission: "evaluation.read",
      page: "/bid-evaluation",
      views: evaluationViews,
    },
    {
      list: protestList,
      permission: "evaluation.read",
      page: "/bid-evaluation/protests",
      views: protestViews,
    },
  ],
});
