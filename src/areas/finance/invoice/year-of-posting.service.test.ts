import { expect, test } from "vitest";
import { sql } from "#server/db/sql.ts";
import { closeYear } from "#areas/budget/account/closing.service.ts";
import { createLine } from "#areas/budget/budget.server.ts";
import { decide } from "#areas/workflow/workflow.server.ts";
import { setUp, as, yearCloseSetUp } from "#server/testing/year-close.ts";

yearCloseSetUp();

test("a bill that was written while its year was closed is posted where its order went", async () => {
  const w = await setUp();
  const o = await w.buy("100");
  const id = await w.bill(o, "C-1", "10");
  await w.endYear();
  await w.close("carry");
  await as(w.people.admin, (tx) =>
    tx.rows(sql`
      update invoice
      set fiscal_year_id = ${w.agency.fiscalYearId}
      where org_id = ${w.agency.orgId} and id = ${id}
    `),
  );
  await w.settle(id);
  expect((await w.lines()).of(2028)).toMatchObject({ enc: 0, spent: 1_000_00 });
  expect(await w.yearsOf("invoice")).toMatchObject([{ status: "approved", year: 2028 }]);
});

test("a line is not adopted in a year that is being closed", async () => {
  const w = await setUp();
  const { admin } = w.people;
  await w.endYear();
  let adopting: Promise<unknown> | undefined;
  const version = (
    await w.db.one<{ version: number }>(sql`
      select version
      from fiscal_year
      where org_id = ${w.agency.orgId} and id = ${w.agency.fiscalYearId}
    `)
  ).version;
  const { id: accountStringId } = await w.db.one<{ id: string }>(sql`
    select account_string_id as id
    from budget_line
    where org_id = ${w.agency.orgId} and id = ${w.other.lineId}
  `);
  await as(admin, (tx) =>
    tx.rows(
      sql`delete from budget_line where org_id = ${w.agency.orgId} and id = ${w.other.lineId}`,
    ),
  );
  await as(admin, async (tx) => {
    await closeYear(tx, admin, w.agency.fiscalYearId, { budget: "carry", note: "" }, version);
    adopting = as(admin, (other) =>
      createLine(other, admin, {
        fiscalYearId: w.agency.fiscalYearId,
        accountStringId,
        original: 5_00,
        note: "",
      }),
    );
    adopting.catch(() => {});
    await new Promise((done) => setTimeout(done, 200));
  });
  await expect(adopting).rejects.toMatchObject({ code: "year_closed" });
});

test("a year closed while bills are being approved: each is posted before it or goes on in the next year, and the ledger adds up", async () => {
  const w = await setUp();
  const { manager } = w.people;
  const approvals: string[] = [];
  const orders = [];
  for (let i = 0; i < 6; i++) orders.push(await w.buy("100"));
  for (const [i, o] of orders.entries())
    approvals.push(await w.send(await w.bill(o, `R-${i}`, "10")));
  await w.endYear();
  const outcomes = await Promise.allSettled([
    ...approvals.map((id) => as(manager, (tx) => decide(tx, manager, id, "approve", "", null))),
    w.close("carry"),
  ]);
  expect(outcomes.at(-1)).toMatchObject({ status: "fulfilled" });
  const refused = outcomes
    .slice(0, -1)
    .flatMap((o) =>
      o.status === "rejected" ? [(o.reason as { code?: string }).code ?? String(o.reason)] : [],
    );
  expect(refused.filter((code) => code !== "year_closed")).toEqual([]);
  for (const [i, id] of approvals.entries())
    if (outcomes[i]!.status === "rejected")
      await as(manager, (tx) => decide(tx, manager, id, "approve", "", null));
  const after = await w.lines();
  const old = after.of(2027)!;
  const next = after.of(2028);
  expect([old.enc, next?.enc ?? 0, old.spent + (next?.spent ?? 0)]).toEqual([0, 0, 6_000_00]);
  expect((await w.yearsOf("invoice")).every((i) => i.status === "approved")).toBe(true);
});
