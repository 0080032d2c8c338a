// A credit note goes back to the account that bore what it credits, else somebody is asked.
import { expect, test } from "vitest";
import { makeBudget } from "#server/testing/agency.ts";
import { sql } from "#server/db/sql.ts";
import { creditFindings } from "./credited.service.ts";
import { account, agency, approve, enter, invoiceTests, people, read, t } from "./invoice.setup.ts";

invoiceTests();

const alone = { purchaseOrderId: null };
const line = (accountStringId: string) => ({ purchaseOrderLineId: null, accountStringId });
const credit = (accountStringId: string, quantity = "10") =>
  enter({ ...alone, kind: "credit_note" }, { ...line(accountStringId), quantity });
const asked = async (id: string) =>
  (await read(id)).exceptions
    .filter((e) => e.kind === "credited" && e.status === "open")
    .map((e) => [e.amount, e.message]);

test("a credit on another account than the invoice is asked, with the account that bore it", async () => {
  const other = await makeBudget(t.database, agency, 50_000_00);
  // Nothing of this vendor is on file yet: there is nothing to compare with.
  const early = await credit(other.accountStringId, "1");
  expect(await asked(early.id)).toEqual([]);
  const bill = await enter(alone, line(account.accountStringId));
  const wrong = await credit(other.accountStringId);
  expect(await asked(wrong.id)).toEqual([
    [100_00, expect.stringMatching(/^The credit goes to .* \(\$100\.00\), .* \(\$400\.00\) did\./)],
  ]);
  expect((await read(wrong.id)).status).toBe("exception");
  const right = await credit(account.accountStringId);
  expect(await asked(right.id)).toEqual([]);
  // Posted, the credit takes back the very account's cost, as an award sees it.
  await approve(bill.id);
  await approve(right.id);
  const costs = await t.database.read(people.ap).rows<{ account: string; cents: number }>(sql`
    select account_string_id as account, cents
    from cost_line
    where org_id = ${agency.orgId}
    order by cents
  `);
  expect(costs).toEqual([
    { account: account.accountStringId, cents: -100_00 },
    { account: account.accountStringId, cents: 400_00 },
  ]);
  // More than is left of the invoice there is asked only where another account bore the rest.
  const more = await credit(account.accountStringId, "31");
  expect(await asked(more.id)).toEqual([]);
});

test("what a transfer moved is credited where it stands now", async () => {
  const other = await makeBudget(t.database, agency, 50_000_00);
  const bill = await enter(alone, line(account.accountStringId));
  await approve(bill.id);
  const there = await credit(other.accountStringId);
  const here = await credit(account.accountStringId);
  const found: number[] = [];
  // As a posted transfer leaves it: less here, the same there. It is taken back behind the look.
  const looked = t.database.transaction(people.admin, async (tx) => {
    const [cost] = await tx.rows<{ id: string }>(sql`
      select id
      from cost_line
      where org_id = ${agency.orgId}
    `);
    await tx.rows(sql`
      with taken as (
        insert into cost_line (
          org_id, id, source, source_id, document_id, document_number, account_string_id,
          object_class, fiscal_year_id, posted_on, incurred_from, incurred_to, cents, paid, paid_on,
          moved, moves_id, changed_on
        )
        select
          org_id, gen_random_uuid(), 'transfer', gen_random_uuid(), gen_random_uuid(), 'JRN-1',
          account_string_id, object_class, fiscal_year_id, posted_on, incurred_from, incurred_to,
          -cents, -cents, posted_on, -cents, id, changed_on
        from cost_line
        where org_id = ${agency.orgId} and id = ${cost!.id}
        returning *
      )
      insert into cost_line (
        org_id, id, source, source_id, document_id, document_number, account_string_id,
        object_class, fiscal_year_id, posted_on, incurred_from, incurred_to, cents, paid, paid_on,
        came_from_id, changed_on
      )
      select
        org_id, gen_random_uuid(), 'transfer', gen_random_uuid(), document_id, document_number,
        ${other.accountStringId}::uuid, object_class, fiscal_year_id, posted_on, incurred_from,
        incurred_to, -cents, -cents, posted_on, id, changed_on
      from taken
    `);
    for (const each of [there, here]) found.push((await creditFindings(tx, each)).length);
    throw new Error("taken back");
  });
  await expect(looked).rejects.toThrow("taken back");
  expect(found).toEqual([0, 1]);
});
