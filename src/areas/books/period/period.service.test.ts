import { expect, test } from "vitest";
import type { Actor } from "#kernel/access.ts";
import { sql } from "#server/db/sql.ts";
import { refusalOf } from "#server/testing/asking.ts";
import { approvedInvoice } from "#server/testing/payments.ts";
import { transition } from "#server/lifecycle.ts";
import { a, as, bookTests, follow, onDay, people, periodOf, t } from "../books.setup.ts";
import { booksRules } from "../books.checks.ts";
import { accountOf } from "../chart/chart.service.ts";
import { entryInput } from "../entry/entry.model.ts";
import { entryNoun } from "../entry/entry.noun.ts";
import { draftEntry, postEntry, reverseEntry } from "../entry/entry.service.ts";
import { followOnce } from "../posting/follower.service.ts";
import { writeEntries } from "../posting/write-entries.service.ts";
import { closePeriod, openPeriod, reopenPeriod, softClosePeriod } from "./period.service.ts";
import { readPeriod } from "./period.read.service.ts";

bookTests();

const at = (id: string) => ({ id, version: null, reason: "As agreed in the office" });
const none = {};
const october = async () => (await periodOf("2026-10-31")).id;
const november = async () => (await periodOf("2026-11-30")).id;
const soft = (id: string, who: Actor = people.controller, on = "2026-12-03") =>
  as(onDay(who, on), (tx, actor) => softClosePeriod(tx, actor, at(id), none));
const close = (id: string, who: Actor = people.chief, on = "2026-12-04") =>
  as(onDay(who, on), (tx, actor) => closePeriod(tx, actor, at(id)));

const typed = async (cents: number, on = "2026-10-15", over: object = {}) => {
  const db = t.database.read(people.controller);
  const fund = await db.one<{ id: string }>(sql`
    select id
    from gl_account
    where org_id = ${a.orgId} and kind = 'fund'
    order by code
    limit 1
  `);
  const line = async (role: "cash" | "fundBalance", debit: number, credit: number) => ({
    fundId: fund.id,
    accountId: await accountOf(db, role),
    debit,
    credit,
  });
  return entryInput.parse({
    title: "Cash of the former books",
    reason: "Audited statement of September 30",
    postedOn: on,
    lines: [await line("cash", cents, 0), await line("fundBalance", 0, cents)],
    ...over,
  });
};
const post = async (input: Awaited<ReturnType<typeof typed>>, on = "2026-12-02") => {
  const { id } = await as(onDay(people.controller, on), async (tx, actor) => {
    const made = await draftEntry(tx, actor, input);
    return transition(tx, actor, entryNoun, { id: made.id, action: "submit", version: null });
  });
  return as(onDay(people.other, on), (tx, actor) => postEntry(tx, actor, at(id)));
};

test("a period is closed for documents by one, closed by another, and frozen; reopened from the last back", async () => {
  await post(await typed(500_00));
  const id = await october();
  await soft(id);
  expect(await refusalOf(close(id, people.controller))).toMatch(/another person closes it/);
  await close(id);
  const closed = await readPeriod(t.database.read(people.chief), people.chief, id);
  expect(closed.balance.map((r) => [r.name, r.closing])).toEqual([
    ["Pooled cash", 500_00],
    ["Fund balance", -500_00],
  ]);
  expect(closed.sha256).toMatch(/^[0-9a-f]{64}$/);
  const next = await november();
  await soft(next);
  expect(await refusalOf(as(people.chief, (tx, chief) => reopenPeriod(tx, chief, at(id))))).toMatch(
    /from the last back/,
  );
  await as(people.controller, (tx, actor) => openPeriod(tx, actor, at(next)));
  await as(people.chief, (tx, chief) => reopenPeriod(tx, chief, at(id)));
  expect((await periodOf("2026-10-31")).status).toBe("soft_closed");
});

test("periods follow each other, and none is closed before it ended", async () => {
  expect(await refusalOf(soft(await november()))).toMatch(/October 2026 comes first/);
  expect(await refusalOf(soft(await october(), people.controller, "2026-10-30"))).toMatch(
    /The period has ended/,
  );
});

test("nothing is entered into a closed period; what is approved later falls into the first open one", async () => {
  const id = await october();
  await soft(id);
  await close(id);
  expect(await refusalOf(post(await typed(1_00)))).toMatch(/The period of Oct 15, 2026 is closed/);
  // A movement whose day lies in October, followed when October is closed.
  const bill = await approvedInvoice(t.database, a, { cents: 90_00 });
  await follow();
  const { postedOn, recordDay } = await t.database.read(people.controller).one<{
    postedOn: string;
    recordDay: string;
  }>(sql`
    select posted_on, record_day
    from gl_entry
    where org_id = ${a.orgId} and document_id = ${bill.id}
  `);
  expect(postedOn >= "2026-11-01").toBe(true);
  expect(recordDay <= postedOn).toBe(true);
});

test("the database itself refuses what does not balance in a fund and what stands in a closed period", async () => {
  const { fundId, accountId } = await t.database.read(people.controller).one<{
    fundId: string;
    accountId: string;
  }>(sql`
    select
      (select id from gl_account where org_id = ${a.orgId} and kind = 'fund' limit 1) as fund_id,
      (select id from gl_account where org_id = ${a.orgId} and role = 'cash') as account_id
  `);
  const period = await october();
  const written = (cents: readonly number[]) =>
    as(people.controller, (tx) =>
      writeEntries(tx, [
        {
          source: "year_end",
          sourceId: crypto.randomUUID(),
          event: "entry",
          fiscalYearId: a.fiscalYearId,
          periodId: period,
          postedOn: "2026-10-10" as never,
          recordDay: "2026-10-10" as never,
          documentType: "journalEntry",
          documentId: crypto.randomUUID(),
          documentNumber: "X",
          what: "",
          rulesId: null,
          lines: cents.map((c) => ({
            fundId,
            accountId,
            accountStringId: null,
            code: "",
            cents: c,
            item: null,
            itemId: null,
          })),
        },
      ]),
    );
  await expect(written([100, -99])).rejects.toThrow(/does not balance/);
  await written([100, -100]);
  await soft(period);
  await close(period);
  await expect(written([100, -100])).rejects.toThrow(/closed period/);
});

test("an accrual takes itself back on its day; an entry is reversed once, by another", async () => {
  const accrual = await typed(40_00, "2026-10-31", { kind: "accrual", reversesOn: "2026-11-01" });
  await post(accrual);
  const entry = await post(await typed(7_00));
  expect(
    await refusalOf(as(people.controller, (tx, actor) => reverseEntry(tx, actor, at(entry.id)))),
  ).toMatch(/You prepared this entry/);
  await as(people.other, (tx, actor) => reverseEntry(tx, actor, at(entry.id)));
  const cash = await t.database.read(people.controller).rows<{ month: string; cents: number }>(sql`
    select to_char(e.posted_on, 'YYYY-MM') as month, sum(l.cents)::bigint as cents
    from gl_line l
    join gl_entry e on e.org_id = l.org_id and e.id = l.entry_id
    join gl_account g on g.org_id = l.org_id and g.id = l.account_id and g.role = 'cash'
    where l.org_id = ${a.orgId}
    group by 1
    order by 1
  `);
  expect(cash).toEqual([
    { month: "2026-10", cents: 40_00 },
    { month: "2026-11", cents: -40_00 },
  ]);
});

test("an entry on account strings moves their budgets by the same cents; one that does not balance is refused by its fund", async () => {
  const input = await typed(25_00, "2026-11-05");
  const [cash] = input.lines;
  const spent = { accountStringId: a.accountStringId, fundId: null, accountId: null, memo: "" };
  const fund = await t.database.read(people.controller).one<{ fundId: string }>(sql`
    select fund_id
    from account_string
    where org_id = ${a.orgId} and id = ${a.accountStringId}
  `);
  const lines = [
    { ...cash!, ...fund, debit: 0, credit: 25_00 },
    { ...spent, debit: 25_00, credit: 0 },
  ];
  await post({ ...input, lines });
  const { expended } = await t.database.read(people.controller).one<{ expended: number }>(sql`
    select expended
    from budget_line
    where org_id = ${a.orgId} and account_string_id = ${a.accountStringId}
  `);
  expect(expended).toBe(25_00);
  await follow();
  const rule = booksRules.find((r) => r.name === "books.budget")!;
  const db = t.database.read(people.controller);
  expect(
    await rule.check({ db, app: t.app, actor: people.controller, beat: async () => {} }),
  ).toEqual([]);
  const apart = [lines[0]!, { ...spent, debit: 24_00, credit: 0 }];
  expect(await refusalOf(post({ ...input, lines: apart }))).toMatch(/^not_balanced/);
});

test("fifty write while a month is closed: none is inside behind it, none is lost", async () => {
  const id = await october();
  const inputs = await Promise.all(
    Array.from({ length: 50 }, (_, n) => typed(100 + n, "2026-10-20")),
  );
  const drafts = await Promise.all(
    inputs.map((input) =>
      as(onDay(people.controller, "2026-12-02"), async (tx, actor) => {
        const made = await draftEntry(tx, actor, input);
        return transition(tx, actor, entryNoun, { id: made.id, action: "submit", version: null });
      }),
    ),
  );
  // The close does not wait for entries that were not posted: they stop it.
  expect(await refusalOf(soft(id))).toMatch(/Journal entries that wait to be posted/);
  const posting = drafts.map((d) =>
    as(onDay(people.other, "2026-12-02"), (tx, actor) => postEntry(tx, actor, at(d.id))).then(
      () => "posted",
      (error: { code?: string }) => error.code,
    ),
  );
  const closing = (async () => {
    for (let n = 0; n < 200; n += 1) if ((await refusalOf(soft(id)).catch(() => "")) === "") return;
  })();
  const outcomes = await Promise.all(posting);
  await closing;
  expect(new Set(outcomes)).toEqual(new Set(["posted"]));
  const { n } = await t.database.read(people.controller).one<{ n: number }>(sql`
    select count(*)::int as n
    from gl_entry
    where org_id = ${a.orgId} and period_id = ${id}
  `);
  expect(n).toBe(50);
});

test("documents that are written while a month closes stand in it or behind it, each once", async () => {
  const id = await october();
  const bills = Array.from({ length: 12 }, (_, n) =>
    approvedInvoice(t.database, a, { cents: 1_00 + n }),
  );
  const following = Array.from({ length: 8 }, () => as(people.controller, (tx) => followOnce(tx)));
  await Promise.all([...bills, ...following, soft(id).then(() => close(id))]);
  await follow();
  const { n, once } = await t.database.read(people.controller).one<{ n: number; once: number }>(sql`
    select count(*)::int as n, count(distinct source_id)::int as once
    from gl_entry
    where org_id = ${a.orgId} and source = 'commitment'
  `);
  expect([n, once]).toEqual([12, 12]);
});
