import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { invoiceList, paymentList } from "#areas/finance/finance.server.ts";
import { orderList, requisitionList } from "#areas/procurement/procurement.server.ts";
import { vendorList } from "#areas/vendors/vendor/vendor.list.ts";
import type { Actor } from "#kernel/access.ts";
import { newId } from "#kernel/ids.ts";
import { makeAgency, makeBudget, makeMembers, makeVendor } from "../testing/agency.ts";
import { bind } from "../db/sql.ts";
import { freshDatabase, type TestDatabase } from "../testing/database.ts";
import { writeMany } from "../testing/many.ts";
import { explainList, listAll, runList } from "./list-page.ts";
import type { ListDefinition } from "./list.ts";

const lists: [string, ListDefinition][] = [
  ["requisition", requisitionList],
  ["purchase_order", orderList],
  ["invoice", invoiceList],
  ["payment", paymentList],
];
const ROWS = 3_000;
let t: TestDatabase;
let owner: pg.Client;
let mine: Actor;
let theirs: Actor;
let vendors: { id: string; name: string }[];

beforeAll(async () => {
  t = await freshDatabase();
  owner = new pg.Client({ connectionString: t.ownerUrl });
  await owner.connect();
  for (const whose of ["mine", "theirs"]) {
    const agency = await makeAgency(t.database);
    const { admin } = await makeMembers(t.database, agency, { admin: { role: "admin" } });
    const budget = await makeBudget(t.database, agency, 100);
    const names = ["Granite & Sons", "50% Off_Stone", "Łódź Works", "Back\\slash Ltd"];
    const made = [];
    for (const name of names)
      made.push({ ...(await makeVendor(t.database, agency, { name })), name });
    for (const [table] of lists)
      await writeMany(
        owner,
        table as "invoice",
        {
          ...agency,
          personId: admin.personId!,
          vendorIds: made.map((v) => v.id),
          policyId: agency.orgId,
          budgetLineId: budget.lineId,
        },
        ROWS,
      );
    if (whose === "mine") [mine, vendors] = [admin, made];
    else theirs = admin;
  }
  for (const [last, vendor] of [
    ["7", vendors[0]],
    ["8", vendors[2]],
  ] as const)
    await owner.query(
      "update requisition set vendor_id = $3 where org_id = $1 and right(number, 1) = $2",
      [mine.orgId, last, vendor!.id],
    );
  await owner.query(
    `
      update payment
      set check_number = 'CH' || right(number, 4), trace_number = 'TR' || right(number, 4)
      where org_id = $1
    `,
    [mine.orgId],
  );
  await owner.query("analyze");
});
afterAll(async () => {
  await owner.end();
  await t.drop();
});

const ids = async (list: ListDefinition, q: string, actor = mine) =>
  (await listAll(t.database.read(actor), actor, list, { q }, 100_000))
    .map((r) => r["id"])
    .toSorted();
// The same list, which reads every row.
const plainly = (list: ListDefinition): ListDefinition => ({ ...list, words: undefined });
const same = async (list: ListDefinition, q: string) => {
  const found = await ids(list, q);
  expect(found, q).toEqual(await ids(plainly(list), q));
  return found.length;
};

describe.each(lists)("a search of %s", (table, list) => {
  test("finds what the whole list holds, in numbers, titles and names, parts of words, and signs that patterns know", async () => {
    const counts: Record<string, number> = {};
    for (const q of [
      "00001234",
      "1234",
      "stone",
      "granite",
      "sons 12",
      "% off_",
      "łódź",
      "back\\slash",
      "x",
      "7",
      "nobody-has-this",
      "'; drop table invoice --",
      "%",
      "_",
      "stone granite 00000007 007",
    ])
      counts[q] = await same(list, q);
    expect(counts["00001234"]).toBeGreaterThan(0);
    expect(counts["granite"]).toBeGreaterThan(0);
    expect(counts["nobody-has-this"]).toBe(0);
  });

  test("reads by key what few rows hold, and no row beside", async () => {
    const plan = await explainList(t.database.read(mine), mine, list, { q: "00001234" });
    expect(plan).toMatch(/Index Cond: .*id = ANY/);
    expect(plan).not.toContain(`Seq Scan on ${table} `);
  });

  test("follows a change of the record and of its vendor's name, and a record that is gone", async () => {
    const vendor = vendors[2]!;
    const before = await ids(list, "łódź");
    expect(await ids(list, "Gdańsk")).toEqual([]);
    await t.database.transaction(mine, (tx) =>
      tx.rows(
        bind("update vendor set name = 'Gdańsk Works' where org_id = $1 and id = $2", [
          mine.orgId,
          vendor.id,
        ]),
      ),
    );
    expect(await ids(list, "Gdańsk")).toEqual(before);
    expect(await ids(list, "łódź")).toEqual([]);
    await t.database.transaction(mine, (tx) =>
      tx.rows(
        bind("update vendor set name = $3 where org_id = $1 and id = $2", [
          mine.orgId,
          vendor.id,
          vendor.name,
        ]),
      ),
    );
    const [one] = before as string[];
    await t.database.transaction(mine, (tx) =>
      tx.rows(
        bind(`update ${table} set number = 'ZEBRA-1' where org_id = $1 and id = $2`, [
          mine.orgId,
          one,
        ]),
      ),
    );
    expect(await ids(list, "zebra")).toEqual([one]);
    await owner.query("begin");
    await owner.query(
      `alter table ${table} disable trigger all; alter table ${table} enable trigger words_gone`,
    );
    await owner.query(`delete from ${table} where org_id = $1 and id = $2`, [mine.orgId, one]);
    expect(
      (
        await owner.query("select 1 from record_words where org_id = $1 and id = $2", [
          mine.orgId,
          one,
        ])
      ).rows,
    ).toEqual([]);
    await owner.query("rollback");
  });
});

describe("a search of vendors", () => {
  const at = async (name: string) => ids(vendorList, name);
  beforeAll(async () => {
    for (const actor of [mine, theirs])
      await writeMany(
        owner,
        "vendor",
        {
          orgId: actor.orgId!,
          departmentId: mine.orgId!,
          fiscalYearId: mine.orgId!,
          personId: mine.personId!,
          vendorIds: [mine.orgId!],
          policyId: mine.orgId!,
          budgetLineId: mine.orgId!,
        },
        ROWS,
      );
    await owner.query(
      `
        update vendor
        set
          doing_business_as = 'Trading ' || right(number, 4), city = 'Łódź',
          uei = 'UEI0' || right(number, 8), email = 'orders' || right(number, 4) || '@firm.test'
        where org_id = $1 and number like 'W-%2'
      `,
      [mine.orgId],
    );
    await owner.query("analyze");
  });

  test("finds numbers, names, other names, cities, UEIs and mail addresses, parts of them and several", async () => {
    const counts: Record<string, number> = {};
    for (const q of [
      "W-00001232",
      "1232",
      "granite",
      "trading 1232",
      "uei0",
      "@FIRM",
      "orders1232@firm.test",
      "łódź",
      "50% off_",
      "back\\slash",
      "works 1232 łódź",
      "x",
      "nobody-has-this",
      "'; drop table vendor --",
      "%",
      "_",
    ])
      counts[q] = await same(vendorList, q);
    expect(counts).toMatchObject({
      "W-00001232": 1,
      granite: 1,
      "trading 1232": 1,
      "orders1232@firm.test": 1,
      "works 1232 łódź": 1,
      "nobody-has-this": 0,
    });
    expect(counts["@FIRM"]).toBe(ROWS / 10);
    expect(await ids(vendorList, "trading", theirs)).toEqual([]);
  });

  test("reads by key what few hold, and no vendor beside", async () => {
    const plan = await explainList(t.database.read(mine), mine, vendorList, { q: "W-00001232" });
    expect(plan).toMatch(/Index Cond: .*id = ANY/);
    expect(plan).not.toContain("Seq Scan on vendor ");
  });

  test("follows every column that is searched, and a vendor that is gone; other changes write no words", async () => {
    const [one] = (await at("W-00000042")) as [string];
    for (const [column, value] of [
      ["number", "W-ZEBRA"],
      ["name", "Okapi Works"],
      ["doing_business_as", "Quagga"],
      ["city", "Gnu Falls"],
      ["uei", "KUDU00000001"],
      ["email", "eland@firm.test"],
    ] as const) {
      expect(await at(value)).toEqual([]);
      await t.database.transaction(mine, (tx) =>
        tx.rows(
          bind(`update vendor set ${column} = $3 where org_id = $1 and id = $2`, [
            mine.orgId,
            one,
            value,
          ]),
        ),
      );
      expect(await at(value), column).toEqual([one]);
    }
    const words = async () =>
      (
        await owner.query(
          "select ctid::text, own from record_words where org_id = $1 and id = $2",
          [mine.orgId, one],
        )
      ).rows;
    const before = await words();
    await t.database.transaction(mine, (tx) =>
      tx.rows(
        bind(
          "update vendor set status = 'on_hold', screened_at = now() where org_id = $1 and id = $2",
          [mine.orgId, one],
        ),
      ),
    );
    expect(await words()).toEqual(before);
    await t.database.transaction(mine, (tx) =>
      tx.rows(bind("delete from vendor where org_id = $1 and id = $2", [mine.orgId, one])),
    );
    expect(await words()).toEqual([]);
  });
});

test("a requisition is found by who asked for it, under the name of today", async () => {
  const { name } = (
    await owner.query("select display_name as name from person where id = $1", [mine.personId])
  ).rows[0];
  expect(await same(requisitionList, `${name} 0000123`)).toBe(11);
  await owner.query("update person set display_name = 'Wilhelmina Okonkwo' where id = $1", [
    mine.personId,
  ]);
  expect(await same(requisitionList, "okonkwo 0000123")).toBe(11);
  expect(await same(requisitionList, "okonkwo")).toBe(ROWS);
});

test("words that more rows hold than are counted are walked, and counted as so many", async () => {
  await owner.query(
    `
      insert into payment (org_id, id, number, vendor_id, method, status, amount)
      select org_id, gen_random_uuid(), 'MASS-' || n, vendor_id, method, status, amount
      from generate_series(1, 10001) n, (select * from payment where org_id = $1 limit 1) p
    `,
    [mine.orgId],
  );
  const read = t.database.read(mine);
  expect(await runList(read, mine, paymentList, { q: "mass" })).toMatchObject({
    total: 10_000,
    totalCapped: true,
  });
  expect((await runList(read, mine, paymentList, { q: "mass-", limit: 7 })).items).toHaveLength(7);
  expect(await runList(read, mine, paymentList, { q: "mass", status: ["voided"] })).toMatchObject({
    total: 0,
    totalCapped: false,
  });
});

test("an agency finds its own records alone, whoever asks the function", async () => {
  const copied = newId();
  await owner.query(
    `
      insert into purchase_order (
        org_id, id, number, title, vendor_id, department_id, fiscal_year_id, ordered_on
      )
      select org_id, $2, 'ALONE-1', title, vendor_id, department_id, fiscal_year_id, ordered_on
      from purchase_order
      where org_id = $1
      limit 1
    `,
    [mine.orgId, copied],
  );
  expect(await ids(orderList, "alone")).toEqual([copied]);
  expect(await ids(orderList, "alone", theirs)).toEqual([]);
  const ask = async (role: string, org: string | null) => {
    await owner.query("begin");
    try {
      await owner.query(`set local role ${role}`);
      if (org) await owner.query("select set_config('levee.org', $1, true)", [org]);
      return (
        await owner.query("select levee_found('purchaseOrder', '{%alone%}', 10) as id")
      ).rows.map((r) => r.id);
    } finally {
      await owner.query("rollback");
    }
  };
  expect(await ask("levee_app", mine.orgId)).toEqual([copied]);
  expect(await ask("levee_app", theirs.orgId)).toEqual([]);
  expect(await ask("levee_app", null)).toEqual([]);
  for (const role of ["levee_anon", "levee_vendor", "levee_identity", "levee_sequencer"])
    await expect(ask(role, mine.orgId)).rejects.toThrow("permission denied");
});
