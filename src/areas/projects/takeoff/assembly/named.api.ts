import { endpoint, idParams, writtenRecord, type Endpoint } from "#server/http/endpoint.ts";
import { namedAssembly, namedInput, sheetItems } from "./named.model.ts";
import { itemsOnSheet, nameAssembly, readNamed } from "./named.service.ts";

const path = "/api/v1/measurements/{id}/assembly";

/** Assemblies that measurements name. */
export const namedEndpoints: readonly Endpoint[] = [
  endpoint({
    method: "GET",
    path,
    permission: "project.read",
    summary: "What is bought of a measurement by the assembly that it names",
    params: idParams,
    response: namedAssembly,
    handler: ({ db, params }) => readNamed(db, params.id),
  }),
  endpoint({
    method: "PUT",
    path,
    permission: "takeoff.edit",
    summary: "Let a measurement name an assembly, or none",
    params: idParams,
    body: namedInput,
    response: writtenRecord,
    handler: ({ tx, actor, params, body, ifMatch }) =>
      nameAssembly(tx, actor, params.id, body, ifMatch),
  }),
  endpoint({
    method: "GET",
    path: "/api/v1/plan-sheets/{id}/items",
    permission: "project.read",
    summary: "What is bought of all that was measured on a sheet",
    params: idParams,
    response: sheetItems,
    handler: ({ db, params }) => itemsOnSheet(db, params.id),
  }),
];
