import { z } from "zod";
import { definitionEndpoints } from "#server/definitions/endpoints.ts";
import { recordAct } from "#server/http/acts.ts";
import { endpoint, idParams, type Endpoint } from "#server/http/endpoint.ts";
import { listEndpoints } from "#server/http/export.ts";
import { listPage } from "#server/http/list.ts";
import { preparedKits } from "#areas/emergency/emergency.server.ts";
import { incidentFromAlert } from "../incident/draft.service.ts";
import { alertList } from "./alert.list.ts";
import {
  alertDetail,
  alertRow,
  endInput,
  exposedRow,
  exposureQuery,
  feedInput,
  feedRow,
  messagesInput,
  ruleRow,
  setAsideInput,
  takenAnswer,
  trialAnswer,
  unreadRow,
} from "./alert.model.ts";
import { setKitAside } from "./kit-draft.service.ts";
import { listUnread, readAlert } from "./alert.read.service.ts";
import { endHere, holdAgain } from "./end.service.ts";
import { exposurePage } from "./exposure.service.ts";
import { takeMessages } from "./alert.service.ts";
import { addFeed, listFeeds, switchFeed } from "./feed.jobs.ts";
import { alertRules, listRules, tryRule } from "./rule.service.ts";

const path = "/api/v1/weather-alerts";
const feeds = "/api/v1/alert-feeds";
const rules = "/api/v1/alert-rules";
const kitRow = z.object({
  id: z.string(),
  name: z.string(),
  vendor: z.string(),
  why: z.string().nullable(),
});
const made = z.object({ id: z.string() });

/** Warnings, where they come from, and what is done about them. */
export const alertEndpoints: readonly Endpoint[] = [
  ...listEndpoints(path, "alert.read", alertList, alertRow),
  endpoint({
    method: "GET",
    path: `${path}/{id}`,
    permission: "alert.read",
    summary: "A warning with its chain and what it exposes",
    params: idParams,
    response: alertDetail,
    handler: ({ db, actor, params }) => readAlert(db, actor, params.id),
  }),
  endpoint({
    method: "GET",
    path: `${path}/{id}/exposure`,
    permission: "alert.read",
    summary: "Records inside a warning, possibly inside, near and not judged, page by page",
    params: idParams,
    query: exposureQuery,
    response: listPage(exposedRow),
    handler: ({ db, actor, params, query }) => exposurePage(db, actor, params.id, query),
  }),
  recordAct(path, "end", {
    permission: "alert.edit",
    summary: "End a warning that names no end, for this agency",
    body: endInput,
    response: made,
    handler: ({ tx, actor, params, body }) => endHere(tx, actor, params.id, body.reason),
  }),
  recordAct(path, "holdAgain", {
    permission: "alert.edit",
    summary: "Let a warning that was ended here hold again",
    response: made,
    handler: ({ tx, actor, params }) => holdAgain(tx, actor, params.id),
  }),
  endpoint({
    method: "GET",
    path: "/api/v1/alert-feeds/unread",
    permission: "alert.read",
    summary: "Messages that were kept and could not be read",
    response: z.object({ items: z.array(unreadRow) }),
    handler: async ({ db }) => ({ items: await listUnread(db) }),
  }),
  endpoint({
    method: "POST",
    path: `${path}/messages`,
    permission: "alert.edit",
    summary: "Take in messages: CAP 1.2, Atom of CAP, or GeoJSON of the National Weather Service",
    status: 200,
    bodyLimit: 12_000_000,
    body: messagesInput,
    response: takenAnswer,
    handler: ({ tx, actor, body }) => takeMessages(tx, actor, body.text),
  }),
  endpoint({
    method: "POST",
    path: `${path}/{id}/incident`,
    permission: "incident.edit",
    summary: "Draft an incident from a warning",
    status: 201,
    params: idParams,
    response: made,
    handler: ({ tx, actor, params }) => incidentFromAlert(tx, actor, params.id),
  }),
  recordAct("/api/v1/alert-kit-drafts", "setAside", {
    permission: "incident.edit",
    summary: "Set an order that a rule prepared aside, with a reason",
    body: setAsideInput,
    response: made,
    handler: ({ tx, actor, params, body }) => setKitAside(tx, actor, params.id, body.reason),
  }),
  endpoint({
    method: "GET",
    path: `${rules}/kits`,
    permission: "alert.read",
    summary: "Kits from which a rule may prepare an order",
    response: z.object({ items: z.array(kitRow) }),
    handler: async ({ db }) => ({ items: await preparedKits(db) }),
  }),
  endpoint({
    method: "GET",
    path: feeds,
    permission: "alert.read",
    summary: "Feeds of warnings and how they answer",
    response: z.object({ items: z.array(feedRow) }),
    handler: async ({ db }) => ({ items: await listFeeds(db) }),
  }),
  endpoint({
    method: "POST",
    path: feeds,
    permission: "alert.configure",
    summary: "Add a feed of warnings",
    status: 201,
    body: feedInput,
    response: made,
    handler: ({ app, tx, actor, body }) => addFeed(app, tx, actor, body),
  }),
  ...(["pause", "resume"] as const).map((name) =>
    recordAct(feeds, name, {
      permission: "alert.configure",
      summary: name === "pause" ? "Pause a feed" : "Let a feed go on",
      response: made,
      handler: ({ tx, actor, params }) => switchFeed(tx, actor, params.id, name === "resume"),
    }),
  ),
  endpoint({
    method: "GET",
    path: rules,
    permission: "alert.read",
    summary: "What is done when a warning comes, in all versions",
    response: z.object({ items: z.array(ruleRow) }),
    handler: async ({ db }) => ({ items: await listRules(db) }),
  }),
  endpoint({
    method: "GET",
    path: `${rules}/{id}/trial`,
    permission: "alert.read",
    summary: "Where a rule would have acted on the warnings of the past",
    params: idParams,
    response: trialAnswer,
    handler: ({ db, params }) => tryRule(db, params.id),
  }),
  ...definitionEndpoints(alertRules, {
    path: rules,
    read: "alert.read",
    write: "alert.configure",
    publish: "alert.configure",
    row: ruleRow,
  }),
];
