// Safety cases: clocks, cited classification, forms and files, and that names and medical facts are
// read by whom they are for, by nobody else, and each time on record.
import { parse } from "csv-parse/sync";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Actor } from "#kernel/access.ts";
import type { Tx } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { makeAgency, makeMembers, type Agency } from "#server/testing/agency.ts";
import { formatDate } from "#kernel/dates.ts";
import { addDays, day } from "#kernel/time.ts";
import { agencyDay } from "#server/testing/days.ts";
import { getRow } from "#server/db/rows.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import {
  approvePlan,
  checkEffect,
  contain,
  findCause,
  implement,
  openAction,
  readAction,
  recur,
} from "./action/action.service.ts";
import { answerQuestion } from "./safety/answer.service.ts";
import { asked } from "./safety/classify.model.ts";
import { moveYear, readYear, saveEstablishment, saveYear } from "./safety/establishment.service.ts";
import { casesFile, checkCases, readLog, summaryFile } from "./safety/log.service.ts";
import { readPrivate, savePrivate } from "./safety/private.service.ts";
import { establishmentInput, privateFacts, reportInput } from "./safety/safety.model.ts";
import { readCase } from "./safety/safety.read.service.ts";
import { safetyCase } from "./safety/safety.tables.ts";
import { saveSpan } from "./safety/span.service.ts";
import {
  classify,
  investigate,
  moveCase,
  reportCase,
  toldOsha,
  triage,
} from "./safety/safety.service.ts";

const secret = "Zebulon Quartermain";
let t: TestDatabase;
let agency: Agency;
let officer: Actor;
let manager: Actor;
let worker: Actor;
let stranger: Actor;
let establishmentId: string;

const as = <T>(actor: Actor, act: (tx: Tx) => Promise<T>) => t.database.transaction(actor, act);
const refused = (promise: Promise<unknown>) =>
  promise.then(
    () => "done",
    (error: { code?: string; errors?: { path: string }[]; message: string }) =>
      error.errors?.[0]?.path ?? error.code ?? error.message,
  );
const year = Number(agencyDay(-400).slice(0, 4));

beforeAll(async () => {
  t = await freshDatabase();
  agency = await makeAgency(t.database);
  ({ officer, manager, worker } = await makeMembers(t.database, agency, {
    officer: { duties: ["safety_officer"] },
    manager: { role: "manager" },
    worker: {},
  }));
  ({ stranger } = await makeMembers(t.database, await makeAgency(t.database), {
    stranger: { role: "admin", duties: ["safety_officer"] },
  }));
  ({ id: establishmentId } = await as(officer, (tx) =>
    saveEstablishment(
      tx,
      officer,
      establishmentInput.parse({
        name: "Public Works",
        street: "400 Mill Street",
        city: "Chaska",
        state: "MN",
        zip: "55318",
        ein: "41-0000000",
        naics: "921190",
      }),
    ),
  ));
});
afterAll(() => t.drop());

const report = (over: object = {}) =>
  as(worker, (tx) =>
    reportCase(
      tx,
      worker,
      reportInput.parse({
        kind: "injury",
        happenedAt: `${year}-06-03T15:00:00.000Z`,
        location: "Yard",
        words: `${secret} fell`,
        name: secret,
        ...over,
      }),
    ),
  );
const facts = (over: object = {}) =>
  privateFacts.parse({
    name: secret,
    jobTitle: "Laborer",
    dateOfBirth: "1980-02-03",
    dateOfHire: "2015-05-04",
    sex: "M",
    timeStarted: "07:00",
    before: "Climbing",
    happened: "Slipped",
    injury: "Sprained ankle",
    object: "Ladder",
    ...over,
  });
const step = (id: string) => ({ id, version: null });
const under = async (over: object = {}, severe: "hospitalization" | null = null) => {
  const { id } = await report(over);
  await as(officer, (tx) =>
    triage(tx, officer, step(id), { kind: "injury", establishmentId, severe, severeKnownAt: null }),
  );
  await as(officer, (tx) => investigate(tx, officer, step(id)));
  return id;
};
const answer = async (id: string, yes: readonly string[]) => {
  for (const { key } of asked("injury", {}))
    await as(officer, (tx) =>
      answerQuestion(tx, officer, id, {
        question: key,
        answer: yes.includes(key),
        reason: `As ${secret} said`,
      }),
    );
};
// From the day after on, so many days by a clinician's word.
const away = (id: string, days: number) =>
  as(officer, async (tx) =>
    saveSpan(tx, officer, await getRow(tx, safetyCase, id, "safety case"), {
      kind: "away",
      fromDay: addDays(`${year}-06-03`, 1),
      toDay: addDays(`${year}-06-03`, days),
      basis: "clinician",
      clinician: "Dr. Roe",
      words: `${secret} rests`,
    }),
  );
const recorded = async (
  yes: readonly string[] = [],
  days = 4,
  privacyKind: "intimate" | null = null,
) => {
  const id = await under();
  await as(officer, (tx) => savePrivate(tx, officer, id, facts(), 1));
  await answer(id, ["covered", "workRelated", "newCase", ...yes]);
  if (days > 0) await away(id, days);
  await as(officer, (tx) => classify(tx, officer, step(id), { injuryType: 1, privacyKind }));
  return id;
};

test("a near miss without a name keeps nobody who reported it, and its words are for everybody", async () => {
  const near = await report({
    kind: "near_miss",
    words: "A load swung",
    name: "",
    anonymous: true,
  });
  expect(near).toMatchObject({ reportedBy: null, hazard: "A load swung" });
  const traces = await t.database.read(officer).rows<{ actorId: string | null }>(sql`
    select actor_id
    from audit_entry
    where org_id = ${agency.orgId} and object_id = ${near.id}
  `);
  expect(traces.map((one) => one.actorId)).toEqual([null]);
  expect(await refused(report({ anonymous: true }))).toBe("anonymous");
});

test("the hours of what OSHA is told at once run from when it was known; a case is not closed before", async () => {
  const id = await under({}, "hospitalization");
  const shown = await readCase(t.database.read(officer), officer, id);
  expect(Date.parse(shown.severeDueAt!) - Date.parse(shown.severeKnownAt!)).toBe(24 * 3_600_000);
  const kept = await t.database.read(officer).rows<{ key: string; title: string }>(sql`
    select key, title
    from deadline
    where org_id = ${agency.orgId} and source_id = ${id} and status = 'open'
    order by key
  `);
  expect(kept.map((one) => one.key)).toEqual(["log", "osha"]);
  await answer(id, ["covered", "workRelated", "newCase"]);
  await away(id, 9);
  const { version, outcome, daysAway } = await as(officer, (tx) =>
    classify(tx, officer, step(id), { injuryType: 1, privacyKind: null }),
  );
  expect({ outcome, daysAway }).toEqual({ outcome: "days_away", daysAway: 9 });
  await expect(as(officer, (tx) => moveCase(tx, officer, "close", step(id)))).rejects.toThrow(
    "29 CFR 1904.39",
  );
  await as(officer, (tx) =>
    toldOsha(tx, officer, { id, version }, { at: new Date().toISOString(), to: "Area office" }),
  );
  expect(await as(officer, (tx) => moveCase(tx, officer, "close", step(id)))).toMatchObject({
    status: "closed",
  });
});

test("a case is classified by its answers and days; what is open is refused", async () => {
  const id = await under();
  const say = { injuryType: 1, privacyKind: null };
  await expect(as(officer, (tx) => classify(tx, officer, step(id), say))).rejects.toThrow(
    "8 questions are not answered.",
  );
  await answer(id, ["covered", "workRelated", "newCase"]);
  expect(await as(officer, (tx) => classify(tx, officer, step(id), say))).toMatchObject({
    status: "not_recordable",
    recordable: false,
    daysAway: 0,
  });
  const recordable = await recorded();
  await expect(as(manager, (tx) => classify(tx, manager, step(recordable), say))).rejects.toThrow();
});

test("names and medical facts: read by the officer on record; in no other row, notice, history or list", async () => {
  const id = await recorded(["treatment"], 2, "intimate");
  expect(await as(officer, (tx) => readPrivate(tx, officer, id))).toMatchObject({ name: secret });
  const read = await t.database.read(officer).rows<{ action: string }>(sql`
    select action
    from audit_entry
    where org_id = ${agency.orgId} and object_id = ${id} and action = 'safetyCase.readPrivate'
  `);
  expect(read).toHaveLength(1);
  const known = await as(officer, (tx) => readPrivate(tx, officer, id));
  expect(known).toMatchObject({
    privacyKind: "intimate",
    words: [{ clinician: "Dr. Roe", words: `${secret} rests` }],
  });
  expect(JSON.stringify(await readCase(t.database.read(manager), manager, id))).not.toContain(
    secret,
  );
  const log = await as(officer, (tx) => readLog(tx, officer, { establishmentId, year }));
  expect(log.items.find((line) => line.caseId === id)?.name).toBe("Privacy case");
  expect(log.privacy.map((one) => one.name)).toEqual([secret]);
  // Every text of every table of the agency, except the reason beside an answer.
  const tables = await t.database.read(officer).rows<{ name: string }>(sql`
    select c.table_name as name
    from information_schema.columns c
    join information_schema.tables b
      on b.table_schema = c.table_schema
      and b.table_name = c.table_name
    where c.table_schema = 'public'
      and c.column_name = 'org_id'
      and b.table_type = 'BASE TABLE'
      and has_table_privilege(format('%I.%I', c.table_schema, c.table_name), 'select')
  `);
  expect(tables.length).toBeGreaterThan(50);
  const names = tables.map(({ name }) => name).filter((name) => name !== "safety_answer");
  const found = await Promise.all(
    names.map(async (name) => ({
      name,
      hits: await t.database.read(officer).rows({
        text: `select 1 from "${name}" t where t.org_id = $1 and t::text like $2 limit 1`,
        values: [agency.orgId, `%${secret}%`],
      } as never),
    })),
  );
  expect(found.filter(({ hits }) => hits.length > 0).map(({ name }) => name)).toEqual([]);
});

test("another agency's officer reads and writes none of it", async () => {
  const id = await recorded();
  await expect(as(stranger, (tx) => readPrivate(tx, stranger, id))).rejects.toThrow();
  await expect(as(stranger, (tx) => savePrivate(tx, stranger, id, facts(), 1))).rejects.toThrow();
  await expect(readCase(t.database.read(stranger), stranger, id)).rejects.toThrow();
  await expect(readYear(t.database.read(stranger), establishmentId, year)).rejects.toThrow();
  const theirs = as(stranger, (tx) => readLog(tx, stranger, { establishmentId, year }));
  expect((await theirs).items).toEqual([]);
});

test("form 300A is the sum of its cases; its files are made when nothing would be refused", async () => {
  const of = { establishmentId, year };
  const db = () => t.database.read(officer);
  const before = await readYear(db(), establishmentId, year);
  expect(before.faults.map((f) => f.column)).toContain("annual_average_employees");
  expect(await refused(summaryFile(db(), of))).toContain("Public Works ");
  const early = as(officer, (tx) =>
    moveYear(tx, officer, of, { step: "certify", on: agencyDay() }),
  );
  expect(await refused(early)).toBe("no_executive");
  await as(officer, (tx) =>
    saveYear(
      tx,
      officer,
      { ...of, version: null },
      {
        averageEmployees: 50,
        hoursWorked: 100_000,
        executiveName: "Adele Moreau",
        executiveTitle: "Administrator",
        executivePhone: "",
        changeReason: "",
      },
    ),
  );
  await as(officer, (tx) => moveYear(tx, officer, of, { step: "certify", on: agencyDay() }));
  const y = await readYear(db(), establishmentId, year);
  const cases =
    y.totals.deaths + y.totals.daysAwayCases + y.totals.restrictedCases + y.totals.otherCases;
  expect(y.totals.injuries).toBe(cases);
  expect(y.trir).toBe(cases * 2);
  expect(y.certifiedBy).toBe(officer.name);
  const [row] = parse((await summaryFile(db(), of)).text, { columns: true }) as [
    Record<string, string>,
  ];
  expect(Number(row["total_dafw_days"])).toBe(y.totals.daysAway);
  // Cases without form 301 are named, each by its number.
  const { items } = await as(officer, (tx) => checkCases(tx, officer, of));
  expect(items.some((f) => f.column === "date_of_birth")).toBe(true);
  expect(await refused(as(officer, (tx) => casesFile(tx, officer, of)))).toContain("SAF-");
  const open = await t.database.read(officer).rows<{ id: string }>(sql`
    select c.id
    from safety_case c
    where c.org_id = ${agency.orgId} and c.recordable
  `);
  for (const { id } of open) {
    const { version } = await as(officer, (tx) => readPrivate(tx, officer, id));
    await as(officer, (tx) => savePrivate(tx, officer, id, facts(), version));
  }
  const file = await as(officer, (tx) => casesFile(tx, officer, of));
  expect(parse(file.text, { columns: true })).toHaveLength(cases);
  expect(file.text).not.toContain(secret);
});

test("a corrective action: another approves, another verifies after 30 and 90 days, what recurs opens again", async () => {
  const subject = await recorded();
  const open = () =>
    as(officer, (tx) =>
      openAction(tx, officer, {
        title: "Grip on ladders",
        subjectType: "safetyCase",
        subjectId: subject,
        problem: "Wet rungs",
        ownerId: worker.personId!,
        dueOn: agencyDay(20),
      }),
    );
  const { id } = await open();
  await as(officer, (tx) => contain(tx, officer, step(id), { containment: "Closed" }));
  await as(officer, (tx) => findCause(tx, officer, step(id), { rootCause: "Wet", plan: "Tape" }));
  expect(await refused(as(worker, (tx) => approvePlan(tx, worker, step(id))))).not.toBe("done");
  await as(manager, (tx) => approvePlan(tx, manager, step(id)));
  await as(officer, (tx) => implement(tx, officer, step(id)));
  const after = (actor: Actor, days: number): Actor => ({
    ...actor,
    businessNow: `${agencyDay(days)}T18:00:00.000Z`,
  });
  const verify = (actor: Actor, days: number, effective: boolean) => {
    const then = after(actor, days);
    return as(then, (tx) => checkEffect(tx, then, step(id), { found: "Looked", effective }));
  };
  await expect(verify(manager, 10, true)).rejects.toThrow(
    "The day of its next check has not come.",
  );
  await expect(verify(officer, 31, true)).rejects.toThrow("other than who implemented");
  expect(await verify(manager, 31, true)).toMatchObject({ status: "effectiveness_check" });
  await expect(verify(manager, 60, true)).rejects.toThrow("next check has not come");
  await expect(as(officer, (tx) => moveCase(tx, officer, "close", step(subject)))).rejects.toThrow(
    "1 corrective action is open.",
  );
  expect(await verify(manager, 91, true)).toMatchObject({ status: "closed" });
  const again = { ...step(id), reason: "Slipped again" };
  expect(await as(officer, (tx) => recur(tx, officer, again))).toMatchObject({
    status: "reopened",
    recurrences: 1,
  });
  await expect(readAction(t.database.read(stranger), stranger, id)).rejects.toThrow();
  const unread = as(manager, (tx) =>
    openAction(tx, manager, {
      title: "Other",
      subjectType: "safetyCase",
      subjectId: subject,
      problem: "Wet rungs",
      ownerId: worker.personId!,
      dueOn: agencyDay(20),
    }),
  );
  expect(await refused(unread)).toBe("not_allowed");
});

test("days that cannot be of a person who was hurt then are refused at their fields", async () => {
  const id = await under();
  const happened = day(`${year}-06-03`);
  const on = formatDate(happened);
  const said = (over: object) =>
    as(officer, (tx) => savePrivate(tx, officer, id, facts(over), 1)).then(
      () => "saved",
      (error: { errors?: { path: string; message: string }[] }) => error.errors?.[0],
    );
  expect(await said({ dateOfBirth: happened })).toEqual({
    path: "dateOfBirth",
    message: `It happened on ${on}: enter a day of birth before it.`,
  });
  expect(await said({ dateOfHire: addDays(happened, 1) })).toEqual({
    path: "dateOfHire",
    message: `It happened on ${on}: the person was hired by then.`,
  });
  expect(await said({ dateOfHire: "1980-02-03" })).toEqual({
    path: "dateOfHire",
    message: "The person was hired before being born.",
  });
  expect(await said({ dateOfDeath: addDays(happened, -1) })).toEqual({
    path: "dateOfDeath",
    message: `It happened on ${on}: the death cannot be before it.`,
  });
  expect(await said({ dateOfHire: happened })).toBe("saved");
});
