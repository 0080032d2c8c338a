import type { App } from "#server/app.ts";
import { demoActor } from "#areas/identity/identity.server.ts";
import { policyInput } from "./policy/policy.model.ts";
import { draftPolicy, publishPolicy } from "./policy/policy.service.ts";

const manager = { kind: "role", role: "manager" };
const admin = { kind: "role", role: "admin" };
const officer = { kind: "duty", duty: "budget_officer" };
const step = (name: string, stage: number, approver: object, more: object = {}) => ({
  name,
  stage,
  mode: "any",
  approvers: [approver],
  dueHours: 72,
  escalateTo: admin,
  ...more,
});

/** Carver County's policies, as an administrator would enter them. */
export const demoPolicies: readonly object[] = [
  {
    name: "Requests for duties",
    documentType: "accessRequest",
    steps: [step("Manager", 1, manager)],
  },
  {
    name: "Waivers of controls",
    documentType: "controlWaiver",
    steps: [step("Compliance officer", 1, { kind: "duty", duty: "compliance_officer" })],
  },
  {
    name: "Policies of the agency",
    documentType: "agencyPolicy",
    steps: [
      {
        ...step("A second person", 1, manager),
        approvers: [{ kind: "duty", duty: "compliance_officer" }, manager],
      },
    ],
  },
  {
    name: "Agreements with clients",
    documentType: "clientAgreement",
    steps: [
      {
        ...step("A second person", 1, manager),
        approvers: [{ kind: "duty", duty: "controller" }, manager],
      },
    ],
  },
  {
    name: "More time for recovery projects",
    documentType: "paExtension",
    steps: [step("Certifier", 1, { kind: "duty", duty: "certifier" })],
  },
  {
    name: "Emergency purchases",
    documentType: "requisition",
    priority: 10,
    condition: { emergency: true },
    steps: [step("Manager on duty", 1, manager, { dueHours: 24 })],
  },
  {
    name: "Requisitions from $100,000",
    documentType: "requisition",
    priority: 20,
    condition: { amountMin: 100_000_00 },
    steps: [
      step("Department manager", 1, manager),
      step("Budget officer", 1, officer),
      step("Administrator", 2, admin),
    ],
  },
  {
    name: "Requisitions from $15,000",
    documentType: "requisition",
    priority: 30,
    condition: { amountMin: 15_000_00 },
    steps: [step("Department manager", 1, manager), step("Budget officer", 2, officer)],
  },
  {
    name: "Requisitions below $15,000",
    documentType: "requisition",
    priority: 40,
    condition: { amountBelow: 15_000_00 },
    steps: [step("Department manager", 1, manager)],
  },
  {
    name: "Changes to issued orders",
    documentType: "purchaseOrder",
    priority: 5,
    condition: { change: true, amountBelow: 50_000_00 },
    steps: [step("Manager", 1, manager, { dueHours: 48 })],
  },
  {
    name: "Orders above $50,000",
    documentType: "purchaseOrder",
    priority: 10,
    condition: { amountMin: 50_000_00 },
    steps: [step("Manager", 1, manager, { dueHours: 48, approvers: [manager, admin] })],
  },
  {
    name: "Orders below $50,000 without a requisition",
    documentType: "purchaseOrder",
    priority: 20,
    condition: { amountBelow: 50_000_00, change: false, requisitioned: false },
    steps: [
      step(
        "Department's manager",
        1,
        { kind: "departmentRole", role: "manager" },
        { dueHours: 48, escalateTo: manager },
      ),
    ],
  },
  {
    name: "Invoices",
    documentType: "invoice",
    priority: 50,
    condition: {},
    steps: [step("Manager", 1, manager, { dueHours: 120, approvers: [manager, admin] })],
  },
  {
    name: "Payment runs",
    documentType: "paymentRun",
    priority: 50,
    condition: {},
    steps: [step("Manager", 1, manager, { dueHours: 24, approvers: [manager, admin] })],
  },
  {
    name: "Budget changes from $10,000",
    documentType: "budgetChange",
    priority: 50,
    condition: { amountMin: 10_000_00 },
    steps: [step("Second person", 1, officer, { approvers: [officer, admin] })],
  },
  {
    name: "Budget amendments and transfers",
    documentType: "budgetAmendment",
    priority: 50,
    condition: {},
    steps: [step("Budget office", 1, officer, { escalateTo: null })],
  },
  {
    name: "Contracts from $100,000",
    documentType: "contract",
    priority: 10,
    condition: { cumulativeMin: 100_000_00 },
    steps: [step("Manager", 1, manager), step("Administrator", 2, admin)],
  },
  {
    name: "Contracts of three years and more",
    documentType: "contract",
    priority: 20,
    condition: { termMonthsMin: 36 },
    steps: [step("Manager", 1, manager), step("Administrator", 2, admin)],
  },
  {
    name: "Contracts below $100,000",
    documentType: "contract",
    priority: 30,
    condition: {},
    steps: [step("Manager", 1, manager, { approvers: [manager, admin] })],
  },
  {
    name: "Change orders that bring increases to 5 percent",
    documentType: "changeOrder",
    priority: 10,
    condition: { growthPercentMin: 5 },
    steps: [step("Manager", 1, manager), step("Administrator", 2, admin)],
  },
  {
    name: "Change orders",
    documentType: "changeOrder",
    priority: 50,
    condition: {},
    steps: [step("Manager", 1, manager, { approvers: [manager, admin] })],
  },
  {
    name: "Settlements of claims",
    documentType: "settlement",
    priority: 50,
    condition: {},
    steps: [step("Manager", 1, manager, { approvers: [manager, admin] })],
  },
  {
    name: "Disposals of assets",
    documentType: "assetDisposal",
    priority: 50,
    condition: {},
    steps: [step("Manager", 1, manager, { approvers: [manager, admin] })],
  },
  {
    name: "Adjustments by counts of the stores",
    documentType: "stockCount",
    priority: 50,
    condition: {},
    steps: [
      step("Controller", 1, manager, {
        approvers: [{ kind: "duty", duty: "controller" }, manager],
      }),
    ],
  },
  {
    name: "Projects",
    documentType: "project",
    priority: 50,
    condition: {},
    steps: [step("Budget office", 1, officer, { approvers: [officer, manager] })],
  },
  {
    name: "Amendments of contracts",
    documentType: "contractAmendment",
    priority: 50,
    condition: {},
    steps: [step("Manager", 1, manager, { approvers: [manager, admin] })],
  },
];

/** Carver County's approval policies. */
export const seedWorkflow = async (app: App, log: (line: string) => void): Promise<void> => {
  log("approval policies");
  const actor = demoActor("admin");
  await app.database.transaction(actor, async (tx) => {
    for (const p of demoPolicies) {
      const draft = await draftPolicy(tx, actor, policyInput.parse(p));
      await publishPolicy(tx, actor, draft.id, draft.version);
    }
  });
};
