// From the base of a year to its adopted budget, and what changes it afterwards: every line is posted
// or none, one person never holds both ends, and money is never taken twice.
import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "#kernel/ids.ts";
import type { Actor } from "#kernel/access.ts";
import type { Tx } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import {
  makeAgency,
  makeBudget,
  makeMembers,
  makePolicy,
  type Agency,
} from "#server/testing/agency.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import { approveDocument } from "#server/testing/purchase.ts";
import "../budget.server.ts";
import {
  draftAmendment,
  submitAmendment,
  withdrawAmendment,
} from "../amendment/amendment.service.ts";
import { amendmentInput } from "../amendment/amendment.model.ts";
import { openFiscalYear } from "../account/year.service.ts";
import { buildBase } from "../base/base.service.ts";
import { publishBook, readBook } from "../book/book.service.ts";
import { fundBalances, addFundRule, setBeginning } from "../fund-balance/fund-balance.service.ts";
import { postCommitments } from "../ledger/ledger.service.ts";
import { createLine } from "../line/line.service.ts";
import { positionInput } from "../position/position.model.ts";
import { addPosition } from "../position/position.service.ts";
import { packageInput } from "../proposal/proposal.model.ts";
import { readProposal } from "../proposal/proposal.read.service.ts";
import {
  askLine,
  decidePackage,
  keepPackage,
  moveProposal,
  reviewLine,
} from "../proposal/proposal.service.ts";
import { compareVersions } from "../proposal/version.service.ts";
import { adoptCycle } from "./adoption.service.ts";
import { adoptionInput, cycleInput } from "./cycle.model.ts";
import { changeCycle, createCycle, moveCycle } from "./cycle.service.ts";

let t: TestDatabase;
let agency: Agency;
let people: Record<"officer" | "director" | "head" | "foreign", Actor>;
let stranger: Actor;
let lines: Awaited<ReturnType<typeof makeBudget>>[];
let yearId: string;
let cycleId: string;
let proposalId: string;

const as = <T>(actor: Actor, work: (tx: Tx) => Promise<T>) => t.database.transaction(actor, work);
const step = (id: string) => ({ id, version: null });
const decision = (over: object = {}) =>
  adoptionInput.parse({
    decidedOn: "2026-10-02",
    resolution: "2026-114",
    votesFor: 5,
    votesAgainst: 2,
    document: "Minutes of the board",
    ...over,
  });
const proposal = () => readProposal(t.database.read(people.head), people.head, proposalId);

beforeAll(async () => {
  t = await freshDatabase();
  agency = await makeAgency(t.database);
  people = await makeMembers(t.database, agency, {
    officer: { duties: ["budget_officer"] },
    director: { duties: ["budget_officer"] },
    head: { duties: ["department_head"] },
    foreign: { duties: ["department_head"] },
  });
  people.foreign = { ...people.foreign, departmentIds: [] };
  ({ stranger } = await makeMembers(t.database, await makeAgency(t.database), {
    stranger: { role: "admin" },
  }));
  lines = [];
  for (const cents of [100_000_00, 60_000_00, 40_000_01])
    lines.push(await makeBudget(t.database, agency, cents));
  await makePolicy(t.database, people.officer, {
    documentType: "budgetAmendment",
    steps: [
      {
        name: "Budget office",
        stage: 1,
        mode: "any",
        approvers: [{ kind: "duty", duty: "budget_officer" }],
      },
    ],
  });
});
afterAll(() => t.drop());

test("a cycle prepares a planned year and builds its base from last year's lines, to the cent", async () => {
  await expect(
    as(people.officer, (tx) =>
      createCycle(tx, people.officer, cycleInput.parse({ fiscalYearId: agency.fiscalYearId })),
    ),
  ).rejects.toMatchObject({ errors: [{ path: "fiscalYearId" }] });
  ({ id: yearId } = await as(people.officer, (tx) =>
    openFiscalYear(tx, people.officer, {
      year: 2028,
      startsOn: "2036-10-01",
      endsOn: "2037-09-30",
      status: "planned",
    }),
  ));
  ({ id: cycleId } = await as(people.officer, (tx) =>
    createCycle(
      tx,
      people.officer,
      cycleInput.parse({ fiscalYearId: yearId, inflation: { operating: 250 } }),
    ),
  ));
  const built = await as(people.officer, (tx) => buildBase(tx, people.officer, cycleId));
  expect(built).toMatchObject({ lines: 3, proposals: 1 });
  const { id } = await t.database.read(people.officer).one<{ id: string }>(sql`
    select id
    from budget_proposal
    where org_id = ${agency.orgId} and cycle_id = ${cycleId}
  `);
  proposalId = id;
  const { lines: found } = await proposal();
  for (const line of found)
    expect(line.parts.reduce((sum, part) => sum + part.cents, 0)).toBe(line.base);
  for (const part of found.flatMap((l) => l.parts))
    expect(part.rows.reduce((sum, row) => sum + row.cents, 0)).toBe(part.cents);
  expect(found.map((l) => l.base)).toEqual([102_500_00, 61_500_00, 41_000_01]);
});

test("a department writes its own proposal and no other one; the reviewer's column stands beside it", async () => {
  await as(people.officer, (tx) => moveCycle(tx, people.officer, "open", step(cycleId)));
  const [first, second] = (await proposal()).lines;
  const ask = (actor: Actor, requested: number, version: number) =>
    as(actor, (tx) => askLine(tx, actor, first!.id, { requested }, version));
  await expect(ask(people.foreign, 1, first!.version)).rejects.toMatchObject({
    code: "not_allowed",
  });
  await expect(ask(stranger, 1, first!.version)).rejects.toMatchObject({ code: "not_found" });
  await ask(people.head, 120_000_00, first!.version);
  await expect(ask(people.head, 1, first!.version)).rejects.toMatchObject({
    code: "stale_version",
  });
  for (const [title, cents] of [
    ["Second crew", 30_000_00],
    ["New truck", 9_000_00],
  ] as const)
    await as(people.head, (tx) =>
      keepPackage(
        tx,
        people.head,
        { proposalId, id: null },
        packageInput.parse({
          title,
          kind: "one_time",
          rank: 1,
          reason: "Complaints wait",
          lines: [{ accountStringId: lines[1]!.accountStringId, cents }],
        }),
        null,
      ),
    );
  const [pack] = (await proposal()).packages;
  const elsewhere = newId();
  const move = (to: string, from: string) =>
    as(people.officer, (tx) =>
      tx.rows(sql`
        update budget_package
        set proposal_id = ${to}
        where org_id = ${agency.orgId} and proposal_id = ${from} and id = ${pack!.id}
      `),
    );
  await as(people.officer, async (tx) => {
    const department = newId();
    await tx.rows(sql`
      insert into department (org_id, id, code, name)
      values (${agency.orgId}, ${department}, 'ELS', 'Elsewhere')
    `);
    await tx.rows(sql`
      insert into budget_proposal (org_id, id, number, cycle_id, department_id)
      values (${agency.orgId}, ${elsewhere}, 'BP-ELSEWHERE', ${cycleId}, ${department})
    `);
  });
  await move(elsewhere, proposalId);
  await expect(
    as(people.head, (tx) =>
      keepPackage(
        tx,
        people.head,
        { proposalId, id: pack!.id },
        packageInput.parse({
          title: "Ours",
          kind: "one_time",
          rank: 1,
          reason: "It was ours",
          lines: [{ accountStringId: lines[1]!.accountStringId, cents: 1 }],
        }),
        pack!.version,
      ),
    ),
  ).rejects.toThrow("This package belongs to another proposal.");
  await move(proposalId, elsewhere);
  await as(people.officer, (tx) =>
    tx.rows(sql`delete from budget_proposal where org_id = ${agency.orgId} and id = ${elsewhere}`),
  );
  // Whoever heads another department sees at the button that it is not theirs.
  const neighbor = { ...people.head, departmentIds: [] };
  const { actions } = await readProposal(t.database.read(neighbor), neighbor, proposalId);
  expect(actions.find((action) => action.name === "submit")).toMatchObject({
    enabled: false,
    reason: "Only people of this department submit its proposal.",
  });
  await as(people.head, (tx) => moveProposal(tx, people.head, "submit", step(proposalId)));
  await expect(ask(people.head, 1, first!.version + 1)).rejects.toMatchObject({
    code: "with_reviewers",
  });
  await as(people.officer, (tx) => moveProposal(tx, people.officer, "review", step(proposalId)));
  const review = (reason: string) =>
    as(people.officer, (tx) =>
      reviewLine(tx, people.officer, second!.id, { reviewed: 60_000_00, reason }, second!.version),
    );
  await expect(review("")).rejects.toMatchObject({ errors: [{ path: "reason" }] });
  await review("A contract holds the price");
  const { packages } = await proposal();
  // Accepted now, its packages could not be decided on any more.
  await expect(
    as(people.officer, (tx) => moveProposal(tx, people.officer, "accept", step(proposalId))),
  ).rejects.toThrow("2 decision packages wait for a decision.");
  for (const each of packages)
    await as(people.officer, (tx) =>
      decidePackage(
        tx,
        people.officer,
        each.id,
        {
          status: each.title === "New truck" ? "recommended" : "cut",
          reason: "By the target",
        },
        each.version,
      ),
    );
  const now = await proposal();
  expect(now.requested).toBe(120_000_00 + 61_500_00 + 41_000_01 + 39_000_00);
  expect(now.recommended).toBe(120_000_00 + 60_000_00 + 41_000_01 + 9_000_00);
  const { lines: differs } = await compareVersions(t.database.read(people.head), proposalId, 1, 0);
  expect(differs.map((d) => d.what).sort()).toEqual([
    "New truck",
    "Second crew",
    "entered",
    "entered",
  ]);
});

test("positions are computed, never typed, and their parts come to the whole", async () => {
  const [a, b] = lines;
  const input = positionInput.parse({
    departmentId: agency.departmentId,
    number: "P-1",
    title: "Operator",
    annualPay: 58_333_33,
    annualBenefits: 21_111_11,
    fteThousandths: 750,
    months: 10,
    raiseHundredths: 275,
    raiseFromMonth: 7,
    splits: [
      { accountStringId: a!.accountStringId, part: "pay", share: 3333 },
      { accountStringId: b!.accountStringId, part: "pay", share: 6667 },
      { accountStringId: b!.accountStringId, part: "benefits", share: 10_000 },
    ],
  });
  await as(people.officer, (tx) => addPosition(tx, people.officer, cycleId, input));
  const computed = (await proposal()).lines.filter((l) => l.source === "positions");
  const sum = computed.reduce((total, l) => total + l.requested, 0);
  // 10 of 12 months at three quarters; six of the ten with the raise.
  const pay = Math.round((58_333_33 * 0.75 * (4 + 6 * 1.0275)) / 12);
  const benefits = Math.round((21_111_11 * 0.75 * 10) / 12);
  expect(sum).toBe(pay + benefits);
  await expect(
    as(people.officer, (tx) =>
      askLine(tx, people.officer, computed[0]!.id, { requested: 1 }, computed[0]!.version),
    ),
  ).rejects.toMatchObject({ code: "with_reviewers" });
});

test("another person enters the decision; a fund that breaks a rule needs what was decided; then every line is there or none", async () => {
  const { officer, director } = people;
  await as(officer, (tx) => moveCycle(tx, officer, "review", step(cycleId)));
  const recommend = () => as(officer, (tx) => moveCycle(tx, officer, "recommend", step(cycleId)));
  await expect(recommend()).rejects.toThrow("1 proposal is not accepted yet.");
  await as(officer, (tx) => moveProposal(tx, officer, "accept", step(proposalId)));
  await recommend();
  const book = await as(officer, (tx) => publishBook(tx, officer, cycleId));
  expect(book.hash).toMatch(/^[0-9a-f]{64}$/);
  // Full-time equivalents of three years; of those before no cycle is kept.
  const { content } = await readBook(t.database.read(officer), book.id);
  const staffed = content.positions.reduce((sum, p) => sum + p.fte, 0);
  expect(staffed).toBeGreaterThan(0);
  expect(content.staffing).toEqual([
    { department: content.positions[0]!.department, twoBefore: null, before: null, fte: staffed },
  ]);
  await expect(as(officer, (tx) => publishBook(tx, officer, cycleId))).rejects.toMatchObject({
    code: "book_unchanged",
  });
  await as(officer, (tx) => moveCycle(tx, officer, "hold", step(cycleId)));
  await as(officer, (tx) => moveCycle(tx, officer, "prepare", step(cycleId)));
  await expect(
    as(officer, (tx) => adoptCycle(tx, officer, step(cycleId), decision())),
  ).rejects.toThrow("You prepared the adoption");
  for (const { fundId } of lines.slice(1))
    await as(officer, (tx) =>
      setBeginning(tx, officer, { cycleId, fundId }, { beginning: 200_000_00 }),
    );
  await as(officer, (tx) =>
    addFundRule(tx, officer, {
      fundId: null,
      kind: "balanced",
      fromOn: "2030-01-01",
      percentHundredths: 0,
      cents: 0,
      citation: "County policy 2",
      verified: false,
    }),
  );
  const { funds } = await fundBalances(t.database.read(officer), cycleId);
  expect(funds.map((f) => f.breaches.length)).toEqual([1, 0, 0]);
  const adopt = (over: object) =>
    as(director, (tx) => adoptCycle(tx, director, step(cycleId), decision(over)));
  await expect(adopt({})).rejects.toMatchObject({ errors: [{ path: "exceptions" }] });
  await expect(adopt({ votesFor: 2, votesAgainst: 2 })).rejects.toMatchObject({
    errors: [{ path: "votesFor", message: "More voted against it than for it, or as many." }],
  });
  const nothing = await t.database.read(officer).one<{ lines: number; status: string }>(sql`
    select
      y.status,
      (
        select count(*)::int
        from budget_line l
        where l.org_id = y.org_id and l.fiscal_year_id = y.id
      ) as lines
    from fiscal_year y
    where y.org_id = ${agency.orgId} and y.id = ${yearId}
  `);
  expect(nothing).toEqual({ lines: 0, status: "planned" });
  await adopt({ exceptions: [{ fundId: lines[0]!.fundId, text: "Paid from next year's levy." }] });
  const sums = await t.database.read(officer).one<Record<string, number>>(sql`
    select
      (
        select sum(l.original)
        from budget_line l
        where l.org_id = ${agency.orgId} and l.fiscal_year_id = ${yearId}
      )::bigint as originals,
      (
        select sum(e.adjusted)
        from commitment_entry e
        where e.org_id = ${agency.orgId} and e.document_id = ${cycleId} and e.kind = 'adopt'
      )::bigint as entries,
      (
        select sum(g.recommended)
        from budget_figure g
        where g.org_id = ${agency.orgId} and g.cycle_id = ${cycleId}
      )::bigint as book
  `);
  expect(sums["originals"]).toBe(sums["book"]);
  expect(sums["entries"]).toBe(sums["book"]);
  const { version } = await t.database.read(officer).one<{ version: number }>(sql`
    select version
    from budget_cycle
    where org_id = ${agency.orgId} and id = ${cycleId}
  `);
  await expect(
    as(officer, (tx) => changeCycle(tx, officer, cycleId, { message: "Less" }, version)),
  ).rejects.toThrow("This budget is adopted: what it says stays as it was.");
  await expect(
    as(officer, (tx) =>
      createLine(tx, officer, {
        fiscalYearId: yearId,
        accountStringId: lines[0]!.accountStringId,
        original: 1,
        note: "",
      }),
    ),
  ).rejects.toMatchObject({ code: "budget_adopted" });
});

type Balances = { budget: number; preEncumbered: number; available: number };
const balances = (at: number) =>
  t.database.read(people.officer).one<Balances>(sql`
    select
      original + adjusted as budget, pre_encumbered,
      original + adjusted - pre_encumbered - encumbered - expended as available
    from budget_line
    where org_id = ${agency.orgId}
      and fiscal_year_id = ${yearId}
      and account_string_id = ${lines[at]!.accountStringId}
  `);
const transfer = async (cents: number, actor = people.head) => {
  const made = await as(actor, (tx) =>
    draftAmendment(
      tx,
      actor,
      amendmentInput.parse({
        kind: "transfer",
        fiscalYearId: yearId,
        title: "Gravel",
        reason: "The winter was long",
        lines: [
          { accountStringId: lines[2]!.accountStringId, cents: -cents },
          { accountStringId: lines[1]!.accountStringId, cents },
        ],
      }),
    ),
  );
  await as(actor, (tx) => submitAmendment(tx, actor, step(made.id)));
  return made.id;
};
const order = (cents: number) =>
  as(people.head, async (tx) =>
    postCommitments(
      tx,
      people.head,
      { type: "purchaseOrder", id: yearId, number: "PO-T", fiscalYearId: yearId },
      [{ accountStringId: lines[2]!.accountStringId, encumbered: cents }],
      { kind: "encumber" },
    ),
  );

test("what a transfer gives is reserved while it is decided, and whoever asked does not decide", async () => {
  const before = await balances(2);
  const id = await transfer(30_000_00);
  expect(await balances(2)).toEqual({
    ...before,
    preEncumbered: 30_000_00,
    available: before.available - 30_000_00,
  });
  await expect(order(before.available - 30_000_00 + 1)).rejects.toMatchObject({
    code: "over_budget",
  });
  const own = await transfer(1_00, people.officer);
  await expect(approveDocument(t.database, people.officer, own)).rejects.toMatchObject({
    code: "self_approval",
  });
  await as(people.officer, (tx) =>
    withdrawAmendment(tx, people.officer, { ...step(own), reason: "Typed wrong" }),
  );
  await approveDocument(t.database, people.director, id);
  expect(await balances(2)).toMatchObject({ preEncumbered: 0, budget: before.budget - 30_000_00 });
});

test("a hundred amendments and orders at once never overdraw a line, and every line is its recount", async () => {
  const before = await balances(2);
  const cents = Math.ceil(before.available / 40);
  const done = await Promise.allSettled(
    Array.from({ length: 100 }, (_, n) => (n % 2 ? order(cents) : transfer(cents))),
  );
  const taken = done.filter((d) => d.status === "fulfilled").length;
  expect(taken).toBe(Math.floor(before.available / cents));
  const after = await balances(2);
  expect(after.available).toBe(before.available - taken * cents);
  expect(after.available).toBeGreaterThanOrEqual(0);
  const off = await t.database.read(people.officer).rows(sql`
    select l.id
    from budget_line l
    cross join lateral (
      select
        sum(e.adjusted) as budget, sum(e.pre_encumbered) as pre, sum(e.encumbered) as encumbered
      from commitment_entry e
      where e.org_id = l.org_id and e.budget_line_id = l.id
    ) e
    where l.org_id = ${agency.orgId}
      and l.fiscal_year_id = ${yearId}
      and (
        l.original + l.adjusted <> e.budget
        or l.pre_encumbered <> e.pre
        or l.encumbered <> e.encumbered
      )
  `);
  expect(off).toEqual([]);
});
