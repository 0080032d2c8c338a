import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { businessDate } from "../clock.ts";
import { makeAgency, makeBudget, makeMembers, makeVendor } from "../testing/agency.ts";
import { freshDatabase, type TestDatabase } from "../testing/database.ts";
import { receipt } from "#areas/procurement/procurement.tables.ts";
import { counters } from "./counters.ts";
import { noScope } from "./db.ts";
import { openDatabase } from "./open-database.ts";
import { insertNumbered } from "./rows.ts";
import { sql } from "./sql.ts";
import { newId } from "#kernel/ids.ts";

describe("the queue before a counter", () => {
  test("lets one after the other go on, in the order in which they asked", async () => {
    const open = counters();
    const [a, b, c, other] = [open(), open(), open(), open()];
    const seen: string[] = [];
    expect(a.turn("REQ")).toBeNull();
    expect(a.turn("REQ")).toBeNull();
    expect(other.turn("PO")).toBeNull();
    const waits = [
      b.turn("REQ")!.then(() => seen.push("b")),
      c.turn("REQ")!.then(() => seen.push("c")),
    ];
    await Promise.resolve();
    expect(seen).toEqual([]);
    a.end(true);
    await waits[0];
    expect(seen).toEqual(["b"]);
    b.end(true);
    await Promise.all(waits);
    expect(seen).toEqual(["b", "c"]);
    c.end(true);
    expect(open().turn("REQ")).toBeNull();
  });

  test("is not waited in for ever: what the database cannot see must not hide a deadlock from it", async () => {
    const open = counters();
    const [a, b] = [open(), open()];
    const began = performance.now();
    a.turn("REQ");
    await b.turn("REQ");
    expect(performance.now() - began).toBeGreaterThan(40);
    a.end(true);
    b.end(true);
  });

  test("knows of a counter's row only what was committed", () => {
    const open = counters();
    const [a, b] = [open(), open()];
    a.turn("REQ");
    expect(b.isStored("REQ")).toBe(false);
    a.end(true);
    expect(b.isStored("REQ")).toBe(true);
    b.turn("REQ");
    b.end(false);
    expect(open().isStored("REQ")).toBe(false);
  });
});

describe("numbers", () => {
  let t: TestDatabase;
  beforeAll(async () => void (t = await freshDatabase()));
  afterAll(() => t.drop());

  const ordering = async () => {
    const agency = await makeAgency(t.database);
    const { buyer } = await makeMembers(t.database, agency, { buyer: { duties: ["buyer"] } });
    const { fiscalYearId } = await makeBudget(t.database, agency, 100_00);
    const vendor = await makeVendor(t.database, agency);
    const orderId = newId();
    await t.database.transaction(buyer, (tx) =>
      tx.rows(sql`
        insert into purchase_order (
          org_id, id, number, title, vendor_id, department_id, fiscal_year_id, ordered_on
        )
        values (
          ${agency.orgId}, ${orderId}, 'PO-1', 'Stone', ${vendor.id}, ${agency.departmentId},
          ${fiscalYearId}, ${businessDate(buyer)}
        )
      `),
    );
    return { agency, buyer, orderId };
  };

  test("of two processes at once, some of whose transactions fail, have no gap and no double", async () => {
    const { agency, buyer, orderId } = await ordering();
    const second = openDatabase(t.database.url);
    const take = (n: number) =>
      (n % 2 ? t.database : second).transaction(buyer, async (tx) => {
        const row = await insertNumbered(tx, receipt, "RCV", 2027, {
          orgId: agency.orgId,
          id: newId(),
          purchaseOrderId: orderId,
          receivedOn: "2026-11-14",
        });
        if (n % 5 === 0) throw new Error("not this one");
        return row.number;
      });
    const answers = await Promise.allSettled(Array.from({ length: 60 }, (_, n) => take(n)));
    await second.close();
    const numbers = answers.flatMap((a) => (a.status === "fulfilled" ? [a.value] : [])).sort();
    expect(numbers).toEqual(
      Array.from({ length: 48 }, (_, n) => `RCV-2027-${String(n + 1).padStart(5, "0")}`),
    );
  });

  test("go on when a counter's row was taken away", async () => {
    const { agency, buyer, orderId } = await ordering();
    const take = () =>
      t.database.transaction(buyer, async (tx) => {
        return (
          await insertNumbered(tx, receipt, "RCV", 2027, {
            orgId: agency.orgId,
            id: newId(),
            purchaseOrderId: orderId,
            receivedOn: "2026-11-14",
          })
        ).number;
      });
    expect([await take(), await take()]).toEqual(["RCV-2027-00001", "RCV-2027-00002"]);
    await t.database.transaction({ ...noScope, orgId: agency.orgId }, (tx) =>
      tx.rows(sql`delete from record_counter where org_id = ${agency.orgId}`),
    );
    await t.database.transaction(buyer, (tx) =>
      tx.rows(sql`update receipt set number = 'old-' || number where org_id = ${agency.orgId}`),
    );
    await expect(take()).rejects.toThrow();
    expect(await take()).toBe("RCV-2027-00001");
  });
});
