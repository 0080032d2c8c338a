// Work that is kept for the qualified, courses with sealed questions, sessions and requirements, on a real database.
import { afterAll, beforeAll, expect, test } from "vitest";
import { areaServers } from "#areas.server.ts";
import { z } from "zod";
import type { Actor } from "#kernel/access.ts";
import { newId } from "#kernel/ids.ts";
import {
  giveForTime,
  requireSeat,
  setMappedAccess,
  workforce,
} from "#areas/organization/organization.server.ts";
import { sql } from "#server/db/sql.ts";
import { refusalOf } from "#server/testing/asking.ts";
import { makeMembers } from "#server/testing/agency.ts";
import { freshDatabase, type TestDatabase } from "#server/testing/database.ts";
import { agencyDay } from "#server/testing/days.ts";
import type { LearningAnalytics } from "./analytics/analytics.model.ts";
import type { CourseRow } from "./course/course.model.ts";
import { drawn, rightOf } from "./course/draw.model.ts";
import type { EnrolmentDetail } from "./course/enrolment.model.ts";
import type { GateRow, OverrideDetail } from "./gate/gate.model.ts";
import type { OwnRequirement, RequirementStanding } from "./requirement/requirement.model.ts";
import { countsUntil, touches } from "./requirement/requirement.model.ts";
import type { SessionDetail } from "./course/session.model.ts";
import { trainingOf, type Written } from "./training.setup.ts";

let t: TestDatabase;
let of: Awaited<ReturnType<typeof trainingOf>>;
const [gates, overrides] = ["/api/v1/training-gates", "/api/v1/seat-overrides"];
const [courses, questions] = ["/api/v1/training-courses", "/api/v1/course-questions"];
const [enrolments, sessions] = ["/api/v1/enrolments", "/api/v1/training-sessions"];
const requirements = "/api/v1/training-requirements";
const secret = "Culvert stone lies below the frost line";

/** A course in force; `asks` questions, of which the second answer is right. */
const course = async (over: object, asks = 0): Promise<CourseRow> => {
  const { officer } = of.people;
  const draft = await of.asking<CourseRow>(officer, `POST ${courses}`, {
    ...{ name: "Buying well", code: "BUY", about: "For whoever buys." },
    ...{ lessons: [{ title: "First", text: "Read this." }], asks, ...over },
  });
  for (let n = 0; n < asks; n += 1)
    await of.asking(officer, `POST ${questions}`, {
      ...{ courseId: draft.definitionId, text: `${secret} ${n}?` },
      ...{ options: ["No", "Yes", "Perhaps"], right: [1] },
    });
  return of.asking<CourseRow>(
    officer,
    `POST ${courses}/${draft.id}/actions/publish`,
    {},
    draft.version,
  );
};
const enrol = (by = of.people.learner, courseId = "", over: object = {}) =>
  of.asking<Written>(by, `POST ${enrolments}`, { courseId, ...over });
const act = (
  by: typeof of.people.learner,
  path: string,
  id: string,
  name: string,
  body: object = {},
) => of.asking<Written>(by, `POST ${path}/${id}/actions/${name}`, body);

beforeAll(async () => {
  t = await freshDatabase();
  of = await trainingOf(t);
});
afterAll(() => t.drop());

test("the same bank and seed draw the same questions; only exactly the right answers count", () => {
  const bank = ["a", "b", "c", "d", "e"];
  expect(drawn(bank, 3, 7)).toEqual(drawn(bank.toReversed(), 3, 7));
  expect(new Set(drawn(bank, 5, 7)).size).toBe(5);
  expect(drawn(bank, 5, 7)).not.toEqual(drawn(bank, 5, 8));
  const keys = [{ id: "a", right: [0, 2] }];
  expect(
    [{ a: [2, 0] }, { a: [0] }, { a: [0, 1, 2] }, { b: [0] }].map((given) =>
      rightOf(keys, given as never),
    ),
  ).toEqual([...[1, 0, 0, 0]]);
  const one = { validFrom: "2028-02-29", validUntil: null } as never;
  expect(countsUntil(one, 12)).toBe("2029-02-28");
});

test("a seat is kept from its day on, refused to whoever lacks it, and let by another person for hours", async () => {
  const { officer, boss, learner } = of.people;
  const take = () => requireSeat(t.database.read(learner), "evaluator", learner.personId);
  const set = (over: object = {}) =>
    of.asking(officer, `POST ${gates}`, {
      ...{ seat: "evaluator", enabled: true, codes: ["eval-1"], fromDay: agencyDay(0) },
      ...{ reason: "The policy of this year", ...over },
    });
  expect(await take()).toBe(false);
  const give = (by = boss) =>
    of.asking<Written>(by, `POST ${overrides}`, {
      ...{ seat: "evaluator", personId: learner.personId },
      reason: "Nobody else is left for this panel.",
    });
  expect(await refusalOf(give())).toBe(`seat_open: Nothing keeps ${learner.name} from it.`);
  expect(await refusalOf(set({ fromDay: agencyDay(-1) }))).toBe(
    "gate_past: What was done before is judged by what held then.",
  );
  expect(await refusalOf(set({ codes: [] }))).toContain("Name at least one certificate.");
  await set();
  await set({ enabled: false, fromDay: agencyDay(9) });
  const { items } = await of.asking<{ items: GateRow[] }>(learner, `GET ${gates}`);
  expect(items.find(({ seat }) => seat === "evaluator")).toMatchObject({
    ...{ now: { codes: ["EVAL-1"] }, later: [{ enabled: false }] },
  });
  expect(await refusalOf(take())).toContain(
    "not_qualified: Scoring proposals is kept for the qualified: EVAL-1 is missing.",
  );
  const offered = await of.asking<{ items: { id: string; lacks?: string }[] }>(
    officer,
    "GET /api/v1/members?seat=evaluator&active=true",
  );
  expect(offered.items.at(-1)!.lacks).toContain("EVAL-1 is missing");
  expect(
    await refusalOf(
      of.asking(boss, `POST ${overrides}`, {
        ...{ seat: "evaluator", personId: boss.personId, reason: "I want to do it myself." },
      }),
    ),
  ).toBe("own_override: Another person lets you do this work.");
  const made = await give();
  expect(await take()).toBe(true);
  const read = await of.asking<OverrideDetail>(learner, `GET ${overrides}/${made.id}`);
  expect(Date.parse(read.until) - Date.parse(read.givenAt)).toBe(72 * 3_600_000);
  await act(officer, overrides, made.id, "withdraw", { reason: "The panel is whole again" });
  expect(await refusalOf(take())).toContain("not_qualified");
  await of.certified(learner, { code: "EVAL-1", validUntil: agencyDay(0) });
  expect(await take()).toBe(true);
});

test("an attempt does not begin on fewer questions than its course asks", async () => {
  const { officer, learner } = of.people;
  const made = await course({ code: "SHORT" }, 2);
  const { items } = await of.asking<{ items: { id: string }[] }>(
    officer,
    `GET ${questions}?courseId=${made.definitionId}`,
  );
  const { id } = await enrol(learner, made.definitionId);
  await of.asking(officer, `DELETE ${questions}/${items[0]!.id}`);
  expect(await refusalOf(act(learner, enrolments, id, "start"))).toContain(
    "asks 2 questions and its bank has 1",
  );
  await act(learner, enrolments, id, "withdraw", { reason: "It is not whole" });
});

test("a course of a session is completed by coming to it, never by submitting nothing", async () => {
  const { learner } = of.people;
  const made = await course({ code: "ATTEND" }, 0);
  const { id } = await enrol(learner, made.definitionId);
  await act(learner, enrolments, id, "start");
  expect(await refusalOf(act(learner, enrolments, id, "submit", { answers: {} }))).toBe(
    "taken_in_session: It asks no questions: whoever comes to a session completes it.",
  );
  expect(await of.asking<EnrolmentDetail>(learner, `GET ${enrolments}/${id}`)).toMatchObject({
    ...{ status: "in_progress", certificateId: null },
  });
});

test("a course is failed and passed; what is right stands in no answer, record, notice or description", async () => {
  const { officer, learner, other } = of.people;
  const made = await course({ months: 12 }, 3);
  const first = await enrol(learner, made.definitionId);
  expect(await refusalOf(enrol(learner, made.definitionId))).toContain("enrolled_already");
  expect(await refusalOf(enrol(learner, made.definitionId, { personId: other.personId }))).toBe(
    "enrols_others: Training officers enrol others.",
  );
  expect(await refusalOf(act(officer, enrolments, first.id, "start"))).toContain(
    "Whoever is enrolled does this.",
  );
  await act(learner, enrolments, first.id, "start");
  const under = await of.asking<EnrolmentDetail>(learner, `GET ${enrolments}/${first.id}`);
  expect(under.questions).toHaveLength(3);
  const say = (e: EnrolmentDetail, at: number) => ({
    answers: Object.fromEntries(e.questions.map(({ id }) => [id, [at]])),
  });
  const keep = `PUT ${enrolments}/${first.id}/answers`;
  await of.asking(learner, keep, say(under, 0), under.version);
  const again = await of.asking<EnrolmentDetail>(learner, `GET ${enrolments}/${first.id}`);
  expect(again.answers).toEqual(say(under, 0).answers);
  expect(
    await refusalOf(of.asking(learner, keep, { answers: { [first.id]: [1] } }, again.version)),
  ).toBe("question_not_asked: This question was not asked.");
  expect((await act(learner, enrolments, first.id, "submit", say(under, 0))).status).toBe("failed");
  const second = await enrol(learner, made.definitionId);
  await act(learner, enrolments, second.id, "start");
  const then = await of.asking<EnrolmentDetail>(learner, `GET ${enrolments}/${second.id}`);
  expect(then.attempt).toBe(2);
  expect((await act(learner, enrolments, second.id, "submit", say(then, 1))).status).toBe(
    "completed",
  );
  const done = await of.asking<EnrolmentDetail>(learner, `GET ${enrolments}/${second.id}`);
  expect(done).toMatchObject({ rightCount: 3, questions: [], answers: {} });
  expect(
    await of.asking(learner, `GET /api/v1/person-certificates/${done.certificateId}`),
  ).toMatchObject({
    ...{ code: "BUY", own: true, status: "valid" },
  });
  const bank = await of.asking(officer, `GET ${questions}?courseId=${made.definitionId}`);
  const shown = JSON.stringify([under, again, done, bank, made]);
  expect(shown).not.toMatch(/"right"/);
  const kept = await t.database.read(officer).one<{ text: string }>(sql`
    select coalesce(
        (select string_agg(a::text, ' ') from audit_entry a where a.org_id = ${of.agency.orgId}), ''
      ) || coalesce(
        (
          select string_agg(q::text, ' ')
          from course_question q
          where q.org_id = ${of.agency.orgId}
        ),
        ''
      ) || coalesce(
        (select string_agg(e::text, ' ') from enrolment e where e.org_id = ${of.agency.orgId}), ''
      ) as text
  `);
  expect(kept.text).not.toContain(secret);
  expect(kept.text).not.toMatch(/"right"/);
  const told = areaServers
    .flatMap(({ endpoints }) => endpoints)
    .filter(({ path }) => /enrolments|course-questions|training-courses/.test(path))
    .flatMap(({ response }) =>
      response
        ? [JSON.stringify(z.toJSONSchema(response, { unrepresentable: "any", io: "input" }))]
        : [],
    );
  expect(told.length).toBeGreaterThan(5);
  expect(told.join()).not.toMatch(/"right"/);
});

test("an outside course is completed by a certificate that somebody verified; what comes first is named", async () => {
  const { officer, learner } = of.people;
  const made = await course({
    name: "ICS 200",
    code: "ICS-200",
    outside: true,
    lessons: [],
    prerequisites: ["ICS-100"],
  });
  expect(await refusalOf(enrol(learner, made.definitionId))).toBe(
    "prerequisites_missing: First: ICS-100 is missing.",
  );
  await of.certified(learner, { code: "ICS-100" });
  const { id } = await enrol(learner, made.definitionId);
  await act(learner, enrolments, id, "start");
  expect(await refusalOf(act(learner, enrolments, id, "submit", { answers: {} }))).toContain(
    "taken_outside: It is taken outside",
  );
  await of.certified(learner, { code: "ICS-200" });
  expect(await of.asking<EnrolmentDetail>(learner, `GET ${enrolments}/${id}`)).toMatchObject({
    status: "completed",
  });
  const own = await enrol(officer, made.definitionId).catch(() => null);
  expect(own).toBeNull();
  await of.certified(of.people.other, { code: "ICS-100" });
  const others = await enrol(officer, made.definitionId, { personId: of.people.other.personId });
  expect(
    await refusalOf(act(of.people.boss, enrolments, others.id, "withdraw", { reason: "Gone" })),
  ).toContain("Whoever is enrolled does this, or a training officer.");
  await act(officer, enrolments, others.id, "waive", { reason: "They taught it for years" });
});

test("a session has seats, a calendar, and completes whoever came", async () => {
  const { officer, second, learner, other } = of.people;
  const made = await course({ name: "Flagging", code: "FLAG" });
  const plan = (over: object = {}) =>
    of.asking<Written>(officer, `POST ${sessions}`, {
      ...{ courseId: made.definitionId, place: "Yard", minutes: 60, seats: 1 },
      ...{ startsAt: new Date(Date.now() + 1_500).toISOString(), ...over },
    });
  expect(await refusalOf(plan({ startsAt: "2020-01-01T10:00:00Z" }))).toBe(
    "session_past: Plan it for a time to come.",
  );
  const far = await plan({ startsAt: new Date(Date.now() + 86_400_000).toISOString() });
  const { id } = await plan();
  await enrol(learner, made.definitionId);
  await act(learner, sessions, id, "join");
  expect(await refusalOf(act(other, sessions, id, "join"))).toBe(
    "session_full: Every seat is taken. Choose another session.",
  );
  expect(await refusalOf(act(officer, sessions, far.id, "hold", { attended: [] }))).toContain(
    "session_to_come",
  );
  await act(other, sessions, far.id, "join");
  await act(other, sessions, far.id, "leave");
  await act(officer, sessions, far.id, "cancel", { reason: "The teacher is ill" });
  expect(await refusalOf(act(other, sessions, far.id, "join"))).toBe(
    "session_over: It began, was held or was cancelled.",
  );
  await new Promise((done) => setTimeout(done, 2_000));
  expect(await refusalOf(act(officer, sessions, id, "hold", { attended: [other.personId] }))).toBe(
    "attended_without_seat: Somebody here has no seat.",
  );
  await act(officer, sessions, id, "hold", { attended: [learner.personId] });
  const held = await of.asking<SessionDetail>(officer, `GET ${sessions}/${id}`);
  expect(held.people).toEqual([{ id: learner.personId, name: learner.name, attended: true }]);
  const mine = await of.asking<{ items: { code: string; status: string }[] }>(
    learner,
    `GET ${enrolments}?mine=true`,
  );
  expect(mine.items.find(({ code }) => code === "FLAG")!.status).toBe("completed");
  const made2 = await enrol(second, made.definitionId);
  expect(
    await refusalOf(act(second, enrolments, made2.id, "waive", { reason: "I know it" })),
  ).toContain("Another officer waives what you are asked for.");
});

test("a requirement touches whom it says, follows who changes the same day, and keeps what they earned", async () => {
  const { officer, admin } = of.people;
  await course({ name: "Ethics", code: "ETH" }, 1);
  const body = {
    ...{ name: "Ethics for stores", code: "ETH", dueDays: 14 },
    audience: { titles: ["Storekeeper"] },
  };
  const { comes } = await makeMembers(t.database, of.agency, { comes: {} });
  const change = async (title: string) => {
    const path = `/api/v1/members/${comes.personId}`;
    const { version } = await of.asking(admin, `GET ${path}`);
    await of.asking(admin, `PATCH ${path}`, { title }, version);
  };
  await change("Storekeeper");
  const preview = await of.asking<{ items: { id: string; met: boolean }[] }>(
    officer,
    `POST ${requirements}/actions/preview`,
    { audience: body.audience, code: "ETH" },
  );
  expect(preview.items).toMatchObject([{ id: comes.personId, met: false }]);
  await change("Clerk");
  await change("Storekeeper");
  const draft = await of.asking<CourseRow>(officer, `POST ${requirements}`, body);
  await of.asking(officer, `POST ${requirements}/${draft.id}/actions/publish`, {}, draft.version);
  const asked = async () =>
    (await of.asking<{ items: OwnRequirement[] }>(comes, "GET /api/v1/training-asked-of-me")).items;
  expect(await asked()).toMatchObject([{ code: "ETH", met: false, dueOn: agencyDay(14) }]);
  const mine = await of.asking<{ items: { code: string; id: string }[] }>(
    comes,
    `GET ${enrolments}?mine=true`,
  );
  expect(mine.items.map(({ code }) => code)).toEqual(["ETH"]);
  const { items } = await of.asking<{ items: RequirementStanding[] }>(
    officer,
    "GET /api/v1/training-standing",
  );
  expect(items.find(({ code }) => code === "ETH")).toMatchObject({
    people: 1,
    met: 0,
    missing: [{ name: "comes" }],
  });
  await of.certified(comes, { code: "ETH" });
  expect(await asked()).toMatchObject([{ met: true }]);
  await change("Clerk");
  expect(await asked()).toEqual([]);
  await change("Storekeeper");
  expect(await asked()).toMatchObject([{ met: true }]);
  const figures = await of.asking<LearningAnalytics>(
    officer,
    `GET /api/v1/learning-analytics?on=${agencyDay(400)}`,
  );
  expect(figures.departments.map(({ asked: all, met, metThen }) => [all, met, metThen])).toEqual([
    [1, 1, 0],
  ]);
  expect(figures.courses.find(({ name }) => name === "Buying well")).toMatchObject({
    completed: 1,
    failed: 1,
  });
  expect(
    await refusalOf(of.asking(officer, `GET /api/v1/learning-analytics?on=${agencyDay(-1)}`)),
  ).toBe("analytics_past: Choose today or a day to come.");
  const [one] = await workforce(t.database.read(officer), [comes.personId!]);
  const audience = {
    everybody: false,
    roles: [],
    duties: [],
    departmentIds: [],
    titles: [],
    supervisors: false,
    personIds: [],
  };
  expect(touches(audience, one!)).toBe(false);
  expect(touches({ ...audience, personIds: [one!.id] }, one!)).toBe(true);
  expect(touches({ ...audience, everybody: true }, one!)).toBe(true);
});

test("whom a directory's group gives a duty, or a request for some hours, is asked the same moment", async () => {
  const { officer, admin } = of.people;
  const { mapped, asks } = await makeMembers(t.database, of.agency, {
    ...{ mapped: {}, asks: {} },
    receives: { duties: ["receiver"] },
  });
  const body = {
    ...{ name: "Receiving", code: "REC-1", dueDays: 14 },
    audience: { duties: ["receiver"] },
  };
  const draft = await of.asking<CourseRow>(officer, `POST ${requirements}`, body);
  await of.asking(officer, `POST ${requirements}/${draft.id}/actions/publish`, {}, draft.version);
  const askedOf = async (by: Actor) =>
    (
      await of.asking<{ items: OwnRequirement[] }>(by, "GET /api/v1/training-asked-of-me")
    ).items.filter(({ code, dueOn }) => code === "REC-1" && dueOn !== null).length;
  const source = { kind: "directory", id: newId(), name: "The directory" } as const;
  const map = (duties: readonly "receiver"[]) =>
    t.database.transaction(admin, (tx) =>
      setMappedAccess(tx, admin, mapped.personId!, {
        ...{ role: null, duties, departmentId: null, source },
      }),
    );
  await map(["receiver"]);
  expect(await askedOf(mapped)).toBe(1);
  await map([]);
  expect(await askedOf(mapped)).toBe(0);
  await t.database.transaction(admin, (tx) =>
    giveForTime(tx, admin, asks.personId!, "receiver", `${agencyDay(2)}T12:00:00Z`, {
      ...{ requestId: newId(), reason: "The yard is short of people" },
    }),
  );
  expect(await askedOf(asks)).toBe(1);
});
