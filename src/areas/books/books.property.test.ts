import { expect, test } from "vitest";
import { sql } from "#server/db/sql.ts";
import { transition } from "#server/lifecycle.ts";
import { agencyDay } from "#server/testing/days.ts";
import { approvedRun } from "#server/testing/payments.ts";
import { approveDocument } from "#server/testing/purchase.ts";
import {
  createInvoice,
  releaseRun,
  submitInvoice,
  voidPayment,
} from "#areas/finance/finance.server.ts";
import { addRule } from "#areas/governance/governance.server.ts";
import { stateRules } from "#areas/governance/rule/state-rules.data.ts";
import { invoiceInput } from "#areas/finance/invoice/invoice.model.ts";
import { releaseRetainage } from "#areas/finance/invoice/retainage.service.ts";
import { booksRules } from "./books.checks.ts";
import { a, as, bookTests, follow, onDay, people, periodOf, second, t } from "./books.setup.ts";
import { accountOf } from "./chart/chart.service.ts";
import { nominal } from "./chart/chart.labels.ts";
import { entryInput } from "./entry/entry.model.ts";
import { entryNoun } from "./entry/entry.noun.ts";
import { draftEntry, postEntry } from "./entry/entry.service.ts";
import { closePeriod, reopenPeriod, softClosePeriod } from "./period/period.service.ts";
import { trialBalance } from "./statement/trial-balance.service.ts";

bookTests();

/** Drawn numbers that can be drawn again. */
const drawn = (seed: number) => {
  let state = seed;
  return (below: number): number => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
};

const at = (id: string) => ({ id, version: null, reason: "Drawn by the test" });
type Found = { id: string; number: string };
const rows = (text: ReturnType<typeof sql>) => t.database.read(people.controller).rows<Found>(text);

const bill = async (draw: (n: number) => number) => {
  const { ap, otherManager } = a.people;
  const line = (accountStringId: string, cents: number) => ({
    accountStringId,
    description: "Stone",
    quantity: "1",
    unitPrice: (cents / 100).toFixed(2),
  });
  const [one, two] = [1 + draw(900_00), 1 + draw(900_00)];
  const input = invoiceInput.parse({
    vendorId: a.vendor.id,
    vendorNumber: `P-${draw(1_000_000_000)}`,
    ...([{}, { terms: "2/10 net 30" }, { receivedOn: agencyDay(-50) }][draw(3)] as object),
    invoiceDate: agencyDay(-1),
    retainage: draw(3) === 0 ? Math.floor((one + two) / 20) : 0,
    lines: [line(a.accountStringId, one), line(second.accountStringId, two)],
  });
  const { id } = await as(ap, (tx) => createInvoice(tx, ap, input));
  await as(ap, (tx) => submitInvoice(tx, ap, at(id)));
  await approveDocument(t.database, otherManager, id);
};

const lateCosts = () => {
  const { state: _s, ...law } = stateRules.find(
    ({ state, key }) => state === "Minnesota" && key === "promptPayment",
  )!;
  const { admin } = a.people;
  return as(admin, (tx) =>
    addRule(tx, admin, { ...law, jurisdiction: "state", effectiveTo: null, verified: false }),
  );
};

const pay = async () => {
  const due = await rows(sql`
    select id, number
    from invoice
    where org_id = ${a.orgId} and status = 'approved'
    limit 1
  `);
  if (due.length === 0) return;
  const run = await approvedRun(t.database, a);
  const { treasurer } = a.people;
  await as(treasurer, (tx) => releaseRun(tx, treasurer, at(run), t.app.files));
};

const spoil = async () => {
  const [payment] = await rows(sql`
    select id, number
    from payment
    where org_id = ${a.orgId} and status = 'released'
    order by number
    limit 1
  `);
  const { treasurer } = a.people;
  if (payment)
    await as(treasurer, (tx) =>
      voidPayment(tx, treasurer, at(payment.id), t.app.files, { reason: "Spoiled" }),
    );
};

const giveBack = async (draw: (n: number) => number) => {
  const [withheld] = await rows(sql`
    select id, number
    from invoice
    where org_id = ${a.orgId} and status in ('approved', 'paid') and retainage > retainage_released
    order by number
    limit 1
  `);
  const { manager } = a.people;
  if (withheld)
    await as(manager, (tx) =>
      releaseRetainage(tx, manager, at(withheld.id), { amount: 1 + draw(100) }),
    );
};

const enter = async (draw: (n: number) => number) => {
  const db = t.database.read(people.controller);
  const [cash, balance] = await Promise.all([accountOf(db, "cash"), accountOf(db, "fundBalance")]);
  const cents = 1 + draw(5000_00);
  const input = entryInput.parse({
    title: "Drawn",
    reason: "Drawn by the test",
    postedOn: draw(2) === 0 ? "2026-10-20" : "2026-11-20",
    lines: [
      { fundId: second.fundId, accountId: cash, debit: cents },
      { fundId: second.fundId, accountId: balance, credit: cents },
    ],
  });
  const day = "2026-12-05";
  const { id } = await as(onDay(people.controller, day), async (tx, actor) => {
    const made = await draftEntry(tx, actor, input);
    return transition(tx, actor, entryNoun, { id: made.id, action: "submit", version: null });
  });
  await as(onDay(people.other, day), (tx, actor) => postEntry(tx, actor, at(id)));
};

// October is closed and reopened in between.
const closeOrOpen = async () => {
  const { id, status } = await periodOf("2026-10-20");
  const controller = onDay(people.controller, "2026-12-05");
  const chief = onDay(people.chief, "2026-12-05");
  if (status === "closed") return as(chief, (tx, actor) => reopenPeriod(tx, actor, at(id)));
  if (status === "open")
    await as(controller, (tx, actor) => softClosePeriod(tx, actor, at(id), {}));
  return as(chief, (tx, actor) => closePeriod(tx, actor, at(id)));
};

const orClosed = async (work: () => Promise<unknown>) => {
  try {
    await work();
  } catch (error) {
    if ((error as { code?: string }).code !== "period_closed") throw error;
  }
};

/** The trial balance as somebody would add it up by hand. */
const naive = async (year: number, place: number) => {
  const lines = await t.database.read(people.controller).rows<{
    fundId: string;
    accountId: string;
    class: string;
    year: number;
    place: number;
    cents: number;
  }>(sql`
    select l.fund_id, l.account_id, g.class, p.year, p.place, l.cents
    from gl_line l
    join gl_account g on g.org_id = l.org_id and g.id = l.account_id
    join accounting_period p on p.org_id = l.org_id and p.id = l.period_id
    where l.org_id = ${a.orgId}
  `);
  const sums = new Map<string, number>();
  for (const l of lines) {
    if (l.year > year || (l.year === year && l.place > place)) continue;
    if (l.year < year && nominal.has(l.class)) throw new Error("One year only");
    const key = `${l.fundId} ${l.accountId}`;
    sums.set(key, (sums.get(key) ?? 0) + l.cents);
  }
  return sums;
};

test.each([11, 23])(
  "over a random history (%i) every fund balances, budgets agree and the trial balance is the naive sum",
  async (seed) => {
    const draw = drawn(seed);
    const steps = [
      () => bill(draw),
      () => bill(draw),
      pay,
      spoil,
      () => giveBack(draw),
      () => orClosed(() => enter(draw)),
      closeOrOpen,
      follow,
    ];
    await lateCosts();
    for (let n = 0; n < 24; n += 1) await steps[draw(steps.length)]!();
    await follow();
    const db = t.database.read(people.controller);
    for (const rule of booksRules)
      expect(
        await rule.check({ db, app: t.app, actor: people.controller, beat: async () => {} }),
      ).toEqual([]);
    for (const place of [1, 2, 3]) {
      const found = await trialBalance(db, { year: 2027, place });
      const expected = await naive(2027, place);
      for (const row of found)
        expect(row.closing).toBe(expected.get(`${row.fundId} ${row.accountId}`) ?? 0);
      const funds = new Set(found.map((r) => r.fundId));
      for (const fund of funds)
        expect(found.reduce((sum, r) => sum + (r.fundId === fund ? r.closing : 0), 0)).toBe(0);
    }
    // What the books owe is what bills owe.
    const { owed, booked } = await db.one<{ owed: number; booked: number }>(sql`
      select
        (
          select coalesce(
              sum(i.total - (i.retainage - i.retainage_released) - i.paid_amount), 0
            )::bigint
          from invoice i
          where i.org_id = ${a.orgId} and i.status in ('approved', 'scheduled', 'paid')
        ) as owed,
        (
          select coalesce(-sum(l.cents), 0)::bigint
          from gl_line l
          where l.org_id = ${a.orgId} and l.item = 'payable'
        ) as booked
    `);
    expect(booked).toBe(owed);
  },
  240_000,
);
