import fc from "fast-check";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import "#areas.server.ts";
import { postCommitments } from "#areas/budget/budget.server.ts";
import { openedAward } from "#areas/grants/opened.setup.ts";
import type { Actor } from "#kernel/access.ts";
import { newId } from "#kernel/ids.ts";
import { permissions } from "#roles.ts";
import { allFacts } from "#server/area.ts";
import { runList } from "#server/http/list-page.ts";
import { listQuery } from "#server/http/list.ts";
import { makeAgency, makeBudget, type Agency } from "#server/testing/agency.ts";
import { freshDatabase, memberActor, type TestDatabase } from "#server/testing/database.ts";
import { agencyDay } from "#server/testing/days.ts";
import { questionInput, type ReportQuestion } from "../figure/figure.model.ts";
import { answerOf } from "../figure/figure.service.ts";
import { awardsReports } from "./awards.data.ts";
import { councilReports } from "./council.data.ts";

let t: TestDatabase;
let owner: pg.Client;
beforeAll(async () => {
  t = await freshDatabase();
  owner = new pg.Client({ connectionString: t.ownerUrl });
  await owner.connect();
});
afterAll(async () => {
  await owner.end();
  await t.drop();
});

const everything = new Set(Object.keys(permissions)) as never;
const named = (reports: typeof councilReports, id: string): ReportQuestion =>
  questionInput.parse(reports.find((each) => each.id === id)!.question);
const byFund = named(councilReports, "budget-pace-fund");
const ofAwards = named(awardsReports, "awards-against-time");
const officerOf = (agency: Agency): Actor =>
  memberActor(agency.orgId, "admin", [], {
    permissions: everything,
    timeZone: "America/Chicago",
  });
// The fiscal year of which today is a day: `gone` of its days with this one, `all` of them.
const yearOf = (agency: Agency, gone: number, all: number) =>
  owner.query("update fiscal_year set starts_on = $2, ends_on = $3 where org_id = $1", [
    agency.orgId,
    agencyDay(1 - gone),
    agencyDay(all - gone),
  ]);
type Line = { accountStringId: string; fiscalYearId: string };
const spend = (actor: Actor, { accountStringId, fiscalYearId }: Line, moved: object) =>
  t.database.transaction(actor, async (tx) =>
    postCommitments(
      tx,
      actor,
      { type: "purchaseOrder", id: newId(), number: "PO-1", fiscalYearId },
      [{ accountStringId, ...moved }],
      { kind: "expend" },
    ),
  );
const ask = (actor: Actor, question: ReportQuestion) =>
  answerOf(t.database.read(actor), actor, question);
const opened = async (actor: Actor, id: string, address: string) => {
  const { list } = allFacts().find((fact) => fact.id === id)!;
  const asked = Object.fromEntries(new URL(address, "http://x").searchParams);
  return runList(t.database.read(actor), actor, list, listQuery(list).parse(asked));
};

test("by hand: a fund that spent 61% when 40% of the year has gone stands first and is named", async () => {
  const agency = await makeAgency(t.database);
  const officer = officerOf(agency);
  await yearOf(agency, 146, 365);
  const roads = await makeBudget(t.database, agency, 100_000_00);
  const parks = await makeBudget(t.database, agency, 300_000_00);
  const unused = await makeBudget(t.database, agency, 0);
  await owner.query(
    "update segment_value set name = case id when $2 then 'Roads' when $3 then 'Parks' else name end where org_id = $1",
    [agency.orgId, roads.fundId, parks.fundId],
  );
  await spend(officer, roads, { expended: 61_000_00 });
  await spend(officer, parks, { expended: 75_000_00 });
  await spend(officer, parks, { encumbered: 200_000_00 });
  const answer = await ask(officer, byFund);
  expect(answer.rows.map(({ cells }) => cells.map(({ value }) => value))).toEqual([
    [61, 40, 100_000_00, 61_000_00, 0, 39_000_00],
    [25, 40, 300_000_00, 75_000_00, 200_000_00, 25_000_00],
    // Without a budget there is no share of it.
    [null, 40, 0, 0, 0, 0],
  ]);
  expect(unused.fundId).toBe(answer.rows[2]!.keys[0]);
  expect(answer.totals.map(({ value }) => value)).toEqual([
    34, 40, 400_000_00, 136_000_00, 200_000_00, 64_000_00,
  ]);
  expect(answer.finding).toMatch(
    /^This fiscal year: F\d+ Roads used 61% of its budget when 40% of the fiscal year has gone, furthest ahead of 2; all together used 34%\.$/,
  );
});

test("the share of the year is of the day that is asked: posted until its last day all of it has gone", async () => {
  const agency = await makeAgency(t.database);
  const officer = officerOf(agency);
  await yearOf(agency, 100, 365);
  await spend(officer, await makeBudget(t.database, agency, 50_00), { expended: 10_00 });
  const gone = async (posted: string) =>
    (await ask(officer, { ...byFund, posted: posted as never })).totals[1]!.value;
  expect(await gone(agencyDay(265))).toBe(100);
  expect(await gone(agencyDay(400))).toBe(100);
  expect(await gone(agencyDay(0))).toBe(27.4);
  const known = await ask(officer, { ...byFund, known: new Date().toISOString() });
  expect(known.totals[1]!.value).toBe(27.4);
});

const step = fc.record({
  line: fc.integer({ min: 0, max: 2 }),
  cents: fc.integer({ min: 1, max: 9_000_00 }),
  kind: fc.constantFrom("expended", "expended", "encumbered"),
});

test("over random histories each share is what the ledger's movements come to, and opens lines of the same cents", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { maxLength: 10 }),
      fc.integer({ min: 1, max: 365 }),
      async (history, day) => {
        const agency = await makeAgency(t.database);
        const officer = officerOf(agency);
        await yearOf(agency, day, 365);
        const lines = [];
        for (const cents of [100_000_00, 33_333_33, 1_00_000_00])
          lines.push(await makeBudget(t.database, agency, cents));
        for (const { line, cents, kind } of history)
          await spend(officer, lines[line]!, { [kind]: cents });
        const { rows: moved } = await owner.query<{ fund: string; spent: string }>(
          `
            select s.fund_id as fund, sum(e.expended) as spent
            from commitment_entry e
            join budget_line l on l.org_id = e.org_id and l.id = e.budget_line_id
            join account_string s on s.org_id = l.org_id and s.id = l.account_string_id
            where e.org_id = $1
            group by 1
          `,
          [agency.orgId],
        );
        const answer = await ask(officer, byFund);
        const shares = answer.rows.map(({ cells }) => cells[0]!.value);
        expect(shares).toEqual(shares.toSorted((a, b) => b! - a!));
        for (const { keys, cells } of answer.rows) {
          const [share, gone, budget, expended] = cells.map(({ value }) => value!);
          const spent = Number(moved.find(({ fund }) => fund === keys[0])?.spent ?? 0);
          expect(expended).toBe(spent);
          expect(share).toBe(Math.round((1000 * spent) / budget!) / 10);
          expect(gone).toBe(Math.round((1000 * day) / 365) / 10);
          const page = await opened(officer, "budget", cells[3]!.opens!);
          expect([page.total, page.totals!.expended]).toEqual([cells[3]!.rows, expended]);
        }
      },
    ),
    { numRuns: 12 },
  );
});

test("awards by hand: the grantor's share spent beside the time gone, the furthest behind first", async () => {
  const agency = await makeAgency(t.database);
  const officer = officerOf(agency);
  const award = async (title: string, gone: number, all: number, expended: number) => {
    const line = await makeBudget(t.database, agency, 90_000_00, { federal: true });
    const { id } = await openedAward(
      t.database,
      { orgId: agency.orgId, accountStringId: line.accountStringId },
      officer,
      { title },
    );
    await owner.query(
      "update grant_award set period_from = $2, period_to = $3 where org_id = $1 and id = $4",
      [agency.orgId, agencyDay(1 - gone), agencyDay(all - gone), id],
    );
    if (expended) await spend(officer, line, { expended });
    return id;
  };
  // $3,000.00 of the grantor at a rate of 75%.
  const ahead = await award("Ahead", 30, 100, 2_000_00);
  const behind = await award("Behind", 50, 100, 400_00);
  const over = await award("Over", 100, 100, 9_000_00);
  const answer = await ask(officer, ofAwards);
  expect(
    answer.rows.map(({ keys, cells }) => [keys[0], ...cells.map(({ value }) => value)]),
  ).toEqual([
    [behind, 10, 50, 1_200_00, 300_00, 3_000_00, 50],
    [ahead, 50, 30, 0, 1_500_00, 3_000_00, 70],
    [over, 100, 100, 0, 3_000_00, 3_000_00, 0],
  ]);
  expect(answer.totals.map(({ value }) => value)).toEqual([
    53.3, 60, 1_200_00, 4_800_00, 9_000_00, 0,
  ]);
  expect(answer.finding).toMatch(
    /Behind used 10% of its award when 50% of its period has gone, furthest behind of 3; all together used 53.3%\.$/,
  );
  for (const { cells } of answer.rows) {
    const page = await opened(officer, "awards", cells[3]!.opens!);
    expect([page.total, page.totals!.spent, page.totals!.amount]).toEqual([
      cells[3]!.rows,
      cells[3]!.value,
      cells[4]!.value,
    ]);
  }
});
