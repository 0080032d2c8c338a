import { patchOf, wholeWith } from "#kernel/fields.ts";
import { recordAct } from "#server/http/acts.ts";
import { endpoint, idParams, writtenRecord, type Endpoint } from "#server/http/endpoint.ts";
import { listEndpoints } from "#server/http/export.ts";
import { historyEndpoint } from "#server/http/history.ts";
import { stepEndpoints } from "#server/http/steps.ts";
import { makePdf } from "#server/pdf/pdf.ts";
import { readField } from "./field.service.ts";
import { logList } from "./log.list.ts";
import {
  amendInput,
  fieldDays,
  logChange,
  logDetail,
  logFields,
  logInput,
  logRow,
  logStart,
  publishInput,
} from "./log.model.ts";
import { logNoun } from "./log.noun.ts";
import { readLog, startOfLog, typedLog } from "./log.read.service.ts";
import {
  amendLog,
  beginLog,
  changeLog,
  discardLog,
  publishPhotos,
  submitLog,
} from "./log.service.ts";
import { logPaper } from "./paper.service.ts";

const path = "/api/v1/daily-logs";
const [read, edit] = ["project.read", "dailyLog.edit"] as const;

export const logEndpoints: readonly Endpoint[] = [
  ...listEndpoints(path, read, logList, logRow),
  endpoint({
    method: "GET",
    path: "/api/v1/projects/{id}/field",
    permission: read,
    summary: "Days of a project with, without a log and with a delay, and what was lost by cause",
    params: idParams,
    response: fieldDays,
    handler: ({ db, params }) => readField(db, params.id),
  }),
  endpoint({
    method: "GET",
    path: "/api/v1/projects/{id}/log-start",
    permission: read,
    summary: "What a new daily log of a project begins with",
    params: idParams,
    response: logStart,
    handler: ({ db, actor, params }) => startOfLog(db, actor, params.id),
  }),
  endpoint({
    method: "POST",
    path,
    permission: edit,
    summary: "Begin the daily log of a project",
    status: 201,
    body: logInput,
    response: writtenRecord,
    handler: ({ tx, actor, body }) => beginLog(tx, actor, body),
  }),
  endpoint({
    method: "GET",
    path: `${path}/{id}`,
    permission: read,
    summary: "A daily log with its quantities, photos and amendments",
    params: idParams,
    response: logDetail,
    handler: ({ db, actor, params }) => readLog(db, actor, params.id),
  }),
  endpoint({
    method: "PATCH",
    path: `${path}/{id}`,
    permission: edit,
    summary: "Change a daily log that is not locked",
    params: idParams,
    body: patchOf(logFields),
    response: writtenRecord,
    handler: async ({ tx, actor, params, body, ifMatch }) => {
      const whole = wholeWith(logChange, logFields, await typedLog(tx, params.id), body);
      return changeLog(tx, actor, params.id, whole, ifMatch);
    },
  }),
  endpoint({
    method: "GET",
    path: `${path}/{id}/paper`,
    permission: read,
    summary: "A daily log with its amendments, as PDF",
    params: idParams,
    handler: async ({ db, actor, params, reply }) => {
      const { title, document } = await logPaper(db, actor, params.id);
      return reply
        .type("application/pdf")
        .header("content-disposition", `attachment; filename="${title}.pdf"`)
        .send(await makePdf(document));
    },
  }),
  historyEndpoint(path, "dailyLog", read),
  recordAct(path, "amend", {
    permission: edit,
    summary: "Add to a locked daily log, with the reason",
    body: amendInput,
    response: writtenRecord,
    handler: ({ tx, actor, params, body }) => amendLog(tx, actor, params.id, body),
  }),
  recordAct(path, "publish", {
    permission: "project.edit",
    summary: "Choose the photos of a daily log that may be published",
    body: publishInput,
    response: writtenRecord,
    handler: ({ tx, actor, params, body, ifMatch }) =>
      publishPhotos(tx, actor, params.id, body.fileIds, ifMatch),
  }),
  ...stepEndpoints(logNoun, { submit: submitLog, discard: discardLog }),
];
