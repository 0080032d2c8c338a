import { afterAll, beforeAll, expect, test } from "vitest";
import { pageAt } from "#areas.ts";
import { foundVendorIdentity } from "#areas/identity/identity.server.ts";
import { anonymous, type Actor } from "#kernel/access.ts";
import { newId } from "#kernel/ids.ts";
import { allAsked } from "#server/area.ts";
import { listQuery } from "#server/http/list.ts";
import { identityDb } from "#server/db/scopes/identity.ts";
import { sql } from "#server/db/sql.ts";
import { makeAgency, makeMembers, makeVendor, type Agency } from "#server/testing/agency.ts";
import { actingFor, makePerson } from "#server/testing/company.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import { agencyDay } from "#server/testing/days.ts";
import { composed } from "../chat/answer.service.ts";
import { ask } from "./ask.service.ts";

let t: TestDatabase;
let mine: { clerk: Actor; manager: Actor };
let theirs: { clerk: Actor };
let vendor: Actor;
let rival: Actor;

const vendorOf = async (agency: Agency, name: string): Promise<{ id: string; acts: Actor }> => {
  const person = await makePerson(t, `Person of ${name}`);
  const company = await foundVendorIdentity(identityDb(t.database), person, name);
  const { id } = await makeVendor(t.database, agency, { name });
  await t.database.transaction({ orgId: agency.orgId, personId: null }, (tx) =>
    tx.rows(sql`
      update vendor
      set identity_id = ${company}
      where org_id = ${agency.orgId} and id = ${id}
    `),
  );
  return { id, acts: actingFor(person, company) };
};
const bill = (agency: Agency, vendorId: string, number: string, due: string, cents: number) =>
  t.database.transaction({ orgId: agency.orgId, personId: null }, (tx) =>
    tx.rows(sql`
      insert into invoice (
        org_id, id, number, vendor_id, vendor_number, vendor_number_key, status, fiscal_year_id,
        invoice_date, received_on, due_on, subtotal, total
      )
      values (
        ${agency.orgId}, ${newId()}, ${number}, ${vendorId}, ${number}, ${number}, 'approved',
        ${agency.fiscalYearId}, ${due}, ${due}, ${due}, ${cents}, ${cents}
      )
    `),
  );
const report = (agency: Agency, number: string) =>
  t.database.transaction({ orgId: agency.orgId, personId: null }, async (tx) => {
    const kind = newId();
    await tx.rows(sql`
      update organization
      set settings = settings || '{"publish": {"requests": true}}'::jsonb
      where id = ${agency.orgId}
    `);
    await tx.rows(sql`
      insert into service_type (org_id, id, code, name, description, category, expected_days)
      values (${agency.orgId}, ${kind}, 'pothole', 'Pothole', '', 'Roads', 5)
    `);
    await tx.rows(sql`
      insert into service_request (
        org_id, id, number, service_type_id, status, description, address, expected_at
      )
      values (
        ${agency.orgId}, ${newId()}, ${number}, ${kind}, 'received', 'Deep', 'Mill Street',
        clock_timestamp()
      )
    `);
  });

beforeAll(async () => {
  t = await freshDatabase();
  const [one, two] = [await makeAgency(t.database), await makeAgency(t.database)];
  mine = await makeMembers(t.database, one, { clerk: {}, manager: { role: "manager" } });
  theirs = await makeMembers(t.database, two, { clerk: {} });
  const [first, second] = [await vendorOf(one, "Quillwork"), await vendorOf(one, "Rival")];
  [vendor, rival] = [first.acts, second.acts];
  await bill(one, first.id, "INV-2027-00031", agencyDay(-3), 12_000_00);
  await bill(one, first.id, "INV-2027-00032", agencyDay(9), 500_00);
  await bill(two, (await makeVendor(t.database, two)).id, "INV-2027-00077", agencyDay(-3), 1_00);
  await report(one, "SR-2027-00003");
});
afterAll(() => t.drop());

test("a question for a list opens it with its filter; it is counted with the asker's rights", async () => {
  const late = await ask(t.database, mine.clerk, "hi, which bills are past due?");
  expect(late.list).toMatchObject({ total: 1, href: "/invoices?overdue=true&sort=dueOn" });
  expect(composed(late, true)).toContain(
    "**1 invoice (overdue)**. [Open the list](/invoices?overdue=true&sort=dueOn)",
  );
  const all = await ask(t.database, mine.clerk, "how many invoices are there");
  expect(all.list).toMatchObject({ total: 2, href: "/invoices" });
  const large = await ask(t.database, mine.clerk, "invoces over $10k");
  expect(large.list).toMatchObject({ total: 1, href: "/invoices?total.min=1000000" });
  expect((await ask(t.database, theirs.clerk, "how many invoices")).list?.total).toBe(1);
  const blind = { ...mine.clerk, permissions: new Set<string>() };
  for (const who of [blind, anonymous])
    expect((await ask(t.database, who, "which invoices are overdue")).list).toBe(null);
});

test("what waits: the inbox where the role has it, else the dashboard, and the portal of a vendor", async () => {
  const hrefs = [mine.manager, mine.clerk, vendor].map(
    async (who) => (await ask(t.database, who, "what waits for me?")).list?.href,
  );
  expect(await Promise.all(hrefs)).toEqual(["/approvals-inbox", "/dashboard", "/vendor-portal"]);
});

test("a record by its number is the asker's own: of a vendor its own, of another agency or vendor none", async () => {
  const asked = async (who: Actor, number: string) => {
    const { records, missing } = await ask(t.database, who, `has ${number} been paid yet`);
    return [records.map(({ href }) => href.split("?")[0]), missing] as const;
  };
  expect((await asked(mine.clerk, "inv-2027-00031"))[0]).toHaveLength(1);
  expect(await asked(vendor, "INV-2027-00031")).toEqual([["/vendor-portal/invoices"], []]);
  for (const who of [rival, theirs.clerk, anonymous])
    expect(await asked(who, "INV-2027-00031")).toEqual([[], ["INV-2027-00031"]]);
  expect(await asked(mine.clerk, "INV-2027-00077")).toEqual([[], ["INV-2027-00077"]]);
  const said = composed(await ask(t.database, rival, "INV-2027-00031"), true);
  expect(said).toContain("I find no record INV-2027-00031 that you may read.");
  const own = (await ask(t.database, vendor, "how many approved invoices")).list;
  expect(own).toMatchObject({ total: 2, href: "/vendor-portal/invoices?status=approved" });
});

test("a report of the citizen portal is found by anybody who knows its number, as it is public there", async () => {
  const found = await ask(t.database, anonymous, "where is my report SR-2027-00003");
  expect(found.records).toMatchObject([
    { title: "Pothole", href: "/citizen-portal?number=SR-2027-00003" },
  ]);
});

test("what a page for agencies says is not the answer for a vendor, who gets the portal's own", async () => {
  const question = "How do I void a payment?";
  expect((await ask(t.database, mine.clerk, question)).sure).toBe(true);
  expect((await ask(t.database, vendor, question)).sure).toBe(false);
});

test("every list that can be asked for has a screen, and its views ask only for filters that it has", () => {
  expect(allAsked().length).toBeGreaterThan(10);
  for (const { list, page, views = [] } of allAsked()) {
    expect(pageAt(page.split("?")[0]!), page).not.toBe(null);
    for (const { query } of views)
      expect(
        listQuery(list).safeParse(Object.fromEntries(new URLSearchParams(query))).success,
        `${list.name} ${query}`,
      ).toBe(true);
  }
});

test("what the product does not do finds nothing", async () => {
  const none = await ask(t.database, mine.clerk, "When is the weather on my pay stub?");
  expect(composed(none, true)).toContain("I found nothing about that");
});
