import { closingMatters, outsideOfAgencies } from "#server/agencies/ending.ts";
import { eraseKeysOf, solicitationsThatRefuseEnd } from "./solicitation/closing.service.ts";
import { agencyTables } from "#server/agency-tables/agency-tables.ts";
import { sourcingLeaving } from "./sourcing.leaving.data.ts";
import { candidateEndpoints } from "./agent/candidate.api.ts";
import { sourcingAgent } from "./agent/sourcing.agent.ts";
import { orderClausesCheck } from "./controls/order-clauses.service.ts";
import { sourcingFacts } from "./sourcing.facts.ts";
import { programScopes } from "#server/program-scopes.ts";
import { recordTopics } from "#server/webhooks/records.ts";
import { solicitationNoun } from "./solicitation/solicitation.noun.ts";
import { sourcingReferences } from "./bid/vendor-merge.service.ts";
import { vendorReferences } from "#areas/vendors/vendors.server.ts";
import { solicitationList } from "./solicitation/solicitation.list.ts";
import { solicitationViews } from "./solicitation/solicitation.labels.ts";
import { invariants } from "#server/operation/checking.ts";
import { partsRule } from "./sourcing.checks.ts";
import { defineArea } from "#server/area.ts";
import { controlChecks, controlSubjects } from "#server/controls/control-checks.ts";
import { shippedRules } from "#areas/governance/governance.server.ts";
import { solicitationRules } from "./controls/rules.data.ts";
import { solicitationChecks } from "./controls/solicitation-checks.service.ts";
import { solicitationSubject } from "./controls/solicitation-subject.service.ts";
import { fileHolders } from "#server/files/holders.ts";
import { sourcingFiles } from "./solicitation/files.service.ts";
import { holdings } from "#areas/organization/organization.server.ts";
import { sourcingHoldings } from "./opening/leaving.service.ts";
import { boardStages, orderClauses } from "#areas/procurement/procurement.server.ts";
import type { App } from "#server/app.ts";
import { bidEndpoints } from "./bid/bid.api.ts";
import { solicitationStages } from "./board/solicitation-stages.service.ts";
import { keepRelease } from "./ocds/release.service.ts";
import { outageEndpoints } from "./outage/outage.api.ts";
import { openingEndpoints } from "./opening/opening.api.ts";
import { openHeld, openingSchedules, openStageJob } from "./opening/opening.jobs.ts";
import { deadlinesAfterRestore, passOnce, watchDeadlines } from "./solicitation/clock.service.ts";
import { tellVendors } from "./solicitation/letters.service.ts";
import { opportunityEndpoints } from "./solicitation/opportunity.api.ts";
import { publicSolicitationEndpoints } from "./solicitation/public.api.ts";
import { solicitationEvents } from "./solicitation/publication.service.ts";
import { publicationDemands } from "./solicitation/readiness.service.ts";
import { rehearsedOpening } from "./opening/officer.service.ts";
import { solicitationEndpoints } from "./solicitation/solicitation.api.ts";
import { sourceReaders } from "#areas/connectors/connectors.server.ts";
import { federalEndpoints } from "./federal/federal.api.ts";
import { federalImporter } from "./federal/federal.importer.ts";
import { federalList } from "./federal/federal.list.ts";
import { federalViews } from "./federal/federal.labels.ts";
import { readSamOpportunities } from "./federal/sam-opportunities.service.ts";
import { seedSourcing } from "./sourcing.seed.ts";
import { clausesForOrder } from "./solicitation/order-clauses.service.ts";

export { solicitationAwards, type SolicitationAward } from "./controls/awarded.ts";
export { readSolicitations, type ReadSolicitation } from "./controls/solicitation-read.service.ts";
export { chooseClauses } from "./solicitation/clause.model.ts";
export { releaseOutcomes } from "./ocds/release.service.ts";
export type { Outcome } from "./ocds/release.model.ts";
export { bidNoun, bidReaders, type BidReader } from "./bid/bid.noun.ts";
export { forgetParts } from "./bid/erase.service.ts";
export { openedBids } from "./bid/opened.service.ts";
export { clockAgainst, revealEvents, sealScope, sealedEvent } from "./bid/under-seal.service.ts";
export { staysInCompetition } from "./bid/vendor-merge.service.ts";
export { withdrawalNote } from "./bid/withdrawal.service.ts";
export { rehearsalState } from "./opening/officer.service.ts";
export { bytesOf } from "./opening/open-stage.service.ts";
export {
  bid,
  close,
  demoOfficers,
  drafted,
  openByOfficers,
  rehearseAll,
  type DemoBid,
  type DemoOfficers,
} from "./opening/opening.seed.ts";
export { unlockPrices } from "./opening/price.service.ts";
export {
  decideOutage,
  heldAt,
  holdDeadline,
  laterInstant,
  notHeld,
  outageSentence,
  type About,
} from "./outage/outage.service.ts";
export { addSolicitationItems } from "./solicitation/added-items.service.ts";
export { deadlineKeepers, type Kept } from "./solicitation/clock.service.ts";
export { addressesOf } from "./solicitation/letters.service.ts";
export { ocdsProblems, unknownOcdsFields, type OcdsDocument } from "./ocds/ocds-schema.service.ts";
export {
  solicitationEffects,
  solicitationEvents,
  tellSolicitation,
  type Heard,
  type PublicEvent,
} from "./solicitation/publication.service.ts";
export { noticesPart } from "./solicitation/public.live.service.ts";
export { latestNotices } from "./solicitation/public.service.ts";
export { moveSolicitation, type SolicitationRecord } from "./solicitation/solicitation.noun.ts";
export {
  approveSolicitation,
  endSolicitation,
  publishSolicitation,
  submitSolicitation,
} from "./solicitation/solicitation.service.ts";
export { solicitation } from "./solicitation/solicitation.tables.ts";

/** What the server mounts of this area. */
export default defineArea({
  name: "sourcing",
  facts: sourcingFacts,
  seed: { after: ["procurement"], tell: seedSourcing },
  endpoints: [
    ...solicitationEndpoints,
    ...candidateEndpoints,
    ...opportunityEndpoints,
    ...publicSolicitationEndpoints,
    ...bidEndpoints,
    ...openingEndpoints,
    ...outageEndpoints,
    ...federalEndpoints,
  ],
  importers: [federalImporter],
  jobs: [openStageJob.definition],
  schedules: openingSchedules,
  brings: [
    agencyTables.of(...sourcingLeaving),
    closingMatters.of({ label: "Solicitations", of: solicitationsThatRefuseEnd }),
    outsideOfAgencies.of({ name: "keys of bids", remove: eraseKeysOf }),
    invariants.of(partsRule),
    fileHolders.of(...sourcingFiles),
    programScopes.of({
      "solicitation.read": {
        place: 90,
        noun: "Solicitations",
        may: "Read solicitations, never a sealed bid",
      },
    }),
    recordTopics.of({ noun: solicitationNoun, label: "Solicitations" }),
    orderClauses.of(clausesForOrder),
    sourceReaders.of({
      kind: "sam-opportunities",
      importer: "federal-opportunities",
      read: readSamOpportunities,
    }),
    vendorReferences.of(...sourcingReferences),
    holdings.of(...sourcingHoldings),
    boardStages.of(...solicitationStages),
    publicationDemands.of(rehearsedOpening),
    solicitationEvents.of(keepRelease, tellVendors),
    shippedRules.of(...solicitationRules),
    controlSubjects.of(solicitationSubject),
    controlChecks.of(...solicitationChecks, orderClausesCheck),
  ],
  start: {
    afterRestore: deadlinesAfterRestore,
    begin: (app: App) => watchDeadlines(app, openHeld),
    round: (app: App) => passOnce(app, openHeld),
  },
  agents: [sourcingAgent],
  searches: [
    {
      kind: "solicitation",
      list: solicitationList,
      permission: "solicitation.read",
      path: "/rfq-builder",
    },
  ],
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
  ],
});
