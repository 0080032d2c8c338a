import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Actor } from "#kernel/access.ts";
import { newId } from "#kernel/ids.ts";
import type { Tx } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { makeMembers, makeVendor } from "#server/testing/agency.ts";
import { runList } from "#server/http/list-page.ts";
import { listQuery } from "#server/http/list.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import { agencyDay } from "#server/testing/days.ts";
import {
  approvedInvoice,
  approvedRun,
  bankAccount,
  payingAgency,
  type PayingAgency,
} from "#server/testing/payments.ts";
import {
  agencyAccounts,
  clearPayment,
  releaseRun,
  voidPayment,
} from "#areas/finance/finance.server.ts";
import { unclearPayment } from "#areas/finance/payment/clearing.service.ts";
import "../banking.server.ts";
import type { BankEntry } from "../statement/bai2.model.ts";
import { bankingFigures } from "../banking.figures.ts";
import { storeStatement, withdrawStatement } from "../statement/statement.service.ts";
import { matchRules } from "./match.checks.ts";
import { matchCertain, matchLine, takeMatchBack } from "./match.service.ts";
import { matchInput } from "./matching.model.ts";
import { addFeeRule, endFeeRule, readFeeRules, readMatchingPage } from "./matching.read.service.ts";

let t: TestDatabase;
let a: PayingAgency;
let controller: Actor;
let account: { id: string; name: string; currency: string };
let balance = 0;
let back = 0;
const as = <T>(actor: Actor, work: (tx: Tx) => Promise<T>) => t.database.transaction(actor, work);
const read = () => t.database.read(controller);

beforeAll(async () => void (t = await freshDatabase()));
afterAll(() => t.drop());
beforeEach(async () => {
  a = await payingAgency(t.database);
  ({ controller } = await makeMembers(t.database, a, { controller: { duties: ["controller"] } }));
  [account] = (await agencyAccounts(read())) as [typeof account];
  balance = 5_000_00;
  back = 40;
});

type Paid = { id: string; number: string; reference: string; amount: number; paidOn: string };
const pay = async (amounts: readonly number[], method: "check" | "ach"): Promise<Paid[]> => {
  for (const cents of amounts) {
    const vendor = await makeVendor(t.database, a, { paymentMethod: method });
    if (method === "ach") await bankAccount(t.database, a, vendor.id);
    await approvedInvoice(t.database, a, { vendorId: vendor.id, cents });
  }
  const run = await approvedRun(t.database, a);
  const { treasurer } = a.people;
  await as(treasurer, (tx) => releaseRun(tx, treasurer, { id: run, version: null }, t.app.files));
  // As if it had been some weeks ago: the statements of these days are here.
  await as(treasurer, (tx) =>
    tx.rows(sql`
      update payment
      set paid_on = ${agencyDay(-45)}
      where org_id = ${a.orgId} and run_id = ${run}
    `),
  );
  return read().rows<Paid>(sql`
    select id, number, coalesce(check_number, trace_number) as reference, amount, paid_on
    from payment
    where org_id = ${a.orgId} and run_id = ${run}
    order by number
  `);
};
/** The next day of the account, with these entries; gives the ids of its lines. */
const load = async (...entries: (Partial<BankEntry> & { cents: number })[]): Promise<string[]> => {
  const opening = balance;
  balance += entries.reduce((n, e) => n + e.cents, 0);
  const full = entries.map((e) => ({
    typeCode: "",
    bankReference: "",
    customerReference: "",
    text: "",
    ...e,
  }));
  const onDay = agencyDay(-back--);
  const { id } = await as(controller, (tx) =>
    storeStatement(
      tx,
      controller,
      account,
      { onDay, opening, closing: balance, entries: full },
      {
        source: "csv",
        fileId: null,
        fileName: null,
      },
    ),
  );
  const lines = await read().rows<{ id: string }>(sql`
    select id
    from bank_line
    where org_id = ${a.orgId} and statement_id = ${id}
    order by line_no
  `);
  return lines.map((l) => l.id);
};
const certain = (actor = controller) =>
  as(actor, (tx) => matchCertain(tx, actor, t.app.files, account.id));
const byHand = (lineId: string, over: object, actor = controller) =>
  as(actor, (tx) =>
    matchLine(tx, actor, t.app.files, lineId, matchInput.parse({ reason: "By hand", ...over })),
  );
const takeBack = (id: string, actor = controller) =>
  as(actor, (tx) => takeMatchBack(tx, actor, id, "It was another payment"));
const live = () =>
  read().rows<{
    id: string;
    paymentId: string | null;
    lineId: string;
    kind: string;
    cents: number;
  }>(sql`
    select id, payment_id, line_id, kind, cents
    from bank_match
    where org_id = ${a.orgId} and taken_back_at is null
    order by payment_id, line_id
  `);
const statuses = async () =>
  (
    await read().rows<{ status: string }>(sql`
      select status
      from payment
      where org_id = ${a.orgId}
      order by number
    `)
  ).map((p) => p.status);
const waiting = async () => {
  const counts = await Promise.all(
    bankingFigures.map(({ list, query }) => {
      const asked = listQuery(list).parse(Object.fromEntries(new URLSearchParams(query)));
      return runList<{ id: string }>(read(), controller, list, asked);
    }),
  );
  return counts.map(({ total }) => total);
};
const page = () => readMatchingPage(read(), controller, account.id);
const check = (p: Paid, cents = -p.amount) => ({
  typeCode: "475",
  customerReference: p.reference,
  cents,
});

test("what is certain clears checks and a whole ACH file by one debit; one entry goes back alone, the others stay cleared", async () => {
  const [one] = await pay([120_00], "check");
  const file = await pay([60_00, 30_00, 10_00], "ach");
  const [, debit] = await load(check(one!), {
    typeCode: "455",
    cents: -100_00,
    text: "VENDOR PAY",
  });
  expect(await page()).toMatchObject({ open: 2, certain: 2, alarms: 0, closed: null });
  expect(await certain()).toEqual({ matched: 2, alarms: 0 });
  expect(await statuses()).toEqual(["cleared", "cleared", "cleared", "cleared"]);
  expect(await page()).toMatchObject({ open: 0 });
  const entry = (await live()).find((m) => m.paymentId === file[1]!.id)!;
  await takeBack(entry.id);
  expect(await statuses()).toEqual(["cleared", "cleared", "released", "cleared"]);
  expect((await page()).lines).toMatchObject([
    {
      id: debit,
      cents: -file[1]!.amount,
      proposal: {
        kind: "ach",
        certain: false,
        reason: expect.stringMatching(/took this match back before\.$/),
      },
    },
  ]);
  await expect(takeBack(entry.id)).rejects.toMatchObject({ code: "taken_back" });
  expect(await certain()).toEqual({ matched: 0, alarms: 0 });
  await byHand(debit!, { kind: "ach", paymentIds: [file[1]!.id] });
  expect(await statuses()).toEqual(["cleared", "cleared", "cleared", "cleared"]);
  expect(await matchRules[0]!.check({ db: read() } as never)).toEqual([]);
});

test("a return by its trace number returns the payment; a deposit, a fee and the rest wait for their rule or a person", async () => {
  const [p] = await pay([80_00], "ach");
  const [, , fee, other] = await load(
    { typeCode: "455", cents: -80_00 },
    { typeCode: "257", cents: 80_00, bankReference: p!.reference, text: "ACH RETURN R03" },
    { typeCode: "698", cents: -12_00, text: "ANALYSIS FEE" },
    { typeCode: "195", cents: 400_00, text: "STATE TREASURER" },
  );
  expect(await certain()).toMatchObject({ matched: 2 });
  expect(await statuses()).toEqual(["returned"]);
  const rule = {
    agencyAccountId: account.id,
    label: "Analysis",
    typeCode: "698",
    words: "fee",
    most: 20_00,
  };
  const id = await as(controller, (tx) => addFeeRule(tx, controller, rule));
  expect(await readFeeRules(read(), account.id)).toMatchObject([{ label: "Analysis" }]);
  await certain();
  await as(controller, (tx) => endFeeRule(tx, controller, id));
  await expect(as(controller, (tx) => endFeeRule(tx, controller, id))).rejects.toMatchObject({
    status: 404,
  });
  await expect(
    as(controller, (tx) => addFeeRule(tx, controller, { ...rule, agencyAccountId: newId() })),
  ).rejects.toMatchObject({ status: 404 });
  expect((await live()).find((m) => m.lineId === fee)).toMatchObject({
    kind: "fee",
    cents: -12_00,
  });
  await byHand(other!, { kind: "named", reason: "Property tax settlement" });
  await expect(byHand(other!, { kind: "named" })).rejects.toMatchObject({ code: "line_matched" });
  expect(await page()).toMatchObject({ open: 0, openCents: 0 });
});

test("a check that must not be paid so is an alarm with a hold, cannot be matched, and is named in words", async () => {
  const [altered, lost] = await pay([120_00, 40_00], "check");
  const { treasurer } = a.people;
  await as(treasurer, (tx) =>
    voidPayment(tx, treasurer, { id: lost!.id, version: null }, t.app.files, { reason: "Lost" }),
  );
  const [line] = await load(check(altered!, -920_00), check(lost!), {
    typeCode: "475",
    customerReference: "777",
    cents: -1_00,
  });
  expect(await certain()).toEqual({ matched: 0, alarms: 3 });
  expect(await certain()).toEqual({ matched: 0, alarms: 3 });
  expect(
    await read().rows(sql`
      select b.code, h.reason like 'Check %' as held
      from bank_alarm b
      left join payment_hold h on h.org_id = b.org_id and h.id = b.hold_id and h.lifted_at is null
      where b.org_id = ${a.orgId}
      order by b.code
    `),
  ).toEqual([
    { code: "other_cents", held: true },
    { code: "unknown", held: null },
    { code: "void", held: true },
  ]);
  await expect(byHand(line!, { kind: "check", paymentIds: [altered!.id] })).rejects.toMatchObject({
    code: "alarm",
  });
  await byHand(line!, { kind: "named", reason: "The bank credits it: altered check" });
  expect(await page()).toMatchObject({ open: 2, alarms: 2 });
  expect(await statuses()).toContain("released");
});

test("who released payments from the account does not match it, and what a match cleared is not taken back beside it", async () => {
  const { treasurer, everything } = a.people;
  const [one] = await pay([120_00], "check");
  const [line] = await load(check(one!));
  await expect(certain(treasurer)).rejects.toThrow(/You released payments from this account/);
  await expect(byHand(line!, { kind: "named" }, treasurer)).rejects.toMatchObject({ status: 403 });
  expect(await readMatchingPage(read(), treasurer, account.id)).toMatchObject({
    closed: expect.stringMatching(/another person matches/),
  });
  await certain();
  const [match] = await live();
  await expect(takeBack(match!.id, treasurer)).rejects.toMatchObject({ status: 403 });
  await expect(
    as(everything, (tx) =>
      unclearPayment(tx, everything, { id: one!.id, version: null, reason: "Wrong" }),
    ),
  ).rejects.toMatchObject({
    code: "matched_at_bank",
    message: expect.stringMatching(
      /^A line of BST-\d+-00001 of .* is matched with it\. Take that match back on the statement, under Payments, Bank\.$/,
    ),
  });
  const { statementId } = await read().one<{ statementId: string }>(sql`
    select statement_id
    from bank_line
    where org_id = ${a.orgId} and id = ${line}
  `);
  await expect(
    as(controller, (tx) =>
      withdrawStatement(tx, controller, { id: statementId, version: null, reason: "Wrong" }),
    ),
  ).rejects.toThrow(/Lines of it are matched/);
});

test("what does not fit a line is refused; a payment that was cleared by hand is matched and stays cleared", async () => {
  const { treasurer } = a.people;
  const [one, two] = await pay([120_00, 40_00], "check");
  const [p] = await pay([55_00], "ach");
  const [wire, credit] = await load(
    { typeCode: "495", cents: -120_00 },
    { typeCode: "", cents: 55_00 },
  );
  await expect(byHand(wire!, { kind: "check", paymentIds: [one!.id, two!.id] })).rejects.toThrow(
    /\$120\.00 of the line of .* are open; what you chose comes to \$160\.00/,
  );
  await expect(byHand(wire!, { kind: "check" })).rejects.toThrow("Choose a payment.");
  const movedTo = (day: string) =>
    as(treasurer, (tx) =>
      tx.rows(
        sql`update payment set paid_on = ${day} where org_id = ${a.orgId} and id = ${one!.id}`,
      ),
    );
  await movedTo(agencyDay(-2));
  await expect(byHand(wire!, { kind: "check", paymentIds: [one!.id] })).rejects.toMatchObject({
    code: "before_settlement",
    errors: [{ message: expect.stringMatching(/settles on .*; the line is of .*, before it/) }],
  });
  await movedTo(one!.paidOn);
  await expect(byHand(wire!, { kind: "check", paymentIds: [newId()] })).rejects.toThrow(
    /that are not matched/,
  );
  await expect(byHand(credit!, { kind: "receipt", journalId: newId() })).rejects.toThrow(
    /receipts that are posted/,
  );
  await expect(byHand(credit!, { kind: "return", paymentIds: [p!.id] })).rejects.toThrow(
    /code of the return/,
  );
  await as(treasurer, (tx) =>
    clearPayment(tx, treasurer, { id: one!.id, version: null }, { clearedOn: null }),
  );
  await byHand(wire!, { kind: "check", paymentIds: [one!.id] });
  await byHand(credit!, { kind: "return", paymentIds: [p!.id], returnCode: "R20" });
  const match = (await live()).find((m) => m.paymentId === one!.id)!;
  await takeBack(match.id);
  expect(await statuses()).toEqual(["cleared", "released", "returned"]);
  await expect(readMatchingPage(read(), controller, newId())).rejects.toMatchObject({
    status: 404,
  });
});

test("any order of accepting and taking back gives the same state", async () => {
  const checks = await pay([10_00, 20_00, 30_00], "check");
  const file = await pay([5_00, 6_00], "ach");
  await load(...checks.map((p) => check(p)), { typeCode: "455", cents: -11_00 });
  const state = async () => ({
    statuses: await statuses(),
    matches: (await live()).map((m) => [m.paymentId, m.lineId, m.kind, m.cents]),
    open: (await page()).openCents,
    cash: await read().rows(sql`
      select payment_id, sum(book)::bigint as book, sum(outstanding)::bigint as outstanding
      from cash_entry
      where org_id = ${a.orgId}
      group by payment_id
      order by payment_id
    `),
  });
  const nothing = await state();
  await certain();
  const all = await state();
  let seed = 7;
  const next = (below: number) => (seed = (seed * 16_807) % 2_147_483_647) % below;
  for (let round = 0; round < 4; round++) {
    const order = (await live()).toSorted(() => (next(2) === 0 ? 1 : -1));
    for (const match of order) {
      await takeBack(match.id);
      if (next(3) === 0) await certain();
    }
    for (const match of await live()) await takeBack(match.id);
    expect(await state()).toEqual(nothing);
    for (const line of (await page()).lines.toSorted(() => (next(2) === 0 ? 1 : -1)))
      await byHand(line.id, {
        kind: line.proposal!.kind,
        paymentIds: line.proposal!.parts.map((p) => p.paymentId),
      });
    expect(await state()).toEqual(all);
  }
  expect(file).toHaveLength(2);
});

test("the dashboard counts what is not matched and what must not have been paid so, until each is dealt with", async () => {
  const [one, two] = await pay([120_00, 75_00], "check");
  const [, altered] = await load(check(one!), check(two!, -175_00));
  expect(await waiting()).toEqual([0, 2]);
  await certain();
  expect(await waiting()).toEqual([1, 1]);
  await byHand(altered!, { kind: "named", reason: "Altered, the bank gives it back" });
  expect(await waiting()).toEqual([0, 0]);
});
