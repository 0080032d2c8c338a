import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Actor } from "#kernel/access.ts";
import { nextBankDay } from "#kernel/holidays.ts";
import { addDays, type Day } from "#kernel/time.ts";
import type { Tx } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { makeMembers, makeVendor } from "#server/testing/agency.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import { agencyDay } from "#server/testing/days.ts";
import {
  approvedInvoice,
  approvedRun,
  payingAgency,
  type PayingAgency,
} from "#server/testing/payments.ts";
import { agencyAccounts, clearPayment, releaseRun } from "#areas/finance/finance.server.ts";
import "../banking.server.ts";
import type { BankEntry } from "../statement/bai2.model.ts";
import { matchCertain, matchLine, takeMatchBack } from "../match/match.service.ts";
import { matchInput } from "../match/matching.model.ts";
import { storeStatement } from "../statement/statement.service.ts";
import { monthRules } from "./month.checks.ts";
import { readMonthDetail } from "./month.read.service.ts";
import {
  beginMonth,
  noteElsewhere,
  prepareMonth,
  readNextMonths,
  reconcileMonth,
  reopenMonth,
  returnMonth,
} from "./month.service.ts";
import { monthDocument } from "./paper.model.ts";
import { monthOf } from "./reconcile.model.ts";

let t: TestDatabase;
let a: PayingAgency;
let controller: Actor, chief: Actor;
let account: { id: string; name: string; currency: string };
let balance = 0;
// The story goes on into the next month, so that this one is over.
// Checks are dated on the next day on which banks settle.
const today = nextBankDay(agencyDay());
const { lastDay } = monthOf(today.slice(0, 7));
const next = (n: number): Day => addDays(lastDay, n);
const later = (actor: Actor, on: Day = next(6)): Actor => ({
  ...actor,
  businessNow: `${on}T18:00:00Z`,
});
const as = <T>(actor: Actor, work: (tx: Tx, actor: Actor) => Promise<T>, on?: Day) =>
  t.database.transaction(later(actor, on), (tx) => work(tx, later(actor, on)));
const read = () => t.database.read(later(controller));
const at = (id: string) => ({ id, version: null, reason: "As agreed" });

beforeAll(async () => void (t = await freshDatabase()));
afterAll(() => t.drop());
beforeEach(async () => {
  a = await payingAgency(t.database);
  ({ controller, chief } = await makeMembers(t.database, a, {
    controller: { duties: ["controller"] },
    chief: { role: "admin" },
  }));
  [account] = (await agencyAccounts(read())) as [typeof account];
  balance = 5_000_00;
});

type Paid = { id: string; number: string; reference: string; amount: number };
const pay = async (...amounts: number[]): Promise<Paid[]> => {
  for (const cents of amounts) {
    const vendor = await makeVendor(t.database, a, { paymentMethod: "check" });
    await approvedInvoice(t.database, a, { vendorId: vendor.id, cents });
  }
  const run = await approvedRun(t.database, a);
  const { treasurer } = a.people;
  await t.database.transaction(treasurer, (tx) =>
    releaseRun(tx, treasurer, { id: run, version: null }, t.app.files),
  );
  return read().rows<Paid>(sql`
    select id, number, check_number as reference, amount
    from payment
    where org_id = ${a.orgId} and run_id = ${run}
    order by amount
  `);
};

const load = async (onDay: Day, ...entries: (Partial<BankEntry> & { cents: number })[]) => {
  const opening = balance;
  balance += entries.reduce((n, e) => n + e.cents, 0);
  const full = entries.map((e) => ({
    typeCode: "",
    bankReference: "",
    customerReference: "",
    text: "",
    ...e,
  }));
  const origin = { source: "csv", fileId: null, fileName: null } as const;
  const { id } = await as(controller, (tx, actor) =>
    storeStatement(tx, actor, account, { onDay, opening, closing: balance, entries: full }, origin),
  );
  return (
    await read().rows<{ id: string }>(sql`
      select id
      from bank_line
      where org_id = ${a.orgId} and statement_id = ${id}
      order by line_no
    `)
  ).map((l) => l.id);
};
const presented = (p: Paid) => ({
  cents: -p.amount,
  customerReference: p.reference,
  typeCode: "475",
});
const match = () => as(controller, (tx, actor) => matchCertain(tx, actor, t.app.files, account.id));
const name = (lineId: string, reason: string) =>
  as(controller, (tx, actor) =>
    matchLine(tx, actor, t.app.files, lineId, matchInput.parse({ kind: "named", reason })),
  );
const detail = (id: string, actor = controller) => readMonthDetail(read(), later(actor), id);
const found = () => monthRules[0]!.check({ app: t.app, db: read(), beat: async () => {} } as never);

/** Three checks of this month: one presented in it with a fee, one in the next, one still out. */
const story = async () => {
  const [one, two, three] = (await pay(100_00, 200_00, 300_00)) as [Paid, Paid, Paid];
  const [, fee] = await load(today, presented(one), { cents: -5_00, text: "FEE" });
  await load(next(3), presented(two), { cents: 40_00, text: "DEPOSIT" });
  const { id } = await as(controller, (tx, actor) => beginMonth(tx, actor, account.id));
  return { id, one, two, three, fee: fee! };
};
const reconciled = async () => {
  const told = await story();
  await match();
  await name(told.fee, "Fee of the bank");
  await as(controller, (tx, actor) => prepareMonth(tx, actor, at(told.id)));
  await as(chief, (tx, actor) => reconcileMonth(tx, actor, at(told.id)));
  return told;
};

test("a month names all that stops it from the first day, and both sides meet once nothing does", async () => {
  const { id, two, three, fee } = await story();
  expect((await detail(id)).blocks).toEqual([
    "2 lines of its statements are not matched. Match or name each.",
  ]);
  await expect(as(controller, (tx, actor) => prepareMonth(tx, actor, at(id)))).rejects.toThrow(
    "2 lines of its statements are not matched",
  );
  await match();
  await name(fee, "Fee of the bank");
  const { reconciliation: r, blocks } = await detail(id);
  expect(blocks).toEqual([]);
  // 5,000.00 less 100.00 less 5.00 at the bank; 200.00 and 300.00 of it are out.
  expect([r.bank, r.adjusted, r.opening, r.book, r.difference]).toEqual([
    4_895_00, 4_395_00, 5_000_00, 4_395_00, 0,
  ]);
  expect(r.items.map((i) => [i.kind, i.number, i.cents])).toEqual([
    ["check", two.number, -200_00],
    ["check", three.number, -300_00],
  ]);
  expect(r.movements.filter((m) => m.cents !== 0)).toEqual([
    { kind: "paid", cents: -600_00 },
    { kind: "named", cents: -5_00 },
  ]);
});

test("one prepares, another confirms, and whoever released payments does neither", async () => {
  const { id, fee } = await story();
  await match();
  await name(fee, "Fee of the bank");
  const treasurer = { ...a.people.treasurer, permissions: chief.permissions };
  await expect(as(treasurer, (tx, actor) => prepareMonth(tx, actor, at(id)))).rejects.toThrow(
    "You released payments from this account",
  );
  await as(controller, (tx, actor) => prepareMonth(tx, actor, at(id)));
  await expect(as(controller, (tx, actor) => reconcileMonth(tx, actor, at(id)))).rejects.toThrow(
    "You prepared this month",
  );
  await expect(as(treasurer, (tx, actor) => reconcileMonth(tx, actor, at(id)))).rejects.toThrow(
    "You released payments from this account",
  );
  await as(chief, (tx, actor) => returnMonth(tx, actor, at(id)));
  expect((await detail(id)).preparedAt).toBeNull();
  await as(controller, (tx, actor) => prepareMonth(tx, actor, at(id)));
  await as(chief, (tx, actor) => reconcileMonth(tx, actor, at(id)));
  const done = await detail(id);
  expect([done.status, done.sha256?.length, done.blocks]).toEqual(["reconciled", 64, []]);
  expect(monthDocument(done, "County")).toContain("4,395.00");
  expect(await found()).toEqual([]);
});

test("who matched a line of a month does not confirm it", async () => {
  const { id, fee } = await story();
  await match();
  await as(chief, (tx, actor) =>
    matchLine(
      tx,
      actor,
      t.app.files,
      fee,
      matchInput.parse({ kind: "named", reason: "Fee of the bank" }),
    ),
  );
  await as(controller, (tx, actor) => prepareMonth(tx, actor, at(id)));
  await expect(as(chief, (tx, actor) => reconcileMonth(tx, actor, at(id)))).rejects.toThrow(
    "You matched lines of this month, so another person confirms it",
  );
});

test("nothing is written behind a reconciled day by any door, and all of it goes on later", async () => {
  const { one, three } = await reconciled();
  const behind = /is reconciled with the bank through/;
  const treasurer = a.people.treasurer;
  await expect(
    as(treasurer, (tx, actor) => clearPayment(tx, actor, at(three.id), { clearedOn: today })),
  ).rejects.toThrow(behind);
  const { id } = await read().one<{ id: string }>(sql`
    select id
    from bank_match
    where org_id = ${a.orgId} and payment_id = ${one.id}
  `);
  await expect(
    as(controller, (tx, actor) => takeMatchBack(tx, actor, id, "Another check")),
  ).rejects.toThrow(behind);
  balance = 4_000_00;
  await expect(load(addDays(today, -1), { cents: 1_000_00 })).rejects.toThrow(behind);
  await as(treasurer, (tx, actor) => clearPayment(tx, actor, at(three.id), { clearedOn: next(2) }));
  expect(await found()).toEqual([]);
});

test("the next month goes on from the last one, and months are reopened from the last back", async () => {
  const { id, one } = await reconciled();
  const { months } = await readNextMonths(read());
  expect(months[0]).toMatchObject({ firstDay: next(1), open: null });
  const following = await as(controller, (tx, actor) => beginMonth(tx, actor, account.id));
  await expect(as(controller, (tx, actor) => beginMonth(tx, actor, account.id))).rejects.toThrow(
    "is not reconciled yet",
  );
  const { reconciliation: r, blocks } = await detail(following.id);
  expect([r.opening, r.bank]).toEqual([4_395_00, 4_735_00]);
  expect(blocks[0]).toMatch(/^The month ends on /);
  expect(blocks.at(-1)).toBe("1 line of its statements is not matched. Match or name each.");
  await as(chief, (tx, actor) => reopenMonth(tx, actor, at(id)));
  expect((await detail(following.id)).blocks[0]).toMatch(/the month before, is not reconciled/);
  const match = await read().one<{ id: string }>(sql`
    select id
    from bank_match
    where org_id = ${a.orgId} and payment_id = ${one.id}
  `);
  await as(controller, (tx, actor) => takeMatchBack(tx, actor, match.id, "Another check"));
  expect((await detail(id)).blocks).toEqual([
    "1 line of its statements is not matched. Match or name each.",
  ]);
});

test("a month is not reopened while a later one waits for its review on it", async () => {
  const { id } = await reconciled();
  const [, deposit] = await read().rows<{ id: string }>(sql`
    select id
    from bank_line
    where org_id = ${a.orgId} and on_day = ${next(3)}
    order by line_no
  `);
  await name(deposit!.id, "Counter receipts");
  const following = await as(controller, (tx, actor) => beginMonth(tx, actor, account.id));
  const over = next(50);
  await as(
    controller,
    (tx, actor) =>
      storeStatement(
        tx,
        actor,
        account,
        { onDay: next(45), opening: balance, closing: balance, entries: [] },
        { source: "csv", fileId: null, fileName: null },
      ),
    over,
  );
  await as(controller, (tx, actor) => prepareMonth(tx, actor, at(following.id)), over);
  await expect(as(chief, (tx, actor) => reopenMonth(tx, actor, at(id)), over)).rejects.toThrow(
    "A later month of the account was sent to review on this one. Months are reopened from the last back.",
  );
});

test("what was cleared by hand and stands on no line is named and keeps the sides apart", async () => {
  const { id, three, fee } = await story();
  await match();
  await name(fee, "Fee of the bank");
  await as(a.people.treasurer, (tx, actor) =>
    clearPayment(tx, actor, at(three.id), { clearedOn: today }),
  );
  const { reconciliation: r, blocks } = await detail(id);
  expect(r.difference).toBe(300_00);
  expect(blocks).toEqual([
    `${three.number} ($300.00) was marked as cleared by hand, and no line of the bank stands behind it. Take the clearing back, or match the line.`,
  ]);
});

test("books that moved between preparing and confirming are prepared anew", async () => {
  const { id, fee, three } = await story();
  await match();
  await name(fee, "Fee of the bank");
  await as(controller, (tx, actor) => prepareMonth(tx, actor, at(id)));
  await as(a.people.treasurer, (tx, actor) =>
    clearPayment(tx, actor, at(three.id), { clearedOn: today }),
  );
  await expect(as(chief, (tx, actor) => reconcileMonth(tx, actor, at(id)))).rejects.toThrow(
    "Its records say something else",
  );
});

test("a balance of the finance system that differs wants its reason", async () => {
  const { id, fee } = await story();
  await match();
  await name(fee, "Fee of the bank");
  const noted = (elsewhereNote: string) =>
    as(controller, (tx, actor) =>
      noteElsewhere(tx, actor, { id, version: null }, { elsewhere: 4_400_00, elsewhereNote }),
    );
  await noted("");
  expect((await detail(id)).blocks).toEqual([
    "The finance system has $4,400.00, the books here $4,395.00. Say why they differ by $5.00.",
  ]);
  await noted("The bank's fee is booked there in the next month.");
  expect((await detail(id)).blocks).toEqual([]);
});

/** A batch of receipts as it stands once it is posted; `reverses` takes an earlier one back. */
const receive = (number: string, cents: number, reverses: string | null = null) =>
  as(
    controller,
    async (tx) => {
      const made = await tx.one<{ id: string }>(sql`
        insert into journal (
          org_id, id, number, kind, status, title, fiscal_year_id, paid_on, total, approved_at,
          reverses
        )
        select
          ${a.orgId}, gen_random_uuid(), ${number}, 'receipt', 'posted', 'Counter', y.id, ${today},
          ${cents}, ${`${today}T18:00:00Z`}, ${reverses}
        from fiscal_year y
        where y.org_id = ${a.orgId}
        limit 1
        returning id
      `);
      await tx.rows(sql`
        insert into journal_line (
          org_id, id, journal_id, line_no, account_string_id, incurred_from, incurred_to, cents
        )
        values (
          ${a.orgId}, gen_random_uuid(), ${made.id}, 1, ${a.accountStringId}, ${today}, ${today},
          ${cents}
        )
        returning id
      `);
      if (reverses)
        await tx.rows(sql`
          update journal
          set status = 'reversed'
          where org_id = ${a.orgId} and id = ${reverses}
          returning id
        `);
      return made.id;
    },
    today,
  );

test("receipts are in transit until the bank has them, and a batch that was reversed is not", async () => {
  const { id, fee } = await story();
  await receive("JRN-1", 40_00);
  const wrong = await receive("JRN-2", 77_00);
  await receive("JRN-3", -77_00, wrong);
  await match();
  await name(fee, "Fee of the bank");
  const { reconciliation: r, blocks } = await detail(id);
  expect(blocks).toEqual([]);
  expect(r.items.map((i) => [i.kind, i.number, i.cents])).toContainEqual([
    "transit",
    "JRN-1",
    40_00,
  ]);
  expect(r.items.some((i) => i.number === "JRN-2" || i.number === "JRN-3")).toBe(false);
  expect(r.movements.find((m) => m.kind === "receipts")).toEqual({
    kind: "receipts",
    cents: 40_00,
  });
  expect([r.adjusted, r.book, r.difference]).toEqual([4_435_00, 4_435_00, 0]);
});

test("a month confirmed while somebody clears a payment in it holds the one or the other", async () => {
  const { id, fee, three } = await story();
  await match();
  await name(fee, "Fee of the bank");
  await as(controller, (tx, actor) => prepareMonth(tx, actor, at(id)));
  const both = await Promise.allSettled([
    as(chief, (tx, actor) => reconcileMonth(tx, actor, at(id))),
    as(a.people.treasurer, (tx, actor) =>
      clearPayment(tx, actor, at(three.id), { clearedOn: today }),
    ),
  ]);
  expect(both.filter((b) => b.status === "fulfilled")).toHaveLength(1);
  expect(await found()).toEqual([]);
});
