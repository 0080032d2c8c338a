import { agencyTables } from "#server/agency-tables/agency-tables.ts";
import { contractsLeaving } from "./contracts.leaving.data.ts";
import { contractAgent } from "./agent/contract.agent.ts";
import { paperEndpoints } from "./paper/paper.api.ts";
import { contractFacts } from "./contracts.facts.ts";
import { definitionSearch } from "#server/definitions/search.ts";
import { clause } from "./clause/clause.tables.ts";
import { programScopes } from "#server/program-scopes.ts";
import { contractNoun } from "./contract/contract.noun.ts";
import { recordTopics } from "#server/webhooks/records.ts";
import { contractReferences } from "./contract/vendor-merge.service.ts";
import { vendorReferences } from "#areas/vendors/vendors.server.ts";
import { countedRecords } from "#server/operation/counted-records.ts";
import { defineArea } from "#server/area.ts";
import { fileHolders } from "#server/files/holders.ts";
import { contractFiles } from "./contract/files.service.ts";
import { flowRecords } from "#areas/flows/flows.server.ts";
import { orderContracts, orderCoverages } from "#areas/procurement/procurement.server.ts";
import { insuranceOn } from "./coverage/on-day.service.ts";
import { releaseOutcomes } from "#areas/sourcing/sourcing.server.ts";
import { vendorWaits } from "#areas/vendor-portal/vendor-portal.server.ts";
import { approvables, deadlineSources, signables } from "#areas/workflow/workflow.server.ts";
import { amendmentEndpoints } from "./amendment/amendment.api.ts";
import { amendmentSummary, amendmentList } from "./amendment/amendment.read.service.ts";
import { amendmentApproval } from "./amendment/amendment.service.ts";
import { clauseEndpoints } from "./clause/clause.api.ts";
import { changeEndpoints } from "./change/change.api.ts";
import { cooperativeEndpoints } from "./cooperative/cooperative.api.ts";
import { changeList } from "./change/change.list.ts";
import { publishedChangeEndpoints } from "./change/published.api.ts";
import { changeApproval, changeSummary } from "./change/course.service.ts";
import { claimEndpoints } from "./claim/claim.api.ts";
import { claimDeadlines } from "./claim/claim-deadlines.service.ts";
import { claimList } from "./claim/claim.list.ts";
import { settlementApproval, settlementSummary } from "./claim/settling.service.ts";
import { purchaseFileParts } from "#server/controls/purchase-files.ts";
import { contractPartsOfFiles } from "./contract/file-parts.service.ts";
import { contractsOfOrders } from "./ceiling/orders.service.ts";
import { contractApproval, contractSummary } from "./contract/approval.service.ts";
import { boundCosts } from "#areas/budget/budget.server.ts";
import { boundByContracts } from "./contract/bound.service.ts";
import { contractOutcome } from "./contract/award.service.ts";
import { contractEndpoints } from "./contract/contract.api.ts";
import { contractDeadlines } from "./contract/contract-deadlines.service.ts";
import { contractViews } from "./contract/contract.labels.ts";
import { contractFlow } from "./contract/contract-flow.service.ts";
import { contractList } from "./contract/contract.list.ts";
import { seedContracts } from "./demo/contracts.seed.ts";
import { contractBoardEndpoints } from "./contract/contract-stages.service.ts";
import { contractImporter } from "./contract/contract.importer.ts";
import { contractFigures } from "./contracts.figures.ts";
import { closeoutEndpoints } from "./closeout/closeout.api.ts";
import { coverageEndpoints } from "./coverage/coverage.api.ts";
import { coverageDeadlines } from "./coverage/coverage-deadlines.service.ts";
import { obligationEndpoints } from "./obligation/obligation.api.ts";
import { obligationDeadlines } from "./obligation/due-days.service.ts";
import { vendorDutyEndpoints } from "./vendor/vendor-duties.api.ts";
import { exhibitEndpoints } from "./exhibit/exhibit.api.ts";
import { retainageEndpoints } from "./retainage/retainage.api.ts";
import { masterEndpoints } from "./master/master.api.ts";
import { masterList } from "./master/master.list.ts";
import { rateEndpoints } from "./rates/rate.api.ts";
import {
  amendmentSignable,
  changeSignable,
  contractSignable,
} from "./signature/contract-signature.service.ts";
import { vendorChangeEndpoints } from "./vendor/vendor-change.api.ts";
import { contractsWaiting } from "./vendor/waiting.service.ts";
import { vendorContractEndpoints } from "./vendor/vendor-contract.service.ts";
import { negotiationEndpoints } from "./negotiation/negotiation.api.ts";
import { roundDeadlines } from "./negotiation/round-deadlines.service.ts";
import { expiryDay } from "./contract/course.service.ts";

export {
  contractorsOf,
  contractsByNumber,
  contractsNamed,
  lastDayOfContracts,
  type NamedContract,
} from "./contract/named.service.ts";
export { contractsOfVendor } from "./vendor/vendor-contract.service.ts";
export { carryChange } from "./demo/changes.seed.ts";
export { proposeChange } from "./change/change.service.ts";
export { changeInput, type ChangeInput } from "./change/change.model.ts";
export { appliedChanges, changesNamed, type AppliedChange } from "./change/heard.service.ts";
export {
  completeWithProject,
  openWorkChanged,
  retainageOfContracts,
} from "./retainage/due.service.ts";
export { openWork } from "./retainage/open-work.ts";
export { finalPapers } from "./retainage/final-papers.ts";
export { recordFindings, type RecordFindings } from "./closeout/record-findings.ts";
export { notInForce } from "./ceiling/ceiling.service.ts";
export { jointRoom } from "./master/joint.service.ts";
export { contract } from "./contracts.tables.ts";
export { cooperativeGaps } from "./cooperative/cooperative.read.service.ts";
export { coverageGaps } from "./coverage/standing.service.ts";
export { ratesOn } from "./rates/in-force.service.ts";
export { amendmentToSign } from "./amendment/amendment.read.service.ts";

/** What the server mounts of this area. */
export default defineArea({
  name: "contracts",
  facts: contractFacts,
  endpoints: [
    ...contractEndpoints,
    ...masterEndpoints,
    ...clauseEndpoints,
    ...negotiationEndpoints,
    ...contractBoardEndpoints,
    ...amendmentEndpoints,
    ...rateEndpoints,
    ...retainageEndpoints,
    ...exhibitEndpoints,
    ...paperEndpoints,
    ...vendorContractEndpoints,
    ...changeEndpoints,
    ...claimEndpoints,
    ...vendorChangeEndpoints,
    ...publishedChangeEndpoints,
    ...cooperativeEndpoints,
    ...closeoutEndpoints,
    ...coverageEndpoints,
    ...obligationEndpoints,
    ...vendorDutyEndpoints,
  ],
  agents: [contractAgent],
  importers: [contractImporter],
  figures: contractFigures,
  days: [expiryDay],
  seed: { after: ["finance"], tell: seedContracts },
  searches: [
    definitionSearch(clause, {
      kind: "clause",
      permission: "contract.read",
      path: "/contracts/clauses/:id/edit",
    }),
    { kind: "contract", list: contractList, permission: "contract.read", path: "/contracts" },
    {
      kind: "changeOrder",
      list: changeList,
      permission: "contract.read",
      path: "/claims-change-orders/changes",
    },
    {
      kind: "claim",
      list: claimList,
      permission: "contract.read",
      path: "/claims-change-orders/claims",
    },
    {
      kind: "contractAmendment",
      list: amendmentList,
      permission: "contract.read",
      path: "/contracts/amendments",
    },
    {
      kind: "contractMaster",
      list: masterList,
      permission: "contract.read",
      path: "/contracts/lots",
    },
  ],
  asked: [
    {
      list: contractList,
      permission: "contract.read",
      page: "/contracts",
      views: contractViews,
    },
  ],
  brings: [
    agencyTables.of(...contractsLeaving),
    fileHolders.of(...contractFiles),
    programScopes.of({
      "contract.read": {
        place: 80,
        noun: "Contracts",
        may: "Read contracts, changes, claims and obligations",
      },
    }),
    recordTopics.of({ noun: contractNoun, label: "Contracts" }),
    vendorReferences.of(...contractReferences),
    countedRecords.of(
      {
        name: "contracts",
        group: "Records",
        label: "Contracts that begin",
        list: contractList,
        permission: "contract.read",
        page: "/contracts",
        day: "startsOn",
      },
      {
        name: "claims",
        group: "Records",
        label: "Claims noticed",
        list: claimList,
        permission: "contract.read",
        page: "/claims-change-orders?tab=claims",
        day: "noticedOn",
      },
    ),

    flowRecords.of(contractFlow),
    deadlineSources.of(
      contractDeadlines,
      roundDeadlines,
      claimDeadlines,
      coverageDeadlines,
      obligationDeadlines,
    ),
    boundCosts.of({ name: "contracts", of: boundByContracts }),
    purchaseFileParts.of(contractPartsOfFiles),
    orderContracts.of(contractsOfOrders),
    orderCoverages.of(insuranceOn),
    releaseOutcomes.of(contractOutcome),
    vendorWaits.of(contractsWaiting),
    signables.of(contractSignable, amendmentSignable, changeSignable),
    approvables.of(
      {
        type: "contract",
        href: (id) => `/contracts/${id}`,
        ...contractApproval,
        summary: contractSummary,
      },
      {
        type: "contractAmendment",
        href: (id) => `/contracts/amendments/${id}`,
        ...amendmentApproval,
        summary: amendmentSummary,
      },
      {
        type: "changeOrder",
        href: (id) => `/claims-change-orders/changes/${id}`,
        ...changeApproval,
        summary: changeSummary,
      },
      {
        type: "settlement",
        href: (id) => `/claims-change-orders/claims/${id}`,
        ...settlementApproval,
        summary: settlementSummary,
      },
    ),
  ],
});
