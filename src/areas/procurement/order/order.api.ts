import { z } from "zod";
import { businessDate } from "#server/clock.ts";
import { invalidField } from "#kernel/errors.ts";
import { recordAct } from "#server/http/acts.ts";
import {
  endpoint,
  idParams,
  writtenDocument,
  writtenRecord,
  type Endpoint,
} from "#server/http/endpoint.ts";
import { listEndpoints } from "#server/http/export.ts";
import { requireRecord } from "#server/lifecycle.ts";
import { historyEndpoint } from "#server/http/history.ts";
import { step, stepEndpoints } from "#server/http/steps.ts";
import { getRow } from "#server/db/rows.ts";
import { makePdf, requirePdfBrowser } from "#server/pdf/pdf.ts";
import { inLook, readOrganization } from "#areas/organization/organization.server.ts";
import { orderDocument } from "./document.service.ts";
import { postReceipt, receiptInput } from "../receipt/receipt.service.ts";
import {
  rejectAccepted,
  rejectInput,
  returnRejected,
  reverseReceipt,
} from "../receipt/return.service.ts";
import { adviceAnswer, likeOf, likeQuery, methodNames } from "../method/advice.model.ts";
import { purchaseOrder } from "../procurement.tables.ts";
import { draftedChange } from "./change-draft.model.ts";
import { draftedChangesOf, endDraftedChange } from "./change-draft.service.ts";
import { changeOrder } from "./order-change.service.ts";
import { withdrawChange } from "./change-approval.service.ts";
import { editAndSend, editOrder, recallOrder, resendOrder } from "./order-draft.service.ts";
import { adviseChange } from "./order-growth.service.ts";
import { orderList } from "./order.list.ts";
import { readOrder } from "./order.read.service.ts";
import { changeInput, orderInput, orderPatch } from "./order.model.ts";
import { orderDetail, orderRow, publicOrder } from "./order.answer.model.ts";
import { acknowledgeByToken, acknowledgeOrder, readForVendor } from "./acknowledgement.service.ts";
import { cancelOrder, closeOrder, endBlanketOrder, shortCloseOrder } from "./closing.service.ts";
import { createAndIssue, issueOrder } from "./issue.service.ts";
import { createOrder, orderNoun } from "./order.service.ts";
import { submitOrder } from "./submission.service.ts";
import { orderVersion, versionsOf } from "./versions.service.ts";

const path = "/api/v1/purchase-orders";

const actions: Endpoint[] = [
  ...stepEndpoints(orderNoun, {
    submit: { summary: "Submit a draft for approval", take: submitOrder },
    recall: {
      summary: "Take an order back before it goes out: it is a draft again",
      take: recallOrder,
    },
    resend: {
      summary: "Mail an order that went out once more, with a new link",
      take: (tx, actor, at, _, app) => resendOrder(tx, actor, at, app.config.origin),
    },
    issue: {
      summary: "Issue to the vendor; encumbers the money",
      take: (tx, actor, at, _, app) => issueOrder(tx, actor, at, app.config.origin),
    },
    acknowledge: { summary: "Record the vendor's acknowledgement", take: acknowledgeOrder },
    close: { summary: "Close a received and invoiced order", take: closeOrder },
    shortClose: {
      summary: "End before everything came; releases the rest",
      take: shortCloseOrder,
    },
    withdrawChange: {
      summary: "Take back a change that waits for approval",
      take: withdrawChange,
    },
    cancel: { summary: "Cancel an order of which nothing came", take: cancelOrder },
    end: {
      summary: "End a blanket order: no release is placed on it",
      take: endBlanketOrder,
    },
    change: step(
      changeInput,
      (tx, actor, at, change, app) => changeOrder(tx, actor, at, change, app.config.origin),
      { summary: "Change an issued order; added lines and lines that grow need approval" },
    ),
    receive: step(
      receiptInput,
      async (tx, actor, at, receipt) => (await postReceipt(tx, actor, at, receipt)).order,
      { summary: "Post a receipt" },
    ),
  }),
  endpoint({
    method: "GET",
    path: `${path}/{id}/drafted-changes`,
    permission: "purchaseOrder.read",
    summary: "Changes of an order that were drafted by another record and wait to be sent",
    params: idParams,
    response: z.object({ items: z.array(draftedChange) }),
    handler: async ({ db, params }) => {
      await requireRecord(db, "purchaseOrder", params.id);
      return { items: await draftedChangesOf(db, params.id) };
    },
  }),
  endpoint({
    method: "GET",
    path: `${path}/{id}/versions`,
    permission: "purchaseOrder.read",
    summary: "Quantities and prices of an order's lines in each version that went out",
    params: idParams,
    response: z.object({ items: z.array(orderVersion) }),
    handler: async ({ db, params }) => {
      await requireRecord(db, "purchaseOrder", params.id);
      return { items: await versionsOf(db, params.id) };
    },
  }),
  recordAct(path, "dropChange", {
    permission: "purchaseOrder.issue",
    summary: "Drop a drafted change of an order: it is not wanted",
    body: z.object({ draftId: z.uuid() }),
    response: z.object({ id: z.string() }),
    handler: async ({ tx, params, body }) => {
      await endDraftedChange(tx, params.id, body.draftId, "dropped");
      return { id: params.id };
    },
  }),
  endpoint({
    method: "GET",
    path: `${path}/{id}/change-advice`,
    permission: "purchaseOrder.issue",
    summary:
      "How an issued order would be bought at another amount: what the rules suggest with like purchases, the method in force and why it does not do any more; null where an evaluated award decided",
    params: idParams,
    query: z.object({ amount: z.coerce.number().int().min(0), ...likeQuery }),
    response: z.object({
      weighed: adviceAnswer
        .extend({
          crosses: z.boolean(),
          inForce: z
            .object({ method: z.enum(methodNames), outgrown: z.string().nullable() })
            .nullable(),
        })
        .nullable(),
    }),
    handler: async ({ db, params, query }) => ({
      weighed: await adviseChange(db, params.id, query.amount, likeOf(query)),
    }),
  }),
];

const receipts: Endpoint[] = [
  recordAct("/api/v1/receipts", "reverse", {
    permission: "receipt.post",
    summary: "Reverse a receipt that is not invoiced",
    body: z.object({ reason: z.string().trim().min(3, "Say why it is reversed.").max(1000) }),
    response: z.object({ id: z.string() }),
    handler: async ({ tx, actor, params, body, ifMatch }) => {
      await reverseReceipt(tx, actor, params.id, ifMatch, body.reason);
      return { id: params.id };
    },
  }),
  recordAct("/api/v1/receipts", "reject", {
    permission: "receipt.post",
    summary: "Reject goods that were accepted before; they go back to the vendor",
    body: rejectInput,
    response: z.object({ id: z.string() }),
    handler: async ({ tx, actor, params, body, ifMatch }) => {
      await rejectAccepted(tx, actor, params.id, ifMatch, body);
      return { id: params.id };
    },
  }),
  recordAct("/api/v1/receipts", "return", {
    permission: "receipt.post",
    summary: "Record that rejected goods went back",
    body: z.object({ lineId: z.uuid(), returnedOn: z.iso.date().nullish() }),
    response: z.object({ id: z.string() }),
    handler: async ({ tx, actor, params, body }) => {
      await returnRejected(
        tx,
        actor,
        params.id,
        body.lineId,
        body.returnedOn ?? businessDate(tx.scope),
      );
      return { id: params.id };
    },
  }),
];

const tokenForm = /^([0-9a-f-]{36})\.([\w-]{20,64})$/;
const parseToken = (token: string) => {
  const match = tokenForm.exec(token);
  if (!match)
    throw invalidField(
      "token",
      "This link is not good any more. Ask the buyer for a new one.",
      "bad_token",
    );
  return { orgId: match[1]!, secret: match[2]! };
};
const byLink: Endpoint[] = [
  endpoint({
    method: "GET",
    path: "/api/v1/order-acknowledgements",
    permission: "public",
    summary: "What a vendor sees by the mailed link",
    tag: "purchase-orders",
    query: z.object({ token: z.string().max(200) }),
    response: publicOrder,
    handler: async ({ app, query }) => {
      const { orgId, secret } = parseToken(query.token);
      const db = app.database.read({ orgId, personId: null });
      return readForVendor(db, secret);
    },
  }),
  endpoint({
    method: "POST",
    path: "/api/v1/order-acknowledgements",
    permission: "public",
    summary: "A vendor acknowledges by the mailed link",
    tag: "purchase-orders",
    status: 200,
    ownTransaction: true,
    body: z.object({
      token: z.string().max(200),
      name: z.string().trim().min(2, "Enter your name.").max(120),
    }),
    response: z.object({ number: z.string(), status: z.string() }),
    handler: async ({ app, body }) => {
      const { orgId, secret } = parseToken(body.token);
      const { number, status } = await app.database.transaction({ orgId, personId: null }, (tx) =>
        acknowledgeByToken(tx, secret, body.name),
      );
      return { number, status };
    },
  }),
];

const pdf: Endpoint[] = [
  endpoint({
    method: "GET",
    path: `${path}/{id}/pdf/ready`,
    permission: "purchaseOrder.read",
    summary: "Whether this server can make the PDF; says what to do where it cannot",
    params: idParams,
    response: z.object({ ready: z.literal(true) }),
    handler: async ({ db, params }) => {
      await getRow(db, purchaseOrder, params.id, "purchase order");
      requirePdfBrowser();
      return { ready: true as const };
    },
  }),
  endpoint({
    method: "GET",
    path: `${path}/{id}/pdf`,
    permission: "purchaseOrder.read",
    summary: "The order as a tagged PDF",
    params: idParams,
    raw: true,
    handler: async ({ db, actor, params, reply }) => {
      const [order, agency] = [await readOrder(db, actor, params.id), await readOrganization(db)];
      return reply
        .type("application/pdf")
        .header("content-disposition", `attachment; filename="${order.number}.pdf"`)
        .send(await makePdf(inLook(orderDocument(order, agency.name), agency.branding)));
    },
  }),
];

export const orderEndpoints: readonly Endpoint[] = [
  ...listEndpoints(path, "purchaseOrder.read", orderList, orderRow),
  endpoint({
    method: "POST",
    path,
    permission: "purchaseOrder.create",
    summary:
      "Draft a purchase order; with `issue` it goes out at once, or to the approvers whose policy covers it",
    body: orderInput.safeExtend({ issue: z.boolean().default(false) }),
    response: writtenDocument.extend({ title: z.string(), amount: z.number() }),
    handler: ({ tx, actor, app, body: { issue, ...input } }) =>
      issue ? createAndIssue(tx, actor, input, app.config.origin) : createOrder(tx, actor, input),
  }),
  endpoint({
    method: "GET",
    path: `${path}/{id}`,
    permission: "purchaseOrder.read",
    summary: "A purchase order",
    params: idParams,
    response: orderDetail,
    handler: ({ db, actor, params }) => readOrder(db, actor, params.id),
  }),
  endpoint({
    method: "PATCH",
    path: `${path}/{id}`,
    permission: "purchaseOrder.create",
    summary:
      "Edit a draft or returned order: fields by name, lines as a whole; with `submit` it is sent at once, with `issue` it also goes out where no approver is asked",
    params: idParams,
    body: orderPatch.safeExtend({
      submit: z.boolean().default(false),
      issue: z.boolean().default(false),
    }),
    response: writtenRecord.extend({ number: z.string() }),
    handler: ({ tx, actor, app, params, body: { submit, issue, ...patch }, ifMatch }) =>
      submit || issue
        ? editAndSend(tx, actor, params.id, patch, ifMatch, issue ? app.config.origin : null)
        : editOrder(tx, actor, params.id, patch, ifMatch),
  }),
  ...actions,
  ...pdf,
  historyEndpoint(path, "purchaseOrder", "purchaseOrder.read"),
  ...receipts,
  ...byLink,
];
