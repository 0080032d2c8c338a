// What the list of ready invoices says stops them where a vendor's credits leave nothing to pay:
// the same as a run says that leaves them out.
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { sql } from "#server/db/sql.ts";
import { runList } from "#server/http/list-page.ts";
import { makeVendor } from "#server/testing/agency.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import { approvedInvoice, payingAgency, type PayingAgency } from "#server/testing/payments.ts";
import "../finance.server.ts";
import { liftHold, placeHold } from "./hold.service.ts";
import { previewRun } from "./payable.service.ts";
import { payableList } from "./payable.list.ts";
import { runInput } from "./run.model.ts";

let t: TestDatabase;
let a: PayingAgency;
beforeAll(async () => void (t = await freshDatabase()));
afterAll(() => t.drop());
beforeEach(async () => void (a = await payingAgency(t.database)));

const db = () => t.database.read(a.people.ap);
const invoice = (over: Parameters<typeof approvedInvoice>[2] = {}) =>
  approvedInvoice(t.database, a, over);
const words = async (query: Record<string, unknown> = {}) =>
  Object.fromEntries(
    (
      await runList<{ id: string; blocked: string | null }>(db(), a.people.ap, payableList, query)
    ).items.map((i) => [i.id, i.blocked]),
  );

test("invoices that their vendor's credits cover say so, and so does the credit; a credit by itself waits for an invoice", async () => {
  const covered = await makeVendor(t.database, a);
  const alone = await makeVendor(t.database, a);
  const [paid, credit] = [
    await invoice({ cents: 1_000_00 }),
    await invoice({ kind: "credit_note", cents: 200_00 }),
  ];
  const [small, whole, waits] = [
    await invoice({ vendorId: covered.id, cents: 30_00 }),
    await invoice({ vendorId: covered.id, kind: "credit_note", cents: 30_00 }),
    await invoice({ vendorId: alone.id, kind: "credit_note", cents: 5_00 }),
  ];
  expect(await words()).toEqual({
    [paid.id]: null,
    [credit.id]: null,
    [small.id]: "Credits cover the invoices",
    [whole.id]: "Credits cover the invoices",
    [waits.id]: "Credit waits for an invoice",
  });
  expect(Object.keys(await words({ blocked: "true" })).sort()).toEqual(
    [small.id, whole.id, waits.id].sort(),
  );
  const left = (await previewRun(db(), runInput.parse({ payThrough: "2099-12-31" }))).excluded
    .map((e) => e.invoiceId)
    .sort();
  expect(left).toEqual([small.id, whole.id, waits.id].sort());
  await invoice({ vendorId: covered.id, cents: 1 });
  expect((await words())[small.id]).toBeNull();
});

test("a credit that is held covers nothing; a held invoice is not what it covers", async () => {
  const [small, credit] = [
    await invoice({ cents: 30_00 }),
    await invoice({ kind: "credit_note", cents: 50_00 }),
  ];
  expect((await words())[small.id]).toBe("Credits cover the invoices");
  const hold = (invoiceId: string) =>
    t.database.transaction(a.people.treasurer, (tx) =>
      placeHold(tx, a.people.treasurer, {
        invoiceId,
        vendorId: null,
        reason: "Asked the vendor",
      } as never),
    );
  const held = await hold(credit.id);
  expect([(await words())[small.id], (await words())[credit.id]]).toEqual([
    null,
    "Held: Asked the vendor",
  ]);
  await t.database.transaction(a.people.treasurer, (tx) =>
    liftHold(tx, a.people.treasurer, held.id, "Settled with the vendor"),
  );
  await hold(small.id);
  expect(await words()).toEqual({
    [small.id]: "Held: Asked the vendor",
    [credit.id]: "Credit waits for an invoice",
  });
});

test("what has nothing left to pay besides its retainage says so", async () => {
  const i = await invoice({ cents: 100_00 });
  await t.database.transaction(a.people.ap, (tx) =>
    tx.rows(sql`update invoice set retainage = total where org_id = ${a.orgId} and id = ${i.id}`),
  );
  expect(await words()).toEqual({ [i.id]: "Nothing left to pay" });
});
