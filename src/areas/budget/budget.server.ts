import "./line/line.importer.ts";
import { seedBudget } from "./budget.seed.ts";
import { budgetEndpoints } from "./budget.api.ts";

export {
  accountFacts,
  chargeable,
  chargedBy,
  chargedTo,
  concerned,
  createSegment,
  ensureAccountString,
  findAccountStrings,
  fiscalYearOf,
  openYearOf,
  yearIsClosed,
  yearOfId,
  yearStartOf,
  type AccountFacts,
} from "./account/account.service.ts";
export { registerCarrier, type Carrier, type Held, type Underway } from "./account/carrier.ts";
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
export { budgetLineList, budgetSummary, createLine } from "./line/line.service.ts";

/** What the server mounts of this area. */
export const budget = { name: "budget", seed: seedBudget, endpoints: budgetEndpoints };
