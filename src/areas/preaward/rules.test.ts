// Why a step of an application or an opportunity is refused: the pure rules with their sentences.
import { expect, test } from "vitest";
import { permissionsOf, whoMay } from "#roles.ts";
import { reasonOf } from "#server/testing/rules.ts";
import { applicationCycle } from "./application/application.labels.ts";
import { opportunityCycle } from "./opportunity/opportunity.labels.ts";

const application = { preparedBy: ["q"], signedBy: null };
const mine = { preparedBy: ["p"] };
test.each([
  ["pass", { status: "internal_review", ...mine }, "Somebody who did not write it reviews it."],
  ["pass", { status: "internal_review" }, null],
  ["sign", { status: "ready", signedBy: "q" }, "It is signed already."],
  ["sign", { status: "ready", ...mine }, "Who wrote it does not sign it."],
  ["sign", { status: "ready" }, null],
  ["submit", { status: "ready" }, "The authorized representative has not signed it yet."],
  ["submit", { status: "ready", signedBy: "q" }, null],
] as const)("an application: %s with %o is refused by %s", (action, over, reason) => {
  expect(reasonOf(applicationCycle, action, { ...application, ...over })).toBe(reason);
});

test.each([
  [{ proposal: null, proposedBy: null }, "Nobody has proposed anything yet."],
  [{ proposal: "apply", proposedBy: "p" }, "Somebody else than who proposed it decides."],
  [{ proposal: "apply", proposedBy: "q" }, null],
])("an opportunity with %o is decided: %s", (over, reason) => {
  expect(reasonOf(opportunityCycle, "decide", { status: "consider", ...over })).toBe(reason);
});

test("what the portal rejected is corrected and sent again, by whoever writes; so is the outcome recorded", () => {
  expect(applicationCycle.statuses.rejected_by_portal).not.toHaveProperty("terminal");
  expect(applicationCycle.actions.correct).toMatchObject({
    from: ["rejected_by_portal"],
    to: "draft",
  });
  const { award, decline, withdraw, accept, refuse, correct } = applicationCycle.actions;
  for (const each of [award, decline, withdraw, accept, refuse, correct])
    expect(permissionsOf("user", ["grant_manager"]).has(each.permission)).toBe(true);
});

test("a grant manager does the whole work before an award but sign; a signer signs and does not write", () => {
  const may = (...duties: Parameters<typeof permissionsOf>[1]) => permissionsOf("user", duties);
  const work = [
    "grantOpportunity.decide",
    "grantOpportunity.import",
    "grantApplication.edit",
    "grantPortfolio.edit",
    "evidence.take",
    "drawdown.prepare",
  ];
  expect(work.filter((each) => !may("grant_manager").has(each))).toEqual([]);
  expect(may("grant_manager").has("grantApplication.sign")).toBe(false);
  expect(may("grant_manager").has("drawdown.certify")).toBe(false);
  const signer = may("grant_signer");
  expect(["grantApplication.review", "grantApplication.sign"].every((p) => signer.has(p))).toBe(
    true,
  );
  expect(work.filter((each) => signer.has(each))).toEqual([]);
  expect(whoMay(["drawdown.certify"])).toBe("Certifier may.");
  expect(whoMay(["grantApplication.sign"])).toBe(
    "Authorized representative, Manager or Administrator may.",
  );
});
