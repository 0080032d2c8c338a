import { recordFile } from "#server/files/stored-file.ts";
import { z } from "zod";
import { oneFile } from "#server/files/upload.ts";
import { endpoint, idParams, type Endpoint } from "#server/http/endpoint.ts";
import { listEndpoints } from "#server/http/export.ts";
import {
  classInput,
  commodityRow,
  importDetail,
  importRow,
  marketLine,
  priceHistory as history,
  shareRow,
} from "./market.model.ts";
import {
  addClass,
  concentration,
  marketLines,
  priceHistory,
  removeClass,
  sharesOf,
} from "./market.service.ts";
import { sourceAges, sourcesOf } from "#areas/connectors/connectors.server.ts";
import { beginOcds, readImport, readImports } from "./ocds-import.service.ts";

const months = z.coerce.number().int().min(1).max(120).default(24);
const by = z.enum(["commodity", "department"]).default("commodity");
const megabyte = 1024 * 1024;

export const marketEndpoints: readonly Endpoint[] = [
  endpoint({
    method: "GET",
    path: "/api/v1/market-concentration",
    permission: "market.read",
    summary: "Money, suppliers and concentration (HHI) by commodity or department",
    query: z.object({ by, months, q: z.string().trim().max(100).default("") }),
    response: z.object({ items: z.array(commodityRow) }),
    handler: async ({ db, query }) => ({
      items: await concentration(db, query.by, query.months, query.q),
    }),
  }),
  endpoint({
    method: "GET",
    path: "/api/v1/market-shares",
    permission: "market.read",
    summary: "The rows behind one index",
    query: z.object({ by, months, key: z.string().min(1).max(40) }),
    response: z.object({ items: z.array(shareRow) }),
    handler: async ({ db, query }) => ({
      items: await sharesOf(db, query.by, query.months, query.key),
    }),
  }),
  endpoint({
    method: "GET",
    path: "/api/v1/market-prices",
    permission: "market.read",
    summary: "Price history of a commodity with trend, outliers and what others pay",
    query: z.object({
      code: z.string().min(1).max(20),
      unit: z.string().max(20).optional(),
      months: months.default(36),
    }),
    response: history,
    handler: ({ db, query }) => priceHistory(db, query.code, query.unit ?? null, query.months),
  }),
  ...listEndpoints("/api/v1/market-lines", "market.read", marketLines, marketLine),
  endpoint({
    method: "POST",
    path: "/api/v1/market-classes",
    permission: "market.import",
    summary: "Take a class of theirs for a commodity of ours",
    body: classInput,
    response: z.object({ id: z.string() }),
    handler: ({ tx, actor, body }) => addClass(tx, actor, body),
  }),
  endpoint({
    method: "DELETE",
    path: "/api/v1/market-classes/{id}",
    permission: "market.import",
    summary: "Take such a class away",
    params: idParams,
    response: z.object({ id: z.string() }),
    handler: async ({ tx, actor, params }) => {
      await removeClass(tx, actor, params.id);
      return { id: params.id };
    },
  }),
  endpoint({
    method: "GET",
    path: "/api/v1/ocds-imports",
    permission: "market.read",
    summary: "Files of other agencies' awards that were brought in",
    response: z.object({ items: z.array(importRow) }),
    handler: async ({ db }) => ({ items: await readImports(db) }),
  }),
  endpoint({
    method: "GET",
    path: "/api/v1/ocds-sources",
    permission: "market.read",
    summary: "Connectors that bring awards of other agencies, with how old what they brought is",
    response: sourceAges,
    handler: async ({ db }) => ({ items: await sourcesOf(db, "ocds-awards") }),
  }),
  endpoint({
    method: "GET",
    path: "/api/v1/ocds-imports/{id}",
    permission: "market.read",
    summary: "One import with what was not understood",
    params: idParams,
    response: importDetail,
    handler: ({ db, params }) => readImport(db, params.id),
  }),
  endpoint({
    method: "POST",
    path: "/api/v1/ocds-imports",
    permission: "market.import",
    summary:
      "Bring in an OCDS package (multipart, field `file`); the same file again changes nothing",
    ownTransaction: true,
    bodyLimit: 110 * megabyte,
    response: z.object({ id: z.string(), known: z.boolean() }),
    handler: async ({ app, actor, request }) => {
      const { name, stream } = await oneFile(request, "Choose the JSON file.", {
        fileSize: 100 * megabyte,
      });
      const stored = await app.files.put(stream, 100 * megabyte);
      return app.database.transaction(actor, async (tx) => {
        const fileId = await recordFile(tx, {
          ...stored,
          orgId: actor.orgId!,
          name,
          uploadedBy: actor.personId,
        });
        return beginOcds(tx, actor, fileId);
      });
    },
  }),
];
