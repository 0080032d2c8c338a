import { z } from "zod";
import { actAt } from "#server/http/acts.ts";
import { endpoint, idParams, type Endpoint } from "#server/http/endpoint.ts";
import { kickMail } from "#areas/identity/identity.server.ts";
import { breakGlassInput, enforceInput, enforcing, preflight } from "./enforcing.model.ts";
import {
  endEnforcing,
  enforce,
  nameBreakGlass,
  preflightOf,
  readEnforcing,
} from "./enforcing.service.ts";

const path = "/api/v1/sign-in-enforcing";
const manage = { permission: "signOn.manage" } as const;

export const enforcingEndpoints: readonly Endpoint[] = [
  endpoint({
    ...manage,
    method: "GET",
    path,
    summary: "Whether the agency is entered through its provider alone",
    response: enforcing,
    handler: ({ app, db }) => readEnforcing(app, db),
  }),
  endpoint({
    ...manage,
    method: "GET",
    path: "/api/v1/sign-in-providers/{id}/preflight",
    summary: "Who could no longer enter, and what is missing before",
    params: idParams,
    query: z.object({ breakGlass: z.string().max(200).default("") }),
    response: preflight,
    handler: ({ app, db, actor, params, query }) =>
      preflightOf(
        app,
        db,
        actor,
        params.id,
        query.breakGlass.split(",").filter((id) => z.uuid().safeParse(id).success),
      ),
  }),
  actAt(path, "enforce", {
    ...manage,
    summary: "Enter the agency through this provider alone",
    ownTransaction: true,
    body: enforceInput,
    response: enforcing,
    handler: async ({ app, actor, body }) => {
      const now = await enforce(app, actor, body);
      kickMail(app);
      return now;
    },
  }),
  actAt(path, "end", {
    ...manage,
    summary: "Every way in counts again",
    response: enforcing,
    handler: ({ app, tx, actor }) => {
      tx.afterCommit(() => kickMail(app));
      return endEnforcing(app, tx, actor);
    },
  }),
  actAt(path, "break-glass", {
    ...manage,
    summary: "Name the members who come in beside the provider",
    ownTransaction: true,
    body: breakGlassInput,
    response: enforcing,
    handler: async ({ app, actor, body }) => {
      const now = await nameBreakGlass(app, actor, [...new Set(body.breakGlass)]);
      kickMail(app);
      return now;
    },
  }),
];
