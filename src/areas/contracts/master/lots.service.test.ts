// Several vendors under one contract number: each lot with a ceiling of its own, and one over all lots
// that orders at the same moment, amendments and a register cannot pass.
import { afterAll, beforeAll, expect, test } from "vitest";
import { Problem } from "#kernel/errors.ts";
import { sql } from "#server/db/sql.ts";
import { makeVendor } from "#server/testing/agency.ts";
import { askingOf, refusalOf } from "#server/testing/asking.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import { agencyDay } from "#server/testing/days.ts";
import { beginFile, checkFile, commitFile } from "#server/testing/import-files.ts";
import { approveDocument } from "#server/testing/purchase.ts";
import { amendmentInput } from "../amendment/amendment.model.ts";
import { createAmendment, signAmendment, submitAmendment } from "../amendment/amendment.service.ts";
import { contractsOfOrders } from "../ceiling/orders.service.ts";
import { contractAgency } from "../contracts.setup.ts";
import type { MasterDetail } from "./master.model.ts";

let t: TestDatabase;
let a: Awaited<ReturnType<typeof contractAgency>>;
let other: { id: string; name: string };
const ask = askingOf(() => t);
const path = "/api/v1/contract-masters";
beforeAll(async () => {
  t = await freshDatabase();
  a = await contractAgency(t);
  other = await makeVendor(t.database, a.agency, { name: "Second Quarry" });
});
afterAll(() => t.drop());

const cents = (amount: number) => ({ ceiling: amount, yearPlan: [{ year: 2027, amount }] });
const begun = (ceiling: number): Promise<{ id: string; number: string; version: number }> =>
  ask(a.people.author, `POST ${path}`, { title: "Road materials", ceiling });
const read = (id: string): Promise<MasterDetail> => ask(a.people.author, `GET ${path}/${id}`);

/** A contract with two lots of two vendors, in force. */
const twoLots = async (ceiling: number, own: number) => {
  const master = await begun(ceiling);
  const lots = [
    await a.inForce({ masterId: master.id, ...cents(own) }),
    await a.inForce({ masterId: master.id, vendorId: other.id, ...cents(own) }),
  ];
  return { master, lots };
};

const hold = (order: string, contractId: string, wanted: number) =>
  a
    .as(a.people.buyer, (tx) =>
      contractsOfOrders.hold(tx, a.people.buyer, { id: order, contractId }, wanted, {
        kind: "order_change",
        note: "",
      }),
    )
    .then(
      () => "held",
      (error: unknown) => (error instanceof Problem ? error.code : Promise.reject(error as Error)),
    );

// mulberry32
const chance = (seed: number) => () => {
  seed = (seed + 0x6d2b79f5) | 0;
  let x = Math.imul(seed ^ (seed >>> 15), 1 | seed);
  x = (x + Math.imul(x ^ (x >>> 7), 61 | x)) ^ x;
  return ((x ^ (x >>> 14)) >>> 0) / 4_294_967_296;
};

const stands = async (id: string) => {
  const [master, sums] = await Promise.all([
    read(id),
    t.database.read(a.people.author).one<{ drawn: number; entries: number }>(sql`
      select
        sum(c.drawn)::bigint as drawn,
        (
          select coalesce(sum(e.amount), 0)
          from contract_ceiling_entry e
          join contract l on l.org_id = e.org_id and l.id = e.contract_id
          where l.org_id = ${a.agency.orgId}
            and l.master_id = ${id}
            and e.kind in ('order', 'order_change', 'release')
        )::bigint as entries
      from contract c
      where c.org_id = ${a.agency.orgId} and c.master_id = ${id}
    `),
  ]);
  expect(sums).toEqual({ drawn: master.drawn, entries: master.drawn });
  expect(master.drawn).toBeLessThanOrEqual(master.ceiling);
  return master;
};

test.each([1, 2])(
  "history %i: what all lots have drawn is a naive recount, within each ceiling and the one over all",
  async (seed) => {
    const random = chance(seed * 104_729);
    const { master, lots } = await twoLots(150_00, 100_00);
    const vendors = [a.vendor.id, other.id];
    const pairs = await Promise.all(
      [0, 0, 1, 1].map(async (lot) => ({
        lot,
        order: await a.ordered(lots[lot]!, "1.00", { vendorId: vendors[lot] }),
      })),
    );
    const held = new Map<string, number>();
    const taken = (lot: number | null) =>
      pairs.reduce((n, p) => n + (lot === null || p.lot === lot ? (held.get(p.order) ?? 0) : 0), 0);
    for (let n = 0; n < 40; n++) {
      const { lot, order } = pairs[Math.floor(random() * pairs.length)]!;
      const had = held.get(order) ?? 0;
      const wanted = random() < 0.2 ? 0 : Math.round(random() * 80_00);
      const right =
        wanted <= had
          ? "held"
          : taken(lot) - had + wanted > 100_00
            ? "over_ceiling"
            : taken(null) - had + wanted > 150_00
              ? "over_joint_ceiling"
              : "held";
      expect(await hold(order, lots[lot]!, wanted)).toBe(right);
      if (right === "held") held.set(order, wanted);
      expect(await stands(master.id)).toMatchObject({ ceiling: 150_00, drawn: taken(null) });
    }
  },
  240_000,
);

test("of orders under both lots at the same moment, those that fit under the ceiling over all go out", async () => {
  const { master, lots } = await twoLots(1_099_00, 900_00);
  const vendors = [a.vendor.id, other.id];
  const ids = await Promise.all(
    Array.from({ length: 16 }, (_, n) =>
      a.ordered(lots[n % 2]!, "100.00", { vendorId: vendors[n % 2] }),
    ),
  );
  const ended = await Promise.all(
    ids.map((id) =>
      a.issue(id).then(
        () => "issued",
        (error: unknown) => (error instanceof Problem ? error : Promise.reject(error as Error)),
      ),
    ),
  );
  expect(ended.filter((each) => each === "issued")).toHaveLength(10);
  for (const problem of ended.filter((each) => each instanceof Problem))
    expect(problem).toMatchObject({
      code: "over_joint_ceiling",
      message: expect.stringContaining(
        `$99.00 left of $1,099.00 over all lots of ${master.number}`,
      ) as string,
    });
  expect(await stands(master.id)).toMatchObject({ drawn: 1_000_00, left: 99_00 });
  // What has no room over all lots goes to no approver either.
  await expect(
    a.as(a.people.buyer, (tx) => contractsOfOrders.room(tx, lots[0]!, 100_00)),
  ).rejects.toMatchObject({ code: "over_joint_ceiling" });
});

test("each lot has its number, vendor, ceiling, signature and end; the page and the list show them", async () => {
  const { master, lots } = await twoLots(5_000_00, 4_000_00);
  const shown = await read(master.id);
  expect(shown.members.map((m) => [m.number, m.lotNo, m.vendor, m.ceiling, m.signedOn])).toEqual([
    [`${master.number}-L1`, 1, a.vendor.name, 4_000_00, agencyDay(0)],
    [`${master.number}-L2`, 2, "Second Quarry", 4_000_00, agencyDay(0)],
  ]);
  expect(shown).toMatchObject({ lots: 2, vendors: 2, left: 5_000_00 });
  expect(shown.settled).toContain("has gone to counsel");
  const lot = await a.read(lots[1]!);
  expect(lot).toMatchObject({
    master: master.number,
    lotNo: 2,
    joint: { number: master.number, ceiling: 5_000_00, drawn: 0, left: 5_000_00 },
  });
  const list: { items: { id: string }[] } = await ask(
    a.people.author,
    `GET /api/v1/contracts?masterId=${master.id}&sort=number`,
  );
  expect(list.items.map((each) => each.id)).toEqual(lots);
  // An order names the lot of its own vendor.
  expect(await refusalOf(a.ordered(lots[1]!, "5.00"))).toContain("with another vendor");
});

test("title and ceiling over all lots change while every lot is drafted; a place is taken once", async () => {
  const master = await begun(100_00);
  const lot = await a.drafted({ masterId: master.id, lotNo: 7, ...cents(50_00) });
  expect(lot.number).toBe(`${master.number}-L7`);
  expect(await refusalOf(a.drafted({ masterId: master.id, lotNo: 7 }))).toContain(
    `${master.number} has a lot 7 already.`,
  );
  expect((await a.drafted({ masterId: master.id })).number).toBe(`${master.number}-L8`);
  const change = (body: object, version: number) =>
    ask(a.people.author, `PATCH ${path}/${master.id}`, body, version);
  await change({ ceiling: 200_00 }, master.version);
  expect(await read(master.id)).toMatchObject({ ceiling: 200_00, settled: null });
  await a.as(a.people.author, (tx) =>
    tx.rows(sql`
      update contract
      set status = 'legal_review'
      where org_id = ${a.agency.orgId} and id = ${lot.id}
    `),
  );
  expect(await refusalOf(change({ ceiling: 300_00 }, master.version + 1))).toMatch(
    /^lots_settled: .*-L7 has gone to counsel/,
  );
  expect(
    await refusalOf(ask(a.people.author, "POST /api/v1/contracts", { ...a.input(), lotNo: 3 })),
  ).toContain("A lot belongs to a contract with lots");
  await a.as(a.people.author, (tx) =>
    tx.rows(sql`
      insert into contract (
        org_id, id, number, title, vendor_id, kind, price_type, department_id, starts_on, ends_on,
        ceiling, master_id, lot_no
      )
      select
        org_id, gen_random_uuid(), ${master.number} || '-L' || n, title, vendor_id, kind,
        price_type, department_id, starts_on, ends_on, ceiling, master_id, n
      from contract, generate_series(100, 297) as n
      where org_id = ${a.agency.orgId} and id = ${lot.id}
    `),
  );
  expect(await refusalOf(a.drafted({ masterId: master.id }))).toContain("too_many_lots");
});

test("the ceiling over all lots moves by an amendment of a lot, never below what is drawn", async () => {
  const { author, keeper, manager } = a.people;
  const { master, lots } = await twoLots(100_00, 90_00);
  const order = await a.ordered(lots[0]!, "80.00");
  await a.issue(order);
  const drafted = (contractId: string, jointChange: number) =>
    a.as(author, (tx) =>
      createAmendment(
        tx,
        author,
        amendmentInput.parse({
          contractId,
          kind: "money",
          title: "More over all lots",
          reason: "The season is long",
          jointChange,
        }),
      ),
    );
  const sent = async (contractId: string, jointChange: number) => {
    const { id } = await drafted(contractId, jointChange);
    await a.as(author, (tx) => submitAmendment(tx, author, { id, version: null }));
    return id;
  };
  expect(await refusalOf(sent(lots[1]!, -20_01))).toContain("cannot fall to $79.99");
  expect(await refusalOf(sent(await a.inForce(), 5_00))).toContain("This contract is no lot");
  const id = await sent(lots[1]!, 50_00);
  expect(await read(master.id)).toMatchObject({ ceiling: 100_00 });
  await approveDocument(t.database, manager, id);
  await a.as(keeper, (tx) => signAmendment(tx, keeper, { id, version: null }, a.ink));
  expect(await stands(master.id)).toMatchObject({ ceiling: 150_00, drawn: 80_00, left: 70_00 });
  const next = await a.ordered(lots[1]!, "60.00", { vendorId: other.id });
  await a.issue(next);
  expect(await stands(master.id)).toMatchObject({ drawn: 140_00 });
});

test("a register with lots becomes one contract; what does not agree is told, and its export changes nothing", async () => {
  const { author } = a.people;
  const head =
    "Number,Title,Vendor,Department,Begins,Ends,Ceiling,Drawn,Lot,Ceiling over all lots\n";
  const row = (vendor: string, lot: string, drawn: string, joint = '"1,500.00"') =>
    `MA-9,Culverts,${vendor},RDS,${agencyDay(-30)},${agencyDay(200)},"1,000.00",${drawn},${lot},${joint}\n`;
  const bring = async (text: string) => {
    const run = await beginFile(t, author, "contracts", text);
    await checkFile(t, author, run.id);
    return (await commitFile(t, author, run.id)).counts;
  };
  const text = [
    row(a.vendor.name, "1", "900.00"),
    row("Second Quarry", "2", "600.00"),
    row("Second Quarry", "3", "601.00"),
    row("Second Quarry", "1", "0"),
    row("Second Quarry", "4", "0", '"1,501.00"'),
    row("Second Quarry", "5", "0", ""),
  ].join("");
  const counts = await bring(head + text);
  expect(counts).toMatchObject({ create: 2, reject: 4 });
  const list: { items: { id: string; number: string; lots: number }[] } = await ask(
    author,
    `GET ${path}?q=MA-9`,
  );
  expect(list.items).toHaveLength(1);
  expect(await stands(list.items[0]!.id)).toMatchObject({ ceiling: 1_500_00, drawn: 1_500_00 });
  expect(await bring(head + row(a.vendor.name, "1", "900.00"))).toMatchObject({ skip: 1 });
  // By the numbers that they have here, as an export has them.
  const own = text.replaceAll("MA-9,", `${list.items[0]!.number}-L2,`).split("\n")[1]!;
  expect(await bring(`${head}${own}\n`)).toMatchObject({ skip: 1 });
  // A lot that comes later joins the same contract.
  expect(await bring(head + row("Second Quarry", "6", "0"))).toMatchObject({ create: 1 });
  expect((await read(list.items[0]!.id)).members.map((m) => m.lotNo)).toEqual([1, 2, 6]);
});

test("a lot whose own ceiling is above the one over all goes to counsel with none of it", async () => {
  const master = await begun(150_00);
  const { id } = await a.drafted({ masterId: master.id, ...cents(200_00) });
  const said = `Its ceiling of $200.00 is above $150.00, the ceiling over all lots of ${master.number}.`;
  expect((await a.read(id)).missing).toContain(said);
  const fits = await a.drafted({ masterId: master.id, ...cents(150_00) });
  expect((await a.read(fits.id)).missing.join(" ")).not.toContain("over all lots");
});

test("owners of lots hear once of each share of the ceiling over all lots", async () => {
  const { author, buyer } = a.people;
  const { master, lots } = await twoLots(100_00, 90_00);
  const told = async () =>
    (
      await t.database.read(author).rows<{ title: string; body: string }>(sql`
        select title, body
        from notification
        where org_id = ${a.agency.orgId}
          and person_id = ${author.personId}
          and link = ${`/contracts/lots/${master.id}`}
        order by created_at
      `)
    ).map(({ title, body }) => `${title}. ${body}`);
  const take = async (lot: number, price: string) => {
    const order = await a.ordered(lots[lot]!, price, { vendorId: [a.vendor.id, other.id][lot] });
    await a.issue(order);
    return order;
  };
  const said = (percent: number, left: string) =>
    `All lots of ${master.number} have drawn ${percent} percent of their ceiling. Road materials: $${left} left of $100.00.`;
  await take(0, "70.00");
  expect(await told()).toEqual([]);
  const order = await take(1, "6.00");
  await take(1, "1.00");
  expect(await told()).toEqual([said(75, "24.00")]);
  // What is given back and taken anew is not told twice.
  const back = (cents: number) =>
    a.as(buyer, (tx) =>
      contractsOfOrders.hold(tx, buyer, { id: order, contractId: lots[1]! }, cents, {
        kind: "order_change",
        note: "",
      }),
    );
  await back(1_00);
  await back(6_00);
  expect(await told()).toHaveLength(1);
  await take(1, "23.00");
  expect(await told()).toEqual([said(75, "24.00"), said(100, "0.00")]);
});
