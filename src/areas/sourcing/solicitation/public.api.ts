import { z } from "zod";
import { published } from "#server/db/scopes/published.ts";
import { sendPublicFile } from "#server/files/pictures.ts";
import { endpoint, idParams, type Endpoint } from "#server/http/endpoint.ts";
import { notFound } from "#kernel/errors.ts";
import { instantField } from "#kernel/time-fields.ts";
import { recordPackage, releasePackage } from "../ocds/release.model.ts";
import { listReleases, releasesOfProcess } from "../ocds/release.service.ts";
import { icsOf, rssOf } from "./feed.model.ts";
import {
  latestNotices,
  publicDocument,
  publicSolicitation,
  publicSolicitations,
} from "./public.service.ts";
import { solicitationContent, solicitationRow } from "./solicitation.model.ts";
import { databaseMs } from "#server/db/database-clock.ts";

const root = "/api/v1/public/solicitations";
const tag = "public site";
const notice = z
  .object({
    id: z.string(),
    ocid: z.string(),
    number: z.string(),
    kind: solicitationRow.shape.kind,
    status: solicitationRow.shape.status,
    title: z.string(),
    summary: z.string(),
    agency: z.string(),
    slug: z.string(),
    department: z.string(),
    dueAt: instantField,
    questionsUntil: instantField.nullable(),
    publishedAt: instantField,
    updatedAt: instantField,
    addenda: z.number(),
    timeZone: z.string(),
    federal: z.boolean(),
  })
  .meta({ id: "PublicSolicitation" });
const codes = z
  .string()
  .max(400)
  .default("")
  .transform((text) =>
    text
      .split(",")
      .map((code) => code.replace(/[^0-9A-Za-z]/g, ""))
      .filter(Boolean)
      .slice(0, 30),
  );
const query = z.object({
  q: z.string().trim().max(200).default(""),
  show: z.enum(["open", "closed", "all"]).default("open"),
  kind: z.enum(["rfi", "rfq", "itb", "rfp"]).or(z.literal("")).default(""),
  agency: z.string().trim().max(80).default(""),
  code: z.string().trim().max(20).default(""),
  page: z.coerce.number().int().min(1).max(10_000).default(1),
});
const open = { "access-control-allow-origin": "*", "cache-control": "public, max-age=60" } as const;
const cursor = z
  .string()
  .max(200)
  .regex(/^[^|]+\|[0-9a-f-]{36}$/, "This cursor is not one of ours.")
  .optional();

const feeds: Endpoint[] = [
  endpoint({
    method: "GET",
    path: `${root}.rss`,
    permission: "public",
    tag,
    summary:
      "The latest solicitations as RSS; `codes` narrows them to beginnings of commodity codes",
    query: z.object({ codes }),
    raw: true,
    handler: async ({ app, query: q, reply }) =>
      reply
        .headers(open)
        .type("application/rss+xml; charset=utf-8")
        .send(
          rssOf(
            await latestNotices(published(app.database), q.codes),
            app.config.origin,
            `${root}.rss`,
          ),
        ),
  }),
  endpoint({
    method: "GET",
    path: `${root}.ics`,
    permission: "public",
    tag,
    summary: "Deadlines of open solicitations as a calendar",
    query: z.object({ codes }),
    raw: true,
    handler: async ({ app, query: q, reply }) =>
      reply
        .headers(open)
        .type("text/calendar; charset=utf-8")
        .send(
          icsOf(
            (await latestNotices(published(app.database), q.codes, 200)).filter(
              (n) => n.status === "published" || n.status === "questions_closed",
            ),
            app.config.origin,
          ),
        ),
  }),
  endpoint({
    method: "GET",
    path: `${root}/{id}/calendar.ics`,
    permission: "public",
    tag,
    summary: "The dates of one solicitation as a calendar file",
    params: idParams,
    raw: true,
    handler: async ({ app, params, reply }) =>
      reply
        .headers(open)
        .header("content-disposition", 'attachment; filename="solicitation.ics"')
        .type("text/calendar; charset=utf-8")
        .send(
          icsOf(
            [await publicSolicitation(published(app.database), { id: params.id })],
            app.config.origin,
          ),
        ),
  }),
];

const openData: Endpoint[] = [
  endpoint({
    method: "GET",
    path: "/api/v1/public/ocds/releases",
    permission: "public",
    tag: "open data",
    summary:
      "OCDS 1.1 release package: what was published since an instant, oldest first, up to 100 releases; `links.next` goes on",
    raw: true,
    query: z.object({ since: z.iso.datetime({ offset: true }).optional(), after: cursor }),
    handler: async ({ app, query: q, reply }) => {
      const [at, id] = q.after?.split("|") ?? [];
      const found = await listReleases(
        published(app.database),
        q.since ?? null,
        at && id ? { at, id } : null,
        100,
      );
      const last = found.at(-1);
      const uri = `${app.config.origin}/api/v1/public/ocds/releases`;
      const next =
        found.length === 100
          ? `${uri}?after=${encodeURIComponent(`${last!.releasedAt}|${last!.id}`)}`
          : null;
      return reply
        .headers(open)
        .type("application/json; charset=utf-8")
        .send({
          ...releasePackage(
            {
              uri,
              publisher: "Levee",
              at: last?.releasedAt ?? new Date(databaseMs()).toISOString(),
            },
            found.map((r) => r.release),
          ),
          ...(next && { links: { next } }),
        });
    },
  }),
  endpoint({
    method: "GET",
    path: "/api/v1/public/ocds/records/{ocid}",
    permission: "public",
    tag: "open data",
    summary: "OCDS 1.1 record package of one process: every release and the compiled state",
    params: z.object({ ocid: z.string().min(5).max(100) }),
    raw: true,
    handler: async ({ app, params, reply }) => {
      const found = await releasesOfProcess(published(app.database), params.ocid);
      if (found.length === 0) throw notFound("process");
      return reply
        .headers(open)
        .type("application/json; charset=utf-8")
        .send(
          recordPackage(
            {
              uri: `${app.config.origin}/api/v1/public/ocds/records/${encodeURIComponent(params.ocid)}`,
              publisher: found[0]!.agency,
              at: found.at(-1)!.releasedAt,
            },
            [{ ocid: params.ocid, releases: found.map((r) => r.release) }],
          ),
        );
    },
  }),
];

export const publicSolicitationEndpoints: readonly Endpoint[] = [
  endpoint({
    method: "GET",
    path: root,
    permission: "public",
    tag,
    summary: "Published solicitations of all agencies",
    query,
    response: z.object({
      items: z.array(notice),
      total: z.number(),
      capped: z.boolean(),
      page: z.number(),
    }),
    handler: async ({ app, query: q }) => ({
      ...(await publicSolicitations(published(app.database), q)),
      page: q.page,
    }),
  }),
  endpoint({
    method: "GET",
    path: `${root}/{id}`,
    permission: "public",
    tag,
    summary: "One published solicitation whole",
    params: idParams,
    response: notice
      .extend({
        ...solicitationContent,
        closedAt: instantField.nullable(),
        openedAt: instantField.nullable(),
        endedReason: z.string().nullable(),
        open: z.boolean(),
      })
      .omit({ construction: true }),
    handler: ({ app, params }) => publicSolicitation(published(app.database), { id: params.id }),
  }),
  endpoint({
    method: "GET",
    path: `${root}/{id}/documents/{documentId}`,
    permission: "public",
    tag,
    summary: "A document of a published solicitation",
    params: idParams.extend({ documentId: z.uuid("Not a document id.") }),
    raw: true,
    handler: async ({ app, params, reply }) =>
      sendPublicFile(
        app.files,
        reply,
        await publicDocument(published(app.database), params.id, params.documentId),
      ),
  }),
  ...feeds,
  ...openData,
];
