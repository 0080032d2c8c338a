import { z } from "zod";
import { definitionEndpoints } from "#server/definitions/endpoints.ts";
import { getRow } from "#server/db/rows.ts";
import { actAt, recordAct } from "#server/http/acts.ts";
import { endpoint, idParams, writtenRecord, type Endpoint } from "#server/http/endpoint.ts";
import { listEndpoints } from "#server/http/export.ts";
import { historyEndpoint } from "#server/http/history.ts";
import { alike, step, stepEndpoints } from "#server/http/steps.ts";
import { inspectionNoun } from "./inspection.noun.ts";
import { checklistRow } from "../checklist/checklist.model.ts";
import { checklists, draftShipped, listChecklists } from "../checklist/checklist.service.ts";
import { inspectionChecklist } from "../checklist/checklist.tables.ts";
import { inspectionList } from "./inspection.list.ts";
import {
  answersInput,
  inspectionDetail,
  inspectionInput,
  inspectionRow,
  reviewInput,
} from "./inspection.model.ts";
import { readInspection } from "./inspection.read.service.ts";
import {
  acknowledge,
  endInspection,
  keepAnswers,
  reviewInspection,
  scheduleInspection,
  startInspection,
  submitInspection,
} from "./inspection.service.ts";

const path = "/api/v1/inspections";
const lists = "/api/v1/inspection-checklists";
const act = { method: "POST", params: idParams, response: writtenRecord } as const;
const nothing = z.object({ reason: z.string().trim().max(2000).nullish() });

const checklistEndpoints: readonly Endpoint[] = [
  endpoint({
    method: "GET",
    path: lists,
    permission: "inspection.manage",
    summary: "Checklists in all versions",
    response: z.object({ items: z.array(checklistRow) }),
    handler: async ({ db }) => ({ items: await listChecklists(db) }),
  }),
  endpoint({
    method: "GET",
    path: `${lists}/{id}`,
    permission: "inspection.manage",
    summary: "A version of a checklist",
    params: idParams,
    response: checklistRow,
    handler: ({ db, params }) => getRow(db, inspectionChecklist, params.id, "checklist"),
  }),
  actAt(lists, "draft-shipped", {
    permission: "inspection.manage",
    summary: "Draft the checklists that come with the product",
    status: 200,
    response: z.object({ drafted: z.number() }),
    handler: ({ tx, actor }) => draftShipped(tx, actor),
  }),
  ...definitionEndpoints(checklists, {
    path: lists,
    read: "inspection.manage",
    write: "inspection.manage",
    row: checklistRow,
  }),
];

const steps: readonly Endpoint[] = [
  ...stepEndpoints(inspectionNoun, {
    start: { summary: "Begin an inspection that is given to oneself", take: startInspection },
    submit: step(answersInput, submitInspection, {
      summary: "Submit the answers; what failed follows its rule",
    }),
    review: step(reviewInput, reviewInspection, { summary: "Review what somebody else inspected" }),
    ...alike(endInspection, {
      close: "Close a reviewed inspection",
      cancel: "Cancel an inspection",
    }),
  }),
  endpoint({
    method: "PATCH",
    path: `${path}/{id}`,
    permission: "inspection.work",
    summary: "Keep what was answered so far",
    params: idParams,
    body: answersInput,
    response: writtenRecord,
    handler: ({ tx, actor, params, body, ifMatch }) =>
      keepAnswers(tx, actor, params.id, body.answers, ifMatch),
  }),
  recordAct(path, "acknowledge", {
    ...act,
    permission: "inspection.manage",
    summary: "Answer for a certificate that is not checked",
    body: nothing,
    handler: ({ tx, actor, params, ifMatch }) => acknowledge(tx, actor, params.id, ifMatch),
  }),
];

/** Checklists and inspections. */
export const inspectionEndpoints: readonly Endpoint[] = [
  ...checklistEndpoints,
  ...listEndpoints(path, "inspection.manage", inspectionList, inspectionRow),
  endpoint({
    method: "POST",
    path,
    permission: "inspection.manage",
    summary: "Schedule an inspection and give it to somebody",
    status: 201,
    body: inspectionInput,
    response: writtenRecord,
    handler: ({ tx, actor, body }) => scheduleInspection(tx, actor, body),
  }),
  endpoint({
    method: "GET",
    path: `${path}/{id}`,
    permission: "inspection.read",
    summary: "An inspection with its checklist, of one's own or for who manages them",
    params: idParams,
    response: inspectionDetail,
    handler: ({ db, actor, params }) => readInspection(db, actor, params.id),
  }),
  historyEndpoint(path, "inspection", "inspection.read"),
  ...steps,
];
