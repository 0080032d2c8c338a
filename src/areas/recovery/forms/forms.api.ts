import { z } from "zod";
import { notFound } from "#kernel/errors.ts";
import { inLook, readOrganization } from "#areas/organization/organization.server.ts";
import { endpoint, idParams, type Endpoint } from "#server/http/endpoint.ts";
import { makePdf } from "#server/pdf/pdf.ts";
import { workbookOf } from "../bundle/workbook.service.ts";
import { filledForm } from "./forms.model.ts";
import { formDocument, formsOf } from "./forms.service.ts";

const path = "/api/v1/pa-projects/{id}/forms";

/** FEMA's forms, filled from records. */
export const formEndpoints: readonly Endpoint[] = [
  endpoint({
    method: "GET",
    path,
    permission: "recovery.read",
    summary: "FEMA's forms of a project, filled from its records",
    params: idParams,
    response: z.object({ items: z.array(filledForm) }),
    handler: async ({ db, params }) => ({ items: await formsOf(db, params.id) }),
  }),
  endpoint({
    method: "GET",
    path: `${path}/{key}/pdf`,
    permission: "recovery.read",
    summary: "A filled form as a tagged PDF",
    params: idParams.extend({ key: z.string().max(20) }),
    raw: true,
    handler: async ({ db, params, reply }) => {
      const form = (await formsOf(db, params.id)).find((f) => f.key === params.key);
      if (!form) throw notFound("form");
      const { branding } = await readOrganization(db);
      return reply
        .type("application/pdf")
        .header("content-disposition", `attachment; filename="fema-${form.key}.pdf"`)
        .send(await makePdf(inLook(formDocument(form), branding)));
    },
  }),
  endpoint({
    method: "GET",
    path: `${path}/{key}/xlsx`,
    permission: "recovery.read",
    summary: "A filled form as a workbook",
    params: idParams.extend({ key: z.string().max(20) }),
    raw: true,
    handler: async ({ db, params, reply }) => {
      const form = (await formsOf(db, params.id)).find((f) => f.key === params.key);
      if (!form) throw notFound("form");
      return reply
        .type("application/vnd.openxmlformats-officedocument.spreadsheetml.sheet")
        .header("content-disposition", `attachment; filename="fema-${form.key}.xlsx"`)
        .send(await workbookOf({ name: form.title, heads: form.columns, rows: form.rows }));
    },
  }),
];
