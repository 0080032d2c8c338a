import { expect, test } from "vitest";
import { policyFor } from "./policy-choice.model.ts";
import { policyTypes } from "./policy.labels.ts";
import { policyInput } from "./policy.model.ts";
import { agencySizes, missingOf, startingSets, type AgencySize } from "./starting-sets.data.ts";

const sizes = Object.keys(agencySizes) as AgencySize[];

test.each(sizes)("the set of a %s agency covers every kind of document at every amount", (size) => {
  for (const type of Object.keys(policyTypes))
    for (const amount of [0, 14_999_99, 15_000_00, 100_000_00, 9_000_000_00])
      for (const change of [false, true])
        for (const emergency of [false, true]) {
          const found = policyFor(
            startingSets[size].flatMap((each, at) =>
              each.documentType === type ? [{ ...each, id: String(at) }] : [],
            ),
            {
              amount,
              fundIds: [],
              departmentIds: [],
              commodities: [],
              emergency,
              change,
              requisitioned: false,
            },
          );
          expect(found, `${size}: ${type} of ${amount}`).not.toBeNull();
        }
});

test.each(sizes)(
  "each policy of the %s set is one that an administrator could have written",
  (size) => {
    for (const each of startingSets[size]) expect(policyInput.parse(each)).toEqual(each);
    expect(new Set(startingSets[size].map(({ name }) => name)).size).toBe(
      startingSets[size].length,
    );
  },
);

test("a small agency decides everything with two people, one of them an administrator", () => {
  for (const { name, steps } of startingSets.small) {
    expect(steps, name).toHaveLength(1);
    expect(steps[0]!.approvers, name).toContainEqual({ kind: "role", role: "admin" });
  }
});

test("what the agency has written itself is left out", () => {
  const covered = new Set(["requisition", "contract"]);
  const kinds = missingOf("large", covered).map((each) => each.documentType);
  expect(kinds).not.toContain("requisition");
  expect(kinds).not.toContain("contract");
  expect(new Set(kinds).size).toBe(Object.keys(policyTypes).length - 2);
});
