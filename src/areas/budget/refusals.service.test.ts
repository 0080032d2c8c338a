// What accounts, years, cycles, proposals and amendments of a budget refuse, at the endpoints.
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Actor } from "#kernel/access.ts";
import { newId } from "#kernel/ids.ts";
import { sql } from "#server/db/sql.ts";
import {
  makeAgency,
  makeBudget,
  makeMembers,
  makePolicy,
  type Agency,
} from "#server/testing/agency.ts";
import { askingOf, refusalOf } from "#server/testing/asking.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";

type Name = "officer" | "director" | "head" | "other";
let t: TestDatabase;
let agency: Agency;
let people: Record<Name, Actor>;
let line: Awaited<ReturnType<typeof makeBudget>>;
const ask = askingOf(() => t);
const refused = (asked: string, body?: unknown, version?: number, who: Name = "officer") =>
  refusalOf(ask(people[who], asked, body, version));
const change = (statement: ReturnType<typeof sql>) =>
  t.database.transaction(people.officer, (tx) => tx.rows(statement));

beforeAll(async () => {
  t = await freshDatabase();
  agency = await makeAgency(t.database);
  people = await makeMembers(t.database, agency, {
    officer: { duties: ["budget_officer"] },
    director: { role: "admin" },
    head: { duties: ["department_head"] },
    other: { duties: ["budget_officer"] },
  });
  people.head = { ...people.head, departmentIds: [] };
  line = await makeBudget(t.database, agency, 10_000_00);
  await makePolicy(t.database, people.director, { documentType: "budgetAmendment" });
});
afterAll(() => t.drop());

test("a segment ends after it begins, and an account is made of what is in use", async () => {
  const segment = {
    kind: "project",
    code: "P900",
    name: "Levee",
    startsOn: "2027-01-02",
    endsOn: "2027-01-01",
  };
  const segments = "POST /api/v1/segments";
  expect(await refused(segments, segment)).toBe(
    "invalid_field: The end lies before the beginning.",
  );
  expect(await refused(segments, { ...segment, endsOn: "2027-01-02" })).toBe("nothing was refused");
  const { accountId } = await t.database.read(people.officer).one<{ accountId: string }>(sql`
    select account_id
    from account_string
    where org_id = ${agency.orgId} and id = ${line.accountStringId}
  `);
  const account = { fundId: line.fundId, departmentId: agency.departmentId, accountId };
  const make = (over: object) => refused("POST /api/v1/account-strings", { ...account, ...over });
  expect(await make({ fundId: accountId })).toBe(
    "invalid_field: Choose a fund, department and account that are in use.",
  );
  expect(await make({ projectId: newId() })).toBe("invalid_field: This project is not in use.");
  expect(await make({ awardId: newId() })).toBe("invalid_field: This award is not in use.");
});

test("a year that is open is not opened again", async () => {
  const { version } = await t.database.read(people.officer).one<{ version: number }>(sql`
    select version
    from fiscal_year
    where org_id = ${agency.orgId} and id = ${agency.fiscalYearId}
  `);
  expect(
    await refused(
      `POST /api/v1/fiscal-years/${agency.fiscalYearId}/actions/reopen`,
      { reason: "By mistake" },
      version,
      "director",
    ),
  ).toBe("year_open: This fiscal year is not closed.");
});

test("closed years are opened again from the last one back", async () => {
  const years = [2051, 2052].map((year) => ({ year, id: newId() }));
  for (const { year, id } of years)
    await change(sql`
      insert into fiscal_year (org_id, id, year, starts_on, ends_on, status)
      values (${agency.orgId}, ${id}, ${year}, ${`${year - 1}-10-01`}, ${`${year}-09-30`}, 'closed')
    `);
  const reopen = (id: string) =>
    refused(`POST /api/v1/fiscal-years/${id}/actions/reopen`, { reason: "A late bill" }, 1);
  expect(await reopen(years[0]!.id)).toBe(
    "year_not_ready: Fiscal year 2052 was closed after it. Open that one again first.",
  );
  expect(await reopen(years[1]!.id)).toBe("nothing was refused");
  expect(await reopen(years[0]!.id)).toBe("nothing was refused");
});

test("a transfer stays within its year", async () => {
  const yearId = newId();
  const lineId = newId();
  await change(sql`
    insert into fiscal_year (org_id, id, year, starts_on, ends_on)
    values (${agency.orgId}, ${yearId}, 2037, '2036-10-01', '2037-09-30')
  `);
  await change(sql`
    insert into budget_line (org_id, id, fiscal_year_id, account_string_id, original)
    values (${agency.orgId}, ${lineId}, ${yearId}, ${line.accountStringId}, 100)
  `);
  expect(
    await refused("POST /api/v1/budget-transfers", {
      fromId: line.lineId,
      toId: lineId,
      amount: 1,
      reason: "More stone",
    }),
  ).toBe("other_year: Both lines must belong to the same fiscal year.");
});

test("an amendment is corrected by who entered it", async () => {
  const path = "POST /api/v1/budget-amendments";
  const amendment = {
    kind: "supplement",
    fiscalYearId: agency.fiscalYearId,
    title: "Stone",
    reason: "The flood",
    source: "Fund balance",
    lines: [{ accountStringId: line.accountStringId, cents: 1_00 }],
  };
  const { id } = await ask(people.officer, path, amendment);
  const { version } = await ask(people.officer, `GET /api/v1/budget-amendments/${id}`);
  const edit = (who: Name) =>
    refused(`PUT /api/v1/budget-amendments/${id}`, amendment, version, who);
  expect(await edit("other")).toBe("rule: Only who entered this amendment changes it.");
  expect(await edit("officer")).toBe("nothing was refused");
});

const cycles = "POST /api/v1/budget-cycles";
const planned = async (year: number, startsOn: string, endsOn: string) => {
  const made = await ask(people.officer, "POST /api/v1/fiscal-years", {
    year,
    startsOn,
    endsOn,
    status: "planned",
  });
  const steps = [{ title: "Hearing", dueOn: startsOn }];
  return (await ask(people.officer, cycles, { fiscalYearId: made.id, steps })).id;
};
type Proposal = {
  id: string;
  version: number;
  lines: { id: string; version: number; source: string }[];
  packages: { id: string; version: number }[];
};

test("a cycle's base, targets, steps, book and proposal are refused what is not theirs, or not yet", async () => {
  const cycleId = await planned(2028, "2037-10-01", "2038-09-30");
  const far = await planned(2040, "2039-10-01", "2040-09-30");
  expect(await refused(`${cycles}/${far}/base`)).toBe(
    "no_year_before: There is no fiscal year 2039 to build the base from.",
  );
  expect(await refused(`${cycles}/${cycleId}/books`)).toBe(
    "not_recommended: A book is published once the budget is recommended.",
  );
  const { departmentId } = agency;
  const target = { departmentId, fundId: newId(), cents: 1 };
  expect(await refused(`PUT /api/v1/budget-cycles/${cycleId}/targets`, target)).toBe(
    "invalid_field: Choose a fund.",
  );
  const { stepId } = await t.database.read(people.officer).one<{ stepId: string }>(sql`
    select id as step_id
    from budget_cycle_step
    where org_id = ${agency.orgId} and cycle_id = ${far}
  `);
  expect(
    await refused(`POST /api/v1/budget-cycles/${cycleId}/steps/${stepId}`, { done: true }),
  ).toBe("rule: This step belongs to another cycle.");
  await ask(people.officer, `${cycles}/${cycleId}/base`);
  const splits = [{ accountStringId: line.accountStringId, part: "pay", share: 10_000 }];
  const position = {
    departmentId,
    number: "P-1",
    title: "Operator",
    annualPay: 50_000_00,
    annualBenefits: 0,
    splits: [...splits, { ...splits[0], part: "benefits" }],
  };
  const placed = await ask(people.officer, `${cycles}/${cycleId}/positions`, position);
  const at = (await position_(placed.id)).version;
  expect(await refused(`PUT /api/v1/budget-positions/${placed.id}`, position, at, "head")).toBe(
    "not_allowed: Only people of its department change a position.",
  );
  await ask(people.officer, `${cycles}/${cycleId}/actions/open`);
  expect(await refused(`${cycles}/${cycleId}/base`)).toBe(
    "departments_began: The base is built before departments begin.",
  );
  await refusedOfProposal(await proposalOf(cycleId));
});

const position_ = (id: string) =>
  t.database.read(people.officer).one<{ version: number }>(sql`
    select version
    from budget_position
    where org_id = ${agency.orgId} and id = ${id}
  `);
const proposalOf = async (cycleId: string) => {
  const { id } = await t.database.read(people.officer).one<{ id: string }>(sql`
    select id
    from budget_proposal
    where org_id = ${agency.orgId} and cycle_id = ${cycleId}
    limit 1
  `);
  return ask<Proposal>(people.officer, `GET /api/v1/budget-proposals/${id}`);
};

const refusedOfProposal = async ({ id, lines }: Proposal) => {
  const entered = lines.find((each) => each.source === "entered")!;
  const computed = lines.find((each) => each.source === "positions")!;
  const of = (each: { id: string }) => `/api/v1/budget-proposal-lines/${each.id}`;
  const review = (body: object) => refused(`PUT ${of(entered)}/review`, body, entered.version);
  expect(await review({ reviewed: 1, reason: "By the target" })).toBe(
    "not_in_review: Figures are changed while the proposal is in review.",
  );
  expect(await refused(`PATCH ${of(computed)}`, { requested: 1 }, computed.version)).toBe(
    "computed: This line is computed: change its positions, or the capital plan that it comes from.",
  );
  const proposals = `POST /api/v1/budget-proposals/${id}/actions`;
  await ask(people.officer, `${proposals}/submit`);
  await ask(people.officer, `${proposals}/review`);
  expect(await review({ reviewed: 1, reason: "" })).toBe(
    "invalid_field: Say why the figure changes.",
  );
  expect(await review({ reviewed: 1, reason: "By the target" })).toBe("nothing was refused");
};
