// Numbers of bills: gapless, none twice, whoever sends at once and whatever breaks off.
import { afterAll, beforeAll, expect, test } from "vitest";
import { sql } from "#server/db/sql.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import { customerOf, operatorAgency, type Operating, type Written } from "./billing.setup.ts";
import { issueBill } from "./bill/bill.service.ts";

let t: TestDatabase;
let o: Operating;
let customerId: string;
beforeAll(async () => {
  t = await freshDatabase();
  o = await operatorAgency(t);
  customerId = (await customerOf(t)).agency.orgId;
});
afterAll(() => t.drop());

const bills = "/api/v1/agency-bills";
const draft = async () =>
  (
    await o.asking<Written>(o.people.one, `POST ${bills}`, {
      customerId,
      lines: [{ description: "Training day", cents: 800_00 }],
    })
  ).id;
const numbers = async () =>
  (
    await t.database.read(o.people.one).rows<{ number: string }>(sql`
      select number
      from agency_bill
      where org_id = ${o.agency.orgId} and number is not null
      order by number
    `)
  ).map(({ number }) => Number(number.split("-").at(-1)));

test("fifty are sent at once while others break off: no number is left out, none is given twice", async () => {
  const ids: string[] = [];
  for (let n = 0; n < 60; n++) ids.push(await draft());
  const { two } = o.people;
  const sent = ids.map((id, n) =>
    t.database.transaction(two, async (tx) => {
      await issueBill(tx, two, { id, version: null }, {}, t.app);
      // Every sixth ends behind its number, as a kill would end it.
      if (n % 6 === 5) throw new Error("broken off");
    }),
  );
  const ended = await Promise.allSettled(sent);
  expect(ended.filter(({ status }) => status === "rejected")).toHaveLength(10);
  expect(await numbers()).toEqual(Array.from({ length: 50 }, (_, n) => n + 1));
  // What broke off is a draft as before, and takes the next number.
  const left = ids.filter((_, n) => n % 6 === 5);
  for (const id of left) await o.asking(two, `POST ${bills}/${id}/actions/issue`, {}, 2);
  expect(await numbers()).toEqual(Array.from({ length: 60 }, (_, n) => n + 1));
});

test("a bill that went out is never without its number: the database refuses it", async () => {
  const id = await draft();
  const broken = t.database.transaction(o.people.one, (tx) =>
    tx.rows(sql`
      update agency_bill
      set status = 'open'
      where org_id = ${o.agency.orgId} and id = ${id}
    `),
  );
  await expect(broken).rejects.toThrow(/check constraint/);
});
