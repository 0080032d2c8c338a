import { expect, test } from "vitest";
import type { Verdict } from "#kernel/control.ts";
import { controlCheck, controlSubject, judgeFacts } from "#server/controls/control-checks.ts";
import { sql } from "#server/db/sql.ts";
import { agencyDay } from "#server/testing/days.ts";
import { bankAccount } from "#server/testing/payments.ts";
import {
  a,
  approved,
  as,
  invoice,
  paid,
  paymentTests,
  people,
  shown,
  t,
} from "../payment/payment.setup.ts";

paymentTests();

const set = (statement: ReturnType<typeof sql>) => as(people.admin, (tx) => tx.rows(statement));
const saidOf = async (checkName: string, paymentId: string): Promise<Verdict> => {
  const check = controlCheck(checkName)!;
  const [read] = await check.read(t.database.read(people.ap), [paymentId]);
  return judgeFacts(check, read!.facts);
};
const paidOne = async () => (await paid()).payments[0]!;

test("a payment behind the due day of its bill is late, with the interest that its rule asks for", async () => {
  const bill = await invoice({ cents: 1_000_00 });
  const payment = await paidOne();
  expect((await saidOf("payment.prompt", payment.id)).answer).toBe("pass");
  await set(sql`
    update invoice
    set due_on = ${agencyDay(-40)}, interest_bp = 150, interest_rule = 'Minn. Stat. 471.425'
    where org_id = ${a.orgId} and id = ${bill.id}
  `);
  expect(await saidOf("payment.prompt", payment.id)).toMatchObject({
    answer: "fail",
    said: expect.stringMatching(
      new RegExp(`^${bill.number} was paid \\d+ days late\\. Interest owed: \\$30\\.00 \\(Minn\\.`),
    ),
  });
  await set(sql`
    update invoice
    set disputed_days = 60
    where org_id = ${a.orgId} and id = ${bill.id}
  `);
  expect((await saidOf("payment.prompt", payment.id)).answer).toBe("pass");
});

test("a payment to an account that took the place of another one is found for ten days; no number is told", async () => {
  await bankAccount(t.database, a, a.vendor.id, { accountNumber: "5550001", hoursAgo: 900 });
  await set(sql`
    update vendor
    set payment_method = 'ach'
    where org_id = ${a.orgId} and id = ${a.vendor.id}
  `);
  await invoice();
  const first = await paidOne();
  expect((await saidOf("payment.bankChange", first.id)).answer).toBe("not_applicable");
  await bankAccount(t.database, a, a.vendor.id, { accountNumber: "5550002", hoursAgo: 72 });
  await invoice();
  const second = await paidOne();
  const check = controlCheck("payment.bankChange")!;
  const [read] = await check.read(t.database.read(people.ap), [second.id]);
  expect(judgeFacts(check, read!.facts).answer).toBe("fail");
  expect(JSON.stringify(read)).not.toMatch(/5550002|021000021/);
  await set(sql`
    update vendor_bank_account
    set effective_at = effective_at - interval '12 days'
    where org_id = ${a.orgId} and vendor_id = ${a.vendor.id}
  `);
  expect((await saidOf("payment.bankChange", second.id)).answer).toBe("pass");
});

test("what waits is judged by the newest screening, what went out by that of its release", async () => {
  await invoice();
  const run = await approved();
  const [waits] = (await shown(run)).payments;
  expect((await saidOf("payment.screened", waits!.id)).answer).toBe("fail");
  await invoice();
  const payment = await paidOne();
  expect((await saidOf("payment.screened", payment.id)).answer).toBe("pass");
  expect((await saidOf("payment.screened", waits!.id)).answer).toBe("pass");
});

test("a finding that whoever entered the bill accepted is found; its hands decide no waiver", async () => {
  const bill = await invoice();
  const payment = await paidOne();
  expect((await saidOf("payment.ownException", payment.id)).answer).toBe("not_applicable");
  await set(sql`
    insert into invoice_exception (
      org_id, id, invoice_id, kind, message, status, resolution, resolved_by, resolved_at
    )
    values (
      ${a.orgId}, gen_random_uuid(), ${bill.id}, 'price', 'Above the order.', 'accepted', 'Agreed.',
      ${people.otherAp.personId}, now()
    )
  `);
  expect((await saidOf("payment.ownException", payment.id)).answer).toBe("pass");
  const hands = await controlSubject("payment")!.hands(t.database.read(people.ap), payment.id);
  const involved = [people.ap, people.otherAp, people.manager, people.otherManager];
  expect(hands.toSorted()).toEqual(involved.map(({ personId }) => personId).toSorted());
  await set(sql`
    update invoice_exception
    set resolved_by = ${people.ap.personId}
    where org_id = ${a.orgId} and invoice_id = ${bill.id}
  `);
  expect(await saidOf("payment.ownException", payment.id)).toEqual({
    answer: "fail",
    said: `ap entered ${bill.number} and accepted what was found (price).`,
  });
  const [head] = await controlSubject("payment")!.heads(t.database.read(people.ap), [payment.id]);
  expect(head).toMatchObject({
    number: payment.number,
    ownerId: people.ap.personId,
    departmentId: null,
    federal: false,
  });
});
