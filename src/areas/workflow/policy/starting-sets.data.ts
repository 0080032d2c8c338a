// Policies that a new agency may begin with, by its size: one for each kind of document, to be read, put
// in force by one press, and changed afterwards like any other.
import { policyTypes, type ApprovableType } from "./policy.labels.ts";
import type { ApproverRule, PolicyCondition, PolicyInput, PolicyStep } from "./policy.model.ts";

export const agencySizes = {
  small: {
    label: "Small",
    about: "Up to about 25 people. One other person decides: a manager, or an administrator.",
  },
  medium: {
    label: "Medium",
    about: "Up to about 250. Managers decide, from $15,000 the budget officer as well.",
  },
  large: {
    label: "Large",
    about:
      "More, with departments of their own. The department's manager first, then money, then the administrator.",
  },
} as const;
export type AgencySize = keyof typeof agencySizes;

const anyDocument: PolicyCondition = {
  amountMin: null,
  amountBelow: null,
  fundIds: [],
  departmentIds: [],
  commodityPrefixes: [],
  emergency: null,
  change: null,
  requisitioned: null,
  termMonthsMin: null,
  cumulativeMin: null,
  growthPercentMin: null,
  daysMin: null,
  crosses: [],
};

const manager: ApproverRule = { kind: "role", role: "manager" };
const admin: ApproverRule = { kind: "role", role: "admin" };
const departments: ApproverRule = { kind: "departmentRole", role: "manager" };
const budget: ApproverRule = { kind: "duty", duty: "budget_officer" };
const compliance: ApproverRule = { kind: "duty", duty: "compliance_officer" };
const certifier: ApproverRule = { kind: "duty", duty: "certifier" };

const step = (
  name: string,
  stage: number,
  approvers: ApproverRule[],
  dueHours = 72,
): PolicyStep => ({
  name,
  stage,
  mode: "any",
  quorum: 1,
  approvers,
  dueHours,
  escalateTo: admin,
});
const policy = (
  documentType: ApprovableType,
  name: string,
  steps: PolicyStep[],
  condition: Partial<PolicyCondition> = {},
  priority = 50,
): PolicyInput => ({
  name,
  documentType,
  priority,
  condition: { ...anyDocument, ...condition },
  steps,
});

const second = [step("A second person", 1, [manager, admin])];
const money = [step("Budget office", 1, [budget, admin])];
const managerThenMoney = [step("Manager", 1, [manager]), step("Budget office", 2, [budget, admin])];
const departmentThenMoney = [
  step("Department's manager", 1, [departments]),
  step("Budget office", 2, [budget, admin]),
];
const upToAdmin = (first: PolicyStep[]) => [
  ...first,
  step("Administrator", first.length + 1, [admin]),
];

/** What is decided the same way in agencies of every size. */
const everywhere = (recovery: ApproverRule[]): PolicyInput[] => [
  policy("accessRequest", "Requests for duties", second),
  policy("formSubmission", "Submissions of forms", second),
  policy("controlWaiver", "Waivers of controls", [
    step("Compliance officer", 1, [compliance, manager, admin]),
  ]),
  policy("agencyPolicy", "Policies of the agency", [
    step("A second person", 1, [compliance, manager, admin]),
  ]),
  policy("clientAgreement", "Agreements with clients", second),
  policy("paExtension", "More time for recovery projects", [step("Certifier", 1, recovery)]),
  policy("assetDisposal", "Disposals of assets", second),
  policy("stockCount", "Adjustments by counts of the stores", second),
  policy("project", "Projects", [step("Budget office", 1, [budget, manager, admin])]),
  policy("settlement", "Settlements of claims", second),
  policy("paymentRun", "Payment runs", [step("A second person", 1, [manager, admin], 24)]),
];

// An order within an approved requisition was decided with it, so that no policy asks again.
const orders = (beyond: PolicyStep[]): PolicyInput[] => [
  policy("purchaseOrder", "Changes to issued orders", second, { change: true }, 10),
  policy(
    "purchaseOrder",
    "Orders without a requisition",
    beyond,
    { change: false, requisitioned: false },
    20,
  ),
];

const small: PolicyInput[] = [
  policy("requisition", "Requisitions", second),
  ...orders(second),
  policy("invoice", "Invoices", second),
  policy("budgetChange", "Budget changes", second),
  policy("budgetAmendment", "Budget amendments", second),
  policy("contract", "Contracts", second),
  policy("contractAmendment", "Contract amendments", second),
  policy("changeOrder", "Change orders", second),
  ...everywhere([certifier, manager, admin]),
];

const banded = (below: PolicyStep[], from: PolicyStep[], most: PolicyStep[]): PolicyInput[] => [
  policy(
    "requisition",
    "Emergency requisitions",
    [step("Manager on duty", 1, [manager], 24)],
    { emergency: true },
    10,
  ),
  policy("requisition", "Requisitions from $100,000", most, { amountMin: 100_000_00 }, 20),
  policy("requisition", "Requisitions from $15,000", from, { amountMin: 15_000_00 }, 30),
  policy("requisition", "Requisitions below $15,000", below, { amountBelow: 15_000_00 }, 40),
  policy("contract", "Contracts from $100,000", most, { cumulativeMin: 100_000_00 }, 10),
  policy("contract", "Contracts", from, {}, 30),
  policy("contractAmendment", "Contract amendments", from),
  policy(
    "changeOrder",
    "Change orders that bring increases to 10 percent",
    most,
    { growthPercentMin: 10 },
    10,
  ),
  policy("changeOrder", "Change orders", below),
];

const medium: PolicyInput[] = [
  ...banded([step("Manager", 1, [manager])], managerThenMoney, upToAdmin(managerThenMoney)),
  ...orders(second),
  policy("invoice", "Invoices", second),
  policy("budgetChange", "Budget changes", money),
  policy("budgetAmendment", "Budget amendments", money),
  ...everywhere([certifier]),
];

const large: PolicyInput[] = [
  ...banded(
    [step("Department's manager", 1, [departments])],
    departmentThenMoney,
    upToAdmin(departmentThenMoney),
  ),
  ...orders(departmentThenMoney),
  policy("invoice", "Invoices from $50,000", managerThenMoney, { amountMin: 50_000_00 }, 10),
  policy("invoice", "Invoices", second),
  policy("budgetChange", "Budget changes", money),
  policy("budgetAmendment", "Budget amendments", upToAdmin(money)),
  ...everywhere([certifier]),
];

export const startingSets: Readonly<Record<AgencySize, readonly PolicyInput[]>> = {
  small,
  medium,
  large,
};

/**
 * The policies of a set for those kinds of document that none in force covers, in the order of the
 * page; `covered` are the kinds that have one.
 */
export const missingOf = (size: AgencySize, covered: ReadonlySet<string>): PolicyInput[] => {
  const order = Object.keys(policyTypes);
  return startingSets[size]
    .filter((each) => !covered.has(each.documentType))
    .toSorted(
      (a, b) =>
        order.indexOf(a.documentType) - order.indexOf(b.documentType) || a.priority - b.priority,
    );
};
