import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import "#areas.server.ts";
import type { Actor, Permission } from "#kernel/access.ts";
import type { Tx } from "#server/db/db.ts";
import { identityDb } from "#server/db/scopes/identity.ts";
import { sql } from "#server/db/sql.ts";
import { startJobs, type Jobs } from "#server/jobs/jobs.ts";
import { transition } from "#server/lifecycle.ts";
import { makeMembers } from "#server/testing/agency.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import { approvedInvoice, payingAgency, type PayingAgency } from "#server/testing/payments.ts";
import { questionInput } from "../figure/figure.model.ts";
import { makeReport, retireReport } from "../report/report.service.ts";
import { savedReportNoun } from "../report/report.noun.ts";
import { beginDueLetters, reportMailClock, reportMailJob, writeLetters } from "./schedule.jobs.ts";
import { scheduleHolding } from "./schedule.holding.ts";
import { scheduleInput } from "./schedule.model.ts";
import {
  addReader,
  changeSchedule,
  makeSchedule,
  pauseSchedule,
  readSchedule,
  resumeSchedule,
  takeReaderOff,
} from "./schedule.service.ts";

let t: TestDatabase;
let agency: PayingAgency;
let people: Record<"owner" | "ap" | "clerk" | "leaver", Actor>;
let report: string;
const as = <T>(actor: Actor, work: (tx: Tx) => Promise<T>) => t.database.transaction(actor, work);

let jobs: Jobs;
beforeAll(async () => {
  t = await freshDatabase();
  jobs = await startJobs(t.app, t.ownerUrl, [reportMailJob]);
});
afterAll(async () => {
  await jobs.stop();
  await t.drop();
});
beforeEach(async () => {
  agency = await payingAgency(t.database);
  await approvedInvoice(t.database, agency, { cents: 120_00 });
  await approvedInvoice(t.database, agency, { cents: 30_50 });
  const made = await makeMembers(t.database, agency, {
    owner: { duties: ["budget_officer", "ap"] },
    clerk: {},
    leaver: { duties: ["ap"] },
  });
  people = { owner: made.owner, clerk: made.clerk, leaver: made.leaver, ap: agency.people.ap };
  const { owner } = people;
  report = await as(owner, async (tx) => {
    const { id } = await makeReport(tx, owner, {
      name: "Spent by year",
      question: questionInput.parse({
        measures: ["ledger.expended"],
        by: ["fiscalYear", "side"],
        where: {},
        period: "all",
      }),
      chart: "bar",
    });
    await transition(tx, owner, savedReportNoun, { id, action: "share", version: null });
    return id;
  });
});

const make = (over: object = {}) =>
  as(people.owner, (tx) =>
    makeSchedule(
      tx,
      people.owner,
      scheduleInput.parse({ name: "Spent, on Mondays", reportId: report, ...over }),
    ),
  );
const read = (actor: Actor, id: string) => readSchedule(t.database.read(actor), actor, id);
const add = (id: string, reader: Actor) =>
  as(people.owner, (tx) => addReader(tx, people.owner, id, reader.personId!));
const refusal = (asked: Promise<unknown>) =>
  asked.then(
    () => "done",
    (error: { code?: string }) => error.code,
  );
const due = (id: string) =>
  as(people.owner, (tx) =>
    tx.rows(sql`
      update report_schedule
      set next_at = clock_timestamp() - interval '3 days'
      where org_id = ${agency.orgId} and id = ${id}
    `),
  );
const sendingsOf = (id: string) =>
  t.database.read(people.owner).rows<{ id: string }>(sql`
    select id
    from report_sending
    where org_id = ${agency.orgId} and schedule_id = ${id}
    order by due_at
  `);
const letters = () =>
  identityDb(t.database).rows<{ toAddress: string; bodyText: string }>(sql`
    select to_address, body_text
    from mail
    where org_id = ${agency.orgId} and kind = 'reportSchedule'
    order by created_at, id
  `);
/** Lets the hour come and writes what is due; gives the id of the sending. */
const send = async (id: string) => {
  await due(id);
  await beginDueLetters(t.app);
  const sending = (await sendingsOf(id)).at(-1)!;
  await writeLetters(t.app, people.owner, sending.id);
  return sending.id;
};

test("each reader gets what they may read, once, and the hour moves on", async () => {
  const { id } = await make();
  await add(id, people.ap);
  await add(id, people.clerk);
  const sending = await send(id);
  await writeLetters(t.app, people.owner, sending);
  const went = await letters();
  expect(went.map((each) => each.toAddress).toSorted()).toEqual(
    [people.owner.email!, people.ap.email!, people.clerk.email!].toSorted(),
  );
  const to = (who: Actor) => went.find((each) => each.toAddress === who.email)!.bodyText;
  expect(to(people.ap)).toContain("Movements of the ledger: Expended, all time: $150.50");
  expect(to(people.ap)).toMatch(/By fiscal year, .*: Movements of the ledger: Expended\n/);
  // The clerk may not read the ledger: no cent, no year.
  expect(to(people.clerk)).toContain(
    "You may not read these figures: Movements of the ledger: Expended.",
  );
  expect(to(people.clerk)).not.toMatch(/\$|150|By fiscal/);
  const stands = await read(people.owner, id);
  expect(stands.sendings[0]!.letters.map((each) => each.outcome)).toEqual(["sent", "sent", "sent"]);
  expect(Date.parse(stands.nextAt!)).toBeGreaterThan(Date.now());
  // Three days were missed: it went once.
  await beginDueLetters(t.app);
  expect(await sendingsOf(id)).toHaveLength(1);
});

test("two instances write one letter", async () => {
  const { id } = await make();
  await due(id);
  await Promise.all([beginDueLetters(t.app), beginDueLetters(t.app), beginDueLetters(t.app)]);
  const [sending, ...more] = await sendingsOf(id);
  expect(more).toEqual([]);
  await Promise.allSettled([1, 2, 3].map(() => writeLetters(t.app, people.owner, sending!.id)));
  expect(await letters()).toHaveLength(1);
});

test("a condition is judged by the reader's own figure; what they may not read opens nothing", async () => {
  const above = { conditionMeasure: "ledger.expended", conditionIs: "above" };
  const { id } = await make({ ...above, conditionValue: "150.50" });
  await add(id, people.clerk);
  await send(id);
  expect(await letters()).toEqual([]);
  const outcomes = async () =>
    (await read(people.owner, id)).sendings[0]!.letters.map((each) => each.outcome).toSorted();
  expect(await outcomes()).toEqual(["condition", "withheld"]);
  const { version } = await read(people.owner, id);
  await as(people.owner, (tx) =>
    changeSchedule(tx, people.owner, id, { conditionValue: "150.49" }, version),
  );
  await send(id);
  expect((await letters()).map((each) => each.toAddress)).toEqual([people.owner.email]);
});

test("who may not read what decides learns from nobody's letter whether the condition held", async () => {
  const { owner, ap } = people;
  const decides = { conditionMeasure: "ledger.expended", conditionIs: "above" };
  const { id } = await make({ ...decides, conditionValue: "150.50" });
  await add(id, ap);
  await send(id);
  // A threshold that is moved from letter to letter would tell the figure to the cent.
  const alter = async (input: object) => {
    const { version } = await read(owner, id);
    await as(owner, (tx) => changeSchedule(tx, owner, id, input, version));
  };
  await alter({ conditionValue: "150.49" });
  await send(id);
  // What judged a letter stays with it, whatever the schedule asks later.
  await alter({ conditionMeasure: null });
  const blind = { ...owner, permissions: new Set(owner.permissions) as Set<Permission> };
  blind.permissions.delete("ledger.read");
  const told = async (who: Actor) =>
    (await read(who, id)).sendings.map(({ letters: all }) =>
      all.filter(({ name }) => name !== "owner").map(({ outcome }) => outcome),
    );
  expect(await told(owner)).toEqual([["sent"], ["condition"]]);
  expect(await told(blind)).toEqual([["judged"], ["judged"]]);
  expect(await told(ap)).toEqual([["sent"], ["condition"]]);
});

test("who left is taken off and the owner is told; without its owner it rests", async () => {
  const { id } = await make();
  await add(id, people.leaver);
  const { admin } = agency.people;
  const leave = (who: Actor) =>
    as(admin, (tx) =>
      tx.rows(sql`
        update organization_member
        set active = false
        where org_id = ${agency.orgId} and person_id = ${who.personId}
      `),
    );
  await leave(people.leaver);
  await send(id);
  expect((await letters()).map((each) => each.toAddress)).toEqual([people.owner.email]);
  expect((await read(people.owner, id)).readers.map((each) => each.mine)).toEqual([true]);
  const told = await t.database.read(people.owner).rows<{ title: string }>(sql`
    select title
    from notification
    where org_id = ${agency.orgId} and person_id = ${people.owner.personId} and kind = 'report'
  `);
  expect(told).toHaveLength(1);
  expect(told[0]!.title).toMatch(/gets Spent, on Mondays no more/);
  await leave(people.owner);
  await due(id);
  await beginDueLetters(t.app);
  expect((await read(people.owner, id)).status).toBe("paused");
  expect(await sendingsOf(id)).toHaveLength(1);
});

test("whoever leaves hands it on", async () => {
  const { id } = await make();
  const { owner, ap } = people;
  expect(await scheduleHolding.of(t.database.read(owner), owner.personId!)).toMatchObject([{ id }]);
  const { admin } = agency.people;
  expect(
    await as(admin, (tx) => scheduleHolding.takeOver!(tx, admin, owner.personId!, ap.personId)),
  ).toBe(1);
  expect((await read(ap, id)).canEdit).toBe(true);
});

test("a report that is kept to oneself again, or retired, goes to nobody else", async () => {
  const { id } = await make();
  await add(id, people.ap);
  const { owner } = people;
  await as(owner, (tx) =>
    transition(tx, owner, savedReportNoun, { id: report, action: "withdraw", version: null }),
  );
  await send(id);
  expect((await letters()).map((each) => each.toAddress)).toEqual([owner.email]);
  await as(owner, (tx) => retireReport(tx, owner, { id: report, version: null, reason: null }));
  expect((await read(owner, id)).status).toBe("ended");
  expect(await refusal(make())).toBe("report_retired");
  expect(await refusal(add(id, people.clerk))).toBe("schedule_ended");
});

test("a paused one is silent and goes on from now; readers take themselves off", async () => {
  const { id } = await make();
  const { owner, ap, clerk } = people;
  await add(id, ap);
  await as(owner, (tx) => pauseSchedule(tx, owner, { id, version: null, reason: null }));
  await beginDueLetters(t.app);
  expect(await sendingsOf(id)).toEqual([]);
  await as(owner, (tx) => resumeSchedule(tx, owner, { id, version: null, reason: null }));
  expect(Date.parse((await read(owner, id)).nextAt!)).toBeGreaterThan(Date.now());
  const off = (by: Actor, who: Actor) =>
    refusal(as(by, (tx) => takeReaderOff(tx, by, id, who.personId!)));
  expect(await off(clerk, clerk)).toBe("not_found");
  expect(await off(ap, owner)).toBe("not_owner");
  expect(await off(ap, ap)).toBe("done");
  expect(await refusal(read(ap, id))).toBe("not_found");
  expect(await off(owner, ap)).toBe("no_reader");
});

const sentence = (asked: Promise<unknown>) =>
  asked.then(
    () => "done",
    (error: { message?: string; errors?: { message: string }[] }) =>
      error.errors?.[0]?.message ?? error.message,
  );

test("a letter has at most two hundred readers", async () => {
  const { id } = await make();
  const { owner } = people;
  const others = await identityDb(t.database).rows<{ id: string }>(sql`
    insert into person (id, email, display_name)
    select gen_random_uuid(), 'reader-' || n || '@many.test', 'Reader ' || n
    from generate_series(1, 199) n
    returning id
  `);
  await as(owner, (tx) =>
    tx.rows(sql`
      insert into report_schedule_reader (org_id, schedule_id, person_id, added_by)
      select ${agency.orgId}, ${id}, person, ${owner.personId}
      from unnest(${others.map((each) => each.id)}::uuid[]) person
    `),
  );
  expect(await refusal(add(id, people.ap))).toBe("too_many_readers");
});

test("what cannot be set up is refused in words", async () => {
  const { owner, ap, clerk } = people;
  expect(await refusal(make({ conditionMeasure: "orders.ordered" }))).toBe("invalid_field");
  expect(await refusal(make({ reportId: null, ready: "no-such-report" }))).toBe(
    "unknown_ready_report",
  );
  expect(scheduleInput.safeParse({ name: "Nothing at all" }).success).toBe(false);
  expect(
    scheduleInput.safeParse({
      name: "Too late",
      reportId: report,
      every: "month-business-day",
      monthDay: 20,
    }).success,
  ).toBe(false);
  const { id } = await make();
  await add(id, ap);
  expect(await refusal(add(id, ap))).toBe("reads_already");
  const byAp = (who: Actor) => refusal(as(ap, (tx) => addReader(tx, ap, id, who.personId!)));
  expect(await byAp(clerk)).toBe("not_owner");
  const alone: Actor = {
    ...owner,
    permissions: new Set(
      [...owner.permissions].filter((p) => p !== "report.share"),
    ) as ReadonlySet<Permission>,
  };
  expect(await refusal(as(alone, (tx) => addReader(tx, alone, id, clerk.personId!)))).toBe(
    "report_share",
  );
  const stranger = { ...clerk, personId: crypto.randomUUID() };
  expect(await refusal(add(id, stranger))).toBe("not_found");
  const { admin } = agency.people;
  await as(admin, (tx) =>
    tx.rows(sql`
      update organization_member
      set active = false
      where org_id = ${agency.orgId} and person_id = ${people.leaver.personId}
    `),
  );
  expect(await sentence(add(id, people.leaver))).toBe("Choose somebody who works here now.");
  expect(await sentence(make({ conditionMeasure: "orders.ordered" }))).toBe(
    "Choose one of the figures of this report.",
  );
  const notOwner = "Only whoever set up this schedule does this.";
  expect(
    await sentence(as(ap, (tx) => pauseSchedule(tx, ap, { id, version: null, reason: null }))),
  ).toBe(notOwner);
});

const closedBut = (weekdays: readonly number[]) =>
  as(agency.people.admin, (tx) =>
    tx.rows(sql`
      insert into agency_calendar (org_id, weekdays)
      values (${agency.orgId}, ${[...weekdays]}::int[])
      on conflict (org_id)
      do update set weekdays = excluded.weekdays
    `),
  );

test("a business day that no month has is refused, and one that the calendar takes away rests; others go on", async () => {
  const late = { every: "month-business-day", monthDay: 15 };
  const { id } = await make(late);
  const { id: other } = await make({ name: "Spent, every day", every: "day" });
  await closedBut([2, 4]);
  expect(await sentence(make(late))).toBe(
    "By your agency's calendar no month has so many business days. Choose an earlier one.",
  );
  await due(id);
  await due(other);
  await beginDueLetters(t.app);
  expect((await read(people.owner, id)).status).toBe("paused");
  expect(await sendingsOf(id)).toEqual([]);
  expect(await sendingsOf(other)).toHaveLength(1);
  const told = await t.database.read(agency.people.admin).rows<{ title: string }>(sql`
    select title
    from notification
    where org_id = ${agency.orgId} and kind = 'report'
  `);
  expect(told.map((each) => each.title)).toContain("The report by mail Spent, on Mondays rests");
});

test("what is paused while its letters are written writes no more of them", async () => {
  const { id } = await make();
  const { owner } = people;
  await due(id);
  const sending = await as(owner, async (tx) => {
    const { id: sendingId } = await tx.one<{ id: string }>(sql`
      insert into report_sending (org_id, id, schedule_id, due_at)
      values (${agency.orgId}, gen_random_uuid(), ${id}, clock_timestamp())
      returning id
    `);
    await pauseSchedule(tx, owner, { id, version: null, reason: null });
    return sendingId;
  });
  await writeLetters(t.app, owner, sending);
  expect(await letters()).toEqual([]);
});

test("dropped after a restore it sends nothing and goes on with its next hour", async () => {
  const { id } = await make();
  await due(id);
  const held = reportMailClock.afterRestore as { drop: (app: object) => Promise<unknown> };
  await held.drop(t.app);
  expect(await sendingsOf(id)).toEqual([]);
  expect(Date.parse((await read(people.owner, id)).nextAt!)).toBeGreaterThan(Date.now());
});
