// What a contract demands of insurance and bonds acts by the insurance policy on orders and payments.
import { afterAll, beforeAll, expect, test } from "vitest";
import { controlCheck, judgeFacts } from "#server/controls/control-checks.ts";
import { sql } from "#server/db/sql.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import { agencyDay } from "#server/testing/days.ts";
import { insuranceStops } from "#areas/procurement/procurement.server.ts";
import { overrideInsurance, ofOrder } from "#areas/procurement/insurance/insurance.service.ts";
import { contractAgency } from "../contracts.setup.ts";
import { stopContract } from "../contract/course.service.ts";
import { insuranceOn } from "./on-day.service.ts";
import { demandCoverage, handIn, moveCertificate, readCoverage } from "./coverage.service.ts";

let t: TestDatabase;
let a: Awaited<ReturnType<typeof contractAgency>>;
beforeAll(async () => {
  t = await freshDatabase();
  a = await contractAgency(t);
});
afterAll(() => t.drop());

const read = (id: string) => readCoverage(t.database.read(a.people.author), a.people.author, id);
const given = (contractId: string, over: object = {}) =>
  a.as(a.people.author, (tx) =>
    handIn(
      tx,
      a.people.author,
      contractId,
      {
        kind: "general_liability",
        issuer: "Prairie Mutual",
        policyNumber: "4711",
        amount: 1_000_000_00,
        fromOn: agencyDay(-5),
        toOn: agencyDay(90),
        fileId: a.ink.fileId,
        ...over,
      },
      "agency",
    ),
  );
const accept = (id: string, by = a.people.keeper) =>
  a.as(by, (tx) => moveCertificate(tx, by, "accept", { id, version: null, reason: null }));
const daysOf = (id: string) =>
  t.database.read(a.people.author).rows<{ title: string; dueOn: string; status: string }>(sql`
    select title, due_on, status
    from deadline
    where org_id = ${a.agency.orgId} and source_type = 'coverage' and source_id = ${id}
  `);

test("what is demanded stops orders and payments until another person accepted it; its last day is a deadline", async () => {
  const { author, manager, buyer } = a.people;
  const id = await a.inForce();
  const order = await a.ordered(id, "10.00");
  const demanded = { kind: "general_liability", amount: 1_000_000_00, citation: "section 9" };
  await expect(
    a.as(author, (tx) =>
      demandCoverage(tx, author, id, { ...demanded, kind: "performance_bond" } as never, null),
    ),
  ).rejects.toMatchObject({ status: 422 });
  await a.as(author, (tx) => demandCoverage(tx, author, id, demanded as never, null));
  await expect(a.issue(order)).rejects.toMatchObject({
    code: "insurance",
    message: expect.stringContaining("General liability: none is on record"),
  });
  const stops = await insuranceStops(t.database.read(buyer), [order]);
  expect(stops.get(order)).toContain("General liability");
  // Let go on for this order and for what lacks now; something else that lacks stops it again.
  await a.as(manager, async (tx) =>
    overrideInsurance(tx, manager, await ofOrder(tx, order), a.vendor.id, "The binder was seen."),
  );
  expect((await insuranceStops(t.database.read(buyer), [order])).size).toBe(0);
  const cyber = { kind: "cyber", amount: null, citation: "section 10" };
  await a.as(author, (tx) => demandCoverage(tx, author, id, cyber as never, null));
  expect((await insuranceStops(t.database.read(buyer), [order])).size).toBe(1);
  const [liability, other] = [await given(id), await given(id, { kind: "cyber", amount: 1 })];
  await expect(accept(liability.id, author)).rejects.toMatchObject({
    message: "You entered it, so another person accepts it.",
  });
  await accept(liability.id);
  await expect(a.issue(order)).rejects.toMatchObject({ message: expect.stringContaining("Cyber") });
  await accept(other.id);
  await a.issue(order);
  expect((await read(id)).standings.map((each) => each.standing)).toEqual(["met", "met"]);
  expect(await daysOf(id)).toHaveLength(2);
  await accept((await given(id, { policyNumber: "4712", toOn: agencyDay(400) })).id);
  const open = (await daysOf(id)).filter((each) => each.status === "open");
  expect(open.map((each) => each.dueOn).toSorted()).toEqual([agencyDay(90), agencyDay(400)]);
  await a.as(a.people.keeper, (tx) =>
    stopContract(tx, a.people.keeper, "terminate", { id, version: null, reason: "Not performed" }),
  );
  expect((await daysOf(id)).map((each) => each.status)).toEqual(["dropped", "dropped", "dropped"]);
});

test("federal construction above the threshold is bonded at 100 percent of the price as it is now", async () => {
  const federal = { kind: "construction", federalAward: "DR-4898" };
  const money = (dollars: number) => ({
    ceiling: dollars * 100,
    yearPlan: [{ year: 2027, amount: dollars * 100 }],
  });
  const small = await a.drafted({ ...federal, ...money(350_000) });
  expect((await read(small.id)).standings).toEqual([]);
  const local = await a.drafted({ kind: "construction", ...money(400_000) });
  expect((await read(local.id)).standings).toEqual([]);
  const { id } = await a.drafted({ ...federal, ...money(400_000) });
  const bond = { standing: "missing", needed: 400_000_00, citation: "2 CFR 200.326" };
  expect((await read(id)).standings).toMatchObject([
    { kind: "performance_bond", ...bond },
    { kind: "payment_bond", ...bond },
  ]);
  await accept((await given(id, { kind: "performance_bond", amount: 400_000_00, toOn: null })).id);
  const [performance] = (await read(id)).standings;
  expect(performance).toMatchObject({ standing: "met", until: null });
  await a.as(a.people.author, (tx) =>
    tx.rows(sql`
      update contract
      set ceiling = 450000_00
      where org_id = ${a.agency.orgId} and id = ${id}
    `),
  );
  expect((await read(id)).standings[0]).toMatchObject({ standing: "short", needed: 450_000_00 });
});

test("an order is insured by what was accepted and in force on its day", async () => {
  const { author } = a.people;
  const id = await a.inForce();
  const on = async (days: number) =>
    (
      await insuranceOn(t.database.read(author), [
        { orderId: id, contractId: id, day: agencyDay(days) },
      ])
    )[0]!;
  expect(await on(0)).toMatchObject({ demanded: false, gaps: [] });
  const demanded = { kind: "general_liability", amount: 1_000_000_00, citation: "section 9" };
  await a.as(author, (tx) => demandCoverage(tx, author, id, demanded as never, null));
  expect((await on(0)).gaps).toHaveLength(1);
  await accept((await given(id)).id);
  expect(await on(0)).toMatchObject({ demanded: true, gaps: [] });
  expect(await on(90)).toMatchObject({ gaps: [] });
  expect((await on(91)).gaps).toHaveLength(1);
  expect((await on(-6)).gaps).toHaveLength(1);
});

test("the control of insurance asks what the contract demanded on the day of the order, or who let it go on", async () => {
  const { author, manager } = a.people;
  const id = await a.inForce();
  const order = await a.ordered(id, "20.00");
  const said = async () => {
    const check = controlCheck("order.insured")!;
    return judgeFacts(check, (await check.read(t.database.read(author), [order]))[0]!.facts);
  };
  expect((await said()).answer).toBe("not_applicable");
  const demanded = { kind: "general_liability", amount: 1_000_000_00, citation: "section 9" };
  await a.as(author, (tx) => demandCoverage(tx, author, id, demanded as never, null));
  expect(await said()).toMatchObject({
    answer: "fail",
    said: expect.stringContaining("General liability: none is on record"),
  });
  await a.as(manager, async (tx) =>
    overrideInsurance(tx, manager, await ofOrder(tx, order), a.vendor.id, "The binder was seen."),
  );
  expect(await said()).toMatchObject({
    answer: "pass",
    said: expect.stringContaining("manager let it go on with a reason."),
  });
  await accept((await given(id)).id);
  expect((await said()).said).toMatch(/^Insured on .* as CON-/);
});
