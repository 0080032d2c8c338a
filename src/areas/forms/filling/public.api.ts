import { z } from "zod";
import { identityDb } from "#server/db/scopes/identity.ts";
import type { App } from "#server/app.ts";
import { endpoint, type Endpoint } from "#server/http/endpoint.ts";
import { addressForLimits } from "#server/http/proxy.ts";
import { kickMail, limitPublicForm } from "#areas/identity/identity.server.ts";
import { formSheet } from "../form/form.model.ts";
import {
  correction,
  keyInput,
  ownView,
  publicSubmission,
  receipt,
} from "../submission/submission.model.ts";
import { correctPublic, publicSheet, publicView, takePublic } from "./public.service.ts";

const path = "/api/v1/public/forms/{slug}";
const params = z.object({ slug: z.string().min(1).max(60) });
const visit = {
  permission: "public",
  tag: "public site",
  ownTransaction: true,
  unkept: true,
  params,
} as const;

/** 20 an hour from one address, as every form of the public site. */
const limit = (app: App, ip: string) =>
  limitPublicForm(identityDb(app.database), addressForLimits(ip));

/** Forms that everybody may fill in, without an account. */
export const publicFormEndpoints: readonly Endpoint[] = [
  endpoint({
    method: "GET",
    path,
    permission: "public",
    tag: "public site",
    summary: "A form that everybody may fill in",
    params,
    response: formSheet,
    handler: ({ app, params: { slug } }) => publicSheet(app, slug),
  }),
  endpoint({
    ...visit,
    method: "POST",
    path: `${path}/submissions`,
    summary:
      "Send a form that you filled in; the link in the answer and in the letter finds it again",
    status: 201,
    body: publicSubmission,
    response: receipt,
    handler: async ({ app, params: { slug }, body, request }) => {
      await limit(app, request.ip);
      // A program that fills in what nobody sees reads the same and stores nothing.
      if (body.website) return { id: body.requestId, number: "FRM-0", key: "" };
      const { website: _w, ...sent } = body;
      const made = await takePublic(app, slug, sent);
      kickMail(app);
      return made;
    },
  }),
  endpoint({
    ...visit,
    method: "POST",
    path: `${path}/look`,
    opensIn: "read_only",
    summary: "Where your submission stands, by its link",
    status: 200,
    body: keyInput,
    response: ownView,
    handler: ({ app, params: { slug }, body }) => publicView(app, slug, body),
  }),
  endpoint({
    ...visit,
    method: "POST",
    path: `${path}/correct`,
    summary: "Send a returned submission again, corrected",
    status: 200,
    body: correction,
    response: receipt,
    handler: async ({ app, params: { slug }, body: { answers, ...link }, request }) => {
      await limit(app, request.ip);
      return correctPublic(app, slug, link, answers);
    },
  }),
];
