import { expect, test } from "vitest";
import { policyFor, type DocumentFacts } from "./policy/policy-choice.model.ts";
import { policyInput } from "./policy/policy.model.ts";
import { demoPolicies } from "./workflow.seed.ts";

const policies = demoPolicies.map((each, i) => ({ id: String(i), ...policyInput.parse(each) }));
const decides = (facts: Partial<DocumentFacts>) =>
  policyFor(
    policies.filter((p) => p.documentType === "purchaseOrder"),
    { amount: 0, fundIds: [], departmentIds: [], commodities: [], emergency: false, ...facts },
  )?.name ?? null;

test("the demo agency's orders all have a way: what no requisition covers, what is large, and every upward change of an issued one", () => {
  expect([1, 49_999_99, 50_000_00].map((amount) => decides({ amount }))).toEqual([
    "Orders below $50,000 without a requisition",
    "Orders below $50,000 without a requisition",
    "Orders above $50,000",
  ]);
  expect([
    decides({ amount: 20_000_00, requisitioned: true }),
    decides({ amount: 80_000_00, requisitioned: true }),
  ]).toEqual([null, "Orders above $50,000"]);
  expect(
    [1, 49_999_99, 50_000_00, 5_000_000_00].map((amount) => decides({ amount, change: true })),
  ).toEqual([
    "Changes to issued orders",
    "Changes to issued orders",
    "Orders above $50,000",
    "Orders above $50,000",
  ]);
});
