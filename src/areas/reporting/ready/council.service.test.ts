import fc from "fast-check";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import "#areas.server.ts";
import { amendLines } from "#areas/budget/appropriation/appropriation.service.ts";
import type { Actor } from "#kernel/access.ts";
import { newId } from "#kernel/ids.ts";
import { permissions } from "#roles.ts";
import { allFacts } from "#server/area.ts";
import { runList } from "#server/http/list-page.ts";
import { listQuery } from "#server/http/list.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import { agencyDay } from "#server/testing/days.ts";
import { approvedInvoice, payingAgency, type PayingAgency } from "#server/testing/payments.ts";
import { questionInput, type ReportQuestion } from "../figure/figure.model.ts";
import { answerOf } from "../figure/figure.service.ts";
import { councilReports } from "./council.data.ts";

let t: TestDatabase;
let owner: pg.Client;
let a: PayingAgency;
let me: Actor;
beforeAll(async () => {
  t = await freshDatabase();
  owner = new pg.Client({ connectionString: t.ownerUrl });
  await owner.connect();
  a = await payingAgency(t.database);
  me = {
    ...a.people.everything,
    permissions: new Set(Object.keys(permissions)) as never,
    timeZone: "America/Chicago",
  };
});
afterAll(async () => {
  await owner.end();
  await t.drop();
});

const named = (id: string): ReportQuestion =>
  questionInput.parse(councilReports.find((each) => each.id === id)!.question);
const ask = (question: ReportQuestion) => answerOf(t.database.read(me), me, question);
const opened = async (id: string, address: string) => {
  const { list } = allFacts().find((fact) => fact.id === id)!;
  const asked = Object.fromEntries(new URL(address, "http://x").searchParams);
  return runList(t.database.read(me), me, list, listQuery(list).parse(asked));
};
const instantOn = (days: number) => `${agencyDay(days)}T18:00:00.000Z`;

/** A publication of so many runs that was published on a day. */
const publish = async (runs: number, days: number, status = "published") => {
  const id = newId();
  await owner.query(
    `
      insert into publication (
        org_id, id, number, status, slug, version_no, title, says, content, sha256, asked_by,
        decided_by, published_at
      )
      values (
        $1, $2, $3, $4, $5, 1, 'Council', 'What it says', '{}', encode(sha256('{}'), 'hex'), $6, $7,
        $8
      )
    `,
    [
      a.orgId,
      id,
      `PUB-${id.slice(-6)}`,
      status,
      `council-${id.slice(-12)}`,
      a.people.admin.personId,
      a.people.otherAp.personId,
      instantOn(days),
    ],
  );
  for (let place = 1; place <= runs; place++) {
    const run = newId();
    await owner.query(
      `
        insert into kept_run (
          org_id, id, number, name, question, finding, result, sha256, shared, permissions, kept_by,
          kept_at
        )
        values (
          $1, $2, $3, 'Council', '{}', 'Found', '{}', encode(sha256('{}'), 'hex'), true, '{}', $4,
          $5
        )
      `,
      [a.orgId, run, `KPT-${run.slice(-8)}`, a.people.admin.personId, instantOn(days)],
    );
    await owner.query(
      "insert into publication_run (org_id, publication_id, place, run_id) values ($1, $2, $3, $4)",
      [a.orgId, id, place, run],
    );
  }
};

let serial = 0;
const order = (cents: number, days: number) =>
  owner.query(
    `
      insert into purchase_order (
        org_id, id, number, title, vendor_id, department_id, fiscal_year_id, status, amount,
        ordered_on
      )
      values ($1, $2, $3, 'Stone', $4, $5, $6, 'issued', $7, $8)
    `,
    [
      a.orgId,
      newId(),
      `PO-T-${++serial}`,
      a.vendor.id,
      a.departmentId,
      a.fiscalYearId,
      cents,
      agencyDay(days),
    ],
  );
const award = async (cents: number, days: number, status = "final") => {
  const id = newId();
  await owner.query(
    `
      insert into solicitation (
        org_id, id, number, kind, status, title, department_id, fiscal_year_id, protection,
        published_at, due_at, opened_at
      )
      values ($1, $2, $3, 'itb', 'awarded', 'Stone', $4, $5, 'sealed', now(), now(), now())
    `,
    [a.orgId, id, `SOL-T-${++serial}`, a.departmentId, a.fiscalYearId],
  );
  await owner.query(
    `
      insert into award (
        org_id, id, number, solicitation_id, status, parts, total_cents, posted_at, window_ends_at,
        window_rule, finalised_at, posted_by, finalised_by
      )
      values ($1, $2, $3, $4, $5, '[]', $6, $7, $7, '{}', $8, $9, $9)
    `,
    [
      a.orgId,
      newId(),
      `AWD-T-${serial}`,
      id,
      status,
      cents,
      instantOn(days),
      ["intent", "withdrawn"].includes(status) ? null : instantOn(days),
      me.personId,
    ],
  );
};
const bill = async (cents: number, days: number) => {
  const { id } = await approvedInvoice(t.database, a, { cents });
  await owner.query("update invoice set approved_at = $3 where org_id = $1 and id = $2", [
    a.orgId,
    id,
    instantOn(days),
  ]);
};

test("since the last meeting by hand: from the day of the last packet, none before one was published", async () => {
  await expect(ask(named("since-last-meeting"))).rejects.toMatchObject({ code: "no_packet" });
  await publish(1, -1);
  await expect(ask(named("since-last-meeting"))).rejects.toMatchObject({ code: "no_packet" });
  await publish(2, -30);
  await publish(3, -7, "superseded");
  for (const [cents, days] of [
    [100_00, -8],
    [40_00, -7],
    [2_50, 0],
  ] as const) {
    await bill(cents, days);
    await order(cents * 10, days);
    await award(cents * 100, days);
  }
  await award(9_000_00, -1, "intent");
  await award(9_000_00, -1, "withdrawn");
  const answer = await ask(named("since-last-meeting"));
  expect([answer.from, answer.until]).toEqual([agencyDay(-7), agencyDay()]);
  expect(
    answer.rows.map(({ names, cells }) => [names[0], ...cells.map(({ value }) => value)]),
  ).toEqual([["Roads and Bridges", 42_50, 2, 425_00, 2, 4_250_00, 2]]);
  expect(answer.finding).toContain("since the last packet: $42.50");
  const [spent, , ordered, , awarded] = answer.rows[0]!.cells;
  for (const [fact, total, cell] of [
    ["spending", "spent", spent],
    ["orders", "amount", ordered],
    ["madeAwards", "totalCents", awarded],
  ] as const) {
    const page = await opened(fact, cell!.opens!);
    expect([page.total, page.totals![total]]).toEqual([cell!.rows, cell!.value]);
  }
});

test("the budgetary comparison by hand: original, final, actual and what they differ by, as the ledger has it", async () => {
  const line = { fiscalYearId: a.fiscalYearId, accountStringId: a.accountStringId };
  const { rows } = await owner.query<{ original: string; spent: string }>(
    "select sum(original) as original, sum(expended) as spent from budget_line where org_id = $1",
    [a.orgId],
  );
  const [original, spent] = [Number(rows[0]!.original), Number(rows[0]!.spent)];
  await t.database.transaction(me, (tx) =>
    amendLines(
      tx,
      me,
      {
        type: "budgetChange",
        id: newId(),
        number: "BC-1",
        fiscalYearId: line.fiscalYearId,
        kind: "amend",
        reserved: false,
        source: "Fund balance",
        fundDecision: "",
        note: "More stone",
      },
      [{ accountStringId: line.accountStringId, cents: 1_000_00 }],
    ),
  );
  const answer = await ask(named("budgetary-comparison"));
  const final = original + 1_000_00;
  expect(answer.totals.map(({ value }) => value)).toEqual([
    final - spent,
    Math.round((1000 * (final - spent)) / final) / 10,
    original,
    final,
    spent,
  ]);
  expect(answer.rows.map(({ names }) => names[1])).toEqual(["Roads and Bridges"]);
  const cell = answer.rows[0]!.cells[0]!;
  const page = await opened("budget", cell.opens!);
  expect([page.total, page.totals!.variance, page.totals!.original]).toEqual([
    cell.rows,
    cell.value,
    original,
  ]);
  // What the budget was before its first change no entry says.
  await expect(
    ask({ ...named("budgetary-comparison"), posted: agencyDay() }),
  ).rejects.toMatchObject({ code: "figure_now_only" });
});

const moved = fc.record({
  cents: fc.integer({ min: 1, max: 900_00 }),
  days: fc.integer({ min: -9, max: 0 }),
});

test("over random histories what came since the packet is what came one by one on its days", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(moved, { maxLength: 6 }),
      fc.array(moved, { maxLength: 6 }),
      async (orders, awards) => {
        await owner.query(
          "delete from award; delete from purchase_order; delete from solicitation",
        );
        for (const { cents, days } of orders) await order(cents, days);
        for (const { cents, days } of awards) await award(cents, days);
        const { totals } = await ask(named("since-last-meeting"));
        const since = (all: readonly { cents: number; days: number }[]) => {
          const counted = all.filter(({ days }) => days >= -7);
          return [counted.reduce((n, { cents }) => n + cents, 0), counted.length];
        };
        expect(totals.slice(2).map(({ value }) => value)).toEqual([
          ...since(orders),
          ...since(awards),
        ]);
      },
    ),
    { numRuns: 15 },
  );
});
