import { agencyTables } from "#server/agency-tables/agency-tables.ts";
import { evaluationLeaving } from "./evaluation.leaving.data.ts";
import { bidEvaluationAgent } from "./agent/bid-evaluation.agent.ts";
import { defineArea } from "#server/area.ts";
import { controlChecks } from "#server/controls/control-checks.ts";
import { shippedRules } from "#areas/governance/governance.server.ts";
import { awardChecks } from "./controls/award-checks.service.ts";
import { awardsOfSolicitations } from "./controls/awarded.service.ts";
import { awardRules } from "./controls/rules.data.ts";
import { holdings } from "#areas/organization/organization.server.ts";
import { purchaseFileParts } from "#server/controls/purchase-files.ts";
import { awardPartsOfFiles } from "./award/file-parts.service.ts";
import { awardedOrders, orderCompetitions } from "#areas/procurement/procurement.server.ts";
import { competitionForOrders } from "./award/competition.service.ts";
import {
  bidReaders,
  deadlineKeepers,
  releaseOutcomes,
  solicitationAwards,
  solicitationEffects,
} from "#areas/sourcing/sourcing.server.ts";
import { vendorReferences } from "#areas/vendors/vendors.server.ts";
import { awardEndpoints } from "./award/award.api.ts";
import { evaluationFacts } from "./evaluation.facts.ts";
import { evaluationFigures } from "./evaluation.figures.ts";
import { awardOutcome } from "./award/award.read.service.ts";
import { endCompetition } from "./award/award.service.ts";
import { solveScenarioJob } from "./award/scenario.service.ts";
import { settleAward } from "./award/settle.service.ts";
import { evaluationEndpoints } from "./evaluation/evaluation.api.ts";
import { evaluationViews } from "./evaluation/evaluation.labels.ts";
import { evaluationList } from "./evaluation/evaluation.list.ts";
import { readsBids } from "./evaluation/gate.service.ts";
import { evaluationsHeld } from "./evaluation/leaving.service.ts";
import { seedEvaluation } from "./evaluation.seed.ts";
import { evaluationReferences } from "./evaluation/vendor-merge.service.ts";
import { finalOfferEndpoints } from "./final-offer/final-offer.api.ts";
import { finalOfferSchedules, keepRounds } from "./final-offer/open-offers.service.ts";

export { awardNoun, asSystem } from "./award/award.noun.ts";
export { evaluateAgain } from "./award/award.service.ts";
export { award } from "./award/award.tables.ts";
export {
  awardShares,
  tellContracts,
  type AwardShare,
  type ContractEvent,
} from "./award/contract.service.ts";
export { endOfDay, protestPolicy } from "./award/window.service.ts";

/** What the server mounts of this area. */
export default defineArea({
  name: "evaluation",
  facts: evaluationFacts,
  figures: evaluationFigures,
  seed: { after: ["sourcing"], tell: seedEvaluation },
  endpoints: [...evaluationEndpoints, ...awardEndpoints, ...finalOfferEndpoints],
  agents: [bidEvaluationAgent],
  jobs: [solveScenarioJob],
  schedules: finalOfferSchedules,
  brings: [
    agencyTables.of(...evaluationLeaving),
    bidReaders.of(readsBids),
    vendorReferences.of(...evaluationReferences),
    holdings.of(evaluationsHeld),
    awardedOrders.of(settleAward),
    orderCompetitions.of(competitionForOrders),
    purchaseFileParts.of(awardPartsOfFiles),
    releaseOutcomes.of(awardOutcome),
    solicitationEffects.of(endCompetition),
    deadlineKeepers.of(keepRounds),
    shippedRules.of(...awardRules),
    solicitationAwards.of(awardsOfSolicitations),
    controlChecks.of(...awardChecks),
  ],
  searches: [
    {
      kind: "evaluation",
      list: evaluationList,
      permission: "evaluation.read",
      path: "/bid-evaluation",
    },
  ],
  asked: [
    {
      list: evaluationList,
      permission: "evaluation.read",
      page: "/bid-evaluation",
      views: evaluationViews,
    },
  ],
});
