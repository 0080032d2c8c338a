import type { Actor } from "#kernel/access.ts";
import { conflict, invalidField, notAllowed, notFound } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import { addMonths, type Day } from "#kernel/time.ts";
import { counted } from "#kernel/words.ts";
import {
  competenceSaid,
  memberById,
  notify,
  readOrganization,
} from "#areas/organization/organization.server.ts";
import { businessDate } from "#server/clock.ts";
import { create } from "#server/create.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { getRow, lockRow, updateRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { requireVersion } from "#server/http/endpoint.ts";
import {
  actionsFor,
  announce,
  asSystem,
  defineNoun,
  requireSeen,
  transition,
  type StepAt,
  type TakenStep,
} from "#server/lifecycle.ts";
import { issueCertificate } from "../certificate/certificate.service.ts";
import { competencesOf } from "../certificate/competence.service.ts";
import { seesAllTraining } from "../training.model.ts";
import { enrolment } from "../training.tables.ts";
import { bankOf, keysOf, questionsOf } from "./bank.service.ts";
import { courses } from "./course.service.ts";
import { drawn, rightOf } from "./draw.model.ts";
import { enrolmentCycle, type EnrolmentAction, type EnrolmentStatus } from "./enrolment.labels.ts";
import type { Answers, EnrolmentDetail, EnrolmentInput } from "./enrolment.model.ts";

export type EnrolmentStored = typeof enrolment.$inferSelect;

export const enrolmentNoun = defineNoun<EnrolmentStatus, EnrolmentAction, typeof enrolment>({
  name: "enrolment",
  path: "enrolments",
  page: "/admin/training/enrolments",
  table: enrolment,
  cycle: enrolmentCycle,
  number: ({ number }) => number,
  read: "training.read",
  visible: (_db, actor, { personId }) => seesAllTraining(actor) || personId === actor.personId,
});

const requireFirst = async (
  tx: Tx,
  personId: string,
  codes: readonly string[],
  today: Day,
): Promise<void> => {
  if (codes.length === 0) return;
  const held = (await competencesOf(tx, [personId], codes, today)).get(personId) ?? [];
  const missing = held.filter(({ state }) => state !== "held");
  if (missing.length > 0)
    throw conflict("prerequisites_missing", `First: ${missing.map(competenceSaid).join(", ")}.`);
};

/** Attempts of a person at a course so far, and whether one is open. */
const attemptsOf = (tx: Tx, personId: string, courseId: string) =>
  tx.one<{ n: number; open: boolean }>(sql`
    select
      count(*)::int as n, coalesce(bool_or(status in ('assigned', 'in_progress')), false) as open
    from enrolment
    where org_id = ${tx.scope.orgId} and person_id = ${personId} and course_id = ${courseId}
  `);

/**
 * Enrols a person in a course in force: an attempt of its own. 404; 409 `enrolled_already`,
 * `prerequisites_missing` with each; 403 for others without the right.
 */
export const enrol = async (
  tx: Tx,
  actor: Actor,
  { courseId, personId, dueOn }: EnrolmentInput,
  first: readonly string[] = [],
): Promise<EnrolmentStored> => {
  const who = personId ?? actor.personId!;
  if (who !== actor.personId && actor.kind !== "system" && !actor.permissions.has("training.edit"))
    throw notAllowed("Training officers enrol others.", "enrols_others");
  const course = await courses.begin(tx, courseId);
  const person = await memberById(tx, who);
  const today = businessDate(tx.scope);
  await requireFirst(tx, who, [...new Set([...course.prerequisites, ...first])], today);
  const { n, open } = await attemptsOf(tx, who, courseId);
  if (open) throw conflict("enrolled_already", `${person.name} is enrolled in it already.`);
  return create(tx, actor, enrolmentNoun, {
    number: { kind: "ENR" },
    row: {
      ...{ orgId: tx.scope.orgId!, id: newId(), status: "assigned", courseId, dueOn },
      ...{ definitionVersionId: course.id, courseName: course.name, code: course.code },
      ...{ personId: who, personName: person.name, departmentName: person.departmentName ?? "" },
      ...{ attempt: n + 1, assignedBy: actor.kind === "system" ? null : actor.personId },
    },
  });
};

/**
 * Begins an attempt: its questions are drawn in the order of a seed, which is kept. 403, 404, 409 `bank_short` where
 * the bank has fewer than are asked, 412.
 */
export const startEnrolment = (tx: Tx, actor: Actor, at: StepAt): Promise<EnrolmentStored> =>
  transition(tx, actor, enrolmentNoun, {
    ...at,
    action: "start",
    effect: async (row) => {
      const course = await courses.begunWith(tx, row.definitionVersionId);
      const [seed] = crypto.getRandomValues(new Uint32Array(1));
      const bank = await bankOf(tx, row.courseId);
      if (bank.length < course.asks)
        throw conflict(
          "bank_short",
          `${course.name} asks ${counted(course.asks, "question")} and its bank has ${bank.length}: a training officer adds what is missing.`,
        );
      return { patch: { seed: seed!, drawn: drawn(bank, course.asks, seed!) } };
    },
  });

const requireDrawn = (row: EnrolmentStored, answers: Answers): void => {
  if (Object.keys(answers).some((id) => !row.drawn.includes(id)))
    throw invalidField("answers", "This question was not asked.", "question_not_asked");
};

/** Keeps what was answered so far. 403 for others, 404, 409 where it is not under way, 412. */
export const keepAnswers = async (
  tx: Tx,
  actor: Actor,
  id: string,
  answers: Answers,
  version: number | null,
): Promise<{ id: string; version: number }> => {
  const row = await lockRow(tx, enrolment, id, "enrolment");
  if (row.personId !== actor.personId) throw notFound("enrolment");
  requireVersion(row.version, version);
  if (row.status !== "in_progress")
    throw conflict("not_in_this_status", "Answers are kept while the course is in progress.");
  requireDrawn(row, answers);
  const after = await updateRow(tx, enrolment, id, { answers });
  announce(tx, row.orgId, "enrolment.keep", id, { personId: actor.personId });
  return { id, version: after.version };
};

const earned = async (tx: Tx, actor: Actor, row: EnrolmentStored): Promise<string> => {
  const course = await courses.begunWith(tx, row.definitionVersionId);
  const today = businessDate(tx.scope);
  const certificate = await issueCertificate(tx, actor, {
    ...{ holderId: row.personId, holderName: row.personName, code: row.code },
    ...{ title: row.courseName, issuer: (await readOrganization(tx)).name, validFrom: today },
    validUntil: course.months === null ? null : addMonths(today, course.months),
  });
  return certificate.id;
};

/**
 * Submits an attempt: whoever answered enough questions rightly completes the course and gets its certificate, the
 * others failed. A course that is taken outside or in a session is not submitted. 403, 404, 409 `taken_outside`,
 * `taken_in_session`, 412, 422.
 */
export const submitEnrolment = (
  tx: Tx,
  actor: Actor,
  at: StepAt,
  { answers }: { answers: Answers },
): Promise<EnrolmentStored> =>
  transition(tx, actor, enrolmentNoun, {
    ...at,
    action: "submit",
    effect: async (row) => {
      const course = await courses.begunWith(tx, row.definitionVersionId);
      if (course.outside)
        throw conflict(
          "taken_outside",
          "It is taken outside: enter its certificate, which another person verifies.",
        );
      if (row.drawn.length === 0)
        throw conflict(
          "taken_in_session",
          "It asks no questions: whoever comes to a session completes it.",
        );
      requireDrawn(row, answers);
      const right = rightOf(await keysOf(tx, row.drawn), answers);
      const passed = right * 100 >= course.passPercent * row.drawn.length;
      return {
        to: passed ? "completed" : "failed",
        patch: {
          ...{ answers, rightCount: right, endedOn: businessDate(tx.scope) },
          ...(passed ? { certificateId: await earned(tx, actor, row) } : {}),
        },
      };
    },
  });

/** Withdraws from an attempt, or waives it, with the reason; the person is told. 403, 404, 409, 412, 422. */
export const endEnrolment = async (
  tx: Tx,
  actor: Actor,
  action: "withdraw" | "waive",
  at: TakenStep,
): Promise<EnrolmentStored> => {
  const row = await transition(tx, actor, enrolmentNoun, {
    ...at,
    action,
    effect: async () => ({
      patch: { statusReason: at.reason?.trim() ?? "", endedOn: businessDate(tx.scope) },
    }),
  });
  if (row.personId !== actor.personId)
    notify(tx, [row.personId], {
      kind: "enrolment",
      title: `${row.courseName} was ${action === "waive" ? "waived" : "withdrawn"}`,
      body: at.reason?.trim() ?? "",
      link: `/admin/training/enrolments/${row.id}`,
    });
  return row;
};

/** Completes what is open of a person for a certificate that they got: one verified, or one of a session. */
export const completeFor = async (
  tx: Tx,
  actor: Actor,
  personId: string,
  by: { code: string; certificateId: string } | { courseId: string },
): Promise<void> => {
  const open = await tx.rows<EnrolmentStored>(sql`
    select *
    from enrolment
    where org_id = ${tx.scope.orgId}
      and person_id = ${personId}
      and status in ('assigned', 'in_progress')
      and ${"code" in by ? sql`code = ${by.code}` : sql`course_id = ${by.courseId}`}
    order by id
  `);
  for (const row of open)
    await transition(tx, asSystem(actor), enrolmentNoun, {
      ...{ id: row.id, action: "complete" },
      effect: async () => ({
        patch: {
          endedOn: businessDate(tx.scope),
          certificateId: "code" in by ? by.certificateId : await earned(tx, actor, row),
        },
      }),
    });
};

/** An attempt with its lessons and the questions that were drawn, never what is right. 404. */
export const readEnrolment = async (db: Db, actor: Actor, id: string): Promise<EnrolmentDetail> => {
  const row = await getRow(db, enrolment, id, "enrolment");
  await requireSeen(db, actor, "enrolment", id);
  const own = row.personId === actor.personId;
  const course = await courses.begunWith(db, row.definitionVersionId);
  const { orgId: _o, definitionVersionId: _d, assignedBy: _a, seed: _s, drawn: ids, ...rest } = row;
  const { createdAt: _c, updatedAt: _u, ...shown } = rest;
  return {
    ...shown,
    status: row.status as EnrolmentStatus,
    ...{ about: course.about, outside: course.outside, lessons: course.lessons },
    ...{ asks: course.asks, passPercent: course.passPercent },
    questions: own && row.status === "in_progress" ? await questionsOf(db, ids) : [],
    answers: own && row.status === "in_progress" ? row.answers : {},
    // Answers are submitted below the questions.
    actions: actionsFor(actor, enrolmentNoun, row).filter(({ name }) => name !== "submit"),
  };
};
