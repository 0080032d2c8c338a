import { z } from "zod";
import { recordAct } from "#server/http/acts.ts";
import { endpoint, idParams, type Endpoint } from "#server/http/endpoint.ts";
import { listEndpoints } from "#server/http/export.ts";
import { historyEndpoint } from "#server/http/history.ts";
import { alike, stepEndpoints } from "#server/http/steps.ts";
import { deadlineNoun } from "./deadline.noun.ts";
import { deadlineList } from "./deadline.list.ts";
import { assignInput, deadlineRecord, deadlineRow, feedAnswer } from "./deadline.model.ts";
import { assignDeadline, moveDeadline, readDeadline } from "./deadline.service.ts";
import { endFeed, feedOf, feedSince, openFeed } from "./feed.service.ts";

const root = "/api/v1/deadlines";
const reason = z.object({
  reason: z.string().trim().min(1, "Say what was done.").max(2000, "At most 2,000 characters"),
});

const steps = stepEndpoints(deadlineNoun, {
  ...alike(
    (tx, actor, action, { id, ...at }) => moveDeadline(tx, actor, id, { action, ...at }),
    ["meet", "reopen"],
    { body: reason, response: deadlineRecord },
  ),
});

const feeds: readonly Endpoint[] = [
  endpoint({
    method: "GET",
    path: "/api/v1/me/deadline-feed",
    permission: "deadline.read",
    summary: "Whether your deadlines have an address for a calendar program",
    response: feedAnswer,
    handler: async ({ db, actor }) => ({ address: null, since: await feedSince(db, actor) }),
  }),
  endpoint({
    method: "POST",
    path: "/api/v1/me/deadline-feed",
    permission: "deadline.read",
    summary: "A new address of your deadlines for a calendar program; the one before ends",
    body: z.object({}),
    response: feedAnswer,
    handler: ({ app, tx, actor }) => openFeed(tx, actor, app.config.origin),
  }),
  endpoint({
    method: "DELETE",
    path: "/api/v1/me/deadline-feed",
    permission: "deadline.read",
    summary: "End the address of your deadlines",
    response: feedAnswer,
    handler: async ({ tx, actor }) => {
      await endFeed(tx, actor);
      return { address: null, since: null };
    },
  }),
  endpoint({
    method: "GET",
    path: "/api/v1/deadline-feeds/{orgId}.{personId}.{secret}.ics",
    permission: "public",
    summary: "A person's deadlines, by their secret address, as a calendar",
    params: z.object({
      orgId: z.uuid(),
      personId: z.uuid(),
      secret: z.string().regex(/^[\w-]{32}$/),
    }),
    raw: true,
    handler: async ({ app, params, reply }) =>
      reply
        .header("cache-control", "private, max-age=300")
        .type("text/calendar; charset=utf-8")
        .send(await feedOf(app, params.orgId, params.personId, params.secret)),
  }),
];

export const deadlineEndpoints: readonly Endpoint[] = [
  ...listEndpoints(root, "deadline.read", deadlineList, deadlineRow),
  endpoint({
    method: "GET",
    path: `${root}/{id}`,
    permission: "deadline.read",
    summary: "One deadline",
    params: idParams,
    response: deadlineRecord,
    handler: ({ db, actor, params }) => readDeadline(db, actor, params.id),
  }),
  ...steps,
  recordAct(root, "assign", {
    permission: "deadline.done",
    summary: "Give a deadline to a colleague",
    body: assignInput,
    response: deadlineRecord,
    handler: ({ tx, actor, params, body, ifMatch }) =>
      assignDeadline(tx, actor, params.id, body.ownerId, ifMatch),
  }),
  historyEndpoint(root, "deadline", "deadline.read"),
  ...feeds,
];
