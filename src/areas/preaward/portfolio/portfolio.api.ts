import { z } from "zod";
import { endpoint, idParams, type Endpoint } from "#server/http/endpoint.ts";
import { limitsInput, pursued, pursuitInput, solved } from "./portfolio.model.ts";
import { keepPursuit, newestPortfolio, pursuitsOf, solvePortfolio } from "./portfolio.service.ts";

const path = "/api/v1/grant-portfolio";
export const portfolioEndpoints: readonly Endpoint[] = [
  endpoint({
    method: "GET",
    path,
    permission: "grantPortfolio.edit",
    summary: "Open opportunities with what each takes, and the newest choice among them",
    response: z.object({ items: z.array(pursued), newest: solved.nullable() }),
    handler: async ({ db }) => ({
      items: await pursuitsOf(db),
      newest: await newestPortfolio(db),
    }),
  }),
  endpoint({
    method: "PUT",
    path: `${path}/{id}`,
    permission: "grantPortfolio.edit",
    summary: "Say what pursuing an opportunity takes",
    params: idParams,
    body: pursuitInput,
    response: z.object({ id: z.string(), version: z.number() }),
    handler: ({ tx, actor, params, body }) => keepPursuit(tx, actor, params.id, body),
  }),
  endpoint({
    method: "POST",
    path: `${path}/solve`,
    permission: "grantPortfolio.edit",
    summary: "Work out which opportunities to pursue",
    ownTransaction: true,
    body: limitsInput,
    response: z.object({ id: z.string() }),
    handler: ({ app, actor, body }) => solvePortfolio(app, actor, body),
  }),
];
