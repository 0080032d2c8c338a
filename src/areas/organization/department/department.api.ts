import { z } from "zod";
import { endpoint, idParams, type Endpoint } from "#server/http/endpoint.ts";
import { departmentInput, departmentPatch, departmentRow } from "./department.model.ts";
import { createDepartment, editDepartment, listDepartments } from "./department.service.ts";

export const departmentEndpoints: Endpoint[] = [
  endpoint({
    method: "GET",
    path: "/api/v1/departments",
    permission: "department.read",
    summary: "All departments of the agency",
    response: z.object({ items: z.array(departmentRow) }),
    handler: async ({ db }) => ({ items: await listDepartments(db) }),
  }),
  endpoint({
    method: "POST",
    path: "/api/v1/departments",
    permission: "department.edit",
    summary: "Add a department",
    body: departmentInput,
    response: departmentRow,
    handler: ({ tx, actor, body }) => createDepartment(tx, actor, body),
  }),
  endpoint({
    method: "PATCH",
    path: "/api/v1/departments/{id}",
    permission: "department.edit",
    summary: "Change or archive a department",
    params: idParams,
    body: departmentPatch,
    response: departmentRow,
    handler: ({ tx, actor, params, body, ifMatch }) =>
      editDepartment(tx, actor, params.id, body, ifMatch),
  }),
];
