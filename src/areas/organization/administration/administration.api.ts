import { endpoint, type Endpoint } from "#server/http/endpoint.ts";
import { administration } from "./administration.model.ts";
import { readAdministration } from "./matters.service.ts";

/** The administrator's own page. */
export const administrationEndpoints: Endpoint[] = [
  endpoint({
    method: "GET",
    path: "/api/v1/administration",
    permission: "administration.read",
    tag: "organization",
    summary: "What needs an administrator now, and the steps of the agency's first month",
    response: administration,
    handler: ({ db, actor }) => readAdministration(db, actor),
  }),
];
