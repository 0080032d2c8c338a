// Every answer that gives a sum of budget lines gives it of one year and one side: over random lines it
// is what a naive sum of the lines gives, and where years or sides are mixed, none is given.
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Actor } from "#kernel/access.ts";
import { newId } from "#kernel/ids.ts";
import { sql } from "#server/db/sql.ts";
import { spendingBy, type DepartmentSum } from "./department-money.ts";
import { makeAgency, makeMembers, type Agency } from "#server/testing/agency.ts";
import { askingOf } from "#server/testing/asking.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";

type Line = { year: number; class: string; department: string; fund: string; cents: number };
let t: TestDatabase;
let agency: Agency;
let officer: Actor;
const ask = askingOf(() => t);
const classes = ["revenue", "expenditure", "transfer_in", "transfer_out"] as const;
const lines: Line[] = [];
const sideOf = (line: Line) => (/revenue|_in/.test(line.class) ? "revenue" : "spending");

let state = 11;
const draw = (most: number) => {
  state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
  return state % most;
};

beforeAll(async () => {
  t = await freshDatabase();
  agency = await makeAgency(t.database);
  ({ officer } = await makeMembers(t.database, agency, {
    officer: { role: "admin", duties: ["budget_officer"] },
  }));
  await t.database.transaction(officer, async (tx) => {
    const [other, utilities] = [newId(), newId()];
    const years = [
      [2027, agency.fiscalYearId],
      [2037, other],
    ] as const;
    await tx.rows(sql`
      insert into fiscal_year (org_id, id, year, starts_on, ends_on)
      values (${agency.orgId}, ${other}, 2037, '2036-10-01', '2037-09-30')
    `);
    await tx.rows(sql`
      insert into department (org_id, id, code, name)
      values (${agency.orgId}, ${utilities}, 'UTL', 'Utilities')
    `);
    const segment = async (kind: string, code: string, of: string | null) => {
      const id = newId();
      await tx.rows(sql`
        insert into segment_value (org_id, id, kind, code, name, class)
        values (
          ${agency.orgId}, ${id}, ${kind}, ${code}, ${code}, coalesce(${of}::text, 'expenditure')
        )
      `);
      return id;
    };
    const funds = [await segment("fund", "101", null), await segment("fund", "402", null)];
    for (let n = 0; n < 24; n++) {
      const of = classes[draw(4)]!;
      const [fund, department] = [draw(2), draw(2)];
      const departmentId = [agency.departmentId, utilities][department]!;
      const [account, string] = [await segment("account", `A${n}`, of), newId()];
      await tx.rows(sql`
        insert into account_string (org_id, id, code, fund_id, department_id, account_id)
        values (${agency.orgId}, ${string}, ${`S${n}`}, ${funds[fund]}, ${departmentId}, ${account})
      `);
      for (const [year, fiscalYearId] of years) {
        const cents = 1_00 + draw(90_000_00);
        await tx.rows(sql`
          insert into budget_line (org_id, id, fiscal_year_id, account_string_id, original)
          values (${agency.orgId}, ${newId()}, ${fiscalYearId}, ${string}, ${cents})
        `);
        lines.push({
          year,
          class: of,
          cents,
          department: departmentId,
          fund: funds[fund]!,
        });
      }
    }
  });
});
afterAll(() => t.drop());

const naive = (keep: (line: Line) => boolean) =>
  lines.filter(keep).reduce((sum, line) => sum + line.cents, 0);
const get = <R>(path: string) => ask<R>(officer, `GET ${path}`);
type List = { totals?: { budget: number }; apart?: string };

test.each(["2027", "2037"])("the list adds up one year and one side: %s", async (year) => {
  for (const side of ["spending", "revenue"]) {
    const list = await get<List>(`/api/v1/budget-lines?year=${year}&side=${side}`);
    expect(list.totals!.budget).toBe(
      naive((line) => String(line.year) === year && sideOf(line) === side),
    );
  }
  for (const mixed of [`year=${year}`, "side=spending", "side=revenue", "limit=50"]) {
    const list = await get<List>(`/api/v1/budget-lines?${mixed}`);
    expect([list.totals, list.apart]).toEqual([
      undefined,
      expect.stringContaining("are not added up: choose one year"),
    ]);
  }
});

test("the summary, cost centers and the dashboard give what goes out and what comes in of one year apart", async () => {
  type Sum = DepartmentSum & { by: string };
  for (const [by, key] of [
    ["department", "department"],
    ["fund", "fund"],
  ] as const) {
    const { items } = await get<{ items: Sum[] }>(`/api/v1/budget-summary?year=2027&by=${by}`);
    for (const item of items)
      expect(item.budget).toBe(
        naive((line) => line.year === 2027 && line[key] === item.id && sideOf(line) === item.side),
      );
    expect(items.reduce((sum, item) => sum + item.budget, 0)).toBe(
      naive((line) => line.year === 2027),
    );
    if (by === "department")
      for (const [id, sum] of spendingBy(items))
        expect(sum.budget).toBe(
          naive(
            (line) => line.year === 2027 && line.department === id && sideOf(line) === "spending",
          ),
        );
  }
  const { budget } = await get<{ budget: { budget: number; revenue: number } }>(
    "/api/v1/dashboard",
  );
  expect(budget).toMatchObject({
    budget: naive((line) => line.year === 2027 && sideOf(line) === "spending"),
    revenue: naive((line) => line.year === 2027 && sideOf(line) === "revenue"),
  });
});

test("forecasts by fund and department are of what goes out in their year", async () => {
  const answer = await get<Record<string, { id: string; budget: number }[]>>(
    `/api/v1/budget-forecasts?fiscalYearId=${agency.fiscalYearId}`,
  );
  for (const [name, key] of [
    ["departments", "department"],
    ["funds", "fund"],
  ] as const)
    for (const group of answer[name]!)
      expect(group.budget).toBe(
        naive(
          (line) => line.year === 2027 && line[key] === group.id && sideOf(line) === "spending",
        ),
      );
});

test("the ledger adds up movements of one year and one side", async () => {
  await t.database.transaction(officer, (tx) =>
    tx.rows(sql`
      insert into commitment_entry (
        org_id, id, budget_line_id, kind, document_type, document_id, document_number, adjusted,
        posted_on
      )
      select
        org_id, gen_random_uuid(), id, 'adopt', 'budgetLine', id, 'BL-1', original, '2026-10-01'
      from budget_line
      where org_id = ${agency.orgId}
    `),
  );
  for (const side of ["spending", "revenue"]) {
    const { totals } = await get<{ totals?: { adjusted: number } }>(
      `/api/v1/commitment-entries?year=2037&side=${side}`,
    );
    expect(totals!.adjusted).toBe(naive((line) => line.year === 2037 && sideOf(line) === side));
  }
  const mixed = await get<List>("/api/v1/commitment-entries?year=2037");
  expect([mixed.totals, mixed.apart]).toEqual([
    undefined,
    expect.stringContaining("Movements of several years"),
  ]);
});
