/** What a rule is about, by its key. */
export const ruleNames: Readonly<Record<string, string>> = {
  microPurchase: "Micro-purchase threshold",
  simplifiedAcquisition: "Simplified acquisition threshold",
  sealedBid: "Sealed bids",
  proposal: "Proposals",
  noncompetitive: "Without competition",
  exclusionScreening: "Exclusion screening",
  exclusionSearch: "Search of SAM.gov by hand",
  recoveredMaterials: "Recovered materials",
  costPriceAnalysis: "Cost or price analysis",
  changeOrderCaps: "Caps of change orders",
  contractContent: "What a contract says before it is signed",
  retainage: "Retainage",
  promptPayment: "Prompt payment",
  staleCheck: "Stale checks",
  splitLookback: "Look-back against splitting",
  bankChangeHold: "Hold after a bank change",
  registrationTerm: "Term of a vendor's registration",
  localDeclaration: "Term of a local declaration",
  emergencyRatification: "Ratification of emergency orders",
  constructionBonds: "Bonds of construction",
  recordRetention: "Retention of records",
  solicitationNotice: "Notice of solicitations",
  addendumNotice: "Notice of addenda",
  outageBeforeDue: "Outage before a deadline",
  evaluationPanel: "Evaluation panel",
  protestPolicy: "Protests",
  insurancePolicy: "Insurance of vendors",
  grantBudget: "Budgets of grants",
  lobbyingDisclosure: "Disclosure of lobbying",
  subawardReport: "Reports of subawards (FFATA)",
};
export const ruleName = (
  rule: { key: string; parameters: Readonly<Record<string, unknown>> },
  labels: Readonly<Record<string, string>> = {},
): string =>
  rule.key.startsWith("clause.")
    ? `Clause: ${String(rule.parameters.title || rule.key.slice("clause.".length))}`
    : (ruleNames[rule.key] ?? labels[rule.key] ?? rule.key);

/** What each number or choice of a rule is called in its form. */
export const parameterNames: Readonly<Record<string, string>> = {
  cents: "Amount",
  percent: "Percent of the original",
  variancePercent: "Variance, percent of the final budget",
  totalCents: "Increases in all",
  eachCents: "Increase of each",
  contingencyPercent: "Contingency, percent of the original",
  scopeKinds: "Scope or statement of work, of kinds",
  priceSheetTypes: "Price sheet, of price types",
  deliverableKinds: "Deliverables, of kinds",
  exhibitKinds: "Drawings and specifications, of kinds",
  capPercent: "Kept back of a payment at most, percent",
  releaseDays: "Released so many days after substantial completion",
  correctPercent: "Held after it, percent of the cost to correct or complete",
  paperPercent: "Held after it for final papers, percent of the contract",
  paperCents: "Held after it for final papers, at least",
  quotes: "Quotes at least",
  minimumBids: "Bids at least",
  days: "Days",
  agreedTerms: "Terms that were agreed decide, longer ones too",
  interestBp: "Interest a month or part of one, hundredths of a percent",
  interestLeastCents: "Interest a month at least",
  interestFromCents: "That least from a balance of",
  months: "Months",
  answerDays: "Days for the payee to answer",
  hours: "Hours that payments wait",
  quietDays: "Days that a phone number was known",
  minutes: "Minutes before the deadline",
  years: "Years",
  bidPercent: "Bid guarantee, percent of the bid",
  performancePercent: "Performance bond, percent of the price",
  paymentPercent: "Payment bond, percent of the price",
  rfiDays: "Days for information",
  rfqDays: "Days for quotations",
  itbDays: "Days for bids",
  rfpDays: "Days for proposals",
  rfq: "Evaluators of quotations",
  itb: "Evaluators of bids",
  rfp: "Evaluators of proposals",
  count: "Days are counted as",
  stay: "A protest in time stays the award",
  decisionDays: "Days to decide",
  appealDays: "Days to appeal",
  demanded: "Where insurance is demanded",
  otherwise: "Otherwise",
  equipmentCents: "Equipment begins at",
  deMinimisBp: "De minimis rate, hundredths of a percent",
  subawardCapCents: "Of each subaward counts",
  title: "Title of the clause",
  federal: "Only with federal money",
  construction: "Only construction",
  insurance: "Only where insurance is asked for",
};
export const parameterChoices: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  count: { calendar: "Calendar days", business: "Business days" },
  demanded: { block: "Blocks the award", warn: "Warns", none: "Does nothing" },
  otherwise: { block: "Blocks the award", warn: "Warns", none: "Does nothing" },
};
const contractKindNames = [
  ...["all", "goods", "services", "construction", "professional", "software", "cooperative"],
  "other",
];
/** Parameters that are lists, with commas, of what they may name. */
export const parameterLists: Readonly<Record<string, readonly string[]>> = {
  scopeKinds: contractKindNames,
  deliverableKinds: contractKindNames,
  exhibitKinds: contractKindNames,
  priceSheetTypes: ["all", "fixed", "unit", "time_and_materials", "cost_plus_fixed_fee"],
};
export const jurisdictions = { federal: "Shipped", state: "State", local: "Local" } as const;
/** Parameters that are amounts of money. */
export const isAmount = (name: string): boolean => name === "cents" || name.endsWith("Cents");
