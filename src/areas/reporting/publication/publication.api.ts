import { z } from "zod";
import { endpoint, idParams, writtenRecord, type Endpoint } from "#server/http/endpoint.ts";
import { listEndpoints, toCsv } from "#server/http/export.ts";
import { historyEndpoint } from "#server/http/history.ts";
import { stepEndpoints } from "#server/http/steps.ts";
import { catalogOf, tableOf, tableSchema } from "./open-data.model.ts";
import {
  publicationInput,
  publicationRecord,
  publicationRow,
  publicContent,
  publicReport,
  publicReportRow,
} from "./publication.model.ts";
import { publicationList } from "./publication.list.ts";
import { publicationNoun } from "./publication.noun.ts";
import {
  askToPublish,
  declineReport,
  publishReport,
  readPublication,
} from "./publication.service.ts";
import { listedData, publicReports, publicText, readPublicReport } from "./public.service.ts";

const path = "/api/v1/publications";
const open = "/api/v1/public/reports";
const tag = "public site";
const params = z.object({ slug: z.string().max(80) });
const query = z
  .object({ version: z.coerce.number().int().min(1).max(100_000).optional() })
  .strict();

// The address in "Levee <no-reply@levee.test>".
const senderOf = ({ config }: { config: { LEVEE_MAIL_FROM: string } }): string =>
  /<([^>]+)>/.exec(config.LEVEE_MAIL_FROM)?.[1] ?? config.LEVEE_MAIL_FROM;

const contentIn = (text: string) => publicContent.parse(JSON.parse(text));

const files: readonly Endpoint[] = [
  endpoint({
    method: "GET",
    path: `${open}/{slug}/data.csv`,
    permission: "public",
    tag,
    summary: "A published report as CSV",
    params,
    query,
    raw: true,
    handler: async ({ app, params, query, reply }) => {
      const { content, versionNo } = await publicText(app, params.slug, query.version);
      const { header, rows } = tableOf(contentIn(content));
      return reply
        .type("text/csv; charset=utf-8")
        .header("content-disposition", `attachment; filename="${params.slug}-${versionNo}.csv"`)
        .send(
          toCsv(
            header,
            rows.map((row) => row.map((cell) => String(cell ?? ""))),
          ),
        );
    },
  }),
  endpoint({
    method: "GET",
    path: `${open}/{slug}/data.json`,
    permission: "public",
    tag,
    summary: "The text of a published report that was hashed, byte for byte",
    params,
    query,
    raw: true,
    handler: async ({ app, params, query, reply }) => {
      const { content, versionNo } = await publicText(app, params.slug, query.version);
      return reply
        .type("application/json; charset=utf-8")
        .header("content-disposition", `attachment; filename="${params.slug}-${versionNo}.json"`)
        .send(content);
    },
  }),
  endpoint({
    method: "GET",
    path: `${open}/{slug}/schema.json`,
    permission: "public",
    tag,
    summary: "The schema of a published report's CSV (Table Schema)",
    params,
    query,
    raw: true,
    handler: async ({ app, params, query, reply }) => {
      const { content } = await publicText(app, params.slug, query.version);
      return reply.type("application/json; charset=utf-8").send(tableSchema(contentIn(content)));
    },
  }),
  endpoint({
    method: "GET",
    path: "/data.json",
    permission: "public",
    tag,
    summary: "The catalog of what is published (DCAT-US 1.1)",
    raw: true,
    handler: async ({ app, reply }) => {
      const { agency, reports } = await listedData(app);
      return reply
        .type("application/json; charset=utf-8")
        .send(catalogOf(app.config.origin, { name: agency, email: senderOf(app) }, reports));
    },
  }),
];

export const publicationEndpoints: readonly Endpoint[] = [
  ...listEndpoints(path, "report.publish", publicationList, publicationRow),
  endpoint({
    method: "POST",
    path,
    permission: "report.publish",
    summary: "Ask to publish a kept run, or a correction",
    status: 201,
    body: publicationInput,
    response: writtenRecord,
    handler: ({ tx, actor, body }) => askToPublish(tx, actor, body),
  }),
  endpoint({
    method: "GET",
    path: `${path}/{id}`,
    permission: "report.publish",
    summary: "What is published or waits, as everybody would read it",
    params: idParams,
    response: publicationRecord,
    handler: ({ db, actor, params }) => readPublication(db, actor, params.id),
  }),
  historyEndpoint(path, "publication", "report.publish"),
  ...stepEndpoints(publicationNoun, {
    publish: publishReport,
    decline: declineReport,
    withdraw: {},
  }),
  endpoint({
    method: "GET",
    path: open,
    permission: "public",
    tag,
    summary: "Reports that the agency publishes",
    response: z.object({ items: z.array(publicReportRow) }),
    handler: async ({ app }) => ({ items: await publicReports(app) }),
  }),
  endpoint({
    method: "GET",
    path: `${open}/{slug}`,
    permission: "public",
    tag,
    summary: "A published report, its versions and their hashes",
    params,
    query,
    response: publicReport,
    handler: ({ app, params, query }) => readPublicReport(app, params.slug, query.version),
  }),
  ...files,
];
