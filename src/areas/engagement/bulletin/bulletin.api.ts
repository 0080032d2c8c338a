import { z } from "zod";
import { endpoint, type Endpoint } from "#server/http/endpoint.ts";
import { listEndpoints } from "#server/http/export.ts";
import { publicForm } from "../form.service.ts";
import { hostAgency, visitorIn } from "../host.service.ts";
import { bulletinInput, bulletinRow } from "./bulletin.model.ts";
import { answerBulletin, bulletinList, subscribe } from "./bulletin.service.ts";

export const bulletinEndpoints: Endpoint[] = [
  publicForm({
    path: "/api/v1/public/bulletin",
    summary: "Hear of new solicitations by mail",
    body: bulletinInput,
    message: "We wrote to you. Press the link in the letter to begin.",
    store: ({ tx, actor, host, body }) => subscribe(tx, actor, host, body),
  }),
  endpoint({
    method: "GET",
    path: "/api/v1/public/bulletin/{token}",
    permission: "public",
    tag: "public site",
    summary: "Confirm or end the bulletin by the token of its letter",
    params: z.object({ token: z.string().min(20).max(100) }),
    query: z.object({ end: z.enum(["true"]).optional() }),
    raw: true,
    handler: async ({ app, params, query, reply }) => {
      const host = await hostAgency(app);
      const actor = visitorIn(host);
      await app.database.transaction(actor, (tx) =>
        answerBulletin(tx, actor, host, params.token, query.end === "true"),
      );
      return reply.redirect(
        query.end ? "/thank-you?bulletin=ended" : "/thank-you?bulletin=confirmed",
        303,
      );
    },
  }),
  ...listEndpoints("/api/v1/bulletin-subscribers", "inquiry.read", bulletinList, bulletinRow),
];
