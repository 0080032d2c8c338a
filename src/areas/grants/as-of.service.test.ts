// What is said of a past day stays what it was on that day: the list of a closeout, the milestones of a
// performance report, and what is expected of requests that were sent.
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Actor } from "#kernel/access.ts";
import { isBankDay, nextBankDay } from "#kernel/holidays.ts";
import { newId } from "#kernel/ids.ts";
import { addDays, type Day } from "#kernel/time.ts";
import { sql } from "#server/db/sql.ts";
import { makeBudget, makeMembers } from "#server/testing/agency.ts";
import { askingOf } from "#server/testing/asking.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import { agencyDay } from "#server/testing/days.ts";
import { approvedInvoice, approvedRun, payingAgency } from "#server/testing/payments.ts";
import { postCommitments } from "#areas/budget/budget.server.ts";
import { releaseRun, voidPayment } from "#areas/finance/finance.server.ts";
import type { AwardDetail } from "./award/award.model.ts";
import type { CloseoutItem } from "./closeout/closeout-item.ts";
import { drawdownsExpected } from "./drawdown/expected.service.ts";
import { openedAward } from "./opened.setup.ts";
import type { ReportDetail } from "./report/report.model.ts";
import { factsUntil } from "./report/report.service.ts";
import { sf425Of } from "./report/sf425.model.ts";
import { readSefa } from "./report/sefa.service.ts";

let t: TestDatabase;
let a: Awaited<ReturnType<typeof payingAgency>>;
let people: Record<"manager" | "certifier" | "other", Actor>;
let day: Day;
const asking = askingOf(() => t);
const on = (actor: Actor, at = day): Actor => ({ ...actor, businessNow: `${at}T18:00:00Z` });
/** The last day up to then on which banks settled: what is paid on it is paid then. */
const banked = (at: Day): Day => (isBankDay(at) ? at : banked(addDays(at, -1)));
const ask = <R = { id: string; version: number; status: string }>(
  actor: Actor,
  asked: string,
  body: unknown = {},
) => asking<R>(on(actor), asked, body);

beforeAll(async () => void (t = await freshDatabase()));
afterAll(() => t.drop());
beforeEach(async () => {
  day = agencyDay();
  const agency = await payingAgency(t.database);
  const { accountStringId } = await makeBudget(t.database, agency, 1_000_000_00, { federal: true });
  a = { ...agency, accountStringId };
  const made = await makeMembers(t.database, agency, {
    grants: { duties: ["grant_manager"] },
    certifier: { duties: ["certifier"] },
    colleague: { role: "manager", duties: ["grant_manager"] },
  });
  people = { manager: made.grants, certifier: made.certifier, other: made.colleague };
});

const paid = async (cents: number) => {
  await approvedInvoice(t.database, a, { cents });
  const acting = Object.fromEntries(
    Object.entries(a.people).map(([name, actor]) => [name, on(actor, banked(day))]),
  ) as typeof a.people;
  const id = await approvedRun(t.database, { ...a, people: acting });
  const { treasurer } = acting;
  await t.database.transaction(treasurer, (tx) =>
    releaseRun(tx, treasurer, { id, version: null }, t.app.files),
  );
  return t.database.read(treasurer).one<{ id: string }>(sql`
    select id
    from payment
    where org_id = ${a.orgId} and run_id = ${id}
  `);
};
const lost = async (id: string) => {
  const treasurer = on(a.people.treasurer);
  await t.database.transaction(treasurer, (tx) =>
    voidPayment(tx, treasurer, { id, version: null }, t.app.files, { reason: "It was lost." }),
  );
};
const sent = async (awardId: string, kind = "reimbursement") => {
  const { manager, certifier } = people;
  const { id } = await ask(manager, "POST /api/v1/drawdowns", {
    awardId,
    kind,
    through: day,
  });
  await ask(manager, `POST /api/v1/drawdowns/${id}/actions/check`);
  await ask(certifier, `POST /api/v1/drawdowns/${id}/actions/certify`);
  await ask(manager, `POST /api/v1/drawdowns/${id}/actions/submit`, { reference: "PMS-1" });
  return id;
};
const came = (id: string) =>
  ask(people.manager, `POST /api/v1/drawdowns/${id}/actions/pay`, { paidOn: day, deposit: "D-1" });
const listOf = async (awardId: string) =>
  (
    await ask<{ items: CloseoutItem[] }>(
      people.manager,
      `GET /api/v1/grant-awards/${awardId}/closeout`,
    )
  ).items;

test("the list of a closeout is that of its day; what is lost later is told, and given back", async () => {
  const { manager, certifier } = people;
  const w = await openedAward(t.database, a, manager, { periodTo: addDays(day, -1) });
  const payment = await paid(1_000_00);
  await came(await sent(w.id));
  await ask(manager, `POST /api/v1/grant-awards/${w.id}/actions/end`, { reason: "It is over." });
  const { items } = await ask<{ items: { id: string }[] }>(
    manager,
    `GET /api/v1/grant-reports?awardId=${w.id}`,
  );
  for (const { id } of items) {
    const at = `POST /api/v1/grant-reports/${id}/actions`;
    await ask(manager, `${at}/prepare`, { narrative: "Everything was done." });
    await ask(certifier, `${at}/certify`);
    await ask(manager, `${at}/submit`, { reference: "PMS-2" });
  }
  await ask(manager, `POST /api/v1/grant-awards/${w.id}/actions/close`);
  const then = await listOf(w.id);
  expect(then.filter((i) => !i.ok)).toEqual([]);
  expect(then.find((i) => i.key === "cash")!.text).toContain("$750.00");
  const read = () => ask<AwardDetail>(manager, `GET /api/v1/grant-awards/${w.id}`);
  expect(await read()).toMatchObject({ standing: "closed", attention: [] });

  day = nextBankDay(addDays(day, 5));
  await lost(payment.id);
  expect(await listOf(w.id)).toEqual(then);
  expect(await read()).toMatchObject({
    standing: "closed",
    attention: [expect.stringContaining("$1,000.00 that were drawn have no payment behind them")],
  });
  const needing = await ask<{ items: { id: string }[] }>(
    manager,
    "GET /api/v1/grant-awards?attention=true",
  );
  expect(needing.items.map((i) => i.id)).toEqual([w.id]);
  await expect(sent(w.id)).rejects.toThrow(/is closed: nothing is drawn from it/);
  await came(await sent(w.id, "refund"));
  expect((await read()).attention).toEqual([]);
  expect(await listOf(w.id)).toEqual(then);
});

test("the federal schedule of a year has nothing of what was voided or came in after it", async () => {
  const { manager } = people;
  const w = await openedAward(t.database, a, manager);
  const year = { from: addDays(day, -300), to: addDays(day, 1) };
  const payment = await paid(400_00);
  const id = await sent(w.id);
  const sefa = () => readSefa(t.database.read(on(manager)), year);
  day = nextBankDay(addDays(day, 5));
  year.to = addDays(day, -1);
  const before = [{ expended: 300_00, received: 0 }];
  expect(await sefa()).toMatchObject(before);
  await came(id);
  await lost(payment.id);
  await paid(90_00);
  expect(await sefa()).toMatchObject(before);
  // The bill is open again, and the next run pays it with the other one.
  year.to = addDays(day, 9);
  expect(await sefa()).toMatchObject([{ expended: 367_50, received: 300_00 }]);
});

test("a performance report counts the milestones that were accepted when its period ended", async () => {
  const { manager, other } = people;
  day = "2026-09-15" as Day;
  const w = await openedAward(t.database, a, manager);
  const plan = async (title: string) => {
    const { id } = await ask(manager, "POST /api/v1/milestones", {
      awardId: w.id,
      title,
      plannedOn: "2026-09-30",
    });
    return id;
  };
  const done = async (id: string) =>
    ask(manager, `POST /api/v1/milestones/${id}/actions/finish`, { outcome: "All trained." });
  const accepted = (id: string) => ask(other, `POST /api/v1/milestones/${id}/actions/accept`);
  const [early, waiting, late, given] = [
    await plan("Early"),
    await plan("Waiting"),
    await plan("Late"),
    await plan("Given up"),
  ];
  await done(early);
  await accepted(early);
  await done(waiting);
  await ask(manager, `POST /api/v1/milestones/${given}/actions/waive`, { reason: "Not needed." });
  day = "2026-10-02" as Day;
  await accepted(waiting);
  await done(late);
  await accepted(late);
  const { items } = await ask<{ items: { id: string }[] }>(
    manager,
    `GET /api/v1/grant-reports?awardId=${w.id}&kind=ppr&sort=periodTo`,
  );
  const report = await ask<ReportDetail>(manager, `GET /api/v1/grant-reports/${items[0]!.id}`);
  expect(report).toMatchObject({ periodTo: "2026-09-30", cutOn: "2026-09-30" });
  expect(
    Object.fromEntries(report.milestones.map((m) => [m.title, [m.status, m.outcome]])),
  ).toMatchObject({
    Early: ["accepted", "All trained."],
    Waiting: ["done", "All trained."],
    Late: ["planned", ""],
  });
  expect(report.sheet.answers).toMatchObject({ planned: 3, accepted: 1 });
});

test("what requests will bring is expected after as many days as it usually took", async () => {
  const { manager } = people;
  const w = await openedAward(t.database, a, manager);
  const begun = day;
  const expected = (until: Day) => drawdownsExpected.read(t.database.read(on(manager)), until);
  await paid(100_00);
  const first = await sent(w.id);
  // Nothing came in yet: no day can be said, and none is invented.
  expect(await expected(addDays(begun, 90))).toMatchObject([{ on: null, cents: 75_00 }]);
  day = addDays(begun, 8);
  await came(first);
  expect(await expected(addDays(begun, 90))).toEqual([]);
  day = nextBankDay(addDays(begun, 8));
  await paid(200_00);
  const second = await sent(w.id);
  const comes = addDays(day, 8);
  const { number } = await ask<{ number: string }>(manager, `GET /api/v1/drawdowns/${second}`);
  expect(await expected(comes)).toEqual([
    {
      on: comes,
      what: `${number} comes in`,
      cents: 150_00,
      opens: `/grant-management/drawdowns/${second}`,
    },
  ]);
  expect(await expected(addDays(comes, -1))).toEqual([]);
  // The grantor allows less: that is what comes. What is given back does not come in.
  await ask(manager, `POST /api/v1/drawdowns/${second}/actions/approvePartly`, {
    approved: 60_00,
    reason: "Less.",
  });
  expect(await expected(comes)).toMatchObject([{ on: comes, cents: 60_00 }]);
});

test("line 10f of a past period takes an entry that is dated back into it, and none of after it", async () => {
  const { manager } = people;
  const w = await openedAward(t.database, a, manager);
  const until = "2026-09-30" as Day;
  const order = (encumbered: number, postedOn: Day) =>
    t.database.transaction(a.people.admin, async (tx) =>
      postCommitments(
        tx,
        a.people.admin,
        { type: "purchaseOrder", id: newId(), number: "PO-1", fiscalYearId: a.fiscalYearId },
        [{ accountStringId: a.accountStringId, encumbered }],
        { kind: "encumber", postedOn },
      ),
    );
  const lines = async () => {
    const { facts } = await factsUntil(t.database.read(manager), w.id, until, false);
    const cells = Object.fromEntries(sf425Of(facts).map((cell) => [cell.line, cell.cents]));
    return [cells["10e"], cells["10f"], cells["10g"], cells["10h"]];
  };
  expect(await lines()).toEqual([0, 0, 0, 3_000_00]);
  await order(400_00, "2026-10-01" as Day);
  expect(await lines()).toEqual([0, 0, 0, 3_000_00]);
  // The award bears three quarters of it.
  await order(100_00, until);
  expect(await lines()).toEqual([0, 75_00, 75_00, 2_925_00]);
  // Released after the period, it was bound at its end.
  await order(-100_00, "2026-10-02" as Day);
  expect(await lines()).toEqual([0, 75_00, 75_00, 2_925_00]);
});
