import { z } from "zod";
import { recordAct } from "#server/http/acts.ts";
import { endpoint, idParams, writtenRecord, type Endpoint } from "#server/http/endpoint.ts";
import { listEndpoints } from "#server/http/export.ts";
import { alike, stepEndpoints } from "#server/http/steps.ts";
import { noticeNoun } from "./notice.noun.ts";
import { historyOf } from "#server/audit/history.ts";
import { requireRecord } from "#server/lifecycle.ts";
import { mergeField } from "../template/template.model.ts";
import { noticeList, recipientList } from "./notice.list.ts";
import {
  noticeDetail,
  noticeInput,
  noticeRow,
  noticeStep,
  ownNotice,
  recipientRow,
} from "./notice.model.ts";
import { acknowledgeOwn, ownNotices, readNotice } from "./notice.read.service.ts";
import { changeNotice, draftNotice, moveNotice, noticeFields } from "./notice.service.ts";
import { sendingJob } from "./sending.jobs.ts";

const path = "/api/v1/mass-notices";

const steps = stepEndpoints(noticeNoun, {
  ...alike(
    (tx, actor, name, { id, version }, input) =>
      moveNotice(tx, actor, name, { id, ...input, version }, sendingJob),
    ["approve", "reopen", "schedule", "send", "cancel"],
    { body: noticeStep },
  ),
});

const own: readonly Endpoint[] = [
  endpoint({
    method: "GET",
    path: "/api/v1/own-notices",
    permission: "notice.own",
    summary: "Notices that you got, newest first",
    response: z.object({ items: z.array(ownNotice) }),
    handler: async ({ db, actor }) => ({ items: await ownNotices(db, actor) }),
  }),
  recordAct("/api/v1/own-notices", "acknowledge", {
    permission: "notice.own",
    summary: "Say that you read a notice",
    response: z.object({ id: z.string() }),
    handler: async ({ tx, actor, params }) => {
      await acknowledgeOwn(tx, actor, params.id);
      return { id: params.id };
    },
  }),
];

/** Notices to many: written, approved by another person, sent, acknowledged. */
export const noticeEndpoints: readonly Endpoint[] = [
  ...listEndpoints(path, "notice.read", noticeList, noticeRow),
  ...listEndpoints("/api/v1/notice-recipients", "notice.read", recipientList, recipientRow),
  ...own,
  endpoint({
    method: "GET",
    path: "/api/v1/notice-fields",
    permission: "notice.write",
    summary: "The fields that the text of a notice may name",
    response: z.object({ items: z.array(mergeField) }),
    handler: async () => ({ items: [...noticeFields] }),
  }),
  endpoint({
    method: "POST",
    path,
    permission: "notice.write",
    summary: "Draft a notice",
    status: 201,
    body: noticeInput,
    response: writtenRecord,
    handler: ({ tx, actor, body }) => draftNotice(tx, actor, body),
  }),
  endpoint({
    method: "GET",
    path: `${path}/{id}`,
    permission: "notice.read",
    summary: "A notice, whom it is for and what became of its letters",
    params: idParams,
    response: noticeDetail,
    handler: ({ db, actor, params }) => readNotice(db, actor, params.id),
  }),
  endpoint({
    method: "GET",
    path: `${path}/{id}/history`,
    permission: "notice.read",
    summary: "What happened to a notice",
    params: idParams,
    response: z.object({ items: z.array(z.looseObject({ at: z.string(), action: z.string() })) }),
    handler: async ({ db, params }) => {
      await requireRecord(db, "massNotice", params.id);
      return (await historyOf(db, "massNotice", params.id)) as never;
    },
  }),
  endpoint({
    method: "PUT",
    path: `${path}/{id}`,
    permission: "notice.write",
    summary: "Change a draft",
    params: idParams,
    body: noticeInput,
    response: writtenRecord,
    handler: ({ tx, actor, params, body, ifMatch }) =>
      changeNotice(tx, actor, params.id, body, ifMatch),
  }),
  ...steps,
];
