import { z } from "zod";
import { recordAct } from "#server/http/acts.ts";
import { endpoint, idParams, type Endpoint } from "#server/http/endpoint.ts";
import { domainInput, domainRow, listedDomain } from "./domain.model.ts";
import { addDomain, checkDomain, listDomains, removeDomain } from "./domain.service.ts";

const path = "/api/v1/sign-in-domains";
const manage = { permission: "signOn.manage" } as const;

export const domainEndpoints: readonly Endpoint[] = [
  endpoint({
    ...manage,
    method: "GET",
    path,
    summary: "Mail domains of the agency, proved or not",
    response: z.object({ items: z.array(listedDomain) }),
    handler: async ({ db }) => ({ items: await listDomains(db) }),
  }),
  endpoint({
    ...manage,
    method: "POST",
    path,
    summary: "Name a mail domain; a TXT record proves it",
    body: domainInput,
    response: domainRow,
    handler: ({ tx, actor, body }) => addDomain(tx, actor, body.domain),
  }),
  recordAct(path, "check", {
    ...manage,
    summary: "Ask the name servers for the record",
    ownTransaction: true,
    unkept: true,
    response: domainRow,
    handler: ({ app, actor, params }) => checkDomain(app, actor, params.id),
  }),
  endpoint({
    ...manage,
    method: "DELETE",
    path: `${path}/{id}`,
    summary: "Take a domain off the list",
    params: idParams,
    response: z.object({ id: z.string() }),
    handler: ({ tx, actor, params }) => removeDomain(tx, actor, params.id),
  }),
];
