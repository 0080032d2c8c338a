// An asset bought with federal money goes by policy, value with basis, the grantor's word and its share.
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Actor } from "#kernel/access.ts";
import { makeAgency, makeMembers, makePolicy } from "#server/testing/agency.ts";
import { askingOf, refusalOf } from "#server/testing/asking.ts";
import { agencyDay } from "#server/testing/days.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";

let t: TestDatabase;
let keeper: Actor;
let manager: Actor;
let admin: Actor;
let classId: string;
let departmentId: string;
const ask = askingOf(() => t);
const assets = "POST /api/v1/assets";
type Shown = {
  version: number;
  status: string;
  disposal: string;
  disposalShown: { owedCents: number; shareCents: number; keptCents: number } | null;
};
const shown = (id: string) => ask<Shown>(manager, `GET /api/v1/assets/${id}`);
const step = async (actor: Actor, id: string, action: string, body: object = {}) =>
  ask(actor, `${assets}/${id}/actions/${action}`, body, (await shown(id)).version);
const refused = (...asked: Parameters<typeof step>) => refusalOf(step(...asked));

beforeAll(async () => {
  t = await freshDatabase();
  const agency = await makeAgency(t.database);
  ({ departmentId } = agency);
  ({ keeper, manager, admin } = await makeMembers(t.database, agency, {
    keeper: { duties: ["asset_manager"] },
    manager: { role: "manager" },
    admin: { role: "admin" },
  }));
  ({ id: classId } = await ask(keeper, "POST /api/v1/asset-classes", {
    code: "PUMP",
    name: "Pump",
    conditionScale: "one_to_five",
    lifeMonths: 120,
  }));
});
afterAll(() => t.drop());

const proposal = (over: object = {}) => ({
  way: "sale",
  valueCents: 20_000_00,
  valueOn: agencyDay(-3),
  basis: "appraisal",
  basisWords: "Roe Appraisals, report 12",
  reason: "Replaced by a larger one",
  ...over,
});
const retired = async (over: object = {}) => {
  const { id } = await ask(keeper, assets, {
    name: "Pump",
    classId,
    departmentId,
    tag: `T-${Math.random()}`,
    location: "Yard",
    costCents: 40_000_00,
    federalAward: "EMW-2025-1",
    federalPercent: "75",
    federalAwardedOn: "2024-10-01",
    ...over,
  });
  await step(keeper, id, "putInService");
  await step(keeper, id, "retire", { reason: "Worn" });
  return id;
};
/** Proposes it; the approver of the policy decides. */
const proposed = async (id: string, decision: "approve" | "return", over: object = {}) => {
  const made = await step(keeper, id, "proposeDisposal", proposal(over));
  const { approvalId } = made as typeof made & { approvalId: string };
  return () =>
    ask(manager, `POST /api/v1/approvals/${approvalId}/actions/${decision}`, { comment: "Seen" });
};
const gone = { disposedOn: agencyDay(), disposalCents: 16_000_00, reason: "Sold at auction" };

test("nothing goes without a policy, a proposal, and the day of its award", async () => {
  const id = await retired();
  expect(await refused(keeper, id, "proposeDisposal", proposal())).toContain("no_policy");
  await makePolicy(t.database, admin, { documentType: "assetDisposal" });
  expect(await refused(manager, id, "dispose", gone)).toContain(
    "Propose its disposal first, and have it approved.",
  );
  const dayless = await retired({ federalAwardedOn: null });
  expect(await refused(keeper, dayless, "proposeDisposal", proposal())).toContain(
    "award_day_missing: Enter on the asset when its federal award was made",
  );
  expect(
    await refused(keeper, id, "proposeDisposal", proposal({ valueOn: agencyDay(1) })),
  ).toContain("This day is still to come.");
  expect(await refused(keeper, id, "grantor", { askedOn: agencyDay(-1) })).toContain(
    "nothing_proposed: Propose the disposal first.",
  );
});

test("a sale owes the grantor its part of the proceeds, less what it lets the agency keep", async () => {
  const id = await retired({ federalInstructions: true });
  const agree = await proposed(id, "approve");
  expect(await shown(id)).toMatchObject({
    disposal: "proposed",
    disposalShown: { owedCents: 15_000_00 },
  });
  expect(await refused(keeper, id, "proposeDisposal", proposal())).toContain(
    "Its disposal waits for its approvers.",
  );
  await agree();
  expect(await refused(manager, id, "dispose", gone)).toContain(
    "grantor_holds: Ask the grantor for disposition instructions first: 2 CFR 200.313(e).",
  );
  const says = (body: object) => refused(keeper, id, "grantor", body);
  expect(await says({ answeredOn: agencyDay(-1), words: "Sell it" })).toContain(
    "Enter when the grantor was asked.",
  );
  expect(
    await says({ askedOn: agencyDay(-1), answeredOn: agencyDay(-2), words: "Sell" }),
  ).toContain("The answer is before the question.");
  expect(await says({ askedOn: agencyDay(-2), answeredOn: agencyDay(-1) })).toContain(
    "Enter what the grantor answered.",
  );
  await step(keeper, id, "grantor", {
    askedOn: agencyDay(-2),
    answeredOn: agencyDay(-1),
    words: "Sell it; keep your costs",
    keepsExpenses: true,
  });
  await step(manager, id, "dispose", gone);
  expect(await shown(id)).toMatchObject({
    status: "disposed",
    disposalShown: { shareCents: 12_000_00, keptCents: 1_000_00, owedCents: 11_000_00 },
  });
});

test("what approvers leave can be proposed anew, and at the limit nothing is owed", async () => {
  const id = await retired();
  await (
    await proposed(id, "return", { way: "scrap" })
  )();
  expect(await shown(id)).toMatchObject({ disposal: "", status: "retired" });
  await (
    await proposed(id, "approve", { valueCents: 10_000_00 })
  )();
  await step(manager, id, "dispose", { ...gone, disposalCents: 10_000_00 });
  expect((await shown(id)).disposalShown).toMatchObject({ owedCents: 0 });
});

test("under a legal hold an asset does not go; it does once another person lifted it", async () => {
  const id = await retired({ federalAward: "", federalPercent: "0", federalAwardedOn: null });
  const agree = await proposed(id, "approve");
  await agree();
  const hold = await ask(manager, "POST /api/v1/legal-holds", {
    matter: "Smith v. County, 26-114",
    reason: "The pump is evidence.",
    records: [{ type: "assets", id }],
  });
  expect(await refused(manager, id, "dispose", gone)).toMatch(
    /legal_hold: Legal hold LH-\d{4}-00001 \(Smith v. County, 26-114\) keeps this record/,
  );
  const lift = (who: Actor) =>
    ask(who, `POST /api/v1/legal-holds/${hold.id}/actions/lift`, { reason: "Settled" }, 1);
  expect(await refusalOf(lift(manager))).toContain("another person lifts it");
  await lift(admin);
  await step(manager, id, "dispose", gone);
  expect((await shown(id)).status).toBe("disposed");
});
