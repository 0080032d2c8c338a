import { z } from "zod";
import { patchOf, wholeWith } from "#kernel/fields.ts";
import { endpoint, idParams, writtenRecord, type Endpoint } from "#server/http/endpoint.ts";
import { listEndpoints } from "#server/http/export.ts";
import { historyEndpoint } from "#server/http/history.ts";
import { stepEndpoints } from "#server/http/steps.ts";
import { makePdf } from "#server/pdf/pdf.ts";
import { approveBaseline, proposeBaseline, returnBaseline } from "./baseline.service.ts";
import { changeCalendar, createCalendar, readCalendars } from "./calendar.service.ts";
import { compareSchedule } from "./compare.service.ts";
import { addLink, changeLink, dropLink } from "./link.service.ts";
import { scheduleRow, scheduleTaskRow } from "./list.model.ts";
import { scheduleMilestones, schedulePaper } from "./paper.service.ts";
import { tellProgress } from "./progress.service.ts";
import {
  calendarFields,
  calendarInput,
  comparison,
  linkFields,
  linkInput,
  moveInput,
  progressInput,
  proposeInput,
  scheduleDetail,
  scheduleFields,
  scheduleInput,
  snapshotName,
  taskChange,
  taskFields,
  taskInput,
  workCalendarRow,
  writtenSchedule,
} from "./schedule.model.ts";
import { scheduleList, taskList } from "./schedule.list.ts";
import { baselineNoun } from "./schedule.noun.ts";
import { readSchedule, typedSettings } from "./schedule.read.service.ts";
import { changeSettings, createSchedule } from "./schedule.service.ts";
import { addTask, changeTask, dropTask, moveTask } from "./task.service.ts";

const path = "/api/v1/schedules";
const [read, edit] = ["project.read", "schedule.edit"] as const;
const taskParams = idParams.extend({ taskId: z.uuid() });
const linkParams = idParams.extend({ linkId: z.uuid() });

const whole: readonly Endpoint[] = [
  endpoint({
    method: "GET",
    path: "/api/v1/projects/{id}/schedule",
    permission: read,
    summary: "The schedule of a project: tasks, links, dates, baseline, updates, health, money",
    params: idParams,
    response: scheduleDetail,
    handler: ({ db, actor, params }) => readSchedule(db, actor, params.id),
  }),
  endpoint({
    method: "POST",
    path: "/api/v1/projects/{id}/schedule",
    permission: edit,
    summary: "Begin the schedule of a project",
    status: 201,
    params: idParams,
    body: scheduleInput,
    response: writtenSchedule,
    handler: ({ tx, actor, params, body }) => createSchedule(tx, actor, params.id, body),
  }),
  endpoint({
    method: "PATCH",
    path: `${path}/{id}`,
    permission: edit,
    summary: "Change start, hours, order and contract finish of a schedule",
    params: idParams,
    body: patchOf(scheduleFields),
    response: writtenSchedule,
    handler: async ({ tx, actor, params, body, ifMatch }) => {
      const input = wholeWith(
        scheduleInput,
        scheduleFields,
        await typedSettings(tx, params.id),
        body,
      );
      return changeSettings(tx, actor, params.id, input, ifMatch);
    },
  }),
  endpoint({
    method: "POST",
    path: `${path}/{id}/progress`,
    permission: "schedule.progress",
    summary: "Tell how far tasks are: one update, kept with the schedule as it stands behind it",
    status: 201,
    params: idParams,
    body: progressInput,
    response: writtenSchedule,
    handler: ({ tx, actor, params, body, ifMatch }) =>
      tellProgress(tx, actor, params.id, body, ifMatch),
  }),
  endpoint({
    method: "GET",
    path: `${path}/{id}/updates/{before}/against/{after}`,
    permission: read,
    summary: "What moved between two states of a schedule, and by which cause",
    params: idParams.extend({ before: snapshotName, after: snapshotName }),
    response: comparison,
    handler: ({ db, params }) => compareSchedule(db, params.id, params),
  }),
  endpoint({
    method: "GET",
    path: "/api/v1/projects/{id}/schedule-paper",
    permission: read,
    summary: "The schedule of a project with its bars on Letter landscape, as PDF",
    params: idParams,
    handler: async ({ db, params, reply }) => {
      const { title, document } = await schedulePaper(db, params.id);
      return reply
        .type("application/pdf")
        .header("content-disposition", `attachment; filename="${title}.pdf"`)
        .send(await makePdf(document, undefined, "own"));
    },
  }),
  endpoint({
    method: "GET",
    path: "/api/v1/projects/{id}/milestones.ics",
    permission: read,
    summary: "The milestones of a project's schedule, as iCalendar",
    params: idParams,
    handler: async ({ app, db, params, reply }) => {
      const { title, text } = await scheduleMilestones(db, params.id, app.config.origin);
      return reply
        .type("text/calendar; charset=utf-8")
        .header("content-disposition", `attachment; filename="${title}.ics"`)
        .send(text);
    },
  }),
  ...listEndpoints(path, read, scheduleList, scheduleRow),
  ...listEndpoints("/api/v1/schedule-tasks", read, taskList, scheduleTaskRow),
  historyEndpoint(path, "schedule", read),
];

const tasks: readonly Endpoint[] = [
  endpoint({
    method: "POST",
    path: `${path}/{id}/tasks`,
    permission: edit,
    summary: "Add a task to a schedule",
    status: 201,
    params: idParams,
    body: taskInput,
    response: writtenSchedule,
    handler: ({ tx, actor, params, body, ifMatch }) => addTask(tx, actor, params.id, body, ifMatch),
  }),
  endpoint({
    method: "PATCH",
    path: `${path}/{id}/tasks/{taskId}`,
    permission: edit,
    summary: "Change a task of a schedule, beside its progress",
    params: taskParams,
    body: patchOf(taskFields),
    response: writtenSchedule,
    handler: ({ tx, actor, params, body, ifMatch }) =>
      changeTask(tx, actor, { ...params, version: ifMatch }, (stands) =>
        wholeWith(taskChange, taskFields, stands, body),
      ),
  }),
  endpoint({
    method: "DELETE",
    path: `${path}/{id}/tasks/{taskId}`,
    permission: edit,
    summary: "Take a task out of a schedule, with what lies within it and its links",
    params: taskParams,
    response: writtenSchedule,
    handler: ({ tx, actor, params, ifMatch }) =>
      dropTask(tx, actor, { ...params, version: ifMatch }),
  }),
  endpoint({
    method: "POST",
    path: `${path}/{id}/tasks/{taskId}/move`,
    permission: edit,
    summary: "Move a task to another place of its schedule",
    params: taskParams,
    body: moveInput,
    response: writtenSchedule,
    handler: ({ tx, actor, params, body, ifMatch }) =>
      moveTask(tx, actor, { ...params, version: ifMatch }, body),
  }),
];

const links: readonly Endpoint[] = [
  endpoint({
    method: "POST",
    path: `${path}/{id}/links`,
    permission: edit,
    summary: "Let a task of a schedule wait for another one",
    status: 201,
    params: idParams,
    body: linkInput,
    response: writtenSchedule,
    handler: ({ tx, actor, params, body, ifMatch }) => addLink(tx, actor, params.id, body, ifMatch),
  }),
  endpoint({
    method: "PATCH",
    path: `${path}/{id}/links/{linkId}`,
    permission: edit,
    summary: "Change a link between tasks of a schedule",
    params: linkParams,
    body: patchOf(linkFields),
    response: writtenSchedule,
    handler: ({ tx, actor, params, body, ifMatch }) =>
      changeLink(tx, actor, { ...params, version: ifMatch }, (stands) =>
        wholeWith(linkInput, linkFields, stands, body),
      ),
  }),
  endpoint({
    method: "DELETE",
    path: `${path}/{id}/links/{linkId}`,
    permission: edit,
    summary: "Take a link between tasks of a schedule away",
    params: linkParams,
    response: writtenSchedule,
    handler: ({ tx, actor, params, ifMatch }) =>
      dropLink(tx, actor, { ...params, version: ifMatch }),
  }),
];

const baselines: readonly Endpoint[] = [
  endpoint({
    method: "POST",
    path: `${path}/{id}/baseline`,
    permission: edit,
    summary: "Propose a schedule as it stands as its baseline",
    status: 201,
    params: idParams,
    body: proposeInput,
    response: writtenRecord,
    handler: ({ tx, actor, params, body, ifMatch }) =>
      proposeBaseline(tx, actor, params.id, body.note, ifMatch),
  }),
  historyEndpoint("/api/v1/schedule-baselines", "scheduleBaseline", read),
  ...stepEndpoints(baselineNoun, { approve: approveBaseline, return: returnBaseline }),
];

const calendarsPath = "/api/v1/work-calendars";
const { projectId: _project, ...hours } = calendarFields;
const calendars: readonly Endpoint[] = [
  endpoint({
    method: "GET",
    path: calendarsPath,
    permission: read,
    summary: "The hours by which schedules go, the agency's own first",
    query: z.object({ projectId: z.uuid().optional() }),
    response: z.object({ items: z.array(workCalendarRow) }),
    handler: async ({ db, query }) => ({ items: await readCalendars(db, query.projectId ?? null) }),
  }),
  endpoint({
    method: "POST",
    path: calendarsPath,
    permission: edit,
    summary: "Write a calendar that schedules go by",
    status: 201,
    body: calendarInput,
    response: writtenRecord,
    handler: ({ tx, actor, body }) => createCalendar(tx, actor, body),
  }),
  endpoint({
    method: "PATCH",
    path: `${calendarsPath}/{id}`,
    permission: edit,
    summary: "Change a calendar; every schedule that goes by it is computed anew",
    params: idParams,
    body: patchOf(hours),
    response: writtenRecord,
    handler: ({ tx, actor, params, body, ifMatch }) =>
      changeCalendar(
        tx,
        actor,
        params.id,
        (stands) => wholeWith(z.object(hours), hours, stands, body),
        ifMatch,
      ),
  }),
];

export const scheduleEndpoints: readonly Endpoint[] = [
  ...whole,
  ...tasks,
  ...links,
  ...baselines,
  ...calendars,
];
