import { z } from "zod";
import { getRow } from "#server/db/rows.ts";
import { definitionEndpoints } from "#server/definitions/endpoints.ts";
import { endpoint, idParams, type Endpoint } from "#server/http/endpoint.ts";
import { assemblyRow } from "./assembly.model.ts";
import { assemblies, listAssemblies } from "./assembly.service.ts";
import { takeoffAssembly } from "./assembly.tables.ts";
import { proposedPrice } from "./price.model.ts";
import { proposedPrices } from "./price.service.ts";

const path = "/api/v1/takeoff-assemblies";

/** Assemblies: what is bought of what is measured. */
export const assemblyEndpoints: readonly Endpoint[] = [
  endpoint({
    method: "GET",
    path,
    permission: "project.read",
    summary: "Assemblies in all versions",
    response: z.object({ items: z.array(assemblyRow) }),
    handler: async ({ db }) => ({ items: await listAssemblies(db) }),
  }),
  endpoint({
    method: "GET",
    path: `${path}/{id}`,
    permission: "project.read",
    summary: "A version of an assembly",
    params: idParams,
    response: assemblyRow,
    handler: ({ db, params }) => getRow(db, takeoffAssembly, params.id, "assembly"),
  }),
  endpoint({
    method: "GET",
    path: `${path}/{id}/prices`,
    permission: "takeoff.edit",
    summary: "What each item of an assembly cost last, and where that is known from",
    params: idParams,
    response: z.object({ items: z.array(proposedPrice) }),
    handler: async ({ db, params }) => {
      const { items } = await getRow(db, takeoffAssembly, params.id, "assembly");
      return { items: await proposedPrices(db, items) };
    },
  }),
  ...definitionEndpoints(assemblies, {
    path,
    read: "project.read",
    write: "takeoff.edit",
    publish: "takeoff.publish",
    row: assemblyRow,
  }),
];
