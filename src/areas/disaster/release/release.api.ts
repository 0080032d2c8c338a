import { z } from "zod";
import { instantField } from "#kernel/time-fields.ts";
import { names } from "#kernel/labels.ts";
import { endpoint, idParams, writtenRecord, type Endpoint } from "#server/http/endpoint.ts";
import { listEndpoints } from "#server/http/export.ts";
import { historyEndpoint } from "#server/http/history.ts";
import { alike, stepEndpoints } from "#server/http/steps.ts";
import { releaseNoun } from "../incident/nouns.ts";
import { releaseList } from "../incident/incident.list.ts";
import { releaseDetail, releaseInput, releaseRow } from "../incident/incident.model.ts";
import {
  changeRelease,
  draftRelease,
  moveRelease,
  publicReleases,
  readRelease,
  releaseFeed,
} from "./release.service.ts";
import { siteKinds } from "../site/site.labels.ts";
import { publicSites } from "../site/site.service.ts";

const path = "/api/v1/incident-releases";
const publicRelease = z.object({
  id: z.string(),
  number: z.string(),
  title: z.string(),
  body: z.string(),
  publishedAt: instantField,
});

const publicSite = z.object({
  id: z.string(),
  kind: z.enum(names(siteKinds)),
  name: z.string(),
  address: z.string(),
  hours: z.string(),
  about: z.string(),
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
});

/** What the public is told about incidents. */
export const releaseEndpoints: readonly Endpoint[] = [
  ...listEndpoints(path, "incident.read", releaseList, releaseRow),
  endpoint({
    method: "POST",
    path: "/api/v1/incidents/{id}/releases",
    permission: "incident.work",
    summary: "Draft a release about an incident",
    status: 201,
    params: idParams,
    body: releaseInput,
    response: writtenRecord,
    handler: ({ tx, actor, params, body }) => draftRelease(tx, actor, params.id, body),
  }),
  endpoint({
    method: "GET",
    path: `${path}/{id}`,
    permission: "incident.read",
    summary: "A release",
    params: idParams,
    response: releaseDetail,
    handler: ({ db, actor, params }) => readRelease(db, actor, params.id),
  }),
  endpoint({
    method: "PATCH",
    path: `${path}/{id}`,
    permission: "incident.work",
    summary: "Change the words of a draft of a release",
    params: idParams,
    body: releaseInput,
    response: writtenRecord,
    handler: ({ tx, actor, params, body, ifMatch }) =>
      changeRelease(tx, actor, params.id, body, ifMatch),
  }),
  historyEndpoint(path, "incidentRelease", "incident.read"),
  ...stepEndpoints(releaseNoun, {
    ...alike(moveRelease, ["approve", "giveBack", "drop", "publish", "supersede"]),
  }),
  endpoint({
    method: "GET",
    path: "/api/v1/public/emergency",
    permission: "public",
    tag: "public site",
    summary: "Published releases about emergencies, shelters, closures and distribution points",
    mayLag: true,
    response: z.object({ items: z.array(publicRelease), sites: z.array(publicSite) }),
    handler: async ({ late }) => {
      const db = late.published();
      const [items, sites] = await Promise.all([publicReleases(db), publicSites(db)]);
      return { items, sites };
    },
  }),
  endpoint({
    method: "GET",
    path: "/api/v1/public/emergency.rss",
    permission: "public",
    tag: "public site",
    summary: "The same as RSS",
    raw: true,
    mayLag: true,
    handler: async ({ app, late, reply }) =>
      reply
        .type("application/rss+xml; charset=utf-8")
        .send(releaseFeed(await publicReleases(late.published()), app.config.origin)),
  }),
];
