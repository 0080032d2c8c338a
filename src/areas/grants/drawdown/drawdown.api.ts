import { z } from "zod";
import { endpoint, idParams, writtenRecord, type Endpoint } from "#server/http/endpoint.ts";
import { listEndpoints } from "#server/http/export.ts";
import { historyEndpoint } from "#server/http/history.ts";
import { step, stepEndpoints } from "#server/http/steps.ts";
import {
  drawableAnswer,
  drawdownDetail,
  drawdownInput,
  drawdownRow,
  paidInput,
} from "./drawdown.model.ts";
import { getRow } from "#server/db/rows.ts";
import { makePdf } from "#server/pdf/pdf.ts";
import { drawdown } from "../grants.tables.ts";
import { drawdownNoun } from "./drawdown.noun.ts";
import { drawdownDocument, drawdownPapers } from "./paper.service.ts";
import { cashDays } from "./cash.service.ts";
import { drawdownList, readChoices, readDrawdown } from "./drawdown.read.service.ts";
import {
  approvePartly,
  cancelDrawdown,
  certifyDrawdown,
  checkDrawdown,
  draftDrawdown,
  returnDrawdown,
  sendBackDrawdown,
  payDrawdown,
  reconcileDrawdown,
  submitDrawdown,
} from "./drawdown.service.ts";

const path = "/api/v1/drawdowns";
const sentInput = z.object({
  reference: z.string().trim().min(1, "Enter the reference.").max(120),
});
const partInput = z.object({
  approved: z.number().int().min(1),
  reason: z.string().trim().min(1).max(2000),
});

export const drawdownEndpoints: readonly Endpoint[] = [
  ...listEndpoints(path, "grant.read", drawdownList, drawdownRow),
  endpoint({
    method: "POST",
    path,
    permission: "drawdown.prepare",
    summary: "Begin a request for money from the paid lines of an award",
    status: 201,
    body: drawdownInput,
    response: writtenRecord,
    handler: ({ tx, actor, body }) => draftDrawdown(tx, actor, body),
  }),
  endpoint({
    method: "GET",
    path: `${path}/{id}`,
    permission: "grant.read",
    summary: "A request for money with its lines and its form",
    params: idParams,
    response: drawdownDetail,
    handler: ({ db, actor, params }) => readDrawdown(db, actor, params.id),
  }),
  endpoint({
    method: "GET",
    path: "/api/v1/grant-awards/{id}/drawable",
    permission: "grant.read",
    summary: "What can be drawn of an award until a day",
    params: idParams,
    query: drawdownInput
      .pick({ kind: true, through: true })
      .extend({ q: z.string().trim().max(100).default("") }),
    response: drawableAnswer,
    handler: ({ db, params, query }) => readChoices(db, params.id, query),
  }),
  endpoint({
    method: "GET",
    path: "/api/v1/grant-awards/{id}/cash",
    permission: "grant.read",
    summary: "Money of an award on hand, day by day",
    params: idParams,
    response: z.object({
      items: z.array(
        z.object({ on: z.string(), what: z.string(), cents: z.number(), balance: z.number() }),
      ),
    }),
    handler: async ({ db, params }) => ({ items: await cashDays(db, params.id) }),
  }),
  endpoint({
    method: "GET",
    path: `${path}/{id}/papers/{paper}`,
    permission: "grant.read",
    summary: "A request as its grantor reads it, or its SF-270, as PDF",
    params: idParams.extend({ paper: z.enum(drawdownPapers) }),
    handler: async ({ db, params, reply }) => {
      const { number } = await getRow(db, drawdown, params.id, "drawdown");
      return reply
        .type("application/pdf")
        .header("content-disposition", `attachment; filename="${number}-${params.paper}.pdf"`)
        .send(await makePdf(await drawdownDocument(db, params.id, params.paper)));
    },
  }),
  historyEndpoint(path, "drawdown", "grant.read"),
  ...stepEndpoints(drawdownNoun, {
    check: { summary: "Check a request line by line", take: checkDrawdown },
    certify: { summary: "Certify a request that another person prepared", take: certifyDrawdown },
    sendBack: {
      summary: "Send a request back to who prepared it",
      take: sendBackDrawdown,
    },
    submit: step(sentInput, submitDrawdown),
    approvePartly: step(partInput, approvePartly),
    pay: step(paidInput, payDrawdown),
    reconcile: reconcileDrawdown,
    return: returnDrawdown,
    cancel: cancelDrawdown,
  }),
];
