import { z } from "zod";
import { definitionEndpoints } from "#server/definitions/endpoints.ts";
import { recordAct } from "#server/http/acts.ts";
import { endpoint, idParams, writtenRecord, type Endpoint } from "#server/http/endpoint.ts";
import { listEndpoints } from "#server/http/export.ts";
import { historyEndpoint } from "#server/http/history.ts";
import { alike, step, stepEndpoints } from "#server/http/steps.ts";
import { addQuestion, bankOf, dropQuestion, questionsOf } from "./bank.service.ts";
import { askedQuestion, courseRow, questionInput } from "./course.model.ts";
import { courses, listCourses } from "./course.service.ts";
import { enrolmentList } from "./enrolment.list.ts";
import { answersInput, enrolmentDetail, enrolmentInput, enrolmentRow } from "./enrolment.model.ts";
import {
  endEnrolment,
  enrol,
  enrolmentNoun,
  keepAnswers,
  readEnrolment,
  startEnrolment,
  submitEnrolment,
} from "./enrolment.service.ts";
import { sessionList } from "./session.list.ts";
import { attendanceInput, sessionDetail, sessionInput, sessionRow } from "./session.model.ts";
import {
  cancelSession,
  holdSession,
  joinSession,
  leaveSession,
  planSession,
  readSession,
  sessionCalendar,
  sessionNoun,
} from "./session.service.ts";

const path = "/api/v1/training-courses";
const questions = "/api/v1/course-questions";
const enrolments = "/api/v1/enrolments";
const sessions = "/api/v1/training-sessions";
const [read, edit] = ["training.read", "training.edit"] as const;
const made = z.object({ id: z.string() });

const bankEndpoints: readonly Endpoint[] = [
  endpoint({
    method: "GET",
    path: questions,
    permission: edit,
    summary: "The questions of a course's bank, without what is right",
    query: z.object({ courseId: z.uuid() }),
    response: z.object({ items: z.array(askedQuestion) }),
    handler: async ({ db, query }) => ({
      items: await questionsOf(db, await bankOf(db, query.courseId)),
    }),
  }),
  endpoint({
    method: "POST",
    path: questions,
    permission: edit,
    summary: "Add a question to the bank of a course; what is right is never read again",
    status: 201,
    body: questionInput,
    response: made,
    handler: ({ tx, actor, body }) => addQuestion(tx, actor, body),
  }),
  endpoint({
    method: "DELETE",
    path: `${questions}/{id}`,
    permission: edit,
    summary: "Take a question out of the bank; attempts that drew it keep it",
    params: idParams,
    response: made,
    handler: ({ tx, actor, params }) => dropQuestion(tx, actor, params.id),
  }),
];

const enrolmentEndpoints: readonly Endpoint[] = [
  ...listEndpoints(enrolments, read, enrolmentList, enrolmentRow),
  endpoint({
    method: "POST",
    path: enrolments,
    permission: read,
    summary: "Enroll yourself, or as a training officer somebody, in a course",
    status: 201,
    body: enrolmentInput,
    response: writtenRecord,
    handler: ({ tx, actor, body }) => enrol(tx, actor, body),
  }),
  endpoint({
    method: "GET",
    path: `${enrolments}/{id}`,
    permission: read,
    summary: "An attempt at a course, with its lessons and the questions that were drawn",
    params: idParams,
    response: enrolmentDetail,
    handler: ({ db, actor, params }) => readEnrolment(db, actor, params.id),
  }),
  endpoint({
    method: "PUT",
    path: `${enrolments}/{id}/answers`,
    permission: read,
    summary: "Keep what was answered so far",
    params: idParams,
    body: answersInput,
    response: z.object({ id: z.string(), version: z.number() }),
    handler: ({ tx, actor, params, body, ifMatch }) =>
      keepAnswers(tx, actor, params.id, body.answers, ifMatch),
  }),
  historyEndpoint(enrolments, "enrolment", read),
  ...stepEndpoints(enrolmentNoun, {
    start: { take: startEnrolment, body: null },
    submit: step(answersInput, submitEnrolment),
    ...alike(endEnrolment, ["withdraw", "waive"]),
  }),
];

const sessionEndpoints: readonly Endpoint[] = [
  ...listEndpoints(sessions, read, sessionList, sessionRow),
  endpoint({
    method: "POST",
    path: sessions,
    permission: edit,
    summary: "Plan a session of a course",
    status: 201,
    body: sessionInput,
    response: writtenRecord,
    handler: ({ tx, actor, body }) => planSession(tx, actor, body),
  }),
  endpoint({
    method: "GET",
    path: `${sessions}/{id}`,
    permission: read,
    summary: "A session of a course",
    params: idParams,
    response: sessionDetail,
    handler: ({ db, actor, params }) => readSession(db, actor, params.id),
  }),
  recordAct(sessions, "join", {
    permission: read,
    summary: "Take a seat in a session",
    response: made,
    handler: ({ tx, actor, params }) => joinSession(tx, actor, params.id),
  }),
  recordAct(sessions, "leave", {
    permission: read,
    summary: "Give your seat in a session back",
    response: made,
    handler: ({ tx, actor, params }) => leaveSession(tx, actor, params.id),
  }),
  endpoint({
    method: "GET",
    path: `${sessions}/{id}/calendar`,
    permission: read,
    summary: "A session as a file for a calendar",
    params: idParams,
    handler: async ({ app, db, params, reply }) => {
      const { name, text } = await sessionCalendar(db, params.id, app.config.origin);
      return reply
        .type("text/calendar; charset=utf-8")
        .header("content-disposition", `attachment; filename="${name}"`)
        .send(text);
    },
  }),
  historyEndpoint(sessions, "trainingSession", read),
  ...stepEndpoints(sessionNoun, {
    hold: step(attendanceInput, holdSession),
    cancel: cancelSession,
  }),
];

export const courseEndpoints: readonly Endpoint[] = [
  endpoint({
    method: "GET",
    path,
    permission: read,
    summary: "Courses in all editions",
    response: z.object({ items: z.array(courseRow) }),
    handler: async ({ db }) => ({ items: await listCourses(db) }),
  }),
  ...definitionEndpoints(courses, { path, read, write: edit, row: courseRow }),
  ...bankEndpoints,
  ...enrolmentEndpoints,
  ...sessionEndpoints,
];
