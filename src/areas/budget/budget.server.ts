import { agencyTables } from "#server/agency-tables/agency-tables.ts";
import { budgetLeaving } from "./budget.leaving.data.ts";
import { fundsOfTemplate } from "./account/template.service.ts";
import { budgetAgent } from "./agent/budget.agent.ts";
import { budgetFacts } from "./budget.facts.ts";
import { outlookSeries, outlookWarnings } from "#server/outlook/sources.ts";
import { shortLineSource, spendingSource } from "./forecast/outlook.service.ts";
import { programScopes } from "#server/program-scopes.ts";
import { changeNoun } from "./change/change.noun.ts";
import { amendmentEndpoints } from "./amendment/amendment.api.ts";
import { amendmentViews } from "./amendment/amendment.labels.ts";
import { amendmentNoun } from "./amendment/amendment.noun.ts";
import {
  amendmentCarryover,
  amendmentList,
  amendmentSummary,
} from "./amendment/amendment.read.service.ts";
import { amendmentApproval } from "./amendment/amendment.service.ts";
import { bookEndpoints } from "./book/book.api.ts";
import { cycleEndpoints } from "./cycle/cycle.api.ts";
import { cycleDeadlineSource } from "./cycle/cycle-deadlines.service.ts";
import { cycleNoun } from "./cycle/cycle.noun.ts";
import { actualImporter } from "./forecast/actual.importer.ts";
import { actualEndpoints } from "./forecast/actual.list.ts";
import { forecastEndpoints } from "./forecast/forecast.api.ts";
import { freezing } from "./forecast/freeze.service.ts";
import { proposalEndpoints } from "./proposal/proposal.api.ts";
import { sheetImporter } from "./proposal/sheet.importer.ts";
import { proposalViews } from "./proposal/proposal.labels.ts";
import { proposalNoun } from "./proposal/proposal.noun.ts";
import { proposalList } from "./proposal/proposal.read.service.ts";
import { positionList } from "./position/position.service.ts";
import { yearCarryovers } from "./account/carryover.service.ts";
import { recordTopics } from "#server/webhooks/records.ts";
import { budgetStart } from "./change/quick-start.service.ts";
import {
  firstSteps,
  foundingParts,
  newOrganizations,
  quickStartsOf,
  sharedListEndpoints,
  sharedLists,
} from "#areas/organization/organization.server.ts";
import { costCodeImporter } from "./cost-code/cost-code.importer.ts";
import { costCodeRow } from "./cost-code/cost-code.model.ts";
import { beginCostCodes, costCodeList, costCodesList } from "./cost-code/cost-code.service.ts";
import { budgetSteps } from "./line/first-step.service.ts";
import { lineViews } from "./line/line.labels.ts";
import { changeList } from "./change/change.read.service.ts";
import { changeViews } from "./change/change.labels.ts";
import { listFunds, openYearOf } from "./account/account.service.ts";
import { budgetLineImporter, summedLineImporter } from "./line/line.importer.ts";
import { budgetLineList } from "./line/line.service.ts";
import { defineArea } from "#server/area.ts";
import { fiscalYears } from "#server/fiscal-years.ts";
import { seedBudget } from "./budget.seed.ts";
import { approvables, deadlineSources, policyFunds } from "#areas/workflow/workflow.server.ts";
import { budgetEndpoints } from "./budget.api.ts";
import { takeBackEndpoints } from "./take-back/take-back.api.ts";
import { changeEndpoints } from "./change/change.api.ts";
import { changeSummary } from "./change/change.read.service.ts";
import { changeApproval } from "./change/change.service.ts";
import { invariants } from "#server/operation/checking.ts";
import { budgetRules } from "./ledger/ledger.checks.ts";
import { documentRules } from "./appropriation/appropriation.checks.ts";

export { segmentsNamed } from "./account/segments-named.service.ts";
export {
  beginCostCodes,
  costCodesNamed,
  costCodesOf,
  projectSegments,
  requireCostCodes,
  type CodedLine,
  type CostCodeNamed,
} from "./cost-code/cost-code.service.ts";
export { expendedOfAward } from "./ledger/award-spent.service.ts";
export { availableOf } from "./ledger/available.service.ts";
export {
  beginBooks,
  booksOf,
  postingDay,
  requireOpenDay,
  setClosedThrough,
  type Books,
} from "./period/books.service.ts";
export {
  chartOfBudgets,
  expendedByFund,
  expendedOfDocuments,
  expendedOfYear,
  ledgerMovements,
} from "./ledger/movements.service.ts";
export {
  accountFacts,
  chargeable,
  chargedBy,
  chargedTo,
  chargedDepartments,
  createSegment,
  ensureAccountString,
  findAccountStrings,
  fiscalYearOf,
  fiscalYears as agencyYears,
  openYearOf,
  yearIsClosed,
  yearOfId,
  yearEndOf,
  yearStartOf,
  type AccountFacts,
} from "./account/account.service.ts";
export {
  accountsOfAward,
  accountsOfAwardUntil,
  awardSegment,
  awardSegmentsOf,
  segmentCodeOf,
  awardTerms,
  refuseByTerms,
  setSegmentDays,
  type TermCharge,
} from "./account/terms.service.ts";
export {
  awardWages,
  constructionAccounts,
  wagesOfAwardNamed,
  workOfAccounts,
} from "./account/wages.service.ts";
export {
  yearCarryovers,
  type YearCarryover,
  type Held,
  type Underway,
} from "./account/carryover.service.ts";
export {
  appropriate,
  appropriationGate,
  awardBudgets,
  projectSpending,
  requireSegment,
  type AppropriationGate,
  type CapitalLine,
} from "./line/appropriate.service.ts";
export {
  accountsOfProject,
  ledgerOfProject,
  projectDocuments,
  projectLedgers,
  projectsByCode,
  type ProjectDocument,
  type ProjectLedger,
} from "./line/project.service.ts";
export { seedAwardLine } from "./demo/award-line.seed.ts";
export { capitalAccount, nextBudgetYear, seedCycle } from "./demo/cycle.seed.ts";
export { awardLinesOutside } from "./appropriation/award-period.service.ts";
export {
  accountStringsOf,
  chargeableByCode,
  stringsByCode,
} from "./account/string-codes.service.ts";
export { listFunds } from "./account/account.service.ts";
export { boundCosts, type Bound, type BudgetedYear } from "./forecast/bound.service.ts";
export { booksOnPortal } from "./book/public.service.ts";
export { openFiscalYear } from "./account/year.service.ts";
export { segmentInput } from "./budget.model.ts";
export {
  budgetEffect,
  postCommitments,
  type BudgetEffect,
  type CommitmentDocument,
  type Posting,
  type PostOptions,
} from "./ledger/ledger.service.ts";
export {
  budgetedAccounts,
  encumberedOf,
  expendedIn,
  fteByDepartment,
} from "./ledger/spent.service.ts";
export { parted } from "./position/cost.model.ts";
export { expendedByDocument } from "./ledger/ledger.checks.ts";
export {
  budgetLineList,
  budgetSummary,
  createLine,
  spendingByMonth,
  yearTotals,
} from "./line/line.service.ts";

const proposals = {
  list: proposalList,
  api: "/api/v1/budget-proposals",
  page: "/budget-management/proposals",
};

/** What the server mounts of this area. */
export default defineArea({
  name: "budget",
  facts: budgetFacts,
  agents: [budgetAgent],
  endpoints: [
    ...budgetEndpoints,
    ...changeEndpoints,
    ...cycleEndpoints,
    ...proposalEndpoints,
    ...amendmentEndpoints,
    ...bookEndpoints,
    ...forecastEndpoints,
    ...actualEndpoints,
    ...takeBackEndpoints,
    ...sharedListEndpoints("/api/v1/cost-codes", costCodesList, costCodeList, costCodeRow),
  ],
  seed: { after: ["governance"], tell: seedBudget },
  importers: [
    budgetLineImporter,
    summedLineImporter,
    actualImporter,
    sheetImporter,
    costCodeImporter,
  ],
  days: [freezing],
  brings: [
    agencyTables.of(...budgetLeaving),
    newOrganizations.of(beginCostCodes),
    foundingParts.of(fundsOfTemplate),
    sharedLists.of(costCodesList),
    outlookSeries.of(spendingSource),
    outlookWarnings.of(shortLineSource),
    fiscalYears.of(async (db, day) => (await openYearOf(db, day))?.year ?? null),
    programScopes.of({
      "budget.read": {
        place: 60,
        noun: "Budget",
        may: "Read years, account strings, budget lines and changes",
      },
      "ledger.read": {
        place: 61,
        noun: "Budget",
        may: "Read every entry of the commitment ledger",
      },
    }),
    recordTopics.of(
      { noun: changeNoun, label: "Budget changes" },
      { noun: cycleNoun, label: "Budget cycles" },
      { noun: proposalNoun, label: "Budget proposals" },
      { noun: amendmentNoun, label: "Budget amendments" },
    ),
    deadlineSources.of(cycleDeadlineSource),
    yearCarryovers.of(amendmentCarryover),
    quickStartsOf.of(budgetStart),
    invariants.of(...budgetRules, ...documentRules),
    firstSteps.of(...budgetSteps),
    policyFunds.of(listFunds),
    approvables.of(
      {
        type: "budgetChange",
        href: (id) => `/budget-management/changes/${id}`,
        ...changeApproval,
        summary: changeSummary,
      },
      {
        type: "budgetAmendment",
        href: (id) => `/budget-management/amendments/${id}`,
        ...amendmentApproval,
        summary: amendmentSummary,
      },
    ),
  ],
  figures: [
    {
      group: "money",
      place: 50,
      id: "near-limit",
      label: "Budget lines at 95 percent or more",
      list: budgetLineList,
      api: "/api/v1/budget-lines",
      page: "/budget-management",
      query: "nearLimit=true",
    },
    {
      group: "duty",
      place: 127,
      permission: "proposal.edit",
      duty: "department_head",
      id: "proposals-returned",
      pressing: true,
      label: "Budget proposals that came back",
      ...proposals,
      query: "mine=true&status=returned",
      says: ["budget proposal came back to you", "budget proposals came back to you"],
    },
    {
      group: "duty",
      place: 128,
      permission: "proposal.edit",
      duty: "department_head",
      id: "proposals-with-the-office",
      label: "Your department's proposals with the budget office",
      ...proposals,
      query: "mine=true&status=submitted,in_review",
      says: ["proposal is with the budget office", "proposals are with the budget office"],
    },
    {
      group: "duty",
      place: 129,
      permission: "budget.edit",
      duty: "budget_officer",
      id: "proposals-submitted",
      pressing: true,
      label: "Budget proposals to review",
      ...proposals,
      query: "status=submitted,in_review",
      says: ["budget proposal waits for its review", "budget proposals wait for their review"],
    },
  ],
  searches: [
    {
      kind: "budgetLine",
      list: budgetLineList,
      permission: "budget.read",
      path: "/budget-management/lines",
      number: "code",
      title: "account",
    },
    {
      kind: "budgetAmendment",
      list: amendmentList,
      permission: "budget.read",
      path: "/budget-management/amendments",
    },
    {
      kind: "budgetChange",
      list: changeList,
      permission: "budget.read",
      path: "/budget-management/changes",
      title: "reason",
    },
    {
      kind: "budgetProposal",
      list: proposalList,
      permission: "budget.read",
      path: "/budget-management/proposals",
      title: "department",
    },
  ],
  asked: [
    {
      list: budgetLineList,
      permission: "budget.read",
      page: "/budget-management",
      views: lineViews,
    },
    {
      list: changeList,
      permission: "budget.read",
      page: "/budget-management/changes",
      views: changeViews,
    },
    {
      list: proposalList,
      permission: "budget.read",
      page: "/budget-management/proposals",
      views: proposalViews,
    },
    { list: positionList, permission: "budget.read", page: "/budget-management/positions" },
    {
      list: amendmentList,
      permission: "budget.read",
      page: "/budget-management/amendments",
      views: amendmentViews,
    },
  ],
});
