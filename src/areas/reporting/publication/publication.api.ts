import { z } from "zod";
import { notFound } from "#kernel/errors.ts";
import { sendFile } from "#server/files/send-file.ts";
import { endpoint, idParams, writtenRecord, type Endpoint } from "#server/http/endpoint.ts";
import { listEndpoints, toCsv } from "#server/http/export.ts";
import { historyEndpoint } from "#server/http/history.ts";
import { stepEndpoints } from "#server/http/steps.ts";
import type { Actor } from "#kernel/access.ts";
import type { Tx } from "#server/db/db.ts";
import { enqueue } from "#server/jobs/jobs.ts";
import type { TakenStep } from "#server/lifecycle.ts";
import { publicationFilesJob } from "./files.service.ts";
import { catalogOf, tableOf, tableSchema } from "./open-data.model.ts";
import {
  mostParts,
  publicationInput,
  publicationRecord,
  publicationRow,
  contentIn,
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
const query = z.strictObject({
  version: z.coerce.number().int().min(1).max(100_000).optional(),
});

// The address in "Levee <no-reply@levee.test>".
const senderOf = ({ config }: { config: { LEVEE_MAIL_FROM: string } }): string =>
  /<([^>]+)>/.exec(config.LEVEE_MAIL_FROM)?.[1] ?? config.LEVEE_MAIL_FROM;

const partQuery = query.extend({ part: z.coerce.number().int().min(1).max(mostParts).default(1) });

/** One part of a publication. 404 where it has fewer. */
const partIn = (text: string, part: number) => {
  const found = contentIn(text).parts[part - 1];
  if (!found) throw notFound("part of the report");
  return found;
};
const partName = (slug: string, versionNo: number, part: number) =>
  `${slug}-${versionNo}${part > 1 ? `-part-${part}` : ""}`;

const storedFile = (of: {
  file: "packet.pdf" | "proof.zip";
  column: "paperSha256" | "proofSha256";
  summary: string;
}) =>
  endpoint({
    method: "GET",
    path: `${open}/{slug}/${of.file}`,
    permission: "public",
    tag,
    summary: of.summary,
    params,
    query,
    raw: true,
    mayLag: true,
    handler: async ({ app, late, params, query, reply }) => {
      const found = await publicText(app, params.slug, query.version, late.published());
      const sha256 = found[of.column];
      if (!sha256) throw notFound("file of the report");
      const ending = of.file.slice(of.file.lastIndexOf("."));
      return sendFile(app.files, reply, {
        sha256,
        name: `${params.slug}-${found.versionNo}${ending}`,
      });
    },
  });

const files: readonly Endpoint[] = [
  storedFile({
    file: "packet.pdf",
    column: "paperSha256",
    summary: "A published report as PDF",
  }),
  storedFile({
    file: "proof.zip",
    column: "proofSha256",
    summary: "The evidence package of a published report, which verifies offline",
  }),
  endpoint({
    method: "GET",
    path: `${open}/{slug}/data.csv`,
    permission: "public",
    tag,
    summary: "A part of a published report as CSV",
    params,
    query: partQuery,
    raw: true,
    mayLag: true,
    handler: async ({ app, late, params, query, reply }) => {
      const { content, versionNo } = await publicText(
        app,
        params.slug,
        query.version,
        late.published(),
      );
      const { header, rows } = tableOf(partIn(content, query.part));
      return reply
        .type("text/csv; charset=utf-8")
        .header(
          "content-disposition",
          `attachment; filename="${partName(params.slug, versionNo, query.part)}.csv"`,
        )
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
    mayLag: true,
    handler: async ({ app, late, params, query, reply }) => {
      const { content, versionNo } = await publicText(
        app,
        params.slug,
        query.version,
        late.published(),
      );
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
    query: partQuery,
    raw: true,
    mayLag: true,
    handler: async ({ app, late, params, query, reply }) => {
      const { content } = await publicText(app, params.slug, query.version, late.published());
      return reply
        .type("application/json; charset=utf-8")
        .send(tableSchema(partIn(content, query.part)));
    },
  }),
  endpoint({
    method: "GET",
    path: "/data.json",
    permission: "public",
    tag,
    summary: "The catalog of what is published (DCAT-US 1.1)",
    raw: true,
    mayLag: true,
    handler: async ({ app, late, reply }) => {
      const { agency, reports } = await listedData(app, late.published());
      return reply
        .type("application/json; charset=utf-8")
        .send(catalogOf(app.config.origin, { name: agency, email: senderOf(app) }, reports));
    },
  }),
];

// Everybody reads it at once; its files are made beside it.
const publishWithFiles = async (tx: Tx, actor: Actor, step: TakenStep) => {
  const done = await publishReport(tx, actor, step);
  const { id, number } = done;
  const title = `PDF and evidence package of ${number}`;
  await enqueue(tx, actor, publicationFilesJob, { id }, title, `/reports/published/${id}`);
  return done;
};

export const publicationEndpoints: readonly Endpoint[] = [
  ...listEndpoints(path, "report.publish", publicationList, publicationRow),
  endpoint({
    method: "POST",
    path,
    permission: "report.publish",
    summary: "Ask to publish kept runs as one, or a correction",
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
    publish: publishWithFiles,
    decline: declineReport,
    withdraw: {},
  }),
  endpoint({
    method: "GET",
    path: open,
    permission: "public",
    tag,
    summary: "Reports that the agency publishes",
    mayLag: true,
    response: z.object({ items: z.array(publicReportRow) }),
    handler: async ({ app, late }) => ({ items: await publicReports(app, late.published()) }),
  }),
  endpoint({
    method: "GET",
    path: `${open}/{slug}`,
    permission: "public",
    tag,
    summary: "A published report, its versions and their hashes",
    params,
    query,
    mayLag: true,
    response: publicReport,
    handler: ({ app, late, params, query }) =>
      readPublicReport(app, params.slug, query.version, late.published()),
  }),
  ...files,
];
