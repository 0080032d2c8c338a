// Rules that an agency adds: only what the server reads, in its shape; what is wrong can be ended;
// the strictest counts wherever days are asked.
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Actor } from "#kernel/access.ts";
import { sql } from "#server/db/sql.ts";
import { makeAgency, makeMembers, type Agency } from "#server/testing/agency.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import { agencyDay } from "#server/testing/days.ts";
import { isPolicy } from "./policy.model.ts";
import { strictestNumber, strictestThreshold } from "./rule.model.ts";
import { addRule, endRule, ensureFederalRules, listRules } from "./rule.service.ts";

let t: TestDatabase;
let agency: Agency;
let admin: Actor;
beforeAll(async () => void (t = await freshDatabase()));
afterAll(() => t.drop());
beforeEach(async () => {
  agency = await makeAgency(t.database);
  ({ admin } = await makeMembers(t.database, agency, { admin: { role: "admin" } }));
});

const law = {
  jurisdiction: "state" as const,
  citation: "Minn. Stat. 471.425",
  text: "Bills are paid within 20 days.",
  effectiveFrom: "2020-01-01",
  effectiveTo: null,
  source: "Read on the state's site",
  verified: true,
};
const add = (over: object) =>
  t.database.transaction(admin, (tx) =>
    addRule(tx, admin, {
      ...law,
      key: "promptPayment",
      parameters: { days: 20 },
      ...over,
    } as Parameters<typeof addRule>[2]),
  );
const end = (id: string, effectiveTo: string, version: number | null = 1) =>
  t.database.transaction(admin, (tx) =>
    endRule(tx, admin, id, effectiveTo, "Typed wrongly", version),
  );
const rules = (key: string) => listRules(t.database.read(admin), [key]);
const held = async (key: string) => (await rules(key)).filter((r) => r.jurisdiction !== "federal");

test.each([
  [{ key: "promptPayments" }, "key"],
  [{ parameters: { day: 20 } }, "parameters.day"],
  [{ parameters: { days: "20" } }, "parameters.days"],
  [{ parameters: { days: -1 } }, "parameters.days"],
  [{ parameters: { days: 2.5 } }, "parameters.days"],
  [{ parameters: {} }, "parameters.days"],
  [{ effectiveTo: "2019-12-31" }, "effectiveTo"],
  [{ key: "protestPolicy", parameters: { count: "lunar" } }, "parameters.count"],
  [{ key: "insurancePolicy", parameters: { demanded: "ignore" } }, "parameters.demanded"],
  [{ key: "clause.livingWage", parameters: { titel: "Living wage" } }, "parameters.titel"],
])("a rule that nothing could follow from is refused with its path: %j", async (over, path) => {
  await expect(add(over)).rejects.toMatchObject({ status: 422, errors: [{ path }] });
  expect(await held("promptPayment")).toEqual([]);
});

test("a clause of the agency's own and a threshold are taken", async () => {
  await add({
    key: "clause.livingWage",
    parameters: { title: "Living wage", cents: 50_000_00, construction: true },
  });
  await add({ key: "microPurchase", jurisdiction: "local", parameters: { cents: 2_500_00 } });
  expect((await held("clause.livingWage")).length + (await held("microPurchase")).length).toBe(2);
});

test("of several rules on one number the strictest of the day counts, not the first", async () => {
  await add({});
  await add({ key: "addendumNotice", parameters: { days: 9 } });
  const days = async (key: string, day: string, strict: "least" | "most") =>
    strictestNumber(await rules(key), key, "days", day, strict);
  expect([
    await days("promptPayment", agencyDay(0), "least"),
    await days("promptPayment", "2019-12-31", "least"),
    await days("addendumNotice", agencyDay(0), "most"),
    await days("recordRetention", agencyDay(0), "most"),
  ]).toEqual([20, 30, 9, null]);
});

test("one that holds ends from today on at the earliest, one to come is taken away, a shipped one stays; each is in the audit record", async () => {
  const wrong = await add({ parameters: { days: 2 } });
  const later = await add({ effectiveFrom: agencyDay(30) });
  await expect(end(wrong.id, agencyDay(-1))).rejects.toMatchObject({
    status: 422,
    message: "What held until today stays as it was. Choose today or a later day.",
    errors: [{ path: "effectiveTo" }],
  });
  await expect(end(wrong.id, agencyDay(0), 7)).rejects.toMatchObject({ status: 412 });
  await expect(
    end((await rules("promptPayment")).find((r) => r.jurisdiction === "federal")!.id, agencyDay(0)),
  ).rejects.toMatchObject({ code: "shipped_rule" });
  await end(wrong.id, agencyDay(0));
  expect(
    strictestNumber(await rules("promptPayment"), "promptPayment", "days", agencyDay(0), "least"),
  ).toBe(30);
  expect(
    strictestNumber(await rules("promptPayment"), "promptPayment", "days", agencyDay(-1), "least"),
  ).toBe(2);
  await expect(end(wrong.id, agencyDay(5), 2)).rejects.toMatchObject({ code: "over" });
  await end(later.id, agencyDay(0));
  expect((await held("promptPayment")).map((r) => r.id)).toEqual([wrong.id]);
  expect(
    await t.database.read(admin).rows(sql`
      select action
      from audit_entry
      where org_id = ${agency.orgId} and object_type = 'legalRule'
      order by id
    `),
  ).toEqual(["add", "add", "end", "withdraw"].map((verb) => ({ action: `legalRule.${verb}` })));
});

test("another agency's rule is none", async () => {
  const rule = await add({});
  const stranger = (
    await makeMembers(t.database, await makeAgency(t.database), { admin: { role: "admin" } })
  ).admin;
  await expect(
    t.database.transaction(stranger, (tx) =>
      endRule(tx, stranger, rule.id, agencyDay(0), "Not mine", 1),
    ),
  ).rejects.toMatchObject({ status: 404 });
});

const later = (over: object = {}) =>
  add({
    key: "simplifiedAcquisition",
    jurisdiction: "federal",
    citation: "2 CFR 200.1, 200.320(a)(2)",
    text: "Up to this amount quotes suffice.",
    effectiveFrom: "2030-10-01",
    source: "Federal Register, read on 25 November 2026",
    parameters: { cents: 400_000_00, quotes: 3 },
    ...over,
  });
const thresholdOn = async (day: string) =>
  strictestThreshold(await rules("simplifiedAcquisition"), "simplifiedAcquisition", day)!.cents;

test("a later federal value takes the shipped one's place from its day on, though it is laxer, and can be ended", async () => {
  const { id } = await later();
  expect([
    await thresholdOn("2030-09-30"),
    await thresholdOn("2030-10-01"),
    await thresholdOn("2031-01-01"),
  ]).toEqual([350_000_00, 400_000_00, 400_000_00]);
  // Stricter law of the state holds beside it.
  await add({
    key: "simplifiedAcquisition",
    parameters: { cents: 200_000_00 },
    effectiveFrom: "2030-12-01",
  });
  expect(await thresholdOn("2031-01-01")).toBe(200_000_00);
  const entered = (await rules("simplifiedAcquisition")).find((r) => r.agencyEntry)!;
  expect(entered).toMatchObject({
    id,
    jurisdiction: "federal",
    source: expect.stringContaining("Federal Register"),
  });
  // What Levee ships is added beside it, also on the same day.
  await t.database.transaction(admin, (tx) => ensureFederalRules(tx));
  expect((await rules("simplifiedAcquisition")).filter((r) => r.agencyEntry)).toHaveLength(1);
  await end(id, "2030-10-01");
  expect(await thresholdOn("2030-11-01")).toBe(350_000_00);
});

test.each([
  [{ effectiveFrom: "2025-10-01" }, "effectiveFrom"],
  [{ effectiveFrom: "2024-01-01" }, "effectiveFrom"],
  [{ parameters: { cents: 400_000_00 } }, "parameters.quotes"],
  [{ key: "clause.own", parameters: { title: "Own" } }, "jurisdiction"],
])("a federal value that is no later one is refused with its path: %j", async (over, path) => {
  await expect(later(over)).rejects.toMatchObject({ status: 422, errors: [{ path }] });
});

test("a shipped rule is not ended, whoever asks", async () => {
  const [shipped] = await rules("simplifiedAcquisition");
  await expect(end(shipped!.id, agencyDay())).rejects.toMatchObject({ code: "shipped_rule" });
});

test("caps of change orders are the agency's own policy: no federal law, and entered as a local rule", async () => {
  const shipped = (await t.database.transaction(admin, (tx) =>
    listRules(tx, ["changeOrderCaps"]),
  ))!;
  expect(shipped.map((rule) => [rule.citation, isPolicy(rule)])).toEqual([
    ["Agency procurement policy", true],
  ]);
  const caps = {
    key: "changeOrderCaps",
    citation: "County code 3.12",
    parameters: { percent: 5, totalCents: 50_000_00, eachCents: 0, contingencyPercent: 10 },
  };
  await expect(add({ ...caps, jurisdiction: "federal" })).rejects.toThrow(
    "This is the agency's own policy, and no federal law. Enter it as a local rule.",
  );
  await add({ ...caps, jurisdiction: "local" });
});
