import { partsOf } from "./condition.labels.ts";
import { policyTypes } from "./policy.labels.ts";
import { expect, test } from "vitest";
import { policyInput, type Policy } from "./policy.model.ts";
import { conditionInWords, differencesOf, stepInWords, type Names } from "./policy-words.labels.ts";
import { blankPolicy, toForm, toInput } from "./policyForm.ts";

const roads = "01930000-0000-7000-8000-0000000de001";
const fund = "01930000-0000-7000-8000-0000000fd001";
const person = "01930000-0000-7000-8000-0000000a0001";
const names: Names = {
  department: new Map([[roads, "Roads and Bridges"]]),
  fund: new Map([[fund, "101 General fund"]]),
  person: new Map([[person, "Maya Okafor"]]),
};
const version = (over: object, versionNo = 1): Policy => ({
  id: String(versionNo),
  definitionId: "d",
  versionNo,
  status: "published",
  publishedAt: null,
  version: 1,
  ...policyInput.parse({
    name: "Roads",
    documentType: "requisition",
    priority: 20,
    steps: [
      { name: "Manager", stage: 1, mode: "any", approvers: [{ kind: "role", role: "manager" }] },
    ],
    ...over,
  }),
});

test("conditions read as sentences", () => {
  expect(
    conditionInWords(
      version({
        condition: { amountMin: 5_000_00, amountBelow: 50_000_00, departmentIds: [roads] },
      }).condition,
      names,
    ),
  ).toBe("$5,000.00 to below $50,000.00, Roads and Bridges");
  expect(
    conditionInWords(
      version({
        condition: {
          amountBelow: 5_000_00,
          fundIds: [fund],
          commodityPrefixes: ["2123"],
          emergency: false,
        },
      }).condition,
      names,
    ),
  ).toBe("Below $5,000.00, 101 General fund, commodity 2123…, no emergencies");
  expect(
    conditionInWords(
      version({ documentType: "purchaseOrder", condition: { change: true } }).condition,
      names,
    ),
  ).toBe("Changes to what was approved");
  expect(
    conditionInWords(
      version({
        documentType: "purchaseOrder",
        condition: { amountBelow: 50_000_00, requisitioned: false },
      }).condition,
      names,
    ),
  ).toBe("Below $50,000.00, not covered by requisitions");
  expect(conditionInWords(version({}).condition, names)).toBe("Every document");
});

test("steps say who, how many, by when, and who then", () => {
  const step = (over: object) =>
    version({
      steps: [
        {
          name: "Money",
          stage: 1,
          mode: "any",
          approvers: [{ kind: "duty", duty: "budget_officer" }],
          ...over,
        },
      ],
    }).steps[0]!;
  expect(stepInWords(step({}), names)).toBe("Money: any Budget officer within 72 hours");
  expect(
    stepInWords(
      step({
        mode: "all",
        approvers: [
          { kind: "departmentRole", role: "manager" },
          { kind: "person", personId: person },
        ],
        dueHours: 24,
        escalateTo: { kind: "role", role: "admin" },
      }),
      names,
    ),
  ).toBe("Money: every Manager of the department and Maya Okafor within 24 hours, then any Admin");
});

test("two versions show where they differ, and nothing else", () => {
  const after = version(
    {
      priority: 10,
      steps: [
        { name: "Manager", stage: 1, mode: "any", approvers: [{ kind: "role", role: "manager" }] },
        { name: "Admin", stage: 2, mode: "all", approvers: [{ kind: "role", role: "admin" }] },
      ],
    },
    2,
  );
  expect(differencesOf(version({}), after, names)).toEqual([
    { label: "Order", before: "20", after: "10" },
    { label: "Stage 2", before: null, after: "Admin: every Admin within 72 hours" },
  ]);
  expect(differencesOf(version({}), version({}, 2), names)).toEqual([]);
});

test("a policy survives the form, and an empty form becomes a valid policy with a name", () => {
  const stored = version({
    condition: {
      amountMin: 1,
      commodityPrefixes: ["21", "42"],
      emergency: true,
      change: false,
      requisitioned: false,
      fundIds: [fund],
    },
    steps: [
      {
        name: "Two",
        stage: 1,
        mode: "quorum",
        quorum: 2,
        approvers: [
          { kind: "person", personId: person },
          { kind: "duty", duty: "buyer" },
        ],
        escalateTo: { kind: "departmentRole", role: "manager" },
        dueHours: 8,
      },
    ],
  });
  expect(policyInput.parse(toInput(toForm(stored), stored))).toEqual(
    policyInput.parse({
      name: stored.name,
      documentType: stored.documentType,
      priority: stored.priority,
      condition: stored.condition,
      steps: stored.steps,
    }),
  );
  expect(
    policyInput.safeParse(
      toInput({
        ...blankPolicy,
        name: "New",
        steps: blankPolicy.steps.map((s) => ({ ...s, name: "One" })),
      }),
    ).success,
  ).toBe(true);
});

test("the form asks only what documents of the chosen kind answer, and what a version asks already stays", () => {
  expect(partsOf("invoice")).toEqual(new Set(["amount", "departments", "funds"]));
  expect(partsOf("changeOrder").has("growth")).toBe(true);
  for (const type of Object.keys(policyTypes) as (keyof typeof policyTypes)[])
    expect(partsOf(type).size, type).toBeGreaterThan(0);
  const typed = {
    ...blankPolicy,
    condition: { ...blankPolicy.condition, emergency: "only" as const, daysMin: "5" },
  };
  expect(toInput({ ...typed, documentType: "invoice" }).condition).toMatchObject({
    emergency: null,
    daysMin: null,
  });
  const kept = { condition: toInput({ ...typed, documentType: "requisition" }).condition };
  expect(partsOf("invoice", kept.condition).has("emergency")).toBe(true);
  expect(toInput({ ...typed, documentType: "invoice" }, kept).condition.emergency).toBe(true);
});
