import { notFound } from "#kernel/errors.ts";
import { endpoint, idParams, type Endpoint } from "#server/http/endpoint.ts";
import { identityDb } from "#server/db/scopes/identity.ts";
import { enterOrganization, limitSensitive } from "#areas/identity/identity.server.ts";
import { newOrganization, organizationPatch, organizationRow } from "./organization.model.ts";
import { createOrganization, editOrganization, readOrganization } from "./organization.service.ts";

export const organizationEndpoints: Endpoint[] = [
  endpoint({
    method: "POST",
    path: "/api/v1/organizations",
    permission: "signed-in",
    ownAccount: true,
    summary: "Create an agency; the creator becomes its administrator and works in it at once",
    ownTransaction: true,
    status: 201,
    body: newOrganization,
    response: organizationRow,
    handler: async ({ app, actor, body }) => {
      const db = identityDb(app.database);
      await limitSensitive(db, `organization:${actor.personId}`);
      const row = await createOrganization(app.database, actor, body);
      await enterOrganization(db, actor, row.id);
      return row;
    },
  }),
  endpoint({
    method: "GET",
    path: "/api/v1/organizations/{id}",
    permission: "organization.read",
    summary: "The agency in which you work",
    params: idParams,
    response: organizationRow,
    handler: async ({ db, actor, params }) => {
      if (params.id !== actor.orgId) throw notFound("organization");
      return readOrganization(db);
    },
  }),
  endpoint({
    method: "PATCH",
    path: "/api/v1/organizations/{id}",
    permission: "organization.edit",
    summary: "Change the agency's settings",
    params: idParams,
    body: organizationPatch,
    response: organizationRow,
    handler: ({ tx, actor, params, body, ifMatch }) =>
      editOrganization(tx, actor, params.id, body, ifMatch),
  }),
];
