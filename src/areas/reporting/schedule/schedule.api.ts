import { z } from "zod";
import { recordAct } from "#server/http/acts.ts";
import { endpoint, idParams, writtenRecord, type Endpoint } from "#server/http/endpoint.ts";
import { listEndpoints } from "#server/http/export.ts";
import { historyEndpoint } from "#server/http/history.ts";
import { stepEndpoints } from "#server/http/steps.ts";
import {
  readerInput,
  scheduleChange,
  scheduleInput,
  scheduleRecord,
  scheduleRow,
} from "./schedule.model.ts";
import { reportScheduleList } from "./schedule.list.ts";
import { reportScheduleNoun } from "./schedule.noun.ts";
import {
  addReader,
  changeSchedule,
  endSchedule,
  makeSchedule,
  pauseSchedule,
  readSchedule,
  resumeSchedule,
  takeReaderOff,
} from "./schedule.service.ts";

const path = "/api/v1/report-schedules";
const reader = { body: readerInput, response: z.object({ id: z.string() }) };

export const reportScheduleEndpoints: readonly Endpoint[] = [
  ...listEndpoints(path, "report.read", reportScheduleList, scheduleRow),
  endpoint({
    method: "POST",
    path,
    permission: "report.keep",
    summary: "Send a report by mail, by the clock",
    status: 201,
    body: scheduleInput,
    response: writtenRecord,
    handler: ({ tx, actor, body }) => makeSchedule(tx, actor, body),
  }),
  endpoint({
    method: "GET",
    path: `${path}/{id}`,
    permission: "report.read",
    summary: "When a report goes by mail, to whom, and what went",
    params: idParams,
    response: scheduleRecord,
    handler: ({ db, actor, params }) => readSchedule(db, actor, params.id),
  }),
  endpoint({
    method: "PATCH",
    path: `${path}/{id}`,
    permission: "report.keep",
    summary: "Change when a report goes by mail",
    params: idParams,
    body: scheduleChange,
    response: writtenRecord,
    handler: ({ tx, actor, params, body, ifMatch }) =>
      changeSchedule(tx, actor, params.id, body, ifMatch),
  }),
  recordAct(path, "add-reader", {
    permission: "report.keep",
    summary: "Send it to somebody too",
    ...reader,
    handler: ({ tx, actor, params, body }) => addReader(tx, actor, params.id, body.personId),
  }),
  recordAct(path, "take-reader-off", {
    permission: "report.read",
    summary: "Take a reader off, or oneself",
    ...reader,
    handler: ({ tx, actor, params, body }) => takeReaderOff(tx, actor, params.id, body.personId),
  }),
  historyEndpoint(path, "reportSchedule", "report.read"),
  ...stepEndpoints(reportScheduleNoun, {
    pause: pauseSchedule,
    resume: resumeSchedule,
    end: endSchedule,
  }),
];
