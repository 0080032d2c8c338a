import { z } from "zod";
import { sendFile } from "#server/files/send-file.ts";
import { actAt } from "#server/http/acts.ts";
import { endpoint, idParams, type Endpoint } from "#server/http/endpoint.ts";
import { listEndpoints } from "#server/http/export.ts";
import { enqueue } from "#server/jobs/jobs.ts";
import { kickWebhooks } from "#server/webhooks/send.ts";
import { kickMail } from "#areas/identity/identity.server.ts";
import { deliveryList, readDelivery } from "./delivery.list.ts";
import { cancelInput, deliveryDetail, deliveryRow, manyDone, manyInput } from "./delivery.model.ts";
import { cancelDelivery, eachOf, sendAgain } from "./delivery.service.ts";
import { batchFile, beginPrint, printJob, takeDownload } from "./print.service.ts";

const path = "/api/v1/form-deliveries";
const many = { method: "POST", permission: "form.deliver", status: 200 } as const;

/** Where approved submissions go: what became of it, again, no more, on paper, as a file. */
export const deliveryEndpoints: readonly Endpoint[] = [
  ...listEndpoints(path, "form.deliver", deliveryList, deliveryRow),
  endpoint({
    method: "GET",
    path: `${path}/{id}`,
    permission: "form.deliver",
    summary: "One delivery of a submission with every try",
    params: idParams,
    response: deliveryDetail,
    handler: ({ db, params }) => readDelivery(db, params.id),
  }),
  actAt(path, "again", {
    ...many,
    summary: "Send deliveries again, each for itself",
    ownTransaction: true,
    body: manyInput,
    response: manyDone,
    handler: async ({ app, actor, body }) => {
      const done = await eachOf(app.database, actor, body.ids, (tx, id) =>
        sendAgain(tx, actor, id),
      );
      kickMail(app);
      kickWebhooks(app);
      return done;
    },
  }),
  actAt(path, "cancel", {
    ...many,
    summary: "Stop deliveries that are on their way, each for itself",
    ownTransaction: true,
    body: cancelInput,
    response: manyDone,
    handler: ({ app, actor, body: { ids, reason } }) =>
      eachOf(app.database, actor, ids, (tx, id) => cancelDelivery(tx, actor, id, reason)),
  }),
  actAt(path, "print", {
    ...many,
    summary: "Print queued submissions as one PDF; a job makes it",
    status: 202,
    body: manyInput,
    response: z.object({ id: z.string(), jobId: z.string(), count: z.number() }),
    handler: async ({ tx, actor, body }) => {
      const { id, count } = await beginPrint(tx, actor, body.ids);
      const title = `Print batch of ${count}`;
      return { id, count, jobId: await enqueue(tx, actor, printJob, { batchId: id }, title) };
    },
  }),
  endpoint({
    method: "GET",
    path: "/api/v1/form-print-batches/{id}/file",
    permission: "form.deliver",
    summary: "The PDF of a print batch",
    params: idParams,
    raw: true,
    handler: async ({ db, app, params, reply }) =>
      sendFile(app.files, reply, await batchFile(db, params.id)),
  }),
  endpoint({
    method: "GET",
    path: `${path}/{id}/file`,
    permission: "form.deliver",
    summary: "The PDF of a delivery; one that waits to be fetched is delivered by that",
    params: idParams,
    raw: true,
    handler: async ({ app, actor, params, reply }) => {
      const { bytes, name } = await takeDownload(app, actor, params.id);
      return reply
        .header("content-disposition", `attachment; filename="${name}"`)
        .header("x-content-type-options", "nosniff")
        .type("application/pdf")
        .send(bytes);
    },
  }),
];
