import { z } from "zod";
import { patchOf } from "#kernel/fields.ts";
import { recordAct } from "../http/acts.ts";
import { endpoint, idParams, type Endpoint } from "../http/endpoint.ts";
import { listEndpoints } from "../http/export.ts";
import {
  cancelWebhook,
  readWebhookDelivery,
  replayPeriod,
  replayWebhook,
  retryWebhook,
  sendTest,
  webhookDeliveryList,
} from "./delivery.service.ts";
import {
  addEndpoint,
  changeEndpoint,
  disableByHand,
  enableEndpoint,
  endOldSecret,
  listEndpointRows,
  rotateSecret,
} from "./endpoint.service.ts";
import { kickWebhooks } from "./send.ts";
import { topicsFor } from "./topics.ts";
import {
  endpointInput,
  endpointRow,
  movedDelivery,
  reasonInput,
  replayInput,
  shownSecret,
  webhookDeliveryDetail,
  webhookDeliveryRow,
} from "#kernel/webhook.model.ts";

const path = "/api/v1/webhook-endpoints";
const deliveries = "/api/v1/webhook-deliveries";
const written = z.object({ id: z.string(), version: z.number() });
const manage = { permission: "webhook.manage", params: idParams } as const;

const receivers: readonly Endpoint[] = [
  endpoint({
    method: "GET",
    path,
    permission: "webhook.read",
    summary: "Addresses of other systems that events are sent to",
    response: z.object({ items: z.array(endpointRow) }),
    handler: async ({ db }) => ({ items: await listEndpointRows(db) }),
  }),
  endpoint({
    method: "GET",
    path: "/api/v1/webhook-topics",
    permission: "webhook.read",
    summary: "Events that can be sent to other systems",
    response: z.object({
      items: z.array(z.object({ topic: z.string(), label: z.string(), group: z.string() })),
    }),
    handler: async ({ actor }) => ({ items: topicsFor(actor) }),
  }),
  endpoint({
    method: "POST",
    path,
    permission: "webhook.manage",
    summary: "Register a receiver; its secret is in this answer alone",
    status: 201,
    ownTransaction: true,
    unkept: true,
    body: endpointInput,
    response: shownSecret,
    handler: ({ app, actor, body }) =>
      app.database.transaction(actor, (tx) => addEndpoint(app, tx, actor, body)),
  }),
  endpoint({
    ...manage,
    method: "PATCH",
    path: `${path}/{id}`,
    summary: "Change a receiver's address, description and events",
    body: patchOf(endpointInput.shape),
    response: written,
    handler: ({ app, tx, actor, params, body, ifMatch }) =>
      changeEndpoint(app, tx, actor, params.id, body, ifMatch),
  }),
  recordAct(path, "rotate", {
    ...manage,
    summary: "A new secret beside the old one; it is in this answer alone",
    ownTransaction: true,
    unkept: true,
    response: shownSecret,
    handler: ({ app, actor, params, ifMatch }) =>
      app.database.transaction(actor, (tx) => rotateSecret(tx, actor, params.id, ifMatch)),
  }),
  recordAct(path, "end-old-secret", {
    ...manage,
    summary: "The old secret signs no more",
    response: written,
    handler: ({ tx, actor, params, ifMatch }) => endOldSecret(tx, actor, params.id, ifMatch),
  }),
  recordAct(path, "disable", {
    ...manage,
    summary: "Send nothing more there; what waits is cancelled",
    body: reasonInput,
    response: written,
    handler: ({ tx, actor, params, body, ifMatch }) =>
      disableByHand(tx, actor, params.id, body.reason, ifMatch),
  }),
  recordAct(path, "enable", {
    ...manage,
    summary: "Send there again",
    response: written,
    handler: ({ tx, actor, params, ifMatch }) => enableEndpoint(tx, actor, params.id, ifMatch),
  }),
  recordAct(path, "test", {
    ...manage,
    summary: "Send a test event",
    response: movedDelivery,
    handler: async ({ app, tx, actor, params }) => {
      tx.afterCommit(() => kickWebhooks(app));
      return sendTest(tx, actor, params.id);
    },
  }),
  recordAct(path, "replay", {
    ...manage,
    summary: "Send the messages of a period again",
    body: replayInput,
    response: z.object({ queued: z.number() }),
    handler: ({ tx, actor, params, body }) => replayPeriod(tx, actor, params.id, body),
  }),
];

const sent: readonly Endpoint[] = [
  ...listEndpoints(deliveries, "webhook.read", webhookDeliveryList, webhookDeliveryRow),
  endpoint({
    method: "GET",
    path: `${deliveries}/{id}`,
    permission: "webhook.read",
    summary: "One message on its way to one endpoint, with every try",
    params: idParams,
    response: webhookDeliveryDetail,
    handler: ({ db, params }) => readWebhookDelivery(db, params.id),
  }),
  recordAct(deliveries, "retry", {
    ...manage,
    summary: "Try it now",
    response: movedDelivery,
    handler: async ({ app, tx, actor, params }) => {
      tx.afterCommit(() => kickWebhooks(app));
      return retryWebhook(tx, actor, params.id);
    },
  }),
  recordAct(deliveries, "cancel", {
    ...manage,
    summary: "Try it no more",
    body: reasonInput,
    response: movedDelivery,
    handler: ({ tx, actor, params, body }) => cancelWebhook(tx, actor, params.id, body.reason),
  }),
  recordAct(deliveries, "replay", {
    ...manage,
    summary: "Send it again under the same webhook-id",
    response: movedDelivery,
    handler: async ({ app, tx, actor, params }) => {
      tx.afterCommit(() => kickWebhooks(app));
      return replayWebhook(tx, actor, params.id);
    },
  }),
];

/** Receivers of events, their secrets, and what was sent to them. */
export const webhookEndpoints: readonly Endpoint[] = [...receivers, ...sent];
