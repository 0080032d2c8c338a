import { expect, test } from "vitest";
import { allControlChecks } from "#server/controls/control-checks.ts";
import { sql } from "#server/db/sql.ts";
import { makePolicy } from "#server/testing/agency.ts";
import { a, as, controlTests, judgeNow, orderOf, people, saidOf, t } from "./controls.setup.ts";

controlTests();

const set = (statement: ReturnType<typeof sql>) => as(people.admin, (tx) => tx.rows(statement));
const numberOf = async (id: string): Promise<string> =>
  (
    await t.database.read(people.admin).one<{ number: string }>(sql`
      select number
      from purchase_order
      where org_id = ${a.orgId} and id = ${id}
    `)
  ).number;

const issuedAgo = (id: string, days: number) =>
  set(sql`
    update purchase_order
    set issued_at = now() - make_interval(days => ${days})
    where org_id = ${a.orgId} and id = ${id}
  `);

const asMicro = (id: string) =>
  set(sql`
    update purchase_order_version
    set content = content || '{"method": "micro_purchase"}'
    where org_id = ${a.orgId} and purchase_order_id = ${id}
  `);

test("the last of like orders to one vendor within the agency's days is found", async () => {
  const [far, near, last] = [
    await orderOf(8_100_00),
    await orderOf(8_000_00),
    await orderOf(7_900_00),
  ];
  for (const id of [far, near, last]) await asMicro(id);
  await issuedAgo(far, 20);
  await issuedAgo(near, 3);
  await issuedAgo(last, 0);
  expect(await saidOf("order.likeOrders", last)).toEqual({
    answer: "fail",
    said: `$7,900.00, with ${await numberOf(near)} within 7 days: $15,900.00, above $15,000.00.`,
  });
  expect((await saidOf("order.likeOrders", near)).answer).toBe("pass");
  await set(sql`
    update purchase_order
    set status = 'cancelled'
    where org_id = ${a.orgId} and id = ${near}
  `);
  expect((await saidOf("order.likeOrders", last)).answer).toBe("pass");
});

test("what was approved just below the next policy is found", async () => {
  const order = await orderOf(14_900_00);
  expect((await saidOf("order.belowApproval", order)).answer).toBe("pass");
  await makePolicy(t.database, people.admin, {
    documentType: "purchaseOrder",
    condition: { amountMin: 15_000_00 },
  });
  const next = await orderOf(14_900_00);
  expect(await saidOf("order.belowApproval", next)).toMatchObject({
    answer: "fail",
    said: expect.stringContaining("$100.00 below $15,000.00"),
  });
  expect((await saidOf("order.belowApproval", order)).answer).toBe("pass");
});

const decidedAgo = (id: string, seconds: number) =>
  set(sql`
    update approval_assignee a
    set decided_at = timestamptz '2026-01-05 10:00Z' + make_interval(secs => ${seconds})
    from approval_step s
    join approval_request q on q.org_id = s.org_id and q.id = s.request_id
    where a.org_id = ${a.orgId}
      and s.org_id = a.org_id
      and s.id = a.step_id
      and q.document_id = ${id}
      and a.decided_at is not null
  `);

test("a decision seconds behind another one is found by who took it; of one instant none is", async () => {
  const [first, second, third] = [
    await orderOf(2_000_00),
    await orderOf(2_100_00),
    await orderOf(2_200_00),
  ];
  await decidedAgo(first, 0);
  await decidedAgo(second, 4);
  await decidedAgo(third, 14);
  expect((await saidOf("order.approvalPace", first)).answer).toBe("pass");
  expect(await saidOf("order.approvalPace", second)).toEqual({
    answer: "fail",
    said: `1 of 1 decision within 10 seconds: manager decided ${await numberOf(second)} 4 seconds after ${await numberOf(first)}.`,
  });
  expect((await saidOf("order.approvalPace", third)).answer).toBe("pass");
  await decidedAgo(second, 0);
  expect((await saidOf("order.approvalPace", second)).answer).toBe("pass");
});

test("an insurance override by the buyer is found; by a manager it is not", async () => {
  const order = await orderOf(2_300_00);
  expect((await saidOf("order.ownOverride", order)).answer).toBe("not_applicable");
  await set(sql`
    insert into insurance_override (org_id, id, purchase_order_id, vendor_id, reason, person_id, at)
    values (
      ${a.orgId}, gen_random_uuid(), ${order}, ${a.vendorId}, 'No other vendor delivers.',
      ${people.manager.personId}, now()
    )
  `);
  expect((await saidOf("order.ownOverride", order)).answer).toBe("pass");
  const other = await orderOf(2_400_00);
  await set(sql`
    insert into insurance_override (org_id, id, purchase_order_id, vendor_id, reason, person_id, at)
    values (
      ${a.orgId}, gen_random_uuid(), ${other}, ${a.vendorId}, 'No other vendor delivers.',
      ${people.buyer.personId}, now()
    )
  `);
  expect(await saidOf("order.ownOverride", other)).toEqual({
    answer: "fail",
    said: `buyer, who asked for it or ordered it, decided the insurance override of ${await numberOf(other)}.`,
  });
});

test("a budget override is read from the requisitions of an order, with who decided it", async () => {
  const order = await orderOf(2_450_00);
  const decided = (by: string) => JSON.stringify({ status: "granted", decidedBy: by });
  await set(sql`
    with asked as (
      insert into requisition (
        org_id, id, number, title, department_id, requester_id, requested_on, needed_on,
        fiscal_year_id, status, budget_override
      )
      select
        org_id, gen_random_uuid(), 'REQ-OWN', title, department_id, ${people.clerk.personId},
        ordered_on, ordered_on, fiscal_year_id, 'ordered', ${decided(people.clerk.personId!)}::jsonb
      from purchase_order
      where org_id = ${a.orgId} and id = ${order}
      returning org_id, id
    ),
    line as (
      insert into requisition_line (
        org_id, id, requisition_id, line_no, description, quantity, unit_price, amount,
        account_string_id
      )
      select org_id, gen_random_uuid(), id, 1, 'Stone', 1, 1, 100, ${a.accountStringId}
      from asked
      returning org_id, id
    )
    update purchase_order_line l
    set requisition_line_id = line.id
    from line
    where l.org_id = line.org_id and l.purchase_order_id = ${order}
  `);
  expect(await saidOf("order.ownOverride", order)).toEqual({
    answer: "fail",
    said: "clerk, who asked for it or ordered it, decided the budget override of REQ-OWN.",
  });
  await set(sql`
    update requisition
    set budget_override = ${decided(people.admin.personId!)}::jsonb
    where org_id = ${a.orgId} and number = 'REQ-OWN'
  `);
  expect((await saidOf("order.ownOverride", order)).answer).toBe("pass");
});

test("an agency that began before Levee had a rule is judged by it as shipped", async () => {
  const order = await orderOf(2_500_00);
  const keys = ["likeOrders", "belowApproval", "approvalPace"];
  await set(sql`delete from legal_rule where org_id = ${a.orgId} and key = any(${keys})`);
  for (const key of keys) expect((await saidOf(`order.${key}`, order)).answer).not.toBe("unknown");
});

test("what a record's own people did is asked of the duty; they see it and do not answer for it", async () => {
  await judgeNow();
  const rows = await t.database.read(people.admin).rows<{
    checkName: string;
    ownerId: string | null;
    people: string[];
  }>(sql`
    select check_name, owner_id, people
    from control_failure
    where org_id = ${a.orgId} and check_name in ('order.belowApproval', 'order.likeOrders')
  `);
  const of = (name: string) => rows.filter(({ checkName }) => checkName === name);
  expect(of("order.belowApproval").length).toBeGreaterThan(0);
  for (const each of of("order.belowApproval")) {
    expect(each.ownerId).toBeNull();
    expect(each.people).toContain(people.buyer.personId);
  }
  for (const each of of("order.likeOrders")) expect(each.ownerId).toBe(people.buyer.personId);
});

test("every check that finds who did what is asked of a duty, never of the record's owner", () => {
  const checks = allControlChecks().filter(
    ({ family, kind }) => family === "people" && kind === "detective",
  );
  expect(checks.map(({ name }) => name)).toContain("payment.ownException");
  expect(checks.flatMap(({ name, aboutPeople }) => (aboutPeople ? [] : [name]))).toEqual([]);
});
