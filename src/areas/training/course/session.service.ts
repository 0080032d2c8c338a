import type { Actor } from "#kernel/access.ts";
import { calendarOf } from "#kernel/appointment.ts";
import { conflict, invalidField } from "#kernel/errors.ts";
import { newId } from "#kernel/ids.ts";
import { notify } from "#areas/organization/organization.server.ts";
import { note } from "#server/change.ts";
import { databaseNow } from "#server/clock.ts";
import { create } from "#server/create.ts";
import type { Db, Tx } from "#server/db/db.ts";
import { getRow, insertRow, lockRow } from "#server/db/rows.ts";
import { sql } from "#server/db/sql.ts";
import { runList } from "#server/http/list-page.ts";
import {
  actionsFor,
  defineNoun,
  transition,
  type StepAt,
  type TakenStep,
} from "#server/lifecycle.ts";
import { sessionSeat, trainingSession } from "../training.tables.ts";
import { courses } from "./course.service.ts";
import { completeFor } from "./enrolment.service.ts";
import { sessionCycle, type SessionAction, type SessionStatus } from "./session.labels.ts";
import { sessionList } from "./session.list.ts";
import type { SessionDetail, SessionInput, SessionRow } from "./session.model.ts";

type Stored = typeof trainingSession.$inferSelect;
const page = "/admin/training/sessions";

export const sessionNoun = defineNoun<SessionStatus, SessionAction, typeof trainingSession>({
  name: "trainingSession",
  path: "training-sessions",
  page,
  table: trainingSession,
  cycle: sessionCycle,
  number: ({ number }) => number,
  read: "training.read",
});

/** Plans a session of a course in force. 404; 422 for one that began. */
export const planSession = async (tx: Tx, actor: Actor, input: SessionInput): Promise<Stored> => {
  const course = await courses.begin(tx, input.courseId);
  if (Date.parse(input.startsAt) <= (await databaseNow(tx)).getTime())
    throw invalidField("startsAt", "Plan it for a time to come.", "session_past");
  return create(tx, actor, sessionNoun, {
    number: { kind: "TRN" },
    row: {
      ...input,
      ...{ orgId: tx.scope.orgId!, id: newId(), status: "planned" },
      ...{ courseName: course.name, code: course.code },
    },
  });
};

const peopleOf = (db: Db, id: string): Promise<SessionDetail["people"]> =>
  db.rows<SessionDetail["people"][number]>(sql`
    select person_id as id, person_name as name, attended
    from session_seat
    where org_id = ${db.scope.orgId} and session_id = ${id}
    order by person_name, person_id
  `);

/** Takes a seat for oneself; once. 404; 409 `session_full`, `session_over`. */
export const joinSession = async (tx: Tx, actor: Actor, id: string): Promise<{ id: string }> => {
  const row = await lockRow(tx, trainingSession, id, "session");
  const people = await peopleOf(tx, id);
  if (people.some((one) => one.id === actor.personId)) return { id };
  if (row.status !== "planned" || Date.parse(row.startsAt) <= (await databaseNow(tx)).getTime())
    throw conflict("session_over", "It began, was held or was cancelled.");
  if (people.length >= row.seats)
    throw conflict("session_full", "Every seat is taken. Choose another session.");
  await insertRow(tx, sessionSeat, {
    ...{ orgId: row.orgId, sessionId: id },
    ...{ personId: actor.personId!, personName: actor.name ?? "" },
  });
  note(tx, actor, "trainingSession", row, { action: "join", event: null });
  return { id };
};

/** Gives one's seat back while the session is planned. 404, 409 `session_over`. */
export const leaveSession = async (tx: Tx, actor: Actor, id: string): Promise<{ id: string }> => {
  const row = await lockRow(tx, trainingSession, id, "session");
  if (row.status !== "planned")
    throw conflict("session_over", "It began, was held or was cancelled.");
  await tx.rows(sql`
    delete from session_seat
    where org_id = ${tx.scope.orgId} and session_id = ${id} and person_id = ${actor.personId}
  `);
  note(tx, actor, "trainingSession", row, { action: "leave", event: null });
  return { id };
};

/**
 * Records who came: whoever did completes a course that asks no questions, with its hours. 404, 409, 412; 422
 * `attended_without_seat` for somebody without a seat, 409 `session_to_come` before it begins.
 */
export const holdSession = async (
  tx: Tx,
  actor: Actor,
  at: StepAt,
  { attended }: { attended: readonly string[] },
): Promise<Stored> => {
  const row = await transition(tx, actor, sessionNoun, {
    ...at,
    action: "hold",
    effect: async (session) => {
      if (Date.parse(session.startsAt) > (await databaseNow(tx)).getTime())
        throw conflict("session_to_come", "It has not begun: who came is recorded afterwards.");
      const people = new Set((await peopleOf(tx, at.id)).map(({ id }) => id));
      if (attended.some((id) => !people.has(id)))
        throw invalidField("attended", "Somebody here has no seat.", "attended_without_seat");
      await tx.rows(sql`
        update session_seat
        set
          attended = person_id = any(${[...attended]}::uuid[]),
          minutes = case
            when person_id = any(${[...attended]}::uuid[]) then ${session.minutes}::int
            else 0
          end
        where org_id = ${tx.scope.orgId} and session_id = ${at.id}
      `);
    },
  });
  const course = await courses.begin(tx, row.courseId);
  if (course.asks === 0 && !course.outside)
    for (const id of attended) await completeFor(tx, actor, id, { courseId: row.courseId });
  return row;
};

/** Cancels a session with the reason; whoever has a seat is told. 404, 409, 412, 422. */
export const cancelSession = async (tx: Tx, actor: Actor, at: TakenStep): Promise<Stored> => {
  const row = await transition(tx, actor, sessionNoun, {
    ...at,
    action: "cancel",
    effect: async () => ({ patch: { statusReason: at.reason?.trim() ?? "" } }),
  });
  const people = await peopleOf(tx, at.id);
  notify(
    tx,
    people.map(({ id }) => id),
    {
      kind: "trainingSession.cancel",
      title: `${row.courseName} is cancelled: ${row.number}`,
      body: at.reason?.trim() ?? "",
      link: `${page}/${row.id}`,
    },
  );
  return row;
};

/** A session with who comes: their names for whoever keeps courses. 404. */
export const readSession = async (db: Db, actor: Actor, id: string): Promise<SessionDetail> => {
  const row = await getRow(db, trainingSession, id, "session");
  const { items } = await runList<SessionRow>(db, actor, sessionList, { id: [id], limit: 1 });
  const all = actor.permissions.has("training.all");
  return {
    ...items[0]!,
    ...{ teacher: row.teacher, statusReason: row.statusReason },
    people: all ? await peopleOf(db, id) : [],
    actions: actionsFor(actor, sessionNoun, row),
  };
};

/** A session as a file for somebody's calendar. 404. */
export const sessionCalendar = async (db: Db, id: string, origin: string) => {
  const row = await getRow(db, trainingSession, id, "session");
  const text = calendarOf(
    {
      ...{ uid: row.id, sequence: row.version, at: row.startsAt, minutes: row.minutes },
      ...{ title: row.courseName, description: row.teacher, place: row.place },
      ...{ url: `${origin}${page}/${row.id}`, cancelled: row.status === "cancelled" },
    },
    { organizer: "", attendee: "" },
    "PUBLISH",
    (await databaseNow(db)).getTime(),
  );
  return { name: `${row.number}.ics`, text };
};
