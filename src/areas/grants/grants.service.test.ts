import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Actor } from "#kernel/access.ts";
import { nextBankDay } from "#kernel/holidays.ts";
import { newId } from "#kernel/ids.ts";
import { addDays, type Day } from "#kernel/time.ts";
import type { Tx } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { makeBudget, makeMembers } from "#server/testing/agency.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import { agencyDay, lastBankDay } from "#server/testing/days.ts";
import { approvedInvoice, approvedRun, payingAgency } from "#server/testing/payments.ts";
import { releaseRun, voidPayment } from "#areas/finance/finance.server.ts";
import type { AwardPatch } from "./award/award.model.ts";
import { booksUntil } from "./award/books.service.ts";
import { changeAward, stepAward } from "./award/award.service.ts";
import { readAward } from "./award/award.read.service.ts";
import { addTerm, grantOverride } from "./award/terms.service.ts";
import { closeAward, closeoutOf } from "./closeout/closeout.service.ts";
import { cashDays } from "./drawdown/cash.service.ts";
import { readChoices, readDrawdown } from "./drawdown/drawdown.read.service.ts";
import {
  approvePartly,
  certifyDrawdown,
  checkDrawdown,
  draftDrawdown,
  payDrawdown,
  submitDrawdown,
} from "./drawdown/drawdown.service.ts";
import { openedAward } from "./opened.setup.ts";
import { readSefa } from "./report/sefa.service.ts";
import { certifyReport, prepareReport, readReport, submitReport } from "./report/report.service.ts";

let t: TestDatabase;
let a: Awaited<ReturnType<typeof payingAgency>>;
let people: Record<"manager" | "certifier", Actor>;
const as = <T>(actor: Actor, work: (tx: Tx) => Promise<T>) => t.database.transaction(actor, work);
beforeAll(async () => void (t = await freshDatabase()));
afterAll(() => t.drop());
beforeEach(async () => {
  const agency = await payingAgency(t.database);
  const budget = await makeBudget(t.database, agency, 1_000_000_00, { federal: true });
  a = { ...agency, accountStringId: budget.accountStringId };
  const made = await makeMembers(t.database, agency, {
    grants: { duties: ["grant_manager"] },
    certifier: { duties: ["certifier"] },
  });
  people = { manager: made.grants, certifier: made.certifier };
});

const opened = (over: object = {}) => openedAward(t.database, a, people.manager, over);
const pay = async (by: typeof a = a) => {
  const id = await approvedRun(t.database, by);
  const { treasurer } = by.people;
  await as(treasurer, (tx) => releaseRun(tx, treasurer, { id, version: null }, t.app.files));
  return t.database.read(treasurer).rows<{ id: string }>(sql`
    select id
    from payment
    where org_id = ${a.orgId} and run_id = ${id}
  `);
};
/** The agency as it acts on the last bank day: what a run of that day pays is paid by now. */
const onBankDay = (): typeof a => {
  const businessNow = `${lastBankDay()}T18:00:00Z`;
  const people = Object.fromEntries(
    Object.entries(a.people).map(([name, actor]) => [name, { ...actor, businessNow }]),
  ) as typeof a.people;
  return { ...a, people };
};
const draw = (awardId: string, kind: "reimbursement" | "refund" = "reimbursement") =>
  as(people.manager, (tx) =>
    draftDrawdown(tx, people.manager, { awardId, kind, through: agencyDay() }),
  );
const sent = async (id: string) => {
  const { manager, certifier } = people;
  await as(manager, (tx) => checkDrawdown(tx, manager, { id, version: null }));
  await as(certifier, (tx) => certifyDrawdown(tx, certifier, { id, version: null }));
  return as(manager, (tx) =>
    submitDrawdown(tx, manager, { id, version: null }, { reference: "PMS-1" }),
  );
};
const deposit = (id: string) =>
  as(people.manager, (tx) =>
    payDrawdown(tx, people.manager, { id, version: null }, { paidOn: agencyDay(), deposit: "D-1" }),
  );
const read = (id: string) => readAward(t.database.read(people.manager), people.manager, id);

test("one application makes one award; its share is what of the budget the grantor pays", async () => {
  const w = await opened({ applicationId: "01930000-0000-7000-8000-000000000001" });
  expect(w).toMatchObject({ shareRate: 7_500, status: "active" });
  await expect(opened({ applicationId: "01930000-0000-7000-8000-000000000001" })).rejects.toThrow();
});

test("a term stops an invoice with its document and page, and somebody else lets it pass", async () => {
  const w = await opened();
  await as(people.manager, (tx) =>
    addTerm(tx, people.manager, w.id, {
      kind: "unallowable",
      objectClass: "supplies",
      words: "No entertainment.",
      document: "Notice of award",
      page: 7,
    }),
  );
  const stopped = approvedInvoice(t.database, a, { cents: 40_00 });
  await expect(stopped).rejects.toMatchObject({
    code: "award_terms",
    message: expect.stringMatching(/No entertainment\. \(Notice of award, page 7\)/) as string,
  });
  const pass = (actor: Actor, requesterId: string) =>
    as(actor, (tx) =>
      grantOverride(tx, actor, w.id, {
        accountStringId: a.accountStringId,
        requesterId,
        most: 40_00,
        reason: "The grantor allowed it by mail.",
        days: 7,
      }),
    );
  const ap = a.people.ap.personId!;
  await expect(pass(people.manager, people.manager.personId!)).rejects.toThrow(/Somebody else/);
  await pass(people.manager, ap);
  await approvedInvoice(t.database, a, { cents: 40_00 });
  await expect(approvedInvoice(t.database, a, { cents: 40_01 })).rejects.toThrow(/entertainment/);
});

test("a cost is stopped by the day on which it was incurred, not by today", async () => {
  await opened({ periodFrom: "2026-11-14", periodTo: "2026-11-14" });
  await approvedInvoice(t.database, a, { cents: 40_00 });
});

test("what is incurred before the period is stopped", async () => {
  await opened({ periodFrom: "2026-11-15" });
  await expect(approvedInvoice(t.database, a, { cents: 40_00 })).rejects.toThrow(
    /before AWD-2027-00001 begins on .*200\.458/,
  );
});

test("drawdowns share every cent by the rate; preparer, certifier and the grantor's answer", async () => {
  const w = await opened();
  for (const cents of [33_33, 33_33, 33_35]) await approvedInvoice(t.database, a, { cents });
  await pay();
  const first = await draw(w.id);
  expect([first.outlay, first.federal, first.match]).toEqual([100_01, 75_01, 25_00]);
  await expect(draw(w.id)).rejects.toMatchObject({ code: "nothing_to_draw" });
  await as(people.manager, (tx) =>
    checkDrawdown(tx, people.manager, { id: first.id, version: null }),
  );
  const both = {
    ...people.manager,
    permissions: new Set([...people.manager.permissions, ...people.certifier.permissions]),
  };
  await expect(
    as(both, (tx) => certifyDrawdown(tx, both, { id: first.id, version: null })),
  ).rejects.toThrow(/another person/);
  await as(people.certifier, (tx) =>
    certifyDrawdown(tx, people.certifier, { id: first.id, version: null }),
  );
  await as(people.manager, (tx) =>
    submitDrawdown(tx, people.manager, { id: first.id, version: null }, { reference: "PMS-1" }),
  );
  await as(people.manager, (tx) =>
    approvePartly(
      tx,
      people.manager,
      {
        id: first.id,
        version: null,
        reason: "less",
      },
      { approved: 50_00 },
    ),
  );
  await deposit(first.id);
  const shown = await readDrawdown(t.database.read(people.manager), people.manager, first.id);
  expect(shown.lines.reduce((n, l) => n + l.federal, 0)).toBe(50_00);
  expect(shown.paid).toBe(50_00);
  const second = await draw(w.id);
  const lines = (await read(w.id)).classes.reduce((n, c) => n + c.claimed, 0);
  expect([lines, second.federal]).toEqual([100_01, 25_01]);
});

test("a void payment lapses the certificate, needs attention, and the next request gives it back", async () => {
  const w = await opened();
  await approvedInvoice(t.database, a, { cents: 100_00 });
  const [payment] = await pay();
  const d = await draw(w.id);
  await sent(d.id);
  await deposit(d.id);
  const { treasurer } = a.people;
  await as(treasurer, (tx) =>
    voidPayment(tx, treasurer, { id: payment!.id, version: null }, t.app.files, { reason: "lost" }),
  );
  const shown = await read(w.id);
  expect([shown.standing, shown.uncovered, shown.cash]).toEqual(["attention", 100_00, 75_00]);
  const tasks = await t.database.read(people.manager).rows<{ title: string }>(sql`
    select title
    from task
    where org_id = ${a.orgId} and person_id = ${people.manager.personId}
  `);
  expect(tasks).toMatchObject([{ title: expect.stringContaining("$100.00 drawn without") }]);
  const back = await draw(w.id, "refund");
  expect([back.federal, back.match]).toEqual([-75_00, -25_00]);
  expect((await read(w.id)).uncovered).toBe(0);
});

test("a part of a line is drawn, and given back by name before it is another award's", async () => {
  const w = await opened();
  await approvedInvoice(t.database, a, { cents: 100_00 });
  await pay();
  const { manager } = people;
  const begin = (parts: { costLineId: string; cents: number }[], kind = "reimbursement" as const) =>
    as(manager, (tx) =>
      draftDrawdown(tx, manager, { awardId: w.id, kind, through: agencyDay(), parts }),
    );
  const can = () =>
    readChoices(t.database.read(manager), w.id, {
      kind: "reimbursement",
      through: agencyDay(),
      q: "",
    });
  const [line] = (await can()).items;
  const part = (cents: number) => [{ costLineId: line!.costLineId, cents }];
  const errors = (message: RegExp) => ({
    errors: [{ path: "parts.0.cents", message: expect.stringMatching(message) }],
  });
  await expect(begin(part(100_01))).rejects.toMatchObject(
    errors(/Enter an amount up to \$100\.00: that is what is left of this cost/),
  );
  const d = await begin(part(40_00));
  expect([d.federal, d.match]).toEqual([30_00, 10_00]);
  expect((await can()).held).toMatchObject([{ federal: 30_00, match: 10_00 }]);
  await expect(begin(part(-40_01))).rejects.toMatchObject(
    errors(/of this cost are drawn for this award; no more is given back\./),
  );
  await expect(
    as(manager, (tx) =>
      draftDrawdown(tx, manager, {
        awardId: w.id,
        kind: "reimbursement",
        through: agencyDay(),
        costLineIds: [line!.costLineId],
        parts: part(-10_00),
      }),
    ),
  ).rejects.toMatchObject(errors(/A request draws on a cost or gives it back, not both/));
  await sent(d.id);
  await deposit(d.id);
  const back = await begin(part(-40_00));
  expect([back.federal, back.match]).toEqual([-30_00, -10_00]);
  await sent(back.id);
  await deposit(back.id);
  expect((await can()).items).toMatchObject([{ cents: 100_00 }]);
});

test("SF-425 says what the books say; a difference blocks it; the award closes when nothing is open", async () => {
  const w = await opened({ periodTo: agencyDay(-1) });
  await approvedInvoice(t.database, a, { cents: 1_000_01 });
  await pay(onBankDay());
  const d = await draw(w.id);
  await sent(d.id);
  await deposit(d.id);
  const { manager, certifier } = people;
  const reports = await t.database.read(manager).rows<{
    id: string;
    kind: string;
    periodTo: string;
    final: boolean;
  }>(sql`
    select id, kind, period_to, final
    from grant_report
    where org_id = ${a.orgId} and award_id = ${w.id}
    order by period_to, kind desc
  `);
  expect(reports[0]).toMatchObject({ kind: "sf425", periodTo: "2026-09-30", final: false });
  const cells = async (id: string) =>
    Object.fromEntries(
      (await readReport(t.database.read(manager), manager, id)).cells.map((c) => [c.line, c.cents]),
    );
  const final = reports.find((r) => r.kind === "sf425" && r.final)!;
  expect(await cells(final.id)).toMatchObject({
    "10a": 750_01,
    "10b": 750_01,
    "10c": 0,
    "10d": 3_000_00,
    "10e": 750_01,
    "10f": 0,
    "10h": 2_249_99,
    "10j": 250_00,
  });
  // Nothing of all that was there when the first period ended.
  expect(await cells(reports[0]!.id)).toMatchObject({ "10a": 0, "10b": 0, "10e": 0, "10f": 0 });
  const apart = (cents: number) =>
    t.database.transaction(manager, (tx) =>
      tx.rows(sql`
        insert into commitment_entry (
          org_id, id, budget_line_id, kind, expended, document_type, document_id, document_number,
          posted_on
        )
        select org_id, ${newId()}, budget_line_id, 'expend', ${cents}, 'test', id, 'T-1', posted_on
        from commitment_entry
        where org_id = ${a.orgId} and expended > 0
        limit 1
      `),
    );
  await apart(1);
  const verbs = { prepare: prepareReport, certify: certifyReport, submit: submitReport };
  const step = (actor: Actor, action: keyof typeof verbs, id: string) =>
    as(actor, (tx) =>
      verbs[action](tx, actor, { id, version: null, reason: null }, { narrative: "Done." }),
    );
  await expect(step(manager, "prepare", final.id)).rejects.toMatchObject({ code: "difference" });
  await apart(-1);
  await as(manager, (tx) =>
    stepAward(tx, manager, "end", { id: w.id, version: null, reason: "over" }),
  );
  await expect(
    as(manager, (tx) => closeAward(tx, manager, { id: w.id, version: null })),
  ).rejects.toThrow(/Reports are open/);
  const named = (await closeoutOf(t.database.read(manager), w.id)).find((i) => i.key === "reports");
  expect(named!.records!.map((r) => r.href)).toEqual(
    expect.arrayContaining(reports.map((r) => `/grant-management/reports/${r.id}`)),
  );
  for (const r of reports) {
    await step(manager, "prepare", r.id);
    await step(certifier, "certify", r.id);
    await step(manager, "submit", r.id);
  }
  const list = await closeoutOf(t.database.read(manager), w.id);
  expect(list.filter((i) => !i.ok)).toEqual([]);
  const closed = await as(manager, (tx) => closeAward(tx, manager, { id: w.id, version: null }));
  expect(closed.status).toBe("closed");
  expect(closed.retainedUntil).toBe(
    `${Number(agencyDay().slice(0, 4)) + 3}${agencyDay().slice(4)}`,
  );
});

test("no report is made before its period is over, and how an award reports is changed at any time", async () => {
  const w = await opened({ periodTo: agencyDay(200) });
  const { manager } = people;
  const due = () =>
    t.database.read(manager).rows<{ id: string; periodTo: Day }>(sql`
      select id, period_to
      from grant_report
      where org_id = ${a.orgId} and award_id = ${w.id} and kind = 'sf425'
      order by period_to
    `);
  const last = (await due()).at(-1)!;
  await expect(
    as(manager, (tx) =>
      prepareReport(tx, manager, { id: last.id, version: null, reason: null }, {}),
    ),
  ).rejects.toMatchObject({ code: "not_over" });
  const shown = await readReport(t.database.read(manager), manager, last.id);
  expect(shown.actions.find((each) => each.name === "prepare")).toMatchObject({
    enabled: false,
    reason: expect.stringContaining("A report is made when its period is over"),
  });
  const edit = async (patch: AwardPatch) => {
    const { version } = await read(w.id);
    return as(manager, (tx) => changeAward(tx, manager, w.id, patch, version));
  };
  await expect(edit({ amount: 1 })).rejects.toThrow(/changed by a revision/);
  await edit({ reportEnds: "award", basis: "accrual" });
  expect((await due())[0]!.periodTo).toBe("2026-09-30");
  await edit({ reportEvery: "annual" });
  expect((await due())[0]!.periodTo).toBe(
    agencyDay(200) < "2027-06-30" ? agencyDay(200) : "2027-06-30",
  );
});

test("what was paid and voided counts on its own day", async () => {
  const w = await opened();
  await approvedInvoice(t.database, a, { cents: 100_00 });
  const [payment] = await pay();
  const d = await draw(w.id);
  await sent(d.id);
  await deposit(d.id);
  const { treasurer } = a.people;
  const settled = nextBankDay(agencyDay());
  const voided = addDays(settled, 3);
  const later = { ...treasurer, businessNow: `${voided}T18:00:00Z` } as Actor;
  await as(later, (tx) =>
    voidPayment(tx, later, { id: payment!.id, version: null }, t.app.files, { reason: "lost" }),
  );
  const db = t.database.read(people.manager);
  const paid = async (day: string) =>
    (await booksUntil(db, w, day)).costs.reduce((n, c) => n + c.paid, 0);
  expect([
    await paid(addDays(settled, -1)),
    await paid(settled),
    await paid(addDays(voided, -1)),
  ]).toEqual([0, 100_00, 100_00]);
  expect(await paid(voided)).toBe(0);
  expect((await cashDays(db, w.id)).map((c) => [c.on, c.balance])).toEqual([
    [agencyDay(), 75_00],
    [settled, 0],
    [voided, 75_00],
  ]);
  const sefa = (from: string, to: string) => readSefa(db, { from, to });
  expect(await sefa(agencyDay(-9), agencyDay(-1))).toEqual([]);
  expect(await sefa(agencyDay(), addDays(voided, -1))).toMatchObject([{ expended: 75_00 }]);
  expect(await sefa(voided, addDays(voided, 6))).toMatchObject([{ expended: -75_00 }]);
});
