import { z } from "zod";
import { endpoint, idParams, type Endpoint } from "#server/http/endpoint.ts";
import { identityDb } from "#server/db/scopes/identity.ts";
import { isPlainForm } from "#server/http/app.ts";
import { listEndpoints } from "#server/http/export.ts";
import { historyEndpoint } from "#server/http/history.ts";
import { stepEndpoints } from "#server/http/steps.ts";
import { addressForLimits } from "#server/http/proxy.ts";
import { limitPublicForm } from "#areas/identity/identity.server.ts";
import { publicForm } from "../form.service.ts";
import { hostAgency, visitorIn } from "../host.service.ts";
import { featureInput, featureRecord, featureRow, publicFeature } from "./feature.model.ts";
import { featureNoun } from "./feature.noun.ts";
import {
  featureList,
  knownMark,
  proposeFeature,
  publicFeatures,
  readFeature,
  visitorMark,
  voteFor,
} from "./feature.service.ts";

const actions = stepEndpoints(
  featureNoun,
  { publish: {}, plan: {}, start: {}, ship: {}, decline: {} },
  { response: featureRecord, read: readFeature },
);

export const featureEndpoints: Endpoint[] = [
  publicForm({
    path: "/api/v1/public/feature-requests",
    summary: "Wish for a feature",
    body: featureInput,
    message: "Thank you. It appears here once it was looked at.",
    store: async ({ tx, actor, host, body }) => void (await proposeFeature(tx, actor, host, body)),
  }),
  endpoint({
    method: "GET",
    path: "/api/v1/public/feature-requests",
    permission: "public",
    tag: "public site",
    summary: "Published wishes, most votes first",
    response: z.object({ items: z.array(publicFeature) }),
    handler: async ({ app, request }) => {
      const host = await hostAgency(app);
      return {
        items: await publicFeatures(app.database.read(visitorIn(host)), host, knownMark(request)),
      };
    },
  }),
  endpoint({
    method: "POST",
    path: "/api/v1/public/feature-requests/{id}/vote",
    permission: "public",
    tag: "public site",
    summary: "Vote once for a wish, or take the vote back",
    params: idParams,
    ownTransaction: true,
    form: true,
    status: 200,
    body: z.object({
      on: z
        .union([z.boolean(), z.enum(["true", "false"]).transform((text) => text === "true")])
        .default(true),
    }),
    response: z.object({ votes: z.number(), voted: z.boolean() }),
    handler: async ({ app, params, body, request, reply }) => {
      const host = await hostAgency(app);
      await limitPublicForm(identityDb(app.database), `vote:${addressForLimits(request.ip)}`);
      const voter = visitorMark(request, reply, app.config.origin.startsWith("https:"));
      const votes = await app.database.transaction(visitorIn(host), (tx) =>
        voteFor(tx, host, params.id, voter, body.on),
      );
      return isPlainForm(request)
        ? reply.redirect("/feature-requests", 303)
        : { votes, voted: body.on };
    },
  }),
  ...listEndpoints("/api/v1/feature-requests", "inquiry.read", featureList, featureRow),
  endpoint({
    method: "GET",
    path: "/api/v1/feature-requests/{id}",
    permission: "inquiry.read",
    summary: "One wish",
    params: idParams,
    response: featureRecord,
    handler: ({ db, actor, params }) => readFeature(db, actor, params.id),
  }),
  ...actions,
  historyEndpoint("/api/v1/feature-requests", "featureRequest", "inquiry.read"),
];
