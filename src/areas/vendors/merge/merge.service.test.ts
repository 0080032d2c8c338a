import pg from "pg";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { areaServers } from "#areas.server.ts";
import type { Actor } from "#kernel/access.ts";
import { newId } from "#kernel/ids.ts";
import { asVendor } from "#server/db/scopes/vendor-side.ts";
import { sql } from "#server/db/sql.ts";
import { makePolicy, makeVendor } from "#server/testing/agency.ts";
import { freshDatabase, memberActor, type TestDatabase } from "#server/testing/database.ts";
import {
  approvedInvoice,
  approvedRun,
  bankAccount,
  payingAgency,
  type PayingAgency,
} from "#server/testing/payments.ts";
import { issuedOrder } from "#server/testing/purchase.ts";
import { readInvoice } from "#areas/finance/invoice/invoice.read.service.ts";
import { createInvoice } from "#areas/finance/invoice/invoice.service.ts";
import { invoiceInput } from "#areas/finance/invoice/invoice.model.ts";
import { releaseRun } from "#areas/finance/payment/release.service.ts";
import { orderDocument } from "#areas/procurement/order/document.service.ts";
import { readOrder } from "#areas/procurement/order/order.read.service.ts";
import { bankChangeInput } from "../bank/bank.model.ts";
import { payableBankAccount, proposeBankChange, readBank } from "../bank/bank.service.ts";
import { findDuplicates } from "../vendor/duplicates.service.ts";
import { readVendor } from "../vendor/vendor.list.ts";
import { vendorPatch } from "../vendor/vendor.model.ts";
import { changeVendor } from "../vendor/vendor.service.ts";
import { mergeInput } from "./merge.model.ts";
import { outlookOf, readMerge } from "./merge.read.service.ts";
import { approveMerge, endMerge, proposeMerge } from "./merge.service.ts";
import { findPairs, sayNotSame, undoNotSame } from "./pair.service.ts";
import { knownReferences, placeOfReference } from "./reference.service.ts";

let t: TestDatabase;
let a: PayingAgency;
let owner: pg.Client;
let kept: { id: string; name: string };
let merged: { id: string; name: string };
let buyer: Actor;

beforeAll(async () => {
  expect(areaServers.length).toBeGreaterThan(5);
  t = await freshDatabase();
  owner = new pg.Client({ connectionString: t.ownerUrl });
  await owner.connect();
});
afterAll(async () => {
  await owner.end();
  await t.drop();
});
beforeEach(async () => {
  a = await payingAgency(t.database);
  buyer = a.people.everything;
  kept = await makeVendor(t.database, a, { name: "Prairie Stone LLC", paymentMethod: "ach" });
  merged = await makeVendor(t.database, a, { name: "Prairie Stone Company" });
});

const as = <T>(actor: Actor, work: Parameters<typeof t.database.transaction<T>>[1]) =>
  t.database.transaction(actor, work);
const propose = (over: object = {}, actor = a.people.ap) =>
  as(actor, (tx) =>
    proposeMerge(
      tx,
      actor,
      mergeInput.parse({
        keptId: kept.id,
        mergedId: merged.id,
        reason: "One firm: same tax number",
        ...over,
      }),
    ),
  );
const approve = (id: string, actor = a.people.manager, version: number | null = 1) =>
  as(actor, (tx) => approveMerge(tx, actor, { id, version }));
const mergeNow = async (over: object = {}) => {
  const { id } = await propose(over);
  await approve(id);
  return id;
};
const asked = async <T extends object>(text: string, values: unknown[]): Promise<T[]> =>
  (await owner.query<T>(text, values)).rows;

test("every reference to a vendor in the database has a rule, and what moves may be moved", async () => {
  const found = await asked<{ place: string; updatable: boolean }>(
    `
      select
        distinct c.table_name || '.' || c.column_name as place,
        has_column_privilege('levee_app', c.rel, c.column_name, 'update') as updatable
      from (
        select r.relname as table_name, x.attname as column_name, r.oid as rel
        from pg_class r
        join pg_attribute x on x.attrelid = r.oid
        where r.relnamespace = 'public'::regnamespace
          and r.relkind = 'r'
          and x.attnum > 0
          and not x.attisdropped
      ) c
      where (
        (c.column_name = 'vendor_id' and c.table_name <> 'vendor_user')
        or exists (
          select 1
          from pg_constraint k
          join pg_attribute x on x.attrelid = k.conrelid and x.attnum = any (k.conkey)
          where k.contype = 'f'
            and k.confrelid = 'vendor'::regclass
            and k.conrelid = c.rel
            and x.attname = c.column_name
            and x.attname <> 'org_id'
        )
      )
    `,
    [],
  );
  expect(found.length).toBeGreaterThan(35);
  const rules = new Map(knownReferences().map((one) => [placeOfReference(one), one]));
  expect(found.map((one) => one.place).filter((place) => !rules.has(place))).toEqual([]);
  expect([...rules.keys()].filter((place) => !found.some((one) => one.place === place))).toEqual(
    [],
  );
  const stuck = found.filter(
    ({ place, updatable }) => !updatable && ["move", "combine"].includes(rules.get(place)!.rule),
  );
  expect(stuck).toEqual([]);
  for (const one of rules.values()) {
    expect(one.rule !== "combine" || one.combine !== undefined, placeOfReference(one)).toBe(true);
    expect(one.rule !== "stays" || Boolean(one.why), placeOfReference(one)).toBe(true);
  }
});

// What is spent, by account, vendor and month, told by the tables alone.
const sums = async () => {
  const rows = await asked<{ line: string }>(
    `
      select 'invoiced ' || a.code || ' ' || v.name || ' ' || to_char(
          i.invoice_date, 'YYYY-MM'
        ) || ' ' || sum(l.amount) as line
      from invoice i
      join invoice_line l on l.org_id = i.org_id and l.invoice_id = i.id
      join account_string a on a.org_id = l.org_id and a.id = l.account_string_id
      join vendor v on v.org_id = i.org_id and v.id = i.vendor_id
      where i.org_id = $1
      group by a.code, v.name, to_char(i.invoice_date, 'YYYY-MM')
      union all
      select 'ordered ' || a.code || ' ' || v.name || ' ' || to_char(
          o.ordered_on, 'YYYY-MM'
        ) || ' ' || sum(l.amount)
      from purchase_order o
      join purchase_order_line l on l.org_id = o.org_id and l.purchase_order_id = o.id
      join account_string a on a.org_id = l.org_id and a.id = l.account_string_id
      join vendor v on v.org_id = o.org_id and v.id = o.vendor_id
      where o.org_id = $1
      group by a.code, v.name, to_char(o.ordered_on, 'YYYY-MM')
      union all
      select 'paid - ' || v.name || ' ' || to_char(p.paid_on, 'YYYY-MM') || ' ' || sum(p.amount)
      from payment p
      join vendor v on v.org_id = p.org_id and v.id = p.vendor_id
      where p.org_id = $1
      group by v.name, to_char(p.paid_on, 'YYYY-MM')
    `,
    [a.orgId],
  );
  const totals = new Map<string, number>();
  const vendors = new Set<string>();
  for (const { line } of rows) {
    const [, what, vendor, month, cents] = /^(\S+ \S+) (.+) (\S+) (\d+)$/.exec(line)!;
    vendors.add(vendor!);
    totals.set(`${what} ${month}`, (totals.get(`${what} ${month}`) ?? 0) + Number(cents));
  }
  return { totals, vendors };
};

const orderOf = async (vendorId: string, unitPrice: string) => {
  await makePolicy(t.database, a.people.admin, { documentType: "purchaseOrder" }).catch(() => {});
  return issuedOrder(
    t.database,
    { buyer, receiver: a.people.otherManager, manager: a.people.manager },
    {
      vendorId,
      departmentId: a.departmentId,
      lines: [{ quantity: "2", unitPrice, splits: [{ accountStringId: a.accountStringId }] }],
    },
  );
};

test("orders, invoices and payments of both count for one afterwards, to the cent, and documents say what they said", async () => {
  const order = await orderOf(merged.id, "31.00");
  await orderOf(kept.id, "17.00");
  const paid = await approvedInvoice(t.database, a, { vendorId: merged.id, cents: 123_45 });
  const run = await approvedRun(t.database, a);
  await as(a.people.treasurer, (tx) =>
    releaseRun(tx, a.people.treasurer, { id: run, version: null }, t.app.files),
  );
  await approvedInvoice(t.database, a, { vendorId: merged.id, cents: 800_01 });
  await approvedInvoice(t.database, a, { vendorId: kept.id, cents: 55_55 });
  const before = await sums();
  expect(before.vendors).toEqual(new Set([kept.name, merged.name]));
  const outlook = await outlookOf(t.database.read(a.people.ap), kept.id, merged.id);
  expect(outlook.blocks).toEqual([]);
  const counts = Object.fromEntries(outlook.moves.map((one) => [one.label, one.count]));
  expect(counts).toMatchObject({ "Purchase orders": 1, Invoices: 2, Payments: 1 });

  const id = await mergeNow({ taken: ["name"] });
  const after = await sums();
  expect(after.vendors).toEqual(new Set(["Prairie Stone Company"]));
  expect([...after.totals].toSorted()).toEqual([...before.totals].toSorted());
  // Nothing that counts references names the merged record any more.
  for (const place of ["purchase_order", "invoice", "payment", "contract", "payment_hold"])
    expect(
      await asked(`select 1 from ${place} where org_id = $1 and vendor_id = $2`, [
        a.orgId,
        merged.id,
      ]),
    ).toEqual([]);

  const db = t.database.read(a.people.ap);
  const shown = await readOrder(db, a.people.ap, order.id);
  expect(shown).toMatchObject({ vendorId: kept.id, issuedTo: { name: "Prairie Stone Company" } });
  expect(orderDocument({ ...shown, vendor: "Somebody else" }, "County")).toContain(
    "Prairie Stone Company",
  );
  expect((await readInvoice(db, a.people.ap, paid.id)).issuedTo).toMatchObject({
    name: merged.name,
  });
  // The kept record took the other's name: its own documents still say the old one.
  const own = await asked<{ name: string }>(
    "select name from vendor_as_issued where org_id = $1 and vendor_id = $2 and object_type = 'purchaseOrder'",
    [a.orgId, kept.id],
  );
  expect(own).toEqual([{ name: "Prairie Stone LLC" }]);
  const done = await readMerge(db, a.people.ap, id);
  expect(done).toMatchObject({ status: "done", outlook: null });
  expect(done.moved).toContainEqual({ label: "Invoices", count: 2 });
  const gone = await readVendor(db, a.people.ap, merged.id);
  expect(gone).toMatchObject({
    status: "inactive",
    name: "Prairie Stone Company",
    mergedInto: { id: kept.id },
    canEdit: false,
  });
  const entries = await asked<{ action: string }>(
    `
      select action
      from audit_entry
      where org_id = $1 and object_id = any ($2) and action like 'vendor.merge%'
      order by action
    `,
    [a.orgId, [kept.id, merged.id]],
  );
  expect(entries.map((one) => one.action)).toEqual(["vendor.merge", "vendor.mergedInto"]);
  // Neither by a person nor by a statement of the program is it changed.
  await expect(
    as(a.people.admin, (tx) =>
      changeVendor(
        tx,
        a.people.admin,
        merged.id,
        vendorPatch.parse({ note: "Back" }),
        gone.version,
      ),
    ),
  ).rejects.toMatchObject({ code: "merged" });
  await expect(
    owner.query("update vendor set name = 'X' where id = $1", [merged.id]),
  ).rejects.toThrow(/is not changed/);
  expect(await findDuplicates(db, { name: "Prairie Stone Company", id: kept.id })).toEqual([]);
});

test("never the proposer, never twice, and never over what changed since", async () => {
  const both = a.people.everything;
  const { id } = await propose({}, both);
  await expect(approve(id, both)).rejects.toMatchObject({
    message: expect.stringContaining("Another person"),
  });
  await expect(approve(id, a.people.ap)).rejects.toMatchObject({ status: 403 });
  await expect(propose()).rejects.toMatchObject({ code: "merge_open" });
  // The database says so too, whoever writes.
  await expect(
    owner.query("update vendor_merge set status = 'done', decided_by = proposed_by where id = $1", [
      id,
    ]),
  ).rejects.toThrow(/vendor_merge/);
  await as(a.people.admin, (tx) =>
    changeVendor(tx, a.people.admin, kept.id, vendorPatch.parse({ note: "Seen" }), 1),
  );
  await expect(approve(id)).rejects.toMatchObject({ code: "vendor_changed" });
  await as(both, (tx) => endMerge(tx, both, "withdraw", { id, version: 1, reason: null }));
  const again = await propose();
  const ends = await Promise.allSettled([
    approve(again.id, a.people.manager),
    approve(again.id, a.people.otherManager),
  ]);
  expect(ends.map((end) => end.status).toSorted()).toEqual(["fulfilled", "rejected"]);
  await expect(propose({ keptId: merged.id, mergedId: kept.id })).rejects.toMatchObject({
    code: "merged",
  });
});

test("another agency's vendors and proposals are not there", async () => {
  const theirs = await payingAgency(t.database);
  await expect(propose({ mergedId: theirs.vendor.id })).rejects.toMatchObject({ status: 422 });
  await expect(
    outlookOf(t.database.read(a.people.ap), kept.id, theirs.vendor.id),
  ).rejects.toMatchObject({ status: 404 });
  const { id } = await propose();
  await expect(
    as(theirs.people.manager, (tx) => approveMerge(tx, theirs.people.manager, { id, version: 1 })),
  ).rejects.toMatchObject({ status: 404 });
});

test("an open payment run and an open bank change stand in the way, with the page that ends them", async () => {
  await approvedInvoice(t.database, a, { vendorId: merged.id });
  const run = await approvedRun(t.database, a);
  await as(a.people.ap, (tx) =>
    proposeBankChange(
      tx,
      a.people.ap,
      kept.id,
      bankChangeInput.parse({
        bankName: "Prairie Bank",
        routingNumber: "091000019",
        accountNumber: "1234567890",
        accountType: "checking",
        reason: "Letter",
      }),
    ),
  );
  const { id } = await propose();
  const shown = await readMerge(t.database.read(a.people.manager), a.people.manager, id);
  expect(shown.outlook!.blocks.map((one) => one.href).toSorted()).toEqual([
    `/payments/runs/${run}`,
    `/vendor-directory/${kept.id}?tab=bank`,
  ]);
  expect(shown.actions.find((one) => one.name === "approve")).toMatchObject({ enabled: false });
  await expect(approve(id)).rejects.toMatchObject({ code: "merge_blocked" });
});

test("the account that stays is paid to once it is verified anew; the merged record's is sealed for the kept one", async () => {
  await bankAccount(t.database, a, merged.id, { accountNumber: "55501234" });
  await bankAccount(t.database, a, kept.id, { accountNumber: "99901234" });
  await mergeNow({ account: "merged", taken: ["tin"] });
  const db = t.database.read(a.people.ap);
  expect(await payableBankAccount(db, kept.id)).toBeNull();
  expect(await payableBankAccount(db, merged.id)).toBeNull();
  const bank = await readBank(db, a.people.ap, kept.id);
  expect(bank.changes[0]).toMatchObject({ status: "proposed", accountLast4: "1234" });
  expect(bank.changes[0]!.knownNumbers.length).toBeGreaterThan(0);
});

test("an invoice that both records have is found once they are one", async () => {
  const { ap } = a.people;
  const typed = (vendorId: string) =>
    as(ap, (tx) =>
      createInvoice(
        tx,
        ap,
        invoiceInput.parse({
          vendorId,
          vendorNumber: "A-77",
          invoiceDate: "2026-11-14",
          lines: [
            {
              accountStringId: a.accountStringId,
              description: "Stone",
              quantity: "1",
              unitPrice: "10.00",
            },
          ],
        }),
      ),
    );
  const first = await approvedInvoice(t.database, a, { vendorId: kept.id, vendorNumber: "A-77" });
  const open = await typed(merged.id);
  expect(open.status).toBe("matched");
  const approved = await approvedInvoice(t.database, a, {
    vendorId: merged.id,
    vendorNumber: "B-1",
  });
  await approvedInvoice(t.database, a, { vendorId: kept.id, vendorNumber: "B-1" });
  await mergeNow();
  const db = t.database.read(ap);
  const found = await readInvoice(db, ap, open.id);
  expect(found.exceptions).toContainEqual(
    expect.objectContaining({
      kind: "duplicate",
      message: expect.stringContaining(first.number),
    }),
  );
  // What was approved already is held, so that a run leaves one of the two out.
  const holds = await asked<{ reason: string }>(
    "select reason from payment_hold where org_id = $1 and lifted_at is null",
    [a.orgId],
  );
  expect(holds.map((one) => one.reason)).toEqual([expect.stringContaining(approved.number)]);
});

test("the people of both companies act for the record that stays, in this agency alone", async () => {
  const [one, two] = [newId(), newId()];
  const elsewhere = await payingAgency(t.database);
  for (const [id, vendorId] of [
    [one, kept.id],
    [two, merged.id],
  ]) {
    await owner.query("insert into vendor_identity (id, name) values ($1, 'Firm')", [id]);
    await owner.query("update vendor set identity_id = $1 where id = $2", [id, vendorId]);
  }
  await owner.query("update vendor set identity_id = $1 where id = $2", [one, elsewhere.vendor.id]);
  await mergeNow();
  const actor = (vendorIds: string[]): Actor => ({
    ...memberActor(a.orgId),
    kind: "vendor",
    vendorIds,
  });
  const whom = (ids: string[], orgId: string) =>
    asVendor(t.app, actor(ids), orgId, async (_tx, vendor) => vendor.id);
  expect(await whom([one], a.orgId)).toBe(kept.id);
  expect(await whom([two], a.orgId)).toBe(kept.id);
  await expect(whom([two], elsewhere.orgId)).rejects.toMatchObject({ status: 404 });
});

test("likely pairs come with what speaks for and against, and who said that they are not the same", async () => {
  for (const [id, phone, email, state] of [
    [kept.id, "(952) 555-0100", "office@prairie-stone.test", "MN"],
    [merged.id, "952.555.0100", "ap@prairie-stone.test", "WI"],
  ])
    await owner.query(
      `
        update vendor
        set phone = $2, email = $3, state = $4, name_key = 'prairie stone'
        where id = $1
      `,
      [id, phone, email, state],
    );
  const { ap } = a.people;
  expect(await as(ap, findPairs)).toBe(1);
  const pair = () =>
    t.database.read(ap).one<{ id: string; speaksFor: string[]; speaksAgainst: string[] }>(sql`
      select id, speaks_for, speaks_against
      from vendor_pair
      where org_id = ${a.orgId}
    `);
  const found = await pair();
  expect(found).toMatchObject({
    speaksFor: ["same name", "same phone", "same mail domain"],
    speaksAgainst: ["different states"],
  });
  await expect(as(ap, (tx) => undoNotSame(tx, ap, found.id))).rejects.toMatchObject({
    code: "not_said",
  });
  await as(ap, (tx) => sayNotSame(tx, ap, found.id, "Two branches with own tax numbers"));
  await expect(propose()).rejects.toMatchObject({ code: "not_same" });
  // Also after the pairs were worked out anew.
  await as(ap, findPairs);
  const again = await pair();
  await expect(as(ap, (tx) => sayNotSame(tx, ap, again.id, "Once more"))).rejects.toMatchObject({
    code: "said",
  });
  await as(ap, (tx) => undoNotSame(tx, ap, again.id));
  expect((await propose()).number).toMatch(/^MRG-\d{4}-00001$/);
});
