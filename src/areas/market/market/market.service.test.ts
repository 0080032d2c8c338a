import { readFileSync } from "node:fs";
import { Readable } from "node:stream";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
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
import { refusalOf } from "#server/testing/asking.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import { issuedOrder } from "#server/testing/purchase.ts";
import { agencyDay } from "#server/testing/days.ts";
import { addClass, concentration, priceHistory, sharesOf } from "./market.service.ts";
import { understand } from "./ocds-document.service.ts";
import { beginOcds, loadOcds, readInOcds, readImport } from "./ocds-import.service.ts";

// A reading loads the door of sourcing in a thread of its own, which takes seconds on a busy machine.
vi.setConfig({ testTimeout: 90_000 });

let t: TestDatabase;
let agency: Agency;
let people: Record<"buyer" | "manager" | "admin" | "receiver", Actor>;
beforeAll(async () => {
  t = await freshDatabase();
  agency = await makeAgency(t.database);
  people = await makeMembers(t.database, agency, {
    buyer: { duties: ["buyer"] },
    manager: { role: "manager" },
    admin: { role: "admin" },
    receiver: { duties: ["receiver"] },
  });
  await makePolicy(t.database, people.admin, { documentType: "purchaseOrder" });
});
afterAll(() => t.drop());

const file = (name: string) => readFileSync(new URL(`./fixtures/${name}`, import.meta.url), "utf8");
const bring = async (actor: Actor, text: string, name = "package.json") => {
  const stored = await t.app.files.put(Readable.from([text]));
  const { id } = await t.database.transaction(actor, async (tx) => {
    const fileId = newId();
    const importId = newId();
    await tx.rows(sql`
      insert into stored_file (org_id, id, name, media_type, size, sha256, uploaded_by)
      values (
        ${actor.orgId}, ${fileId}, ${name}, ${stored.mediaType}, ${stored.size}, ${stored.sha256},
        ${tx.scope.personId}
      )
    `);
    return tx.one<{ id: string }>(sql`
      insert into ocds_import (org_id, id, file_id, file_name, sha256)
      values (${actor.orgId}, ${importId}, ${fileId}, ${name}, ${stored.sha256})
      returning id
    `);
  });
  return loadOcds(t.app, actor, id);
};
const lines = (actor: Actor) =>
  t.database.read(actor).rows<Record<string, unknown>>(sql`
    select ocid, lot, supplier, currency, unit_amount, quantity
    from ocds_line
    where org_id = ${actor.orgId}
    order by ocid, award_id, description
  `);

test("a package of another country is stored whole, with a report of what was not understood", async () => {
  const done = await bring(people.buyer, file("prozorro-record-package.json"));
  expect(done).toMatchObject({
    state: "done",
    documentKind: "recordPackage",
    publisher: 'SE "Prozorro"',
    processes: 1,
    newer: 1,
    awards: 1,
    lines: 1,
    currencies: { UAH: 1 },
  });
  const { report } = await readImport(t.database.read(people.buyer), done.id);
  const where = report.map((f) => `${f.kind} ${f.where}`);
  expect(where).toEqual(
    expect.arrayContaining([
      'invalid /extensions[]: must match format "uri"',
      "unknown awards[].items[].deliveryAddress",
      "unknown tender.procurementMethodType",
      "unknown contracts[].contractNumber",
      "unknown parties[].kind",
    ]),
  );
  expect(where.some((w) => w.startsWith("skipped"))).toBe(false);
  expect(report.find((f) => f.where === "awards[].items[].deliveryDate")).toMatchObject({
    count: 1,
    example: expect.stringContaining("2018-12-31"),
  });
});

test("lots, currencies and scripts come through; the same content changes nothing; an older release never overwrites a newer one", async () => {
  await bring(people.buyer, file("lots-and-currencies.json"));
  const before = await lines(people.buyer);
  expect(before.filter((l) => l["lot"] === "Дороги / Сіль технічна")).toHaveLength(2);
  expect(before.map((l) => l["supplier"])).toEqual(
    expect.arrayContaining(["შპს გზა; Drumuri Noi S.R.L.", "Société Sel & Fils"]),
  );
  const again = await t.app.files.put(Readable.from([file("lots-and-currencies.json")]));
  const fileId = newId();
  const known = await t.database.transaction(people.buyer, async (tx) => {
    await tx.rows(sql`
      insert into stored_file (org_id, id, name, media_type, size, sha256, uploaded_by)
      values (
        ${agency.orgId}, ${fileId}, 'other-name.json', ${again.mediaType}, ${again.size},
        ${again.sha256}, ${tx.scope.personId}
      )
    `);
    return beginOcds(tx, people.buyer, fileId);
  });
  expect(known.known).toBe(true);
  const pretty = JSON.stringify(JSON.parse(file("lots-and-currencies.json")));
  expect(await bring(people.buyer, pretty)).toMatchObject({ processes: 2, newer: 0, lines: 0 });
  const changed = (date: string, amount: number) =>
    pretty.replaceAll("2026-02-02T08:00:00Z", date).replaceAll("12.75", String(amount));
  await bring(people.buyer, changed("2025-02-02T08:00:00Z", 99));
  expect(await lines(people.buyer)).toEqual(before);
  expect(await bring(people.buyer, changed("2026-06-02T08:00:00Z", 13.5))).toMatchObject({
    newer: 1,
    lines: 2,
  });
  expect((await lines(people.buyer)).find((l) => l["currency"] === "USD")).toMatchObject({
    unitAmount: "13.500000",
  });
});

test("what is no OCDS document fails with the reason and stores nothing", async () => {
  const other = (
    await makeMembers(t.database, await makeAgency(t.database), { buyer: { duties: ["buyer"] } })
  ).buyer;
  await expect(bring(other, '{"rows": []}')).rejects.toMatchObject({ code: "not_ocds" });
  await expect(bring(other, "{ broken")).rejects.toMatchObject({ code: "not_json" });
  expect(await lines(other)).toEqual([]);
  expect(
    (
      await t.database
        .read(other)
        .rows<{ state: string }>(sql`select state from ocds_import where org_id = ${other.orgId}`)
    ).map((r) => r.state),
  ).toEqual(["failed", "failed"]);
  expect(
    understand([
      { ocid: "a", date: "2026-01-01T00:00:00Z", id: "1" },
      { ocid: "a", date: "2026-02-01T00:00:00Z", id: "2" },
    ])!.read.processes,
  ).toHaveLength(1);
});

test("prices of a commodity with trend, an outlier, and the others' prices per currency; concentration with its rows", async () => {
  const { accountStringId } = await makeBudget(t.database, agency, 900_000_00);
  const vendors = await Promise.all(
    ["Northline", "Castor", "Midland"].map((name) => makeVendor(t.database, agency, { name })),
  );
  const buy = async (vendorId: string, unitPrice: string, back: number) => {
    const made = await issuedOrder(t.database, people, {
      vendorId,
      departmentId: agency.departmentId,
      lines: [{ quantity: "10", unitPrice, splits: [{ accountStringId }] }],
    });
    await t.database.transaction({ orgId: agency.orgId, personId: null }, async (tx) => {
      await tx.rows(sql`
        update purchase_order
        set ordered_on = ${agencyDay(-back)}
        where org_id = ${agency.orgId} and id = ${made.id}
      `);
      await tx.rows(sql`
        update purchase_order_line
        set commodity_code = '424690', unit = 'ton'
        where org_id = ${agency.orgId} and purchase_order_id = ${made.id}
      `);
    });
  };
  for (const [i, price] of [
    "60.00",
    "61.10",
    "61.90",
    "63.20",
    "64.00",
    "190.00",
    "66.10",
  ].entries())
    await buy(vendors[i % 2 === 0 ? 0 : i === 5 ? 2 : 1]!.id, price, 350 - i * 50);
  await t.database.transaction(people.buyer, (tx) =>
    addClass(tx, people.buyer, { commodityCode: "424690", scheme: "ДК021", prefix: "1441" }),
  );
  const db = t.database.read(people.buyer);
  const found = await priceHistory(db, "424690", null, 24);
  expect(found.points).toHaveLength(7);
  expect(found.unit).toBe("ton");
  expect(found.trend!.perYear).toBeGreaterThan(5);
  expect(found.trend!.perYear).toBeLessThan(9);
  expect(found.points.filter((p) => p.outlier !== null).map((p) => p.price)).toEqual([190]);
  expect(found.others).toEqual([
    { currency: "UAH", unit: "т", n: 2, median: 2530.25, lowest: 2450.5, highest: 2610, buyers: 1 },
  ]);
  const [row] = await concentration(db, "commodity", 24, "");
  expect(row).toMatchObject({ code: "424690", vendors: 3, lines: 7 });
  const shares = await sharesOf(db, "commodity", 24, "424690");
  expect(row!.hhi).toBe(Math.round(shares.reduce((n, s) => n + (s.share * 100) ** 2, 0)));
  expect(row!.cents).toBe(shares.reduce((n, s) => n + s.cents, 0));
  expect((await concentration(db, "department", 24, "roads"))[0]).toMatchObject({
    code: "RDS",
    hhi: row!.hhi,
  });
  const other = (
    await makeMembers(t.database, await makeAgency(t.database), { buyer: { duties: ["buyer"] } })
  ).buyer;
  expect(await concentration(t.database.read(other), "commodity", 24, "")).toEqual([]);
});

test("what another agency publishes from here is compared by its NAICS code, without a class that somebody named; another agency sees none of it", async () => {
  const award = {
    id: "w",
    title: "Salt",
    status: "active",
    date: "2026-11-01T00:00:00Z",
    value: { amount: 640, currency: "USD" },
    suppliers: [{ id: "v", name: "Ada Salt" }],
    items: [
      {
        id: "1",
        description: "Road salt",
        quantity: 10,
        unit: { name: "ton" },
        classification: { scheme: "NAICS", id: "424690" },
      },
    ],
  };
  const release = {
    ocid: "ocds-levee-77",
    id: "1",
    date: "2026-11-01T00:00:00Z",
    tag: ["award"],
    initiationType: "tender",
    buyer: { id: "n", name: "City of Northfork" },
    tender: { id: "RFQ-1", title: "Salt" },
    awards: [award],
  };
  const done = await readInOcds(
    t.app,
    people.buyer,
    "northfork.json",
    JSON.stringify({
      uri: "https://northfork.test/r",
      version: "1.1",
      publisher: { name: "City of Northfork" },
      publishedDate: "2026-11-02T00:00:00Z",
      releases: [release],
    }),
  );
  expect(done).toMatchObject({ state: "done", processes: 1, lines: 1 });
  const found = await priceHistory(t.database.read(people.buyer), "424690", null, 24);
  expect(found.others.filter((o) => o.currency === "USD")).toEqual([
    { currency: "USD", unit: "ton", n: 1, median: 64, lowest: 64, highest: 64, buyers: 1 },
  ]);
  expect((await priceHistory(t.database.read(people.buyer), "4246", null, 24)).others).toEqual([]);
  const other = (
    await makeMembers(t.database, await makeAgency(t.database), { buyer: { duties: ["buyer"] } })
  ).buyer;
  expect((await priceHistory(t.database.read(other), "424690", null, 24)).others).toEqual([]);
});

test("a class stands for a commodity once", async () => {
  const add = () =>
    refusalOf(
      t.database.transaction(people.buyer, (tx) =>
        addClass(tx, people.buyer, { commodityCode: "325998", scheme: "CPV", prefix: "34927" }),
      ),
    );
  expect(await add()).toBe("nothing was refused");
  expect(await add()).toBe("taken: This class stands for the commodity already.");
});
