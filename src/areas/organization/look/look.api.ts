import { z } from "zod";
import { notFound } from "#kernel/errors.ts";
import { sendPublicPicture } from "#server/files/pictures.ts";
import { actAt } from "#server/http/acts.ts";
import { endpoint, type Endpoint } from "#server/http/endpoint.ts";
import { lookFields, lookList, lookRow } from "./look.model.ts";
import { listLooks, publishLook, restoreLook, servedLook } from "./look.service.ts";

const path = "/api/v1/agency-looks";
const tag = "organization";
const number = z.coerce.number().int("Not a number of a look.").min(1).max(1_000_000);
const shown = z.object({ id: z.uuid("Invalid UUID format"), number });

/** The colours and mark of an agency: what was published, publishing, and what everybody is served. */
export const lookEndpoints: Endpoint[] = [
  endpoint({
    method: "GET",
    path,
    permission: "organization.read",
    tag,
    summary: "The agency's published colours and marks, newest first",
    response: lookList,
    handler: ({ db }) => listLooks(db),
  }),
  endpoint({
    method: "POST",
    path,
    permission: "organization.edit",
    tag,
    summary: "Publish colours and mark for everybody",
    status: 201,
    body: lookFields,
    response: lookRow,
    handler: ({ tx, actor, body, ifMatch }) =>
      publishLook(tx, actor, body, { version: ifMatch, restoredFrom: null }),
  }),
  actAt(`${path}/{number}`, "restore", {
    permission: "organization.edit",
    tag,
    summary: "Publish earlier colours and mark again",
    params: z.object({ number }),
    body: z.object({}),
    response: lookRow,
    handler: ({ tx, actor, params, ifMatch }) => restoreLook(tx, actor, params.number, ifMatch),
  }),
  endpoint({
    method: "GET",
    path: "/branding/{id}/{number}/colors.css",
    permission: "public",
    tag,
    summary: "The agency's colours as a stylesheet",
    params: shown,
    raw: true,
    handler: async ({ app, params, reply }) => {
      const { stylesheet } = await servedLook(app.database, params.id, params.number);
      return reply
        .header("cache-control", "public, max-age=31536000, immutable")
        .type("text/css; charset=utf-8")
        .send(stylesheet);
    },
  }),
  endpoint({
    method: "GET",
    path: "/branding/{id}/{number}/mark",
    permission: "public",
    tag,
    summary: "The agency's mark",
    params: shown,
    raw: true,
    handler: async ({ app, params, reply }) => {
      const look = await servedLook(app.database, params.id, params.number);
      if (look.mark === null) throw notFound("mark");
      return sendPublicPicture(app.files, reply, look.mark);
    },
  }),
];
