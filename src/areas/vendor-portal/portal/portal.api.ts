import { agenciesOf } from "#areas/vendors/vendors.server.ts";
import { z } from "zod";
import { vendorSide } from "#server/db/scopes/vendor-side.ts";
import { actAt, recordAct } from "#server/http/acts.ts";
import { endpoint, idParams, type Endpoint } from "#server/http/endpoint.ts";
import { listEndpoints } from "#server/http/export.ts";
import { holdTexts, type HoldKind } from "#areas/finance/finance.public.ts";
import {
  answerAsVendor,
  seenByAgency,
  seenByVendor,
  writeToAgency,
  writeToVendor,
} from "./message.service.ts";
import { readThread, threadList, vendorThreads } from "./thread.read.service.ts";
import {
  messageInput,
  overview,
  portalInvoice,
  portalOrder as orderRow,
  portalOrderDetail,
  portalPayment,
  threadDetail,
  threadInput,
  threadRow,
} from "./portal.model.ts";
import {
  dueNext,
  portalInvoices,
  portalOrder,
  portalOrders,
  portalPayments,
  portalTotals,
} from "./portal.service.ts";
import { waitingFor } from "./waiting.service.ts";

const page = z.object({
  q: z.string().trim().max(100).optional(),
  status: z.string().max(300).optional(),
  page: z.coerce.number().int().min(1).max(1000).default(1),
});
const pageOf = <T extends z.ZodType>(row: T) =>
  z.object({ items: z.array(row), more: z.boolean(), page: z.number() });
const read = { method: "GET", permission: "vendorPortal.read", tag: "vendor-portal" } as const;
const both = idParams.extend({ orgId: z.uuid("Not an agency's id.") });
const done = z.object({ done: z.literal(true) });
const yes = { done: true as const };
const made = z.object({ id: z.string() });

const vendorReads: Endpoint[] = [
  endpoint({
    ...read,
    path: "/api/v1/vendor-overview",
    summary: "What waits for you, and your figures with every agency",
    response: overview,
    handler: async ({ app, actor }) => {
      const side = vendorSide(app.database, actor);
      const [waiting, totals, due, agencies] = await Promise.all([
        waitingFor(side, app.database.read(actor), actor),
        portalTotals(side),
        dueNext(side),
        agenciesOf(side),
      ]);
      return { waiting, money: { ...totals, due }, agencies };
    },
  }),
  endpoint({
    ...read,
    path: "/api/v1/vendor-orders",
    summary: "Your orders, in every agency, or those under one contract",
    query: page.extend({ contractId: z.uuid().optional() }),
    response: pageOf(orderRow),
    handler: ({ app, actor, query }) => portalOrders(vendorSide(app.database, actor), query),
  }),
  endpoint({
    ...read,
    path: "/api/v1/vendor-orders/{orgId}/{id}",
    summary: "One of your orders",
    params: both,
    response: portalOrderDetail,
    handler: ({ app, actor, params }) =>
      portalOrder(vendorSide(app.database, actor), params.orgId, params.id),
  }),
  endpoint({
    ...read,
    path: "/api/v1/vendor-invoices",
    summary: "Your invoices, and what each waits for",
    query: page,
    response: pageOf(portalInvoice),
    handler: ({ app, actor, query }) =>
      portalInvoices(
        vendorSide(app.database, actor),
        query,
        (kind) => holdTexts[kind as HoldKind] ?? "The agency looks at it.",
      ),
  }),
  endpoint({
    ...read,
    path: "/api/v1/vendor-payments",
    summary: "Payments to you, with the invoices that each paid",
    query: page,
    response: pageOf(portalPayment),
    handler: ({ app, actor, query }) => portalPayments(vendorSide(app.database, actor), query),
  }),
];

const vendorTalk: Endpoint[] = [
  endpoint({
    ...read,
    path: "/api/v1/vendor-threads",
    summary: "Your messages with agencies",
    query: page,
    response: pageOf(threadRow),
    handler: ({ app, actor, query }) => vendorThreads(vendorSide(app.database, actor), query.page),
  }),
  endpoint({
    ...read,
    path: "/api/v1/vendor-threads/{orgId}/{id}",
    summary: "A thread with its messages",
    params: both,
    response: threadDetail,
    handler: ({ app, actor, params }) =>
      readThread(vendorSide(app.database, actor), params.orgId, params.id),
  }),
  endpoint({
    method: "POST",
    path: "/api/v1/vendor-threads/{orgId}",
    permission: "vendorPortal.act",
    tag: "vendor-portal",
    summary: "Write to an agency",
    ownTransaction: true,
    params: z.object({ orgId: z.uuid() }),
    body: threadInput,
    response: made,
    handler: ({ app, actor, params, body }) => writeToAgency(app, actor, params.orgId, body),
  }),
  actAt("/api/v1/vendor-threads/{orgId}/{id}", "answer", {
    permission: "vendorPortal.act",
    tag: "vendor-portal",
    summary: "Answer in a thread",
    ownTransaction: true,
    params: both,
    body: messageInput,
    response: done,
    handler: async ({ app, actor, params, body }) => {
      await answerAsVendor(app, actor, params.orgId, params.id, body.body);
      return yes;
    },
  }),
  actAt("/api/v1/vendor-threads/{orgId}/{id}", "seen", {
    permission: "vendorPortal.act",
    tag: "vendor-portal",
    summary: "You have read a thread",
    ownTransaction: true,
    params: both,
    response: done,
    handler: async ({ app, actor, params }) => {
      await seenByVendor(app, actor, params.orgId, params.id);
      return yes;
    },
  }),
];

const memberTalk: Endpoint[] = [
  ...listEndpoints("/api/v1/vendor-messages", "vendorMessage.read", threadList, threadRow),
  endpoint({
    method: "GET",
    path: "/api/v1/vendor-messages/{id}",
    permission: "vendorMessage.read",
    summary: "A thread with a vendor",
    params: idParams,
    response: threadDetail,
    handler: ({ db, actor, params }) => readThread(db, actor.orgId!, params.id),
  }),
  endpoint({
    method: "POST",
    path: "/api/v1/vendor-messages",
    permission: "vendorMessage.write",
    summary: "Write to a vendor",
    ownTransaction: true,
    body: threadInput.extend({ vendorId: z.uuid() }),
    response: made,
    handler: ({ app, actor, body: { vendorId, ...opening } }) =>
      writeToVendor(app, actor, { vendorId, opening }),
  }),
  recordAct("/api/v1/vendor-messages", "answer", {
    permission: "vendorMessage.write",
    summary: "Answer a vendor",
    ownTransaction: true,
    body: messageInput,
    response: made,
    handler: ({ app, actor, params, body }) =>
      writeToVendor(app, actor, { threadId: params.id, body: body.body }),
  }),
  recordAct("/api/v1/vendor-messages", "seen", {
    permission: "vendorMessage.read",
    summary: "The agency has read a thread",
    response: done,
    handler: async ({ tx, params }) => {
      await seenByAgency(tx, params.id);
      return yes;
    },
  }),
];

export const portalEndpoints: readonly Endpoint[] = [...vendorReads, ...vendorTalk, ...memberTalk];
