import { expect, test } from "vitest";
import { quoteInput } from "#areas/procurement/quote/quote.model.ts";
import { recordQuote } from "#areas/procurement/quote/quote.service.ts";
import "#areas/sourcing/sourcing.server.ts";
import { screenVendor } from "#areas/vendors/vendors.server.ts";
import { sql } from "#server/db/sql.ts";
import { agencyDay } from "#server/testing/days.ts";
import { a, approvedOrderOf, as, controlTests, orderOf, people, saidOf } from "./controls.setup.ts";

controlTests();

const set = (statement: ReturnType<typeof sql>) => as(people.admin, (tx) => tx.rows(statement));
const quote = (order: string, source: string, answeredOn: string) =>
  as(people.buyer, (tx) =>
    recordQuote(
      tx,
      people.buyer,
      { type: "purchaseOrder", id: order },
      quoteInput.parse({ source, answer: "quoted", cents: 1_00, answeredOn, way: "email" }),
    ),
  );

test("prices beside each other are the analysis of a large order; those that came later are none", async () => {
  const order = await orderOf(360_000_00);
  expect((await saidOf("order.priceAnalysis", order)).answer).toBe("unknown");
  for (const source of ["Delta Rock", "River City"]) await quote(order, source, agencyDay(0));
  expect(await saidOf("order.priceAnalysis", order)).toEqual({
    answer: "pass",
    said: "2 quoted prices stand beside each other: a price analysis.",
  });
  await set(sql`
    update purchase_order_version
    set created_at = created_at - interval '9 days'
    where org_id = ${a.orgId} and purchase_order_id = ${order}
  `);
  expect(await saidOf("order.priceAnalysis", order)).toMatchObject({
    answer: "fail",
    said: expect.stringContaining("2 prices came after the order went out"),
  });
  expect((await saidOf("order.priceAnalysis", await orderOf(1_000_00))).answer).toBe(
    "not_applicable",
  );
});

test("a change is asked for what it adds, not for the whole order", async () => {
  const order = await orderOf(300_000_00);
  const raise = (revision: number, cents: number) =>
    set(sql`
      insert into purchase_order_version (
        org_id, id, purchase_order_id, revision, content, amount, created_by
      )
      select
        org_id, gen_random_uuid(), purchase_order_id, ${revision}, content, ${cents}, created_by
      from purchase_order_version
      where org_id = ${a.orgId} and purchase_order_id = ${order} and revision = 1
    `);
  await raise(2, 650_000_00);
  expect(await saidOf("order.priceAnalysis", order)).toEqual({
    answer: "not_applicable",
    said: "$350,000.00 does not exceed $350,000.00.",
  });
  await raise(3, 1_000_000_01);
  expect(await saidOf("order.priceAnalysis", order)).toMatchObject({
    answer: "unknown",
    said: expect.stringContaining("$350,000.01 is above $350,000.00"),
  });
});

test("the screening that stood when the order went out counts, with what was decided until then", async () => {
  await as(people.admin, (tx) => screenVendor(tx, people.admin, a.vendorId, "activation"));
  const order = await orderOf(30_000_00);
  expect((await saidOf("order.exclusion", order)).answer).toBe("not_applicable");
  await set(sql`
    update purchase_order
    set federal = true
    where org_id = ${a.orgId} and id = ${order}
  `);
  expect((await saidOf("order.exclusion", order)).answer).toBe("pass");
  const screening = (outcome: string, ago: string) =>
    set(sql`
      insert into vendor_screening (
        org_id, id, vendor_id, at, trigger, list_id, list_name, list_date, list_sha256, list_rows,
        subject, candidates, outcome
      )
      select
        org_id, gen_random_uuid(), vendor_id, now() - ${ago}::interval, trigger, list_id, list_name,
        list_date, list_sha256, list_rows, subject, candidates, ${outcome}
      from vendor_screening
      where org_id = ${a.orgId} and vendor_id = ${a.vendorId}
      limit 1
    `);
  await screening("excluded", "-1 hours");
  expect((await saidOf("order.exclusion", order)).answer).toBe("pass");
  const issued = (ago: string) =>
    set(sql`
      update purchase_order_version
      set created_at = now() - ${ago}::interval
      where org_id = ${a.orgId} and purchase_order_id = ${order}
    `);
  await issued("9 days");
  expect(await saidOf("order.exclusion", order)).toEqual({
    answer: "fail",
    said: "The vendor was not screened before the order.",
  });
  await screening("possible", "10 days");
  expect((await saidOf("order.exclusion", order)).said).toContain("was not decided before");
  await set(sql`
    insert into vendor_screening_decision (
      org_id, id, screening_id, vendor_id, decision, reason, cleared, subject, person_id, at
    )
    select
      org_id, gen_random_uuid(), id, vendor_id, 'clear', 'Another company.', '{}', subject,
      ${people.manager.personId}, now() - interval '9 days 1 hour'
    from vendor_screening
    where org_id = ${a.orgId} and outcome = 'possible'
  `);
  expect(await saidOf("order.exclusion", order)).toMatchObject({
    answer: "pass",
    said: expect.stringContaining("decided by a person"),
  });
});

test("an order on federal money without its clauses is found, one with them is not", async () => {
  const order = await orderOf(40_000_00);
  expect((await saidOf("order.clauses", order)).answer).toBe("not_applicable");
  await set(sql`
    update purchase_order
    set federal = true
    where org_id = ${a.orgId} and id = ${order}
  `);
  expect(await saidOf("order.clauses", order)).toMatchObject({
    answer: "fail",
    said: expect.stringMatching(/clauses of \d+ missing/),
  });
  await set(sql`
    insert into order_clause (
      org_id, id, purchase_order_id, position, rule_key, title, citation, text, because, verified
    )
    select
      org_id, gen_random_uuid(), ${order}, row_number() over (order by key), key, key, citation,
      text, 'federal money', verified
    from legal_rule
    where org_id = ${a.orgId} and key like 'clause.%'
  `);
  expect((await saidOf("order.clauses", order)).answer).toBe("pass");
});

test("where no contract or solicitation demands insurance, nothing is asked", async () => {
  expect((await saidOf("order.insured", await approvedOrderOf(2_000_00))).answer).toBe(
    "not_applicable",
  );
});
