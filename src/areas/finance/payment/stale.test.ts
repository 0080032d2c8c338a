import { expect, test } from "vitest";
import { addDays, day } from "#kernel/time.ts";
import { identityDb } from "#server/db/scopes/identity.ts";
import { listQuery } from "#server/http/list.ts";
import { runList } from "#server/http/list-page.ts";
import { sql } from "#server/db/sql.ts";
import { a, as, invoice, paid, paymentTests, people, t } from "./payment.setup.ts";
import { paymentList } from "./payment.list.ts";
import { voidPayment } from "./payment.service.ts";
import { readPayment } from "./payment.read.service.ts";
import { askPayee } from "./stale.service.ts";
import { staleFrom, staleTerms } from "./stale.model.ts";

paymentTests();

const six = { months: 6, answerDays: 30 };

test("a check is stale the day behind six months after its date (U.C.C. 4-404)", () => {
  expect(staleFrom(day("2026-03-15"), six)).toBe("2026-09-16");
  expect(staleFrom(day("2026-08-31"), six)).toBe("2027-03-01");
  expect(staleFrom(day("2027-08-31"), six)).toBe("2028-03-01");
});

test("a state's own months hold from their day; what its rule leaves open is as shipped", () => {
  const rule = (jurisdiction: string, effectiveFrom: string, parameters: object) =>
    ({
      key: "staleCheck",
      jurisdiction,
      effectiveFrom: day(effectiveFrom),
      effectiveTo: null,
      parameters,
    }) as never;
  const rules = [
    rule("federal", "2000-01-01", { months: 6, answerDays: 30 }),
    rule("state", "2026-07-01", { months: 12 }),
  ];
  expect(staleTerms(rules, day("2026-06-30"))).toEqual({ months: 6, answerDays: 30 });
  expect(staleTerms(rules, day("2026-07-01"))).toEqual({ months: 12, answerDays: 30 });
});

const at = (id: string) => ({ id, version: null });
const on = (days: string) => ({ ...people.treasurer, businessNow: `${days}T18:00:00Z` });
const check = async () => {
  await invoice({ cents: 120_00 });
  const { id } = (await paid()).payments[0]!;
  const { staleOn } = await t.database.read(people.ap).one<{ staleOn: string }>(sql`
    select stale_on
    from payment
    where org_id = ${a.orgId} and id = ${id}
  `);
  return { id, staleOn };
};
const stale = async (days: string) =>
  (
    await runList<{ id: string }>(
      t.database.read(on(days)),
      on(days),
      paymentList,
      listQuery(paymentList).parse({ stale: "true" }),
    )
  ).items.map((p) => p.id);
const dayBefore = (text: string) => addDays(day(text), -1);
const offered = async (id: string, days: string) =>
  (await readPayment(t.database.read(on(days)), on(days), id)).actions.find(
    (x) => x.name === "ask",
  );

test("a stale check is listed, its payee asked once in a letter, and it is voided when nobody answers", async () => {
  const { id, staleOn } = await check();
  expect(await stale(dayBefore(staleOn))).not.toContain(id);
  expect(await offered(id, dayBefore(staleOn))).toBeUndefined();
  await expect(
    as(on(dayBefore(staleOn)), (tx) => askPayee(tx, on(dayBefore(staleOn)), at(id))),
  ).rejects.toThrow("The bank still pays it. The payee is asked once it is stale.");
  expect(await stale(staleOn)).toContain(id);

  await as(people.ap, (tx) =>
    tx.rows(sql`update vendor set email = 'ar@payee.test' where org_id = ${a.orgId} returning id`),
  );
  const asked = await as(on(staleOn), (tx) => askPayee(tx, on(staleOn), at(id)));
  expect([asked.status, asked.askedOn]).toEqual(["released", staleOn]);
  const letters = await identityDb(t.database).rows<{ subject: string }>(sql`
    select subject
    from mail
    where org_id = ${a.orgId} and kind = 'stale_check'
  `);
  expect(letters.map((l) => l.subject)).toEqual([
    expect.stringMatching(/^Our check \d+ of \$120\.00 was not deposited$/),
  ]);
  expect(await offered(id, staleOn)).toMatchObject({
    enabled: false,
    reason: "The payee was asked and still has time to answer.",
  });
  const gone = await as(on(staleOn), (tx) =>
    voidPayment(tx, on(staleOn), at(id), t.app.files, { reason: "Stale, the payee lost it" }),
  );
  expect(gone.status).toBe("voided");
  expect(await stale(staleOn)).not.toContain(id);
});

test("a payee without an address is called, and an ACH is no check", async () => {
  const { id, staleOn } = await check();
  await as(people.ap, (tx) =>
    tx.rows(sql`update vendor set email = null where org_id = ${a.orgId} returning id`),
  );
  await expect(as(on(staleOn), (tx) => askPayee(tx, on(staleOn), at(id)))).rejects.toThrow(
    "has no e-mail address. Enter one at the vendor, or call them",
  );
  await as(people.ap, (tx) =>
    tx.rows(sql`
      update payment
      set method = 'ach', stale_on = null
      where org_id = ${a.orgId} and id = ${id}
      returning id
    `),
  );
  await expect(as(on(staleOn), (tx) => askPayee(tx, on(staleOn), at(id)))).rejects.toThrow(
    "Payees are asked about checks that they did not deposit.",
  );
});
