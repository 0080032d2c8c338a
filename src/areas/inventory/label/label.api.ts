import { z } from "zod";
import { notFound } from "#kernel/errors.ts";
import { names } from "#kernel/labels.ts";
import { readOrganization } from "#areas/organization/organization.server.ts";
import { endpoint, type Endpoint } from "#server/http/endpoint.ts";
import { labelDocument, mostLabels } from "#server/labels/paper.ts";
import { makePdf } from "#server/pdf/pdf.ts";
import { labelKinds, sheets } from "./label.labels.ts";
import { stockLabels } from "./label.service.ts";

/** Labels with codes for items, locations and lots. */
export const stockLabelEndpoints: readonly Endpoint[] = [
  endpoint({
    method: "GET",
    path: "/api/v1/stock-labels.pdf",
    permission: "stock.read",
    summary: "Labels of stock items, locations or lots on Letter sheets or tape, as PDF",
    query: z.object({
      kind: z.enum(names(labelKinds)),
      ids: z
        .string()
        .max(40 * mostLabels)
        .transform((text) => text.split(",").filter(Boolean))
        .pipe(z.array(z.uuid("Not an id.")).min(1).max(mostLabels))
        .optional(),
      printing: z.coerce.number().int().min(1).max(1_000).default(1),
      sheet: z.enum(names(sheets)).default("letter"),
    }),
    raw: true,
    handler: async ({ app, db, query, reply }) => {
      const { kind, ids = null, printing, sheet } = query;
      const labels = await stockLabels(db, kind, { ids, printing });
      if (labels.length === 0) throw notFound("label to print");
      const { name } = await readOrganization(db);
      const at = { origin: app.config.origin, agency: name };
      return reply
        .type("application/pdf")
        .header("content-disposition", 'attachment; filename="labels.pdf"')
        .send(await makePdf(labelDocument(labels, sheet, at), undefined, "own"));
    },
  }),
];
