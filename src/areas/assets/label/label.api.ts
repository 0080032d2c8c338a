import { z } from "zod";
import { invalidField, notFound } from "#kernel/errors.ts";
import { endpoint, type Endpoint } from "#server/http/endpoint.ts";
import { recordOfLabel } from "#server/labels/labelled.ts";
import { labelDocument, mostLabels } from "#server/labels/paper.ts";
import { makePdf } from "#server/pdf/pdf.ts";
import { readOrganization } from "#areas/organization/organization.server.ts";
import { assetByTag, idsInUse, labelsOf } from "./label.service.ts";

/** Labels with codes, and what a scanned one opens. */
export const labelEndpoints: readonly Endpoint[] = [
  endpoint({
    method: "GET",
    path: "/api/v1/asset-labels/{tag}",
    permission: "asset.read",
    summary: "The asset that a label names",
    params: z.object({ tag: z.string().min(1).max(60) }),
    response: z.object({ id: z.string(), number: z.string() }),
    handler: ({ db, params }) => assetByTag(db, params.tag),
  }),
  endpoint({
    method: "GET",
    path: "/api/v1/labels/{tag}",
    permission: "asset.read",
    summary: "Where the record opens that a label names: an asset, a stock item, a location, a lot",
    params: z.object({ tag: z.string().min(1).max(120) }),
    response: z.object({ to: z.string() }),
    handler: async ({ db, actor, params }) => {
      const to = await recordOfLabel(db, actor, params.tag);
      if (!to) throw notFound(`record with the label ${params.tag} in this agency`);
      return { to };
    },
  }),
  endpoint({
    method: "GET",
    path: "/api/v1/asset-labels.pdf",
    permission: "asset.read",
    summary: "Labels of assets, or of a class, on Letter sheets (Avery 5160) or tape, as PDF",
    query: z.object({
      ids: z
        .string()
        .max(40 * mostLabels)
        .transform((text) => text.split(",").filter(Boolean))
        .pipe(z.array(z.uuid("Not an asset id.")).max(mostLabels))
        .optional(),
      classId: z.uuid("Not a class id.").optional(),
      printing: z.coerce.number().int().min(1).max(1_000).default(1),
      sheet: z.enum(["letter", "tape"]).default("letter"),
    }),
    raw: true,
    handler: async ({ app, db, query, reply }) => {
      if (!query.ids && !query.classId)
        throw invalidField("classId", "Choose a class of assets, or assets.");
      const ids = query.ids ?? (await idsInUse(db, query.classId!, query.printing));
      const [labels, { name }] = [await labelsOf(db, ids), await readOrganization(db)];
      const at = { origin: app.config.origin, agency: name };
      return reply
        .type("application/pdf")
        .header("content-disposition", 'attachment; filename="labels.pdf"')
        .send(await makePdf(labelDocument(labels, query.sheet, at), undefined, "own"));
    },
  }),
];
