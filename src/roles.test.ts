// Rights follow the job: what the guide says of a duty's week is what the duty holds.
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { dutyLabels, permissionsOf, whoMay, type Duty } from "./roles.ts";

const holds = (duty: Duty, ...names: string[]) => {
  const held = permissionsOf("user", [duty]);
  return names.filter((name) => !held.has(name));
};

test("the guide's tables name every duty", () => {
  const guide = readFileSync("docs/guide/team-and-roles.md", "utf8");
  for (const { label } of Object.values(dutyLabels)) expect(guide).toContain(`| ${label} |`);
});

test("each does the work of its week, and not what somebody else does", () => {
  expect(
    holds("contract_manager", "contract.edit", "contract.sign", "contract.end", "claim.decide"),
  ).toEqual([]);
  expect(holds("contract_manager", "vendor.plan", "evidence.take", "clause.edit")).toEqual([]);
  expect(holds("contract_manager", "contract.approve", "contract.review")).toHaveLength(2);
  expect(
    holds("controller", "journal.approve", "asset.book", "ledger.read", "costCenter.edit"),
  ).toEqual([]);
  expect(holds("controller", "bank.read", "bank.import", "bank.match")).toEqual([]);
  expect(holds("controller", "budget.override", "payment.release", "journal.prepare")).toHaveLength(
    3,
  );
  expect(
    holds("safety_officer", "inspection.work", "correctiveAction.approve", "safety.edit"),
  ).toEqual([]);
  expect(holds("safety_officer", "inspection.manage")).toHaveLength(1);
  expect(
    holds("asset_manager", "workOrder.approve", "maintenancePlan.publish", "inspection.manage"),
  ).toEqual([]);
  expect(holds("asset_manager", "asset.dispose", "asset.book")).toHaveLength(2);
  expect(holds("certifier", "drawdown.certify", "recovery.certify", "subaward.approve")).toEqual(
    [],
  );
  expect(holds("certifier", "drawdown.prepare")).toHaveLength(1);
  expect(holds("program_reviewer", "grantProgram.review")).toEqual([]);
  expect(holds("program_reviewer", "grantProgram.decide")).toHaveLength(1);
});

test("who may is said with duties first, then roles", () => {
  expect(whoMay(["journal.approve"])).toBe(
    "Controller, Budget officer, Treasurer or Administrator may.",
  );
});
