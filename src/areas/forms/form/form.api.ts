import { z } from "zod";
import { getRow } from "#server/db/rows.ts";
import { definitionEndpoints } from "#server/definitions/endpoints.ts";
import { endpoint, idParams, type Endpoint } from "#server/http/endpoint.ts";
import { formDefinition } from "../forms.tables.ts";
import { formRow } from "./form.model.ts";
import { countSubmissions, forms, listForms } from "./form.service.ts";
import { schemaOf } from "./schema.model.ts";

const path = "/api/v1/form-definitions";

/** What designers do: write forms, publish them, see how often they were filled in. */
export const formEndpoints: readonly Endpoint[] = [
  endpoint({
    method: "GET",
    path,
    permission: "form.design",
    summary: "The agency's forms in all their versions",
    response: z.object({ items: z.array(formRow) }),
    handler: async ({ db }) => ({ items: await listForms(db) }),
  }),
  ...definitionEndpoints(forms, {
    path,
    read: "form.design",
    write: "form.design",
    publish: "form.publish",
    row: formRow,
  }),
  endpoint({
    method: "GET",
    path: `${path}/{id}/schema`,
    permission: "form.design",
    summary: "The answers of a form as JSON Schema 2020-12",
    params: idParams,
    response: z.record(z.string(), z.unknown()),
    handler: async ({ db, params }) =>
      schemaOf(await getRow(db, formDefinition, params.id, "form")),
  }),
  endpoint({
    method: "GET",
    path: "/api/v1/form-counts",
    permission: "form.design",
    summary: "How many submissions each form has, by status",
    response: z.object({
      items: z.array(
        z.object({
          definitionId: z.string(),
          name: z.string(),
          status: z.string(),
          submissions: z.number(),
        }),
      ),
    }),
    handler: async ({ db }) => ({ items: await countSubmissions(db) }),
  }),
];
