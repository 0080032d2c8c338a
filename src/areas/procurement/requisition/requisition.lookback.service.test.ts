import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Actor } from "#kernel/access.ts";
import { newId } from "#kernel/ids.ts";
import { sql } from "#server/db/sql.ts";
import {
  makeAgency,
  makeBudget,
  makeMembers,
  makePolicy,
  makeVendor,
  type Agency,
} from "#server/testing/agency.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import { findAccountStrings } from "#areas/budget/budget.server.ts";
import { createOrder } from "../order/order.service.ts";
import { submitOrder } from "../order/submission.service.ts";
import { orderInput } from "../order/order.model.ts";
import "../procurement.server.ts";
import { proposeCodes } from "./commodity-codes.service.ts";
import { readRequisition } from "./requisition.list.ts";
import { requisitionInput } from "./requisition.model.ts";
import { changeRequisition, createRequisition } from "./requisition.service.ts";
import { createAndSubmit, submitRequisition } from "./submission.service.ts";

let t: TestDatabase;
let agency: Agency;
let people: Record<"clerk" | "manager" | "admin" | "buyer", Actor>;
let account: Awaited<ReturnType<typeof makeBudget>>;
let other: Awaited<ReturnType<typeof makeBudget>>;
beforeAll(async () => void (t = await freshDatabase()));
afterAll(() => t.drop());
beforeEach(async () => {
  agency = await makeAgency(t.database);
  people = await makeMembers(t.database, agency, {
    clerk: {},
    manager: { role: "manager" },
    admin: { role: "admin" },
    buyer: { duties: ["buyer"] },
  });
  [account, other] = [
    await makeBudget(t.database, agency, 500_000_00),
    await makeBudget(t.database, agency, 500_000_00),
  ];
  for (const documentType of ["requisition", "purchaseOrder"] as const)
    await makePolicy(t.database, people.admin, { documentType });
});

type Over = { price?: string; code?: string | null; accounts?: string[]; neededOn?: string };
const line = ({
  price = "90.00",
  code = "212312",
  accounts = [account.accountStringId],
}: Over) => ({
  description: "Stone",
  commodityCode: code,
  quantity: "100",
  unit: "t",
  unitPrice: price,
  splits: accounts.map((accountStringId) => ({
    accountStringId,
    percent: String(100 / accounts.length),
  })),
});
const inputOf = (over: Over) =>
  requisitionInput.parse({
    title: "Stone",
    departmentId: agency.departmentId,
    neededOn: over.neededOn ?? "2028-12-20",
    lines: [line(over)],
  });
/** The same person at noon in Chicago of that day. */
const on = (actor: Actor, day?: string): Actor =>
  day ? { ...actor, businessNow: `${day}T18:00:00Z` } : actor;
const draft = (over: Over = {}, day?: string) =>
  t.database.transaction(on(people.clerk, day), (tx) =>
    createRequisition(tx, on(people.clerk, day), inputOf(over)),
  );
const submit = (id: string, day?: string) =>
  t.database.transaction(on(people.clerk, day), (tx) =>
    submitRequisition(tx, on(people.clerk, day), { id, version: null }),
  );
const read = (id: string, day?: string) =>
  readRequisition(t.database.read(on(people.clerk, day)), on(people.clerk, day), id);
const direct = async (over: Over = {}, day?: string, send = true) => {
  const buyer = on(people.buyer, day);
  const vendorId = (await makeVendor(t.database, agency)).id;
  const made = await t.database.transaction(buyer, (tx) =>
    createOrder(
      tx,
      buyer,
      orderInput.parse({
        title: "Stone",
        vendorId,
        departmentId: agency.departmentId,
        lines: [line(over)],
      }),
    ),
  );
  return send
    ? t.database.transaction(buyer, (tx) => submitOrder(tx, buyer, { id: made.id, version: null }))
    : made;
};
const aggregate = async (over: Over = {}, day?: string) => {
  const r = await draft(over, day);
  return (await submit(r.id, day)).aggregateAmount - r.amount;
};

describe("the day that counts is the day of the submission, by the agency's clock", () => {
  test("two drafts that are submitted later than they were written find each other", async () => {
    const [a, b] = [await draft({}, "2026-11-02"), await draft({}, "2026-11-02")];
    await submit(a.id, "2027-12-20");
    expect(await read(b.id, "2027-12-21")).toMatchObject({
      splitWarning: true,
      lookback: { count: 1, newest: [{ id: a.id, requestedOn: "2027-12-20" }] },
    });
    expect(await submit(b.id, "2027-12-21")).toMatchObject({
      aggregateAmount: 18_000_00,
      splitWarning: true,
      method: "simplified",
    });
  });

  test("what was bought since the draft counts, what is more than twelve months before the submission does not", async () => {
    const old = await draft({}, "2026-11-02");
    await submit((await draft({}, "2027-03-01")).id, "2027-03-01");
    expect(await submit(old.id, "2027-04-01")).toMatchObject({ aggregateAmount: 18_000_00 });
    expect(await aggregate({}, "2028-03-31")).toBe(9_000_00);
    expect(await aggregate({}, "2029-03-31")).toBe(0);
  });

  test("an evening in Chicago is still that day there, whatever day it is in UTC", async () => {
    const evening = { ...people.clerk, businessNow: "2027-03-02T04:00:00Z" };
    const a = await draft({}, "2027-03-01");
    await t.database.transaction(evening, (tx) =>
      submitRequisition(tx, evening, { id: a.id, version: null }),
    );
    const b = await draft({}, "2028-03-01");
    expect((await submit(b.id, "2028-03-01")).aggregateAmount).toBe(9_000_00);
    expect((await read(b.id)).lookback.count).toBe(0);
  });
});

describe("a line without a code is compared by its account", () => {
  test("with lines that have one and lines that have none, in both directions; not with other accounts", async () => {
    await submit((await draft({ code: null })).id);
    expect(await aggregate({ code: "325998" })).toBe(9_000_00);
    expect(await aggregate({ code: null })).toBe(18_000_00);
    expect(await aggregate({ code: "325998", accounts: [other.accountStringId] })).toBe(9_000_00);
    expect(await aggregate({ code: "212321", accounts: [other.accountStringId] })).toBe(0);
  });

  test("also where two accounts share a line", async () => {
    await submit(
      (await draft({ code: null, accounts: [account.accountStringId, other.accountStringId] })).id,
    );
    expect(await aggregate({ code: null, accounts: [other.accountStringId] })).toBe(9_000_00);
    expect(
      await aggregate({
        code: "325998",
        accounts: [account.accountStringId, other.accountStringId],
      }),
    ).toBe(18_000_00);
  });

  test("not with what another department bought, nor with drafts", async () => {
    const departmentId = newId();
    await t.database.transaction(people.admin, (tx) =>
      tx.rows(sql`
        insert into department (org_id, id, code, name)
        values (${agency.orgId}, ${departmentId}, 'PRK', 'Parks')
      `),
    );
    await draft({ code: null });
    const parks = await t.database.transaction(people.clerk, (tx) =>
      createAndSubmit(tx, people.clerk, { ...inputOf({ code: null }), departmentId }),
    );
    expect(parks.aggregateAmount).toBe(9_000_00);
    expect(await aggregate({ code: null })).toBe(0);
  });
});

test("an order without a requisition counts, by code and by account; a draft and a cancelled one do not", async () => {
  await direct({}, undefined, false);
  const o = await direct();
  const a = await draft();
  expect(await read(a.id)).toMatchObject({
    lookback: {
      count: 1,
      amount: 9_000_00,
      newest: [{ kind: "purchaseOrder", id: o.id, number: o.number }],
    },
  });
  expect((await submit(a.id)).aggregateAmount).toBe(18_000_00);
  expect(await aggregate({ code: "325998" })).toBe(0);
  const uncoded = await direct({ code: null });
  expect(await aggregate({ code: "237310" })).toBe(9_000_00);
  await t.database.transaction(people.admin, (tx) =>
    tx.rows(sql`
      update purchase_order
      set status = 'cancelled'
      where org_id = ${agency.orgId} and id = ${uncoded.id}
    `),
  );
  expect(await aggregate({ code: "212321" })).toBe(0);
});

describe("commodity codes", () => {
  test("that nobody knows are refused with the line's path: drafted, changed, sent at once, ordered directly", async () => {
    const refused = { code: "unknown_commodity", errors: [{ path: "lines.0.commodityCode" }] };
    await expect(draft({ code: "99-INVENTED" })).rejects.toMatchObject(refused);
    await expect(
      t.database.transaction(people.clerk, (tx) =>
        createAndSubmit(tx, people.clerk, inputOf({ code: "99-INVENTED" })),
      ),
    ).rejects.toMatchObject(refused);
    await expect(direct({ code: "99-INVENTED" })).rejects.toMatchObject(refused);
    const r = await draft();
    await expect(
      t.database.transaction(people.clerk, (tx) =>
        changeRequisition(tx, people.clerk, r.id, inputOf({ code: "99-INVENTED" }), 1),
      ),
    ).rejects.toMatchObject(refused);
    await t.database.transaction(people.admin, (tx) =>
      tx.rows(sql`
        update requisition_line
        set commodity_code = '99-INVENTED'
        where org_id = ${agency.orgId} and requisition_id = ${r.id}
      `),
    );
    await expect(submit(r.id)).rejects.toMatchObject(refused);
  });

  test("of the agency's own list are known, however they are typed", async () => {
    await t.database.transaction(people.admin, (tx) =>
      tx.rows(sql`
        insert into commodity (org_id, id, code, name, scheme)
        values (${agency.orgId}, ${newId()}, 'A-745-67', 'Stone, crushed', 'NIGP')
      `),
    );
    await submit((await draft({ code: "a-745-67" })).id);
    expect(await aggregate({ code: "A-745-67" })).toBe(9_000_00);
  });
});

describe("the fiscal year is the one of the submission", () => {
  const nextYear = async () => {
    const id = newId();
    await t.database.transaction(people.admin, async (tx) => {
      await tx.rows(
        sql`update fiscal_year set ends_on = '2027-09-30' where org_id = ${agency.orgId}`,
      );
      await tx.rows(sql`
        insert into fiscal_year (org_id, id, year, starts_on, ends_on)
        values (${agency.orgId}, ${id}, 2028, '2027-10-01', '2028-09-30')
      `);
    });
    return id;
  };
  const balances = () =>
    t.database.read(people.admin).rows<{ year: string; pre: number }>(sql`
      select fiscal_year_id as year, pre_encumbered as pre
      from budget_line
      where org_id = ${agency.orgId} and account_string_id = ${account.accountStringId}
      order by year
    `);

  test("a draft of the year before reserves in the year of its submission, or is refused where that has no budget", async () => {
    const year = await nextYear();
    const r = await draft({}, "2027-09-01");
    await expect(submit(r.id, "2027-10-04")).rejects.toMatchObject({ code: "no_budget_line" });
    await t.database.transaction(people.admin, (tx) =>
      tx.rows(sql`
        insert into budget_line (org_id, id, fiscal_year_id, account_string_id, original)
        values (${agency.orgId}, ${newId()}, ${year}, ${account.accountStringId}, 1000000)
      `),
    );
    expect(await read(r.id, "2027-10-04")).toMatchObject({
      fiscalYear: 2028,
      budget: [{ budget: 10_000_00 }],
    });
    expect(await submit(r.id, "2027-10-04")).toMatchObject({ fiscalYearId: year });
    expect(await balances()).toEqual(
      expect.arrayContaining([
        { year: agency.fiscalYearId, pre: 0 },
        { year, pre: 9_000_00 },
      ]),
    );
  });

  test("what was needed before that year begins is corrected first; a closed year takes nothing", async () => {
    await nextYear();
    const r = await draft({ neededOn: "2027-09-20" }, "2027-09-01");
    await expect(submit(r.id, "2027-10-04")).rejects.toMatchObject({
      errors: [{ path: "neededOn" }],
    });
    await t.database.transaction(people.admin, (tx) =>
      tx.rows(sql`
        update fiscal_year
        set status = 'closed'
        where org_id = ${agency.orgId} and year = 2028
      `),
    );
    await expect(submit(r.id, "2027-10-04")).rejects.toMatchObject({ code: "fiscal_year_closed" });
  });

  test("federal assistance is charged with its award alone: refused at the line of an account without one, also of an older draft, and not offered", async () => {
    const bare = await makeBudget(t.database, agency, 500_000_00, { federal: true, award: false });
    const awarded = await makeBudget(t.database, agency, 500_000_00, { federal: true });
    const old = await draft();
    await expect(
      draft({ accounts: [account.accountStringId, bare.accountStringId] }),
    ).rejects.toMatchObject({
      code: "account_not_in_use",
      errors: [
        {
          path: "lines.0.splits.1.accountStringId",
          message: expect.stringMatching(
            /^F\d+-RDS-A\d+ cannot be charged: fund F\d+ is federal assistance, and the account names no award\./,
          ),
        },
      ],
    });
    await expect(direct({ accounts: [bare.accountStringId] })).rejects.toMatchObject({
      code: "account_not_in_use",
    });
    expect(await submit((await draft({ accounts: [awarded.accountStringId] })).id)).toMatchObject({
      status: "in_approval",
      federal: true,
    });
    expect(
      (await findAccountStrings(t.database.read(people.clerk), "", agency.fiscalYearId)).map(
        (a) => a.id,
      ),
    ).toEqual(expect.arrayContaining([account.accountStringId, awarded.accountStringId]));
    expect(
      (await findAccountStrings(t.database.read(people.clerk), "", agency.fiscalYearId)).map(
        (a) => a.id,
      ),
    ).not.toContain(bare.accountStringId);
    await t.database.transaction(people.admin, (tx) =>
      tx.rows(sql`
        update segment_value
        set federal = true
        where org_id = ${agency.orgId} and id = ${account.fundId}
      `),
    );
    await expect(submit(old.id)).rejects.toMatchObject({
      code: "account_not_in_use",
      errors: [{ path: "lines.0.splits" }],
    });
  });

  test("an account that went out of use since the draft is refused at its line", async () => {
    const r = await draft();
    await t.database.transaction(people.admin, (tx) =>
      tx.rows(sql`
        update segment_value
        set active = false
        where org_id = ${agency.orgId} and id = ${account.fundId}
      `),
    );
    await expect(submit(r.id)).rejects.toMatchObject({
      code: "account_not_in_use",
      errors: [{ path: "lines.0.splits" }],
    });
  });
});

test("codes are proposed from the agency's own lines by words, stems, other words for the same and typos, else from the list", async () => {
  const lines = [
    ["Corrugated steel culvert, 36 in", "332313"],
    ["Corrugated steel culvert, 24 in", "332313"],
    ["Traffic signs, stop", "339950"],
    ["Crushed stone", "212312"],
  ].map(([description, code]) => ({ ...line({ code: code! }), description }));
  await t.database.transaction(people.clerk, (tx) =>
    createRequisition(tx, people.clerk, { ...inputOf({}), lines } as ReturnType<typeof inputOf>),
  );
  const proposed = async (text: string) =>
    (await proposeCodes(t.database.read(people.clerk), text)).map((p) => [p.code, p.lines]);
  expect((await proposed("Steel pipe 12 in"))[0]).toEqual(["332313", 2]);
  expect((await proposed("traffic sign"))[0]).toEqual(["339950", 1]);
  expect((await proposed("corugated culvrt"))[0]).toEqual(["332313", 2]);
  expect((await proposed("gravel"))[0]).toEqual(["212312", 1]);
  expect(await proposed("Geotextile, 200 g")).toEqual([["313230", 0]]);
  expect([await proposed("12 in"), await proposed("the of & | !")]).toEqual([[], []]);
});
