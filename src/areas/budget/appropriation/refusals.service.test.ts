// What the one door of the budget and the last gate of a cycle refuse.
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Tx } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { askingOf, refusalOf } from "#server/testing/asking.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import { createSegment, ensureAccountString } from "../account/account.service.ts";
import { segmentInput } from "../budget.model.ts";
import { reserve } from "../ledger/reserve.service.ts";
import { budgetLineImporter } from "../line/line.importer.ts";
import { amendLines } from "./appropriation.service.ts";
import { importRows, makeWorld, type World } from "./histories.setup.ts";

let t: TestDatabase;
let w: World;
const ask = askingOf(() => t);
const as = <T>(work: (tx: Tx) => Promise<T>) => t.database.transaction(w.officer, work);
const refused = (asked: string, body?: unknown, version?: number) =>
  refusalOf(ask(w.officer, asked, body, version));
const at = (account: string, fund = "101") =>
  w.strings.find((s) => s.account === account && s.fund === fund)!;

beforeAll(async () => {
  t = await freshDatabase();
  w = await makeWorld(t);
});
afterAll(() => t.drop());

test("money that does not come to zero says where it comes from", async () => {
  const document = { type: "budgetAmendment", id: w.planned, number: "BA-1" };
  const move = (source: string) =>
    refusalOf(
      as((tx) =>
        amendLines(
          tx,
          w.officer,
          {
            ...document,
            fiscalYearId: w.agency.fiscalYearId,
            kind: "amend",
            reserved: false,
            source,
            fundDecision: "",
            note: "",
          },
          [{ accountStringId: at("5100").id, cents: 1_00 }],
        ),
      ),
    );
  expect(await move("")).toBe(
    "source_missing: Say where the money comes from, or goes: a resolution, a grant, revenue, the fund balance.",
  );
});

test("a line on which something was asked for is not taken back", async () => {
  const group = await importRows(w, 2028, [{ string: at("5200"), cents: 9_00 }]);
  const document = { type: "requisition", id: w.planned, number: "REQ-1", fiscalYearId: w.planned };
  await as((tx) =>
    reserve(tx, w.officer, document, [{ accountStringId: at("5200").id, cents: 1_00 }]),
  );
  expect(
    await refused(`POST /api/v1/fiscal-years/${w.planned}/take-backs`, { group, reason: "Stray" }),
  ).toBe("committed: Something was asked for on 101-RDS-5200: withdraw that first.");
});

test("revenue does not become spending by a transfer", async () => {
  await importRows(w, 2027, [
    { string: at("4100"), cents: 50_00 },
    { string: at("5100"), cents: 50_00 },
  ]);
  const lines = [
    { accountStringId: at("5100").id, cents: -1_00 },
    { accountStringId: at("4100").id, cents: 1_00 },
  ];
  expect(
    await refused("POST /api/v1/budget-amendments", {
      kind: "transfer",
      fiscalYearId: w.agency.fiscalYearId,
      title: "A transfer",
      reason: "More revenue",
      lines,
    }),
  ).toBe(
    "other_side: A transfer moves spending or revenue, never one into the other: enter a supplement.",
  );
  const ids = await t.database.read(w.officer).rows<{ id: string }>(sql`
    select l.id
    from budget_line l
    join account_string s on s.org_id = l.org_id and s.id = l.account_string_id
    where l.org_id = ${w.officer.orgId} and l.fiscal_year_id = ${w.agency.fiscalYearId}
    order by s.code
  `);
  expect(
    await refused("POST /api/v1/budget-transfers", {
      fromId: ids[1]!.id,
      toId: ids[0]!.id,
      amount: 1,
      reason: "More revenue",
    }),
  ).toMatch(/^other_side: One of these lines is revenue, the other spending/);
});

test("a supplement that brings its own revenue counts once", async () => {
  const { id } = await ask<{ id: string }>(w.officer, "POST /api/v1/budget-amendments", {
    kind: "supplement",
    fiscalYearId: w.agency.fiscalYearId,
    title: "A grant",
    reason: "It was awarded",
    source: "State aid",
    lines: [
      { accountStringId: at("4100").id, cents: 7_00 },
      { accountStringId: at("5100").id, cents: 7_00 },
    ],
  });
  expect(await ask(w.officer, `GET /api/v1/budget-amendments/${id}`)).toMatchObject({
    amount: 7_00,
  });
});

test("lists add up one year and one side alone, and say why they do not", async () => {
  const list = (query: string) =>
    ask<{ totals?: Record<string, number>; apart?: string }>(
      w.officer,
      `GET /api/v1/budget-lines?${query}`,
    );
  const all = await list("year=2027");
  expect(all.totals).toBeUndefined();
  expect(all.apart).toMatch(
    /^Lines of several years, or of revenue and spending, are not added up/,
  );
  expect((await list("year=2027&side=spending")).totals).toMatchObject({ budget: 50_00 });
  expect((await list("year=2027&side=revenue")).totals).toMatchObject({ budget: 50_00 });
  const summary = await ask<{ items: { side: string; budget: number }[] }>(
    w.officer,
    "GET /api/v1/budget-summary?year=2027&by=fund",
  );
  expect(summary.items.map((r) => `${r.side} ${r.budget}`)).toEqual([
    "spending 5000",
    "revenue 5000",
  ]);
});

test("an award is budgeted in every year that its period touches, and in no other: line, amendment and import say so", async () => {
  const { officer, agency } = w;
  const open = agency.fiscalYearId;
  const [string, revenue] = await as(async (tx) => {
    const period = { kind: "award", code: "W9", name: "Shelter", federal: true };
    const input = segmentInput.parse({ ...period, startsOn: "2037-05-31", endsOn: "2038-05-31" });
    const award = await createSegment(tx, officer, input);
    const rows = await tx.rows<{ fundId: string; accountId: string }>(sql`
      select fund_id, account_id
      from account_string
      where org_id = ${officer.orgId} and id = any(${[at("5100").id, at("4100").id]}::uuid[])
      order by code desc
    `);
    const made: { id: string; code: string }[] = [];
    for (const row of rows)
      made.push(
        await ensureAccountString(tx, officer, {
          ...row,
          departmentId: agency.departmentId,
          awardId: award.id,
        }),
      );
    return made;
  });
  const line = (fiscalYearId: string, accountStringId: string) =>
    refused("POST /api/v1/budget-lines", { fiscalYearId, accountStringId, original: 5_00 });
  const outside =
    /Award W9 runs from May 31, 2037 to May 31, 2038; fiscal year 2027 lies outside of it/;
  expect(await line(open, string!.id)).toMatch(/^award_period: 101-RDS-5100-W9: Award W9 runs/);
  expect(await line(open, revenue!.id)).toBe("nothing was refused");
  expect(await line(w.planned, string!.id)).toBe("nothing was refused");
  const lines = [{ accountStringId: string!.id, cents: 5_00 }];
  expect(
    await refused("POST /api/v1/budget-amendments", {
      kind: "supplement",
      fiscalYearId: open,
      title: "A grant",
      reason: "It was awarded",
      source: "State aid",
      lines,
    }),
  ).toMatch(outside);
  const parsed = budgetLineImporter.schema.parse({
    year: 2027,
    fund: "101",
    department: "RDS",
    account: "5100",
    award: "W9",
    amount: 5_00,
  });
  const [verdict] = await as((tx) => budgetLineImporter.plan(tx, [parsed], null as never));
  expect(verdict).toMatchObject({
    action: "reject",
    problem: { column: "Fiscal year", fix: expect.stringMatching(outside) },
  });
});
