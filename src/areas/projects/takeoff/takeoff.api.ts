import { z } from "zod";
import { recordAct } from "#server/http/acts.ts";
import { endpoint, idParams, writtenRecord, type Endpoint } from "#server/http/endpoint.ts";
import { listEndpoints } from "#server/http/export.ts";
import { historyEndpoint } from "#server/http/history.ts";
import { stepEndpoints } from "#server/http/steps.ts";
import { enqueue } from "#server/jobs/jobs.ts";
import { markedPdf } from "./marked/marked.service.ts";
import { measurementList } from "./measurement.list.ts";
import {
  drawnOnSheet,
  measurementChange,
  measurementDetail,
  measurementInput,
  measurementRow,
  moveInput,
  shapeChange,
} from "./measurement.model.ts";
import { measurementNoun } from "./measurement.noun.ts";
import { drawnOn, readMeasurement } from "./measurement.read.service.ts";
import {
  changeMeasurement,
  checkMeasurement,
  dropMeasurement,
  measure,
  moveOver,
  reopenMeasurement,
} from "./measurement.service.ts";
import { outEndpoints } from "./out/out.api.ts";
import { readPlansJob } from "./plan.job.ts";
import {
  issueInput,
  planInput,
  scaleInput,
  sheetDetail,
  sheetInput,
  takeoffStanding,
  viewportInput,
  writtenPlan,
  writtenSheet,
} from "./plan.model.ts";
import { fileOfSheet, readSheet, readTakeoff } from "./plan.read.service.ts";
import { addIssue, addPlans, addViewport, nameSheet } from "./plan.service.ts";
import { drawingOf } from "./read-issue.service.ts";
import { setScale } from "./scale.service.ts";
import { reshape } from "./vertices/shape.service.ts";

const [read, edit] = ["project.read", "takeoff.edit"] as const;
const [sets, sheets, parts, measurements] = [
  "/api/v1/plan-sets",
  "/api/v1/plan-sheets",
  "/api/v1/sheet-viewports",
  "/api/v1/measurements",
] as const;

const planEndpoints: readonly Endpoint[] = [
  endpoint({
    method: "GET",
    path: sets,
    permission: read,
    summary: "Plan sets with their issues and sheets",
    response: takeoffStanding,
    handler: ({ db }) => readTakeoff(db),
  }),
  endpoint({
    method: "POST",
    path: sets,
    permission: edit,
    summary: "Add a plan set to a project; its sheets are read behind the answer",
    body: planInput,
    response: writtenPlan,
    handler: async ({ tx, actor, body }) => {
      const made = await addPlans(tx, actor, body);
      await enqueue(tx, actor, readPlansJob, { issueId: made.issueId }, `Sheets of ${body.name}`);
      return made;
    },
  }),
  endpoint({
    method: "POST",
    path: `${sets}/{id}/issues`,
    permission: edit,
    summary: "Add a later issue of a plan set, whose sheets become revisions",
    params: idParams,
    body: issueInput,
    response: writtenPlan,
    handler: async ({ tx, actor, params, body }) => {
      const made = await addIssue(tx, actor, params.id, body);
      await enqueue(tx, actor, readPlansJob, { issueId: made.issueId }, `Sheets of ${body.label}`);
      return made;
    },
  }),
  endpoint({
    method: "GET",
    path: `${sheets}/{id}`,
    permission: read,
    summary: "A sheet with its revisions, and its parts with their scales",
    params: idParams,
    response: sheetDetail,
    handler: ({ db, actor, params }) => readSheet(db, actor, params.id),
  }),
  endpoint({
    method: "GET",
    path: `${sheets}/{id}/drawing`,
    permission: read,
    summary: "The drawing of a sheet, as PDF",
    params: idParams,
    raw: true,
    handler: async ({ app, db, params, reply }) => {
      const file = await fileOfSheet(db, params.id);
      return reply
        .type("application/pdf")
        .header("content-disposition", `attachment; filename="sheet.pdf"`)
        .header("content-security-policy", "sandbox; default-src 'none'")
        .send(await drawingOf(app, file));
    },
  }),
  endpoint({
    method: "GET",
    path: `${sheets}/{id}/marked`,
    permission: read,
    summary: "The drawing of a sheet with its measurements drawn on it and listed, as PDF",
    params: idParams,
    raw: true,
    handler: async ({ app, db, params, reply }) =>
      reply
        .type("application/pdf")
        .header("content-disposition", `attachment; filename="marked-sheet.pdf"`)
        .header("content-security-policy", "sandbox; default-src 'none'")
        .send(await markedPdf(app, db, params.id)),
  }),
  endpoint({
    method: "GET",
    path: `${sheets}/{id}/measurements`,
    permission: read,
    summary: "What is drawn on a sheet, and on its earlier revisions",
    params: idParams,
    response: drawnOnSheet,
    handler: ({ db, params }) => drawnOn(db, params.id),
  }),
  endpoint({
    method: "PATCH",
    path: `${sheets}/{id}`,
    permission: edit,
    summary: "Correct the number and title of a sheet",
    params: idParams,
    body: sheetInput,
    response: writtenSheet,
    handler: ({ tx, params, body, ifMatch }) => nameSheet(tx, params.id, body, ifMatch),
  }),
  endpoint({
    method: "POST",
    path: `${sheets}/{id}/viewports`,
    permission: edit,
    summary: "Add a part of a sheet that has a scale of its own",
    params: idParams,
    body: viewportInput,
    response: writtenSheet,
    handler: ({ tx, params, body }) => addViewport(tx, params.id, body),
  }),
  recordAct(sheets, "move-over", {
    permission: edit,
    summary: "Lay measurements of earlier revisions over this one",
    body: moveInput,
    response: z.object({ moved: z.number() }),
    handler: ({ tx, actor, params, body }) => moveOver(tx, actor, params.id, body.ids),
  }),
  endpoint({
    method: "PUT",
    path: `${parts}/{id}/scale`,
    permission: edit,
    summary: "Set the scale of a part of a sheet; what quantities become is shown first",
    params: idParams,
    body: scaleInput,
    response: writtenSheet,
    handler: ({ tx, actor, params, body, ifMatch }) =>
      setScale(tx, actor, params.id, body, ifMatch),
  }),
];

const measurementEndpoints: readonly Endpoint[] = [
  ...listEndpoints(measurements, read, measurementList, measurementRow),
  endpoint({
    method: "POST",
    path: measurements,
    permission: edit,
    summary: "Measure something on a sheet",
    status: 201,
    body: measurementInput,
    response: writtenRecord,
    handler: ({ tx, actor, body }) => measure(tx, actor, body),
  }),
  endpoint({
    method: "GET",
    path: `${measurements}/{id}`,
    permission: read,
    summary: "A measurement",
    params: idParams,
    response: measurementDetail,
    handler: ({ db, actor, params }) => readMeasurement(db, actor, params.id),
  }),
  endpoint({
    method: "PUT",
    path: `${measurements}/{id}`,
    permission: edit,
    summary: "Change a measurement that is not checked yet",
    params: idParams,
    body: measurementChange,
    response: writtenRecord,
    handler: ({ tx, actor, params, body, ifMatch }) =>
      changeMeasurement(tx, actor, params.id, body, ifMatch),
  }),
  endpoint({
    method: "PUT",
    path: `${measurements}/{id}/shape`,
    permission: edit,
    summary: "Move, add or remove points of a measurement; another change is laid together with it",
    params: idParams,
    body: shapeChange,
    response: writtenRecord.extend({ merged: z.boolean() }),
    handler: ({ tx, actor, params, body, ifMatch }) => reshape(tx, actor, params.id, body, ifMatch),
  }),
  historyEndpoint(measurements, "measurement", read),
  ...stepEndpoints(measurementNoun, {
    check: checkMeasurement,
    reopen: reopenMeasurement,
    drop: dropMeasurement,
  }),
];

/** Plan sets, their sheets and scales, and what is measured on them. */
export const takeoffEndpoints: readonly Endpoint[] = [
  ...planEndpoints,
  ...measurementEndpoints,
  ...outEndpoints,
];
